package tune

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"bolshak/eval"
)

// FitOptions says how weights are fitted.
type FitOptions struct {
	// L2 is the price of large weights: half of it times the sum of their squares,
	// in logits, is added to the mean loss of a position. It has to be above 0,
	// because some terms are sums of others.
	L2 float64
	// PatternL2 is the same for the patterns; 0 leaves them out.
	PatternL2  float64
	Iterations int // at most
	Threads    int
}

// Fit is what a fit has found.
type Fit struct {
	Weights    []Weight // one for every term of the evaluation
	Patterns   []int16  // centimen, of opening and ending in turns: see eval.PatternFile
	Scale      float64  // centimen in a logit of the expected score
	Losses     []Loss   // of evaluations, the new one last
	Chances    Chances  // of the new weights
	Iterations int
	Converged  bool // false where Iterations did not suffice
}

// Weight is what a term is worth, and how sure that is: standard errors.
type Weight struct {
	Term                      string
	Opening, Ending           int     // centimen
	OpeningError, EndingError float64 // centimen
	Positions                 int     // of the training positions, those in which it counts
	OldOpening, OldEnding     int     // centimen, in the present evaluation
}

// Loss is the mean cross entropy, in nats a position, between the results and the
// chances that an evaluation gives them, at the scale that suits it best.
type Loss struct {
	Evaluation     string
	Train, HeldOut float64
}

// Run fits the weights of the evaluation to the sample: the expected score, 0 to
// 1, is the logistic function of the evaluation, and the weights are those with
// the least loss (regularised logistic regression), found by L-BFGS (Liu and
// Nocedal 1989). They are scaled so that the evaluation falls by 100 centimen on
// average when a man of a training position is taken off.
//
// The same sample gives the same weights, whatever the number of threads.
// When ctx ends first the error is its cause.
func Run(ctx context.Context, s *Sample, o FitOptions) (*Fit, error) {
	switch {
	case s.Train.Positions() == 0 || s.HeldOut.Positions() == 0:
		return nil, fmt.Errorf("%d positions to fit to and %d to test with, want some of both: more games",
			s.Train.Positions(), s.HeldOut.Positions())
	case !(o.L2 > 0):
		return nil, fmt.Errorf("L2 of %v, want a price of weights above 0", o.L2)
	}
	logits, iterations, converged, err := minimise(ctx, &s.Train, o)
	if err != nil {
		return nil, err
	}
	man := floats.Dot(logits, s.Train.man.weights[:len(logits)]) / float64(s.Train.man.men)
	if !(man > 0) {
		return nil, fmt.Errorf("a man is worth %.3f logits on average, want more than 0: more or other games", man)
	}
	f := &Fit{Scale: 100 / man, Iterations: iterations, Converged: converged}
	errs, err := standardErrors(&s.Train, logits, o)
	if err != nil {
		return nil, err
	}
	f.setWeights(&s.Train, logits, errs)
	f.Losses = losses(s, f.parameters())
	f.Chances, err = FitChances(&s.Train, f.parameters())
	return f, err
}

