package board

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseHub(t *testing.T) {
	t.Parallel()
	p, err := ParseHub("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww")
	require.NoError(t, err)
	require.Equal(t, Start(), p)

	p, err = ParseHub(" BWbeeeeeeeeeeeeeeeeeeeeeeeeeeeweB\r\n")
	require.NoError(t, err)
	require.Equal(t, "B:WKb8,c1:Bd8,Kg1", p.FEN())
	require.Equal(t, "BWbeeeeeeeeeeeeeeeeeeeeeeeeeeeweB", p.Hub())

	p, err = ParseHub("W" + strings.Repeat("e", 32))
	require.NoError(t, err)
	require.Zero(t, p)
}

func TestParseHubErrors(t *testing.T) {
	t.Parallel()
	empty := func(n int) string { return strings.Repeat("e", n) }
	tests := []struct{ text, want string }{
		{"", "0 characters, want 33 (the side W or B, then 32 of w b W B e)"},
		{"W" + empty(31), "32 characters, want 33"},
		{"W" + empty(33), "34 characters, want 33"},
		{"w" + empty(32), "Hub position: character 1 (side to move): 'w', want W or B"},
		{"W" + empty(4) + "x" + empty(27), "Hub position: character 6 (square 5, a7): 'x', want one of w b W B e"},
		{"W" + empty(31) + "\n" + "e", "34 characters, want 33"},
		{"W" + empty(31) + "\x00", "character 33 (square 32, g1): '\\x00', want one of w b W B e"},
		{"Ww" + empty(31), "character 2 (square 1, b8): a white man on its promotion rank"},
		{"W" + strings.Repeat("w", 32), "character 2 (square 1, b8): a white man on its promotion rank"},
		{"W" + empty(31) + "b", "character 33 (square 32, g1): a black man on its promotion rank, want a king (Kg1) there"},
	}
	for _, test := range tests {
		p, err := ParseHub(test.text)
		require.ErrorContains(t, err, test.want)
		require.Zero(t, p)
	}
}
