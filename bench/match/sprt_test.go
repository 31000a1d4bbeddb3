package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLLROfPublishedMatches(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		pairs      Pairs
		elo0, elo1 float64
		model      Model
		llr, delta float64
	}{
		// Published as 2.946. Solved to the last digit it is 2.945495.
		{"43360 pairs", Pairs{379, 10170, 21828, 10640, 343}, 0, 2, Normalised, 2.946, 0.001},
		{"43360 pairs, exact", Pairs{379, 10170, 21828, 10640, 343}, 0, 2, Normalised, 2.945495, 0.000001},
		// The matches by which fastchess checks itself, to its two decimals.
		{"normalised 1", Pairs{365, 16618, 36029 + 200, 16974, 390}, 0, 2, Normalised, 2.25, 0.005},
		{"normalised 2", Pairs{127, 4883, 10311 + 401, 5150, 104}, -1.75, 0.25, Normalised, 3.01, 0.005},
		{"logistic 1", Pairs{223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5, Logistic, -3.07, 0.005},
		{"logistic 2", Pairs{871, 26175, 55003 + 980, 26678, 821}, 0, 2, Logistic, -4.98, 0.005},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			test := SPRT{Elo0: tt.elo0, Elo1: tt.elo1, Alpha: 0.05, Beta: 0.05, Model: tt.model}
			require.InDelta(t, tt.llr, test.LLR(tt.pairs), tt.delta)
		})
	}
}

// After pairs that were all won, the likeliest distributions have wins and losses
// only: (1 + t/sqrt(1+t^2))/2 of wins for an effect of t.
func TestLLROfAllWon(t *testing.T) {
	t.Parallel()
	test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	effect := effectOf(5)
	require.InDelta(t, 104*math.Log(1+effect/math.Sqrt(1+effect*effect)), test.LLR(Pairs{4: 104}), 0.001)
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	test, err := ParseSPRT("elo0=0 elo1=2")
	require.NoError(t, err)
	lower, upper := test.Bounds()
	require.InDelta(t, -2.944, lower, 0.0005)
	require.InDelta(t, 2.944, upper, 0.0005)

	accepted := Pairs{379, 10170, 21828, 10640, 343}
	require.Equal(t, AcceptH1, test.Verdict(accepted))
	require.Equal(t, AcceptH0, test.Verdict(accepted.Flipped()))
	require.Equal(t, Continue, test.Verdict(Pairs{10, 20, 30, 21, 10}))
	require.Equal(t, Continue, test.Verdict(Pairs{}))
	require.Zero(t, test.LLR(Pairs{}))
}

// Under each hypothesis the distribution found must meet the condition, and no
// other one that meets it may be likelier.
func TestHypothesesAreSolvedToTheMostLikely(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	effect := func(w weights) float64 {
		mean, variance := momentsOf(w)
		return (mean - 0.5) / math.Sqrt(variance)
	}
	mix := func(a, b weights, share float64) weights {
		for i := range a {
			a[i] = (1-share)*a[i] + share*b[i]
		}
		return a
	}
	likelihood := func(observed, w weights) (sum float64) {
		for i, o := range observed {
			sum += o * math.Log(w[i])
		}
		return sum
	}
	for range 60 {
		var observed, noise weights
		for i := range observed {
			observed[i], noise[i] = rng.ExpFloat64()+1e-3, rng.ExpFloat64()
		}
		total, noiseTotal := observed.total(), noise.total()
		for i := range observed {
			observed[i], noise[i] = observed[i]/total, noise[i]/noiseTotal
		}
		target := effectOf(maxSPRTElo * (2*rng.Float64() - 1))
		found := likeliestWithEffect(observed, target)
		require.InDelta(t, 1, found.total(), 1e-6)
		require.InDelta(t, target, effect(found), 1e-6)

		// A neighbour, pulled back to the condition by adding wins or losses.
		for _, distance := range []float64{0.001, 0.03, 0.3} {
			near := mix(found, noise, distance)
			pull := weights{4: 1}
			if effect(near) > target {
				pull = weights{0: 1}
			}
			low, high := 0.0, 0.999
			for range 60 {
				middle := (low + high) / 2
				if (effect(mix(near, pull, middle)) < target) == (pull[4] == 1) {
					low = middle
				} else {
					high = middle
				}
			}
			near = mix(near, pull, low)
			require.InDelta(t, target, effect(near), 1e-6)
			require.LessOrEqual(t, likelihood(observed, near), likelihood(observed, found)+1e-9)
		}
	}
}

