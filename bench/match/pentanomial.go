package match

import "math"

// Points is the result of one game for one side, in half points.
type Points uint8

// The results of a game.
const (
	Loss Points = iota
	Draw
	Win
)

// Other returns the opponent's result of the same game.
func (p Points) Other() Points { return Win - p }

// Pairs counts game pairs by the half points the first engine made in the two
// games: LL, LD, WL or DD, WD, WW. No count is negative.
//
// The two games of a pair are played from one opening with colours swapped, so
// their results depend on each other: an opening that is won for White gives a
// win and a loss. The pair and not the game is therefore the unit of all
// statistics (the pentanomial model of fishtest, where M. Van den Bergh
// showed that the variance of single games overstates the error).
type Pairs [5]int

// Add counts a pair by the first engine's results in its two games.
func (p *Pairs) Add(first, second Points) { p[first+second]++ }

// Plus returns the counts of both.
func (p Pairs) Plus(q Pairs) Pairs {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

// Flipped returns the counts from the other engine's view.
func (p Pairs) Flipped() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

// Count returns the number of pairs.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Score returns the mean result of a game, from 0 (all lost) to 1 (all won). It
// is 0.5 where there are no pairs.
func (p Pairs) Score() float64 {
	mean, _ := momentsOf(p.floats())
	return mean
}

// Variance returns the variance of a pair's mean result: that of a variable
// with the values 0, 1/4, 1/2, 3/4 and 1. It is 0 where all pairs fell alike, or
// there are none.
func (p Pairs) Variance() float64 {
	_, variance := momentsOf(p.floats())
	return variance
}

// floats returns the counts as weights.
func (p Pairs) floats() weights {
	var w weights
	for i, n := range p {
		w[i] = float64(n)
	}
	return w
}

// weights are counts or probabilities of the five pair results.
type weights [5]float64

// pairScore is a pair's mean result by its index in Pairs.
var pairScore = weights{0, 0.25, 0.5, 0.75, 1}

// total returns the sum of all weights.
func (w weights) total() float64 { return w[0] + w[1] + w[2] + w[3] + w[4] }

// momentsOf returns mean and variance of the pair score under weights that need
// not add up to one. Without any weight they are 0.5 and 0.
func momentsOf(w weights) (mean, variance float64) {
	total := w.total()
	if total == 0 {
		return 0.5, 0
	}
	for i, x := range w {
		mean += x / total * pairScore[i]
	}
	for i, x := range w {
		variance += x / total * (pairScore[i] - mean) * (pairScore[i] - mean)
	}
	return mean, variance
}

// estimatedVariance returns the variance from which errors are computed. It is
// the sample's own, save where all pairs fell alike: a sample variance of zero
// would claim certainty after a single pair. There it is that of the counts with
// half a pair added to each of the five results (Jeffreys' prior), which shrinks
// as such pairs go on. Without any pairs it is the variance of the prior.
func (p Pairs) estimatedVariance() float64 {
	if v := p.Variance(); !p.uniform() {
		return v
	}
	w := p.floats()
	for i := range w {
		w[i] += 0.5
	}
	_, v := momentsOf(w)
	return v
}

// uniform reports whether all pairs fell alike. Asked of the counts, because the
// sum that makes up the variance may miss zero by rounding.
func (p Pairs) uniform() bool {
	n := p.Count()
	for _, k := range p {
		if k == n {
			return true
		}
	}
	return false
}

// standardError returns the standard deviation of the mean score, or 0 where
// there are no pairs.
func (p Pairs) standardError() float64 {
	n := p.Count()
	if n == 0 {
		return 0
	}
	return math.Sqrt(p.estimatedVariance() / float64(n))
}
