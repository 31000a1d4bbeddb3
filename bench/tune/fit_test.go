package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// randomPositions returns quiet positions of random games.
func randomPositions(n int) []board.Position {
	lot := rand.New(rand.NewPCG(1, 2))
	var positions []board.Position
	for len(positions) < n {
		p := board.Start()
		for range 10 + lot.IntN(50) {
			moves := movegen.Append(nil, p)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[lot.IntN(len(moves))])
		}
		if movegen.HasMove(p) && !movegen.CanCapture(p) {
			positions = append(positions, p)
		}
	}
	return positions
}

// truth is weights in logits for the synthetic results.
func truth() []float64 {
	weights := make([]float64, Parameters)
	for i := range eval.Terms {
		switch eval.TermName(i) {
		case "man":
			weights[2*i], weights[2*i+1] = 1.2, 0.8
		case "king":
			weights[2*i], weights[2*i+1] = 2.5, 1.5
		case "to move":
			weights[2*i], weights[2*i+1] = 0.6, -0.4
		case "hanging":
			weights[2*i], weights[2*i+1] = -0.7, 0.3
		}
	}
	return weights
}

// synthetic returns positions with results drawn by lot from the truth, each a
// game.
func synthetic(n int) *Sample {
	s := &Sample{}
	lot := rand.New(rand.NewPCG(3, 4))
	var weighed Data
	weights := truth()
	for i, p := range randomPositions(n) {
		weighed.Add([]Label{{Position: p}})
		label := Label{Position: p}
		if lot.Float64() < logistic(weighed.value(i, weights)) {
			label.Points = 2
		}
		to := &s.Train
		if i%10 == 0 {
			to = &s.HeldOut
		}
		to.Add([]Label{label})
	}
	return s
}

func TestFitRecoversTheTruth(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("arithmetic alone, slow under the race detector")
	}
	s := synthetic(6_000)
	options := FitOptions{L2: 1e-4, Iterations: 2000, Threads: 2}
	f, err := Run(t.Context(), s, options)
	require.NoError(t, err)
	require.True(t, f.Converged)

	// Terms that are no sum of others, within what chance allows.
	known := 0
	for i, w := range f.Weights {
		if w.Term != "king" && w.Term != "to move" && w.Term != "hanging" {
			continue
		}
		known++
		opening, ending := f.Scale*truth()[2*i], f.Scale*truth()[2*i+1]
		require.InDelta(t, opening, w.Opening, 4*w.OpeningError+1, "%s: %+v", w.Term, w)
		require.InDelta(t, ending, w.Ending, 4*w.EndingError+1, "%s: %+v", w.Term, w)
		require.Positive(t, w.OpeningError)
	}
	require.Equal(t, 3, known)

	// All of them together.
	square := 0.0
	fitted, want := s.HeldOut.values(f.parameters()), s.HeldOut.values(truth())
	for i := range want {
		square += math.Pow(fitted[i]/f.Scale-want[i], 2)
	}
	require.Less(t, math.Sqrt(square/float64(len(want))), 0.6, "logits: chance gives 0.45")

	// The man is the unit, and the losses say who is best.
	man := floats.Dot(s.Train.man.weights, f.parameters())
	require.InDelta(t, 100, man/float64(s.Train.man.men), 2)
	require.Len(t, f.Losses, 3)
	best := f.Losses[2]
	for _, l := range f.Losses[:2] {
		require.Greater(t, l.Train, best.Train, l.Evaluation)
		require.Greater(t, l.HeldOut, best.HeldOut, l.Evaluation)
	}
	require.InDelta(t, s.HeldOut.loss(want, 1), best.HeldOut, 0.03)
}

// TestErrorsAreThoseOfChance: over terms, the distance of the fitted value from
// the truth is about one standard error.
func TestErrorsAreThoseOfChance(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("arithmetic alone, slow under the race detector")
	}
	s := synthetic(5_000)
	logits, _, _, err := minimise(t.Context(), &s.Train, FitOptions{L2: 1e-6, Iterations: 5000, Threads: 2})
	require.NoError(t, err)
	errs, err := standardErrors(&s.Train, logits, FitOptions{L2: 1e-6})
	require.NoError(t, err)
	square, n := 0.0, 0
	for i := range eval.Terms {
		name := eval.TermName(i)
		if strings.HasPrefix(name, "man") || strings.HasPrefix(name, "guards") {
			continue // sums of each other
		}
		for _, k := range []int{2 * i, 2*i + 1} {
			if errs[k] > 0 {
				square += math.Pow((logits[k]-truth()[k])/errs[k], 2)
				n++
			}
		}
	}
	require.Greater(t, n, 20)
	require.InDelta(t, 1, square/float64(n), 0.7)
}

// TestFitIsTheSameWithThreads: bit by bit.
func TestFitIsTheSameWithThreads(t *testing.T) {
	t.Parallel()
	s := synthetic(2_000)
	one, err := Run(t.Context(), s, FitOptions{L2: 1e-4, Iterations: 60, Threads: 1})
	require.NoError(t, err)
	three, err := Run(t.Context(), s, FitOptions{L2: 1e-4, Iterations: 60, Threads: 3})
	require.NoError(t, err)
	require.Equal(t, one, three)
	require.False(t, one.Converged)
	require.Equal(t, 60, one.Iterations)
}

