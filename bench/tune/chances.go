package tune

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"bolshak/eval"
)

// Chances is how often an evaluation is followed by a win, a draw and a loss: an
// ordered logit model (McCullagh 1980). With s the evaluation in men and f the
// phase over MaxPhase,
//
//	win  = logistic(slope*s - margin)    slope  = exp(Slope[0] + Slope[1]*f + Slope[2]*f*f)
//	loss = logistic(-slope*s - margin)   margin = exp(Margin[0] + Margin[1]*f + Margin[2]*f*f)
//	draw = 1 - win - loss
//
// They hold for the games that it was fitted to: those of the engine against
// itself, at few nodes a move, from quiet positions.
type Chances struct {
	Slope  [3]float64 `json:"slope"`
	Margin [3]float64 `json:"margin"`
}

// Of returns the chances of the side to move.
func (c Chances) Of(s eval.Score, phase int) (win, draw, loss float64) {
	f := openingShare(phase)
	slope, margin := expQuadratic(c.Slope, f), expQuadratic(c.Margin, f)
	x := slope * float64(s) / 100
	win, loss = logistic(x-margin), logistic(-x-margin)
	return win, max(1-win-loss, 0), loss
}

func expQuadratic(c [3]float64, f float64) float64 { return math.Exp(c[0] + f*(c[1]+f*c[2])) }

// FitChances fits the chances to the results of positions and their evaluation by
// the given weights, in centimen, by maximum likelihood.
func FitChances(d *Data, weights []float64) (Chances, error) {
	// Positions with the same score and phase go together.
	type key struct {
		score eval.Score
		phase int
	}
	results := map[key]*[3]float64{}
	for i, r := range d.rows {
		k := key{eval.Score(math.Round(d.value(i, weights))), int(r.phase)}
		if results[k] == nil {
			results[k] = new([3]float64)
		}
		results[k][r.points]++
	}
	keys := slices.SortedFunc(maps.Keys(results), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.phase, b.phase))
	})
	cells := make([][3]float64, len(keys))
	for i, k := range keys {
		cells[i] = *results[k]
	}
	of := func(x []float64) Chances { return Chances{[3]float64(x[:3]), [3]float64(x[3:])} }
	loss := func(x []float64) float64 {
		c, sum := of(x), 0.0
		for i, k := range keys {
			win, draw, lost := c.Of(k.score, k.phase)
			for points, chance := range [3]float64{lost, draw, win} {
				if n := cells[i][points]; n > 0 {
					sum -= n * math.Log(max(chance, 1e-12))
				}
			}
		}
		return sum / float64(len(d.rows))
	}
	// Where it begins, a man makes the odds e:1 and a level game is drawn in 46 %.
	r, err := optimize.Minimize(optimize.Problem{Func: loss}, make([]float64, 6), nil, &optimize.NelderMead{})
	if err != nil {
		return Chances{}, fmt.Errorf("chances of a win, a draw and a loss: %w", err)
	}
	return of(r.X), nil
}
