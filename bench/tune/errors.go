package tune

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"bolshak/eval"
)

// hessianParts is the number of parts in which square matrices are added up:
// few, because each takes its own memory.
const hessianParts = 8

// standardErrors returns the standard error of every term's weights, in logits,
// those of the patterns being given. The
// positions of a game have one result and are no independent observations, and a
// draw is no coin thrown: so it is the sandwich estimator with games as clusters
// (Liang and Zeger 1986), H^-1 B H^-1, where H is the Hessian of the regularised
// loss and B the sum over games of the outer product of their gradients.
func standardErrors(d *Data, weights []float64, o FitOptions) ([]float64, error) {
	h := d.hessian(weights, o.Threads)
	for i := range termParameters {
		h[i*termParameters+i] += o.L2 * float64(len(d.rows))
	}
	var factors mat.Cholesky
	if !factors.Factorize(mat.NewSymDense(termParameters, h)) {
		return nil, errors.New("standard errors: the Hessian is not positive definite, want a larger L2")
	}
	var inverse mat.SymDense
	if err := factors.InverseTo(&inverse); err != nil {
		return nil, errors.Join(errors.New("standard errors: want a larger L2"), err)
	}
	spread := mat.NewSymDense(termParameters, d.spread(weights, o.Threads))
	var half mat.Dense
	half.Mul(&inverse, spread)
	errs := make([]float64, termParameters)
	for i := range errs {
		variance := 0.0
		for j := range termParameters {
			variance += half.At(i, j) * inverse.At(j, i)
		}
		errs[i] = math.Sqrt(max(variance, 0))
	}
	return errs, nil
}

// hessian returns the upper triangle of the matrix of the second derivatives of
// the loss's sum.
func (d *Data) hessian(weights []float64, threads int) []float64 {
	return d.sum(threads, hessianParts, termParameters*termParameters, func(sum []float64, first, end int) {
		for i := first; i < end; i++ {
			p := logistic(d.value(i, weights))
			share := openingShare(int(d.rows[i].phase))
			counts := d.termsOf(i)
			for j, a := range counts {
				variance := p * (1 - p) * a.n()
				opening, ending := variance*share, variance*(1-share)
				upper := sum[2*a.number()*termParameters:]
				lower := upper[termParameters:]
				for _, b := range counts[j:] {
					n, column := b.n(), 2*b.number()
					upper[column] += opening * share * n
					upper[column+1] += opening * (1 - share) * n
					lower[column] += ending * share * n
					lower[column+1] += ending * (1 - share) * n
				}
			}
		}
	})
}

// spread returns the upper triangle of the sum over games of the outer product of
// the gradient of the loss.
func (d *Data) spread(weights []float64, threads int) []float64 {
	return d.sum(threads, hessianParts, termParameters*termParameters, func(sum []float64, first, end int) {
		gradient := make([]float64, termParameters)
		for i := first; i < end; i++ {
			slope := logistic(d.value(i, weights)) - d.rows[i].score()
			share := openingShare(int(d.rows[i].phase))
			for _, c := range d.termsOf(i) {
				gradient[2*c.number()] += slope * share * c.n()
				gradient[2*c.number()+1] += slope * (1 - share) * c.n()
			}
			if i+1 < end && d.rows[i+1].game == d.rows[i].game {
				continue
			}
			for j, x := range gradient {
				if x != 0 {
					for k := j; k < termParameters; k++ {
						sum[j*termParameters+k] += x * gradient[k]
					}
				}
			}
			clear(gradient)
		}
	})
}

// termsOf returns the counts of a row without those of its patterns, which stand
// last.
func (d *Data) termsOf(i int) []count {
	counts := d.countsOf(i)
	for len(counts) > 0 && counts[len(counts)-1].number() >= eval.Terms {
		counts = counts[:len(counts)-1]
	}
	return counts
}
