package tune

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/eval"
)

// TestCrossValidate: means and errors over the folds, and the differences pair by pair.
func TestCrossValidate(t *testing.T) {
	t.Parallel()
	fold := func(material, fitted float64) []Loss {
		return []Loss{{"material", 0, material}, {"fitted", 0, fitted}}
	}
	got := CrossValidate([][]Loss{fold(0.5, 0.4), fold(0.6, 0.5), fold(0.7, 0.6)})
	require.Len(t, got, 2)
	require.Equal(t, "material", got[0].Evaluation)
	require.InDelta(t, 0.6, got[0].HeldOut, 1e-12)
	require.InDelta(t, 0.1/math.Sqrt(3), got[0].Error, 1e-12)
	require.InDelta(t, 0.1, got[0].Behind, 1e-12)
	require.InDelta(t, 0, got[0].BehindError, 1e-12)
	require.Zero(t, got[1].Behind)
}

// TestFoldsAreAllGames: every game is held out in one fold, and no other.
func TestFoldsAreAllGames(t *testing.T) {
	t.Parallel()
	name, _ := newGames(t)
	heldOut := 0
	var all int
	for fold := range Folds {
		s, err := Load([]string{name}, 1, fold, eval.Win)
		require.NoError(t, err)
		all = s.Train.Games() + s.HeldOut.Games() // those with positions that count
		heldOut += s.HeldOut.Games()
	}
	require.Equal(t, all, heldOut)
	require.Greater(t, all, testGames/2)
}
