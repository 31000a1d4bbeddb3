package eval

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScoreString(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		score Score
		want  string
	}{
		{Draw, "+0.00"},
		{12, "+0.12"},
		{-7, "-0.07"},
		{100, "+1.00"},
		{-1234, "-12.34"},
		{Max, "+150.00"},
		{-Max, "-150.00"},
		{Known, "+200.00"},
		{WinIn(0), "win in 0"},
		{WinIn(17), "win in 17"},
		{LossIn(0), "loss in 0"},
		{LossIn(16), "loss in 16"},
		{WinIn(MaxPlies), "win in 1000"},
		{LossIn(MaxPlies), "loss in 1000"},
		{WinIn(MaxPlies) - 1, "+289.99"},
		{LossIn(MaxPlies) + 1, "-289.99"},
	} {
		require.Equal(t, test.want, test.score.String())
	}
}

// TestScorePlies: every distance of a win and a loss comes back, and negating a
// score negates it.
func TestScorePlies(t *testing.T) {
	t.Parallel()
	for n := range MaxPlies + 1 {
		for _, test := range []struct {
			score Score
			plies int
			win   bool
		}{{WinIn(n), n, true}, {LossIn(n), -n, false}, {-LossIn(n), n, true}, {-WinIn(n), -n, false}} {
			plies, ok := test.score.Plies()
			require.True(t, ok)
			require.Equal(t, test.plies, plies)
			require.Equal(t, test.win, test.score.IsWin())
			require.Equal(t, !test.win, test.score.IsLoss())
		}
	}
}

// TestScoreBands: evaluations, known endgames and wins by distance do not meet,
// and a nearer win is more.
func TestScoreBands(t *testing.T) {
	t.Parallel()
	for _, s := range []Score{Draw, 1, -1, Max, -Max, Known, -Known, WinIn(MaxPlies) - 1, LossIn(MaxPlies) + 1} {
		require.False(t, s.IsWin(), s.String())
		require.False(t, s.IsLoss(), s.String())
		n, ok := s.Plies()
		require.False(t, ok)
		require.Zero(t, n)
	}
	require.Less(t, Max, Known)
	require.Less(t, Known+Max/10, WinIn(MaxPlies), "room around the known endgames")
	require.Less(t, WinIn(2), WinIn(1))
	require.Less(t, LossIn(1), LossIn(2))
	require.Less(t, WinIn(0), Infinity)
	require.LessOrEqual(t, Infinity, Score(math.MaxInt16), "the table keeps 16 bits")
	require.GreaterOrEqual(t, -Infinity, Score(math.MinInt16))
}