func TestGradientIsTheSlopeOfTheLoss(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("arithmetic alone, slow under the race detector")
	}
	s := synthetic(500)
	weights := truth()
	_, gradient := s.Train.objective(weights, 2)
	patterns := 0
	for i := range Parameters {
		if i >= termParameters {
			if gradient[i] == 0 || patterns == 50 {
				continue // patterns that do not occur; the slopes of some are enough
			}
			patterns++
		}
		const h = 1e-5
		weights[i] += h
		above := s.Train.loss(s.Train.values(weights), 1)
		weights[i] -= 2 * h
		below := s.Train.loss(s.Train.values(weights), 1)
		weights[i] += h
		require.InDelta(t, (above-below)/(2*h), gradient[i], 1e-7, i)
	}
}

// TestValueIsTheEvaluation: with the present weights, what is fitted is what the
// engine uses.
func TestValueIsTheEvaluation(t *testing.T) {
	t.Parallel()
	var d Data
	present := Present()
	for i, p := range randomPositions(500) {
		d.Add([]Label{{Position: p}})
		require.InDelta(t, float64(eval.Evaluate(p)), d.value(i, present), 1, p.FEN()) // it drops fractions
	}
	require.Equal(t, 500, d.Games())
}

func TestBadFits(t *testing.T) {
	t.Parallel()
	_, err := Run(t.Context(), &Sample{}, FitOptions{L2: 1})
	require.ErrorContains(t, err, "more games")
	s := synthetic(200)
	_, err = Run(t.Context(), s, FitOptions{})
	require.ErrorContains(t, err, "above 0")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Run(ctx, s, FitOptions{L2: 1e-5, Iterations: 100})
	require.ErrorIs(t, err, context.Canceled)
}

// TestWriteWeights: the weights are replaced, what stands around them stays.
func TestWriteWeights(t *testing.T) {
	t.Parallel()
	before := string(fileBytes(t, filepath.Join("..", "..", "eval", "weights.go")))
	name := filepath.Join(t.TempDir(), "weights.go")
	require.NoError(t, os.WriteFile(name, []byte(before), 0o644))

	f := &Fit{}
	opening, ending := eval.Weights()
	for i := range eval.Terms {
		f.Weights = append(f.Weights, Weight{Term: eval.TermName(i), Opening: opening[i], Ending: ending[i]})
	}
	require.NoError(t, f.WriteWeights(name, "Line one.\nLine two.\n"))
	after := string(fileBytes(t, name))
	require.Contains(t, after, "// Line one.\n// Line two.\nvar weights = [terms]weight{\n")
	comments := regexp.MustCompile(`(?m)^//.*\n`)
	require.Equal(t, comments.ReplaceAllString(before, ""), comments.ReplaceAllString(after, ""))

	f.Weights[0].Opening = 12345
	require.NoError(t, f.WriteWeights(name, "Note."))
	require.Contains(t, string(fileBytes(t, name)), "pair(12345, ")
	require.NotContains(t, string(fileBytes(t, name)), "Line one")

	require.NoError(t, os.WriteFile(name, []byte("package eval\n"), 0o644))
	require.ErrorContains(t, f.WriteWeights(name, ""), "var weights")
	require.Error(t, f.WriteWeights(filepath.Join(t.TempDir(), "missing.go"), ""))
	entries, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left lying about")
}

func TestWriteChances(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "chances.go")
	require.NoError(t, Chances{[3]float64{1, 2, 3}, [3]float64{4, 5, -6.12341}}.WriteSource(name, "Note."))
	require.Equal(t, `package tune

// Fitted is the chances of the evaluation's weights.
//
// Note.
var Fitted = Chances{
	Slope:  [3]float64{1.0000, 2.0000, 3.0000},
	Margin: [3]float64{4.0000, 5.0000, -6.1234},
}
`, string(fileBytes(t, name)))
}

func TestChances(t *testing.T) {
	t.Parallel()
	for phase := range eval.MaxPhase + 1 {
		last := -1.0
		for s := -2000; s <= 2000; s += 10 {
			win, draw, loss := Fitted.Of(eval.Score(s), phase)
			require.InDelta(t, 1, win+draw+loss, 1e-9)
			require.GreaterOrEqual(t, draw, 0.0)
			require.GreaterOrEqual(t, win-loss, last)
			last = win - loss
			back, _, again := Fitted.Of(eval.Score(-s), phase)
			require.InDelta(t, win, again, 1e-12)
			require.InDelta(t, loss, back, 1e-12)
		}
	}
}

// TestFitChancesRecoversTheTruth draws results by lot.
func TestFitChancesRecoversTheTruth(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("arithmetic alone, slow under the race detector")
	}
	lot := rand.New(rand.NewPCG(5, 6))
	var d Data
	for i, p := range randomPositions(5_000) {
		d.Add([]Label{{Position: p}})
		win, draw, _ := Fitted.Of(eval.Score(d.value(i, Present())), int(d.rows[i].phase))
		switch x := lot.Float64(); {
		case x < win:
			d.rows[i].points = 2
		case x < win+draw:
			d.rows[i].points = 1
		}
	}
	c, err := FitChances(&d, Present())
	require.NoError(t, err)
	for _, phase := range []int{8, 16, 22} {
		for _, s := range []eval.Score{-100, 0, 30, 100} {
			win, draw, loss := Fitted.Of(s, phase)
			win2, draw2, loss2 := c.Of(s, phase)
			require.InDelta(t, win, win2, 0.08, "%v at %d", s, phase)
			require.InDelta(t, draw, draw2, 0.08, "%v at %d", s, phase)
			require.InDelta(t, loss, loss2, 0.08, "%v at %d", s, phase)
		}
	}
}
