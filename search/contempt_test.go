package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
)

// TestContempt: a dead draw costs the side to move at the root its contempt,
// whichever side that is, and what the table learned at one price is not read at
// another.
func TestContempt(t *testing.T) {
	t.Parallel()
	drawn := []*board.Game{
		newGame(t, board.Russian, "W:WKa1:BKd8"),
		newGame(t, board.Russian, "B:WKa1:BKd8"),
	}
	e := newEngine(t, allOn())
	for _, contempt := range []int{0, 30, -30, MaxContempt, -MaxContempt, 0} {
		o := allOn()
		o.Contempt = contempt
		require.NoError(t, e.Configure(o))
		for _, g := range drawn {
			infos, _ := searched(t, e, g, Limits{Depth: 36})
			require.Equal(t, eval.Score(-contempt), last(infos).Score, "%s, contempt %d", g.Position().FEN(), contempt)

			fresh, _ := searched(t, newEngine(t, o), g, Limits{Depth: 36})
			require.Equal(t, last(fresh).Score, last(infos).Score)

			infos, _ = searched(t, e, g, Limits{Depth: 36, Analyse: true})
			require.Equal(t, eval.Draw, last(infos).Score, "an analysis tells the truth")
		}
	}
}

// TestContemptIsTheRoots: the price of a draw changes sides with the ply.
func TestContemptIsTheRoots(t *testing.T) {
	t.Parallel()
	w := readied(t, allOn(), board.Start())
	w.contempt = 25
	require.Equal(t, eval.Score(-25), w.drawScore(0))
	require.Equal(t, eval.Score(25), w.drawScore(1))
	require.Equal(t, eval.Score(-25), w.drawScore(8))
}

func TestContemptHasBounds(t *testing.T) {
	t.Parallel()
	for _, contempt := range []int{-MaxContempt - 1, MaxContempt + 1, 1 << 40} {
		o := allOn()
		o.Contempt = contempt
		_, err := New(o)
		require.ErrorContains(t, err, "contempt")
	}
}