// Simulated tests must err no more often than they promise.
func TestSPRTKeepsItsErrorRates(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays 300 simulated tests")
	}
	test := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	for _, truth := range []struct {
		elo  float64
		want Verdict
	}{{0, AcceptH0}, {60, AcceptH1}} {
		rng := rand.New(rand.NewPCG(5, 6))
		pairs := likeliestWithEffect(weights{0.05, 0.2, 0.5, 0.2, 0.05}, effectOf(truth.elo))
		right := 0
		const runs = 150
		for range runs {
			var p Pairs
			verdict := Continue
			for verdict == Continue {
				x, i := rng.Float64(), 0
				for i < 4 && x >= pairs[i] {
					x -= pairs[i]
					i++
				}
				p[i]++
				verdict = test.Verdict(p)
			}
			if verdict == truth.want {
				right++
			}
		}
		// 95 % promised; 134 of 150 is 3 standard deviations below.
		require.GreaterOrEqual(t, right, 134, "truth %v", truth.elo)
	}
}

func TestParseSPRT(t *testing.T) {
	t.Parallel()
	got, err := ParseSPRT("elo0=-1.75 elo1=0.25 alpha=0.01 beta=0.1 model=logistic")
	require.NoError(t, err)
	require.Equal(t, SPRT{Elo0: -1.75, Elo1: 0.25, Alpha: 0.01, Beta: 0.1, Model: Logistic}, got)
	again, err := ParseSPRT(got.String())
	require.NoError(t, err)
	require.Equal(t, got, again)

	got, err = ParseSPRT("elo0=0 elo1=5")
	require.NoError(t, err)
	require.Equal(t, SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: Normalised}, got)
}

func TestParseSPRTErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", `sprt: key "elo0" is missing`},
		{"elo0=0", `sprt: key "elo1" is missing`},
		{"elo0=5 elo1=0", `sprt: key "elo1": 0 is not above elo0=5`},
		{"elo0=x elo1=5", `sprt: key "elo0": bad value "x": expected a number from -200 to 200`},
		{"elo0=0 elo1=NaN", `sprt: key "elo1": bad value "NaN"`},
		{"elo0=0 elo1=1e9", `sprt: key "elo1": bad value "1e9"`},
		{"elo0=0 elo1=201", `sprt: key "elo1": bad value "201"`},
		{"elo0=0 elo1=5 alpha=0", `sprt: key "alpha": bad value "0": expected a number between 0 and 1`},
		{"elo0=0 elo1=5 beta=1", `sprt: key "beta": bad value "1"`},
		{"elo0=0 elo1=5 alpha=0.5 beta=0.5", `sprt: key "beta": alpha=0.5 and beta=0.5 add up`},
		{"elo0=0 elo1=5 model=bayesian", `sprt: key "model": unknown model "bayesian": expected normalized or logistic`},
		{"elo0=0 elo1=5 gamma=1", `sprt: key "gamma": unknown: expected one of elo0, elo1, alpha, beta, model`},
		{"elo0=0 elo1=5 elo0=1", `sprt: key "elo0": given twice`},
		{"elo0", `sprt: word "elo0": expected key=value`},
		{"elo0=0 'elo1=5", `sprt: text "elo0=0 'elo1=5": `},
	}
	for _, tt := range tests {
		_, err := ParseSPRT(tt.text)
		require.ErrorContains(t, err, tt.want, "%q", tt.text)
	}
}

func BenchmarkLLR(b *testing.B) {
	test := SPRT{Elo0: 0, Elo1: 2, Alpha: 0.05, Beta: 0.05}
	p := Pairs{379, 10170, 21828, 10640, 343}
	for b.Loop() {
		test.LLR(p)
	}
}
