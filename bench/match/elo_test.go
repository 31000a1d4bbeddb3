package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPairsAddAndView(t *testing.T) {
	t.Parallel()
	var p Pairs
	for _, first := range []Points{Loss, Draw, Win} {
		for _, second := range []Points{Loss, Draw, Win} {
			p.Add(first, second)
		}
	}
	require.Equal(t, Pairs{1, 2, 3, 2, 1}, p)
	require.Equal(t, 9, p.Count())
	p.Add(Win, Win)
	require.Equal(t, Pairs{2, 2, 3, 2, 1}, p.Flipped())
	require.Equal(t, Pairs{3, 4, 6, 4, 3}, p.Plus(p.Flipped()))
	require.Equal(t, Loss, Win.Other())
	require.Equal(t, Draw, Draw.Other())
}

func TestPairsMoments(t *testing.T) {
	t.Parallel()
	p := Pairs{1, 0, 2, 0, 1}
	require.InDelta(t, 0.5, p.Score(), 1e-12)
	require.InDelta(t, 0.125, p.Variance(), 1e-12) // (2 * 0.25) / 4
	p = Pairs{0, 1, 0, 3, 0}
	require.InDelta(t, 0.625, p.Score(), 1e-12)
	require.InDelta(t, 0.046875, p.Variance(), 1e-12) // 0.5^2 * 3/16
}

// Published figures: a long test of a chess engine whose normalised Elo is known,
// and one that fastchess checks itself by.
func TestEloOfPublishedMatches(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		pairs     Pairs
		elo, nElo Estimate
		los       float64
	}{
		{"43360 pairs", Pairs{379, 10170, 21828, 10640, 343}, Estimate{1.59, 1.21}, Estimate{3.05, 2.31}, 0.9951},
		{"fastchess", Pairs{34, 54, 31 + 32, 64, 75}, Estimate{55.58, 27.65}, Estimate{57.94, 28.28}, 1.0000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			elo, nElo := tt.pairs.Elo(), tt.pairs.NormalisedElo()
			require.InDelta(t, tt.elo.Value, elo.Value, 0.005)
			require.InDelta(t, tt.elo.Error, elo.Error, 0.005)
			require.InDelta(t, tt.nElo.Value, nElo.Value, 0.005)
			require.InDelta(t, tt.nElo.Error, nElo.Error, 0.005)
			require.InDelta(t, tt.los, tt.pairs.LOS(), 0.0001)
		})
	}
}

func TestEloOfOneSidedMatches(t *testing.T) {
	t.Parallel()

	require.Equal(t, Estimate{}, Pairs{}.Elo())
	require.Equal(t, Estimate{}, Pairs{}.NormalisedElo())
	require.Equal(t, 0.5, Pairs{}.LOS())

	// All won: as if half a half point in all had been lost, and never certain.
	ten := Pairs{4: 10}
	require.InDelta(t, eloOf(1-1.0/80), ten.Elo().Value, 1e-9)
	require.Greater(t, ten.Elo().Error, 100.0)
	require.Greater(t, ten.LOS(), 0.999)
	require.InDelta(t, -ten.Elo().Value, Pairs{0: 10}.Elo().Value, 1e-9)

	// All alike and even: no difference, with an error that shrinks slowly.
	even := Pairs{2: 10}
	require.InDelta(t, 0, even.Elo().Value, 1e-9)
	require.Greater(t, even.Elo().Error, Pairs{2: 1000}.Elo().Error)
	require.Greater(t, Pairs{2: 1000}.Elo().Error, 0.0)
}

// requireSane asks of any counts that all estimates are finite and agree with
// those of the opponent.
func requireSane(t *testing.T, p Pairs) {
	t.Helper()
	q := p.Flipped()
	for _, e := range []struct{ mine, other Estimate }{{p.Elo(), q.Elo()}, {p.NormalisedElo(), q.NormalisedElo()}} {
		require.False(t, math.IsNaN(e.mine.Value) || math.IsInf(e.mine.Value, 0), "%v: %v", p, e.mine)
		require.False(t, math.IsNaN(e.mine.Error) || math.IsInf(e.mine.Error, 0), "%v: %v", p, e.mine)
		require.GreaterOrEqual(t, e.mine.Error, 0.0, "%v", p)
		require.InDelta(t, -e.mine.Value, e.other.Value, 1e-6*(1+math.Abs(e.mine.Value)), "%v", p)
		require.InDelta(t, e.mine.Error, e.other.Error, 1e-6*(1+e.mine.Error), "%v", p)
	}
	require.True(t, p.LOS() >= 0 && p.LOS() <= 1, "%v: %v", p, p.LOS())
	require.InDelta(t, 1, p.LOS()+q.LOS(), 1e-9, "%v", p)
	for _, model := range []Model{Normalised, Logistic} {
		test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: model}
		llr := test.LLR(p)
		require.False(t, math.IsNaN(llr) || math.IsInf(llr, 0), "%v: %v", p, llr)
		opposite := SPRT{Elo0: -5, Elo1: 0, Alpha: 0.05, Beta: 0.05, Model: model}
		require.InDelta(t, -llr, opposite.LLR(q), 1e-5*(1+math.Abs(llr)), "%v", p)
	}
}

func TestEstimatesAreFiniteForSmallCounts(t *testing.T) {
	t.Parallel()
	for n := range 3 * 3 * 3 * 3 * 3 { // 0, 1 or 2 of each
		var p Pairs
		for i := range p {
			p[i], n = n%3, n/3
		}
		requireSane(t, p)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var p Pairs
		for i := range p {
			p[i] = rng.IntN(1 << rng.IntN(21))
		}
		requireSane(t, p)
	}
}

func FuzzEstimatesAreFinite(f *testing.F) {
	f.Add(uint32(0), uint32(0), uint32(0), uint32(0), uint32(0))
	f.Add(uint32(0), uint32(0), uint32(0), uint32(0), uint32(1))
	f.Add(uint32(1), uint32(0), uint32(4000000), uint32(0), uint32(0))
	f.Fuzz(func(t *testing.T, a, b, c, d, e uint32) {
		const most = 1 << 24
		requireSane(t, Pairs{int(a % most), int(b % most), int(c % most), int(d % most), int(e % most)})
	})
}

// TestEvenMatchHadMinusZeroElo: JSON showed it as -0.
func TestEvenMatchHadMinusZeroElo(t *testing.T) {
	t.Parallel()
	for _, p := range []Pairs{{0, 0, 2, 0, 0}, {3, 1, 7, 1, 3}} {
		require.Zero(t, p.Elo().Value)
		require.False(t, math.Signbit(p.Elo().Value))
		require.False(t, math.Signbit(p.NormalisedElo().Value))
	}
}
