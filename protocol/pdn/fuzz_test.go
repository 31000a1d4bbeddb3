package pdn

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// FuzzReader: any bytes are read to their end or to an error, places never go back,
// and what is written of the games is read as the same games.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		"[FEN \"W:Wa1:Bh8\"]\n\n1. a1-b2 {c} h8-g7 (1... x) *", "1.c3-d4 d6-c5", "[", "{", "\"", "1... …", "\x00\xff",
		"[Event \"a\"]\n1. c3-d4! (1. g3-f4 $3 {x} (1. -- d6-c5; y }\n)) 1... d6-c5 2-0 * 1. cd4 (!) ]", "1. 22 - 18 1 - 0", "/W:Wa1:Bh8/ 1. a1-b2",
		"[White \"\xc8\xe2\xe0\xed\xee\xe2\"]\r\n1. c3-d4 {\xed\xe8\xf7\xfc\xff}", "\xff\xfe1\x00.\x00 \x00", "[FEN \"W:Wa3,h2:Bb4,d6,f6,h8\"]\n1. a3:c5 c5:e7! e7:g5",
		"1. - - 2. - -\n1/2-1/2", "[GameType \"25,W,8,8,N0,0\"] [Variant \"losing\"] 1. 10-14 (1. 9-13) (", "[Event \"a\"]\n{\n[Event \"b\"]\n1.cd4",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		begin := time.Now()
		games, err := readAll(NewReader(bytes.NewReader(data), "f"))
		if err != nil {
			require.ErrorIs(t, err, errNoText)
		}
		for i, g := range games {
			require.Equal(t, i+1, g.Index)
			line, column := g.Line, 0
			for _, n := range g.Main() {
				require.True(t, n.Line > line || n.Line == line && n.Column > column, "%d:%d after %d:%d", n.Line, n.Column, line, column)
				line, column = n.Line, n.Column
			}
			for _, p := range g.Check() {
				require.GreaterOrEqual(t, p.Line, g.Line)
				require.Positive(t, p.Column)
				require.NotContains(t, p.What, "\n")
				require.Less(t, len(p.What), 1000)
			}
			text, err := Append(nil, g)
			require.NoError(t, err)
			requireSame(t, g, string(text), Append)
		}
		require.Less(t, time.Since(begin), time.Minute)
	})
}

// FuzzLexer: tokens stand one behind another.
func FuzzLexer(f *testing.F) {
	f.Add([]byte("[Event \"x\"]\n1. c3-d4 {c} $1 (1. x)\r\n; y\n1-0"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := newLexer(bytes.NewReader(data))
		line, column := 1, 0
		for {
			token, err := l.next()
			if err != nil {
				return
			}
			if token.line < line || token.line == line && token.column <= column {
				t.Fatalf("%+v after line %d, column %d", token, line, column)
			}
			line, column = token.line, token.column
		}
	})
}
