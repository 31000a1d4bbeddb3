package board

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDiagram(t *testing.T) {
	t.Parallel()
	require.Equal(t, strings.TrimLeft(`
8    b   b   b   b
7  b   b   b   b
6    b   b   b   b
5  .   .   .   .
4    .   .   .   .
3  w   w   w   w
2    w   w   w   w
1  w   w   w   w
   a b c d e f g h
White to move
`, "\n"), Start().Diagram())
	require.Equal(t, strings.TrimLeft(`
8    .   .   W   .
7  .   .   .   .
6    .   .   .   .
5  b   .   .   .
4    .   .   .   .
3  w   .   .   .
2    .   .   .   .
1  B   .   .   .
   a b c d e f g h
Black to move
`, "\n"), mustParse(t, "B:WKf8,a3:BKa1,a5").Diagram())
}
