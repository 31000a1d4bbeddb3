package movegen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// FuzzNotation: no text makes Parse panic, and what it reads is a legal move
// that is written and read back in every notation. Errors stay short.
func FuzzNotation(f *testing.F) {
	fens := []string{
		"start", f8b4, circle, straight, oneMan, twoWays,
		"W:Wh4,Ka3,a1:Bh6,b4,d4,f4,b2,d2,f2",
		"B:Wa7,g7,Kb6,e5,Kg5,c3,g3,g1:BKa5",
		"W:WKd4,Ka1:BKh8,c7", "W:Wa3:Bb4,c5", "B:Wa1:B",
	}
	positions := make([]board.Position, len(fens))
	for i, fen := range fens {
		positions[i] = position(f, fen)
		for _, m := range movegen.Append(nil, positions[i]) {
			f.Add(uint8(i), false, movegen.Format(positions[i], m, movegen.Hub))
			f.Add(uint8(i), true, movegen.Format(positions[i], m, movegen.Full))
		}
	}
	for i, text := range []string{"cd4", "с3–d4 !?", "22 х 18", "f:h6:b4", "21x14x7x16", "3x17", "c3-\xff", "9999-1", "c 3 : d 4 X"} {
		f.Add(uint8(i), i%2 == 0, text)
	}
	f.Fuzz(func(t *testing.T, which uint8, fromA1 bool, text string) {
		p, nu := positions[int(which)%len(positions)], board.FromB8
		if fromA1 {
			nu = board.FromA1
		}
		m, err := movegen.ParseNumbered(p, text, nu)
		if err != nil {
			require.Equal(t, board.NoMove, m)
			require.Less(t, len(err.Error()), 600)
			return
		}
		require.Contains(t, movegen.Append(nil, p), m)
		requireRoundTrip(t, p, []board.Move{m})
	})
}
