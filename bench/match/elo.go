package match

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a measured value and the half width of its 95 % confidence
// interval. Both are always finite.
type Estimate struct {
	Value float64 `json:"value"`
	Error float64 `json:"error"`
}

// nEloScale turns a score difference in standard deviations of one game into
// normalised Elo: 800/ln 10, chosen so that it equals logistic Elo near equality
// in a game without draws.
const nEloScale = 800 / math.Ln10

// confidence95 is the quantile of the normal distribution that bounds a two-sided
// interval of 95 %.
var confidence95 = distuv.UnitNormal.Quantile(0.975)

// Elo returns the first engine's advantage in logistic Elo, -400 log10(1/s - 1)
// for a score s, with the error that follows from the variance of the pairs
// (half the distance between the Elo of both ends of the score's interval, as
// fastchess and OpenBench print it).
//
// A score of 0 or 1 has no finite Elo. Scores, and the ends of their intervals,
// are therefore kept half a step away from both: a step is one draw among
// otherwise equal results, 1/4n for n pairs. So 10 pairs all won show as +760.
// Where all pairs fell alike the error follows from the variance that
// estimatedVariance takes instead of 0. Without pairs, value and error are 0.
func (p Pairs) Elo() Estimate {
	n := float64(p.Count())
	if n == 0 {
		return Estimate{}
	}
	elo := func(score float64) float64 {
		margin := 1 / (8 * n)
		return eloOf(min(max(score, margin), 1-margin))
	}
	score, reach := p.Score(), confidence95*p.standardError()
	return Estimate{
		Value: elo(score),
		Error: (elo(score+reach) - elo(score-reach)) / 2,
	}
}

// eloOf returns the logistic Elo difference of an expected score in (0, 1). It
// subtracts from 0, where a factor of -400 would make a -0 of an even score.
func eloOf(score float64) float64 { return 0 - 400*math.Log10(1/score-1) }

// scoreOf returns the expected score of a logistic Elo difference.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// NormalisedElo returns the first engine's advantage in normalised Elo: the
// score above one half in units of the standard deviation of a game, times
// 800/ln 10. A game's deviation is taken from the pairs as sqrt(2 V), V the
// variance of a pair's mean score. Unlike logistic Elo it says how many games are
// needed to see the difference, whatever the share of draws (M. Van den Bergh,
// "Normalized Elo", 2021; fishtest and fastchess use the same scale).
//
// The error is that of the score on the same scale, which depends on the number
// of pairs alone. Where all pairs fell alike V is as described at
// estimatedVariance. Without pairs, value and error are 0.
func (p Pairs) NormalisedElo() Estimate {
	n := p.Count()
	if n == 0 {
		return Estimate{}
	}
	return Estimate{
		Value: (p.Score() - 0.5) / math.Sqrt(2*p.estimatedVariance()) * nEloScale,
		Error: confidence95 / math.Sqrt(2*float64(n)) * nEloScale,
	}
}

// LOS returns the likelihood of superiority: the probability, from 0 to 1, that
// the first engine is the stronger one, in the normal approximation. It is 0.5
// without pairs.
func (p Pairs) LOS() float64 {
	deviation := p.standardError()
	if deviation == 0 {
		return 0.5
	}
	return distuv.UnitNormal.CDF((p.Score() - 0.5) / deviation)
}
