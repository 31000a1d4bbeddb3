package tune

import "math"

// parts is the number of parts in which rows are added up.
const parts = 16

// logistic returns the chance that odds of e^x give.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy returns the loss of a forecast with logit x for a score y, 0 to 1:
// -y log p - (1-y) log(1-p).
func crossEntropy(x, y float64) float64 {
	return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) - x*y
}

// score returns what a row's game brought the side to move, 0 to 1.
func (r row) score() float64 { return float64(r.points) / 2 }

// objective returns the mean loss of weights in logits, all or those of the terms
// alone, and its gradient.
func (d *Data) objective(weights []float64, threads int) (loss float64, gradient []float64) {
	n := len(weights)
	sum := d.sum(threads, parts, n+1, func(sum []float64, first, end int) {
		for i := first; i < end; i++ {
			r := &d.rows[i]
			x := d.value(i, weights)
			sum[n] += crossEntropy(x, r.score())
			slope := logistic(x) - r.score()
			share := openingShare(int(r.phase))
			opening, ending := slope*share, slope*(1-share)
			for _, c := range d.countsOf(i) {
				if 2*c.number() >= n {
					break
				}
				sum[2*c.number()] += opening * c.n()
				sum[2*c.number()+1] += ending * c.n()
			}
		}
	})
	for i := range sum {
		sum[i] /= float64(len(d.rows))
	}
	return sum[n], sum[:n]
}

// loss returns the mean loss of evaluations, each to be multiplied by scale to
// be a logit.
func (d *Data) loss(values []float64, scale float64) float64 {
	sum := 0.0
	for i, v := range values {
		sum += crossEntropy(scale*v, d.rows[i].score())
	}
	return sum / float64(len(values))
}

// values returns the evaluation of every row.
func (d *Data) values(weights []float64) []float64 {
	values := make([]float64, len(d.rows))
	for i := range values {
		values[i] = d.value(i, weights)
	}
	return values
}

// materials returns men and threefold kings of every row, in centimen.
func (d *Data) materials() []float64 {
	values := make([]float64, len(d.rows))
	for i, r := range d.rows {
		values[i] = 100 * float64(r.material)
	}
	return values
}

// bestScale returns the factor that makes logits of evaluations in centimen with
// the least loss, by Newton's method: the loss is convex in it.
func (d *Data) bestScale(values []float64) float64 {
	scale := 0.0
	for range 50 {
		var slope, curvature float64
		for i, v := range values {
			p := logistic(scale * v)
			slope += (p - d.rows[i].score()) * v
			curvature += p * (1 - p) * v * v
		}
		if curvature == 0 {
			break // nothing is worth anything
		}
		step := slope / curvature
		scale -= step
		if math.Abs(step) < 1e-9 {
			break
		}
	}
	return scale
}