// minimise returns the weights, in logits, with the least regularised loss: those
// of the terms alone where patterns are left out.
func minimise(ctx context.Context, d *Data, o FitOptions) (weights []float64, iterations int, converged bool, err error) {
	// The optimiser asks for loss and gradient apart and often for both.
	fitted := Parameters
	if o.PatternL2 == 0 {
		fitted = termParameters
	}
	at := make([]float64, fitted)
	loss, gradient := math.NaN(), at
	evaluate := func(x []float64) {
		if !math.IsNaN(loss) && floats.Equal(x, at) {
			return
		}
		copy(at, x)
		loss, gradient = d.objective(at, o.Threads)
		for _, part := range [2]struct {
			l2             float64
			weights, slope []float64
		}{
			{o.L2, at[:termParameters], gradient[:termParameters]},
			{o.PatternL2, at[termParameters:], gradient[termParameters:]},
		} {
			loss += part.l2 / 2 * floats.Dot(part.weights, part.weights)
			floats.AddScaled(part.slope, part.l2, part.weights)
		}
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			evaluate(x)
			return loss
		},
		Grad: func(grad, x []float64) {
			evaluate(x)
			copy(grad, gradient)
		},
		Status: func() (optimize.Status, error) {
			if ctx.Err() != nil {
				return optimize.Failure, context.Cause(ctx)
			}
			return optimize.NotTerminated, nil
		},
	}
	settings := &optimize.Settings{
		MajorIterations:   o.Iterations,
		GradientThreshold: gradientThreshold,
		Converger:         optimize.NeverTerminate{},
	}
	r, err := optimize.Minimize(problem, make([]float64, fitted), settings, &optimize.LBFGS{})
	switch {
	case ctx.Err() != nil:
		return nil, 0, false, context.Cause(ctx)
	case r == nil:
		return nil, 0, false, fmt.Errorf("L-BFGS: %w", err)
	case r.Status == optimize.IterationLimit:
		return r.X, r.MajorIterations, false, nil
	case err != nil && floats.Norm(r.Gradient, math.Inf(1)) > 100*gradientThreshold:
		return nil, 0, false, fmt.Errorf("L-BFGS, after %d iterations: %w", r.MajorIterations, err)
	case len(r.X) != fitted:
		return nil, 0, false, errors.New("L-BFGS: no result")
	}
	// A line search that can go no further so near the minimum has arrived.
	return r.X, r.MajorIterations, true, nil
}

// gradientThreshold is where the minimum has been reached: no weight's slope is
// more. In flat directions the price of weights leaves at most this over L2.
const gradientThreshold = 1e-7

// setWeights rounds the weights to centimen.
func (f *Fit) setWeights(d *Data, logits, errs []float64) {
	uses := make([]int, Parameters/2)
	for _, c := range d.counts {
		uses[c.number()]++
	}
	f.Patterns = make([]int16, Parameters-termParameters)
	for i, w := range logits[termParameters:] {
		f.Patterns[i] = int16(min(max(math.Round(f.Scale*w), -patternMax), patternMax))
	}
	opening, ending := eval.Weights()
	for i := range eval.Terms {
		f.Weights = append(f.Weights, Weight{
			Term:         eval.TermName(i),
			Opening:      int(math.Round(f.Scale * logits[2*i])),
			Ending:       int(math.Round(f.Scale * logits[2*i+1])),
			OpeningError: f.Scale * errs[2*i],
			EndingError:  f.Scale * errs[2*i+1],
			Positions:    uses[i],
			OldOpening:   opening[i],
			OldEnding:    ending[i],
		})
	}
}

// patternMax bounds the weight of a pattern, in centimen, so that no sum of them
// leaves a short word.
const patternMax = 800

// parameters returns the rounded weights, in centimen.
func (f *Fit) parameters() []float64 {
	parameters := make([]float64, Parameters)
	for i, w := range f.Weights {
		parameters[2*i], parameters[2*i+1] = float64(w.Opening), float64(w.Ending)
	}
	for i, w := range f.Patterns {
		parameters[termParameters+i] = float64(w)
	}
	return parameters
}

// Present returns the weights of the evaluation as it is, in centimen.
func Present() []float64 {
	parameters := make([]float64, Parameters)
	opening, ending := eval.Weights()
	for i := range eval.Terms {
		parameters[2*i], parameters[2*i+1] = float64(opening[i]), float64(ending[i])
	}
	for i := range eval.PatternWeights {
		opening, ending := eval.PatternWeight(uint16(i))
		parameters[termParameters+2*i], parameters[termParameters+2*i+1] = float64(opening), float64(ending)
	}
	return parameters
}

// losses compares the new weights with the present ones and with material alone.
func losses(s *Sample, fitted []float64) []Loss {
	compare := func(name string, train, heldOut []float64) Loss {
		scale := s.Train.bestScale(train)
		return Loss{name, s.Train.loss(train, scale), s.HeldOut.loss(heldOut, scale)}
	}
	return []Loss{
		compare("material", s.Train.materials(), s.HeldOut.materials()),
		compare("present", s.Train.values(Present()), s.HeldOut.values(Present())),
		compare("fitted", s.Train.values(fitted), s.HeldOut.values(fitted)),
	}
}
