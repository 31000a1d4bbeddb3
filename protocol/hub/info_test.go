package hub

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

func TestScoreString(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		score Score
		want  string
	}{
		{Score{}, "0.00"},
		{Score{Centimen: 12}, "0.12"},
		{Score{Centimen: -5}, "-0.05"},
		{Score{Centimen: -312}, "-3.12"},
		{Score{Centimen: 9500}, "89.99"}, // above 90 is a proven win
		{Score{Centimen: -20000}, "-89.99"},
		{Score{Win: 17}, "99.83"},
		{Score{Win: 1, Centimen: 5}, "99.99"},
		{Score{Win: -2}, "-99.98"},
		{Score{Win: 5000}, "90.00"},
		{Score{Win: -5000}, "-90.00"},
	} {
		require.Equal(t, c.want, c.score.String(), "%+v", c.score)
	}
}

func TestInfoText(t *testing.T) {
	t.Parallel()
	p := board.Start()
	first, err := movegen.Parse(p, "c3-d4")
	require.NoError(t, err)
	second, err := movegen.Parse(p.After(first), "d6-e5")
	require.NoError(t, err)

	info := Info{
		Depth: 12, MeanDepth: 9.34, Score: Score{Centimen: 12},
		Nodes: 1_234_567, Time: 210 * time.Millisecond, PV: []board.Move{first, second},
	}
	require.Equal(t, `info depth=12 mean-depth=9.3 score=0.12 nodes=1234567 time=0.210 nps=5.88 pv="22-18 10-15"`,
		info.text(board.FromB8))
	require.Equal(t, `info depth=12 mean-depth=9.3 score=0.12 nodes=1234567 time=0.210 nps=5.88 pv="10-14 22-19"`,
		info.text(board.FromA1))

	// The speed of no time at all is no number; a variation of one move is quoted.
	require.Equal(t, `info depth=1 score=-99.98 nodes=7 time=0.000 nps=0.00 pv="22-18"`,
		Info{Depth: 1, Score: Score{Win: -2}, Nodes: 7, PV: []board.Move{first}}.text(board.FromB8))
	require.Equal(t, `info depth=3 score=0.07 nodes=7 time=1.000 nps=0.00 multi-pv=2 pv="22-18"`,
		Info{Depth: 3, Line: 2, Score: Score{Centimen: 7}, Nodes: 7, Time: time.Second, PV: []board.Move{first}}.text(board.FromB8))
	require.Equal(t, `info depth=0 score=0.00 nodes=0 time=0.000 nps=0.00`, Info{}.text(board.FromB8))
}
