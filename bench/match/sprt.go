package match

import (
	"fmt"
	"math"
)

// Model is the scale on which the hypotheses of an SPRT are stated.
type Model uint8

// The models.
const (
	Normalised Model = iota // normalised Elo, see Pairs.NormalisedElo
	Logistic                // logistic Elo, see Pairs.Elo
)

// String returns the model's name as option texts spell it.
func (m Model) String() string { return [...]string{"normalized", "logistic"}[m&1] }

// Verdict is what an SPRT says after the pairs played so far.
type Verdict string

// The verdicts.
const (
	NoTest   Verdict = "none"     // no SPRT was asked for
	Continue Verdict = "continue" // undecided
	AcceptH0 Verdict = "H0"       // no better than elo0
	AcceptH1 Verdict = "H1"       // at least as good as elo1
)

// SPRT is a sequential probability ratio test of H1, the first engine is Elo1
// stronger, against H0, it is Elo0 stronger. Alpha is the probability of
// accepting H1 where H0 is true, Beta that of the opposite error.
//
// ParseSPRT makes a valid one: |Elo0| and |Elo1| at most 200, Elo0 < Elo1, Alpha
// and Beta above 0 with a sum below 1.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
	Model       Model
}

// maxSPRTElo bounds the hypotheses, in Elo of either model: a difference beyond
// it shows without a test, and the solution below is known to converge within it.
const maxSPRTElo = 200

// ParseSPRT reads "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized". elo0 and
// elo1 must be there; alpha and beta are 0.05 and the model is normalized unless
// given. An error names the key.
func ParseSPRT(text string) (SPRT, error) {
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	seen, err := parseKeys(text, func(key, value string) (err error) {
		switch key {
		case "elo0":
			t.Elo0, err = parseNumber(value, -maxSPRTElo, maxSPRTElo)
		case "elo1":
			t.Elo1, err = parseNumber(value, -maxSPRTElo, maxSPRTElo)
		case "alpha":
			t.Alpha, err = parseProbability(value)
		case "beta":
			t.Beta, err = parseProbability(value)
		case "model":
			t.Model, err = parseModel(value)
		default:
			err = unknownKey("elo0", "elo1", "alpha", "beta", "model")
		}
		return err
	})
	switch {
	case err != nil:
		return SPRT{}, fmt.Errorf("sprt: %w", err)
	case !seen["elo0"]:
		return SPRT{}, fmt.Errorf("sprt: key %q is missing: expected a text such as \"elo0=0 elo1=5\"", "elo0")
	case !seen["elo1"]:
		return SPRT{}, fmt.Errorf("sprt: key %q is missing: expected a text such as \"elo0=0 elo1=5\"", "elo1")
	case t.Elo0 >= t.Elo1:
		return SPRT{}, fmt.Errorf("sprt: key %q: %v is not above elo0=%v", "elo1", t.Elo1, t.Elo0)
	case t.Alpha+t.Beta >= 1:
		return SPRT{}, fmt.Errorf("sprt: key %q: alpha=%v and beta=%v add up to 1 or more: expected a sum below 1", "beta", t.Alpha, t.Beta)
	}
	return t, nil
}

// parseModel reads the name of a model.
func parseModel(name string) (Model, error) {
	switch name {
	case "normalized", "normalised":
		return Normalised, nil
	case "logistic":
		return Logistic, nil
	}
	return 0, fmt.Errorf("unknown model %q: expected normalized or logistic", name)
}

// String returns the test in the form ParseSPRT reads.
func (t SPRT) String() string {
	return fmt.Sprintf("elo0=%v elo1=%v alpha=%v beta=%v model=%v", t.Elo0, t.Elo1, t.Alpha, t.Beta, t.Model)
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted
// (A. Wald, "Sequential Tests of Statistical Hypotheses", 1945).
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Verdict returns what the test says after the given pairs.
func (t SPRT) Verdict(p Pairs) Verdict {
	lower, upper := t.Bounds()
	switch llr := t.LLR(p); {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Continue
}

// unseenPairs stands for the count of a pair result that has not occurred, so
// that no hypothesis is excluded by it (the value of fishtest and fastchess).
const unseenPairs = 1e-3

// LLR returns the generalised log-likelihood ratio of H1 to H0 after the given
// pairs: under each hypothesis the five probabilities of the pentanomial are the
// most likely ones that give the hypothesis' Elo. It is 0 without pairs and
// always finite.
//
// Source: M. Van den Bergh, "The generalized maximum likelihood ratio for the
// expectation value of a distribution" and "Normalized Elo" (2020-21), as used by
// fishtest and fastchess.
func (t SPRT) LLR(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}

	// 1. The observed distribution.
	observed := p.floats()
	for i, n := range observed {
		if n == 0 {
			observed[i] = unseenPairs
		}
	}
	n := observed.total()
	for i := range observed {
		observed[i] /= n
	}

	// 2. The most likely distribution under each hypothesis.
	var h0, h1 weights
	switch t.Model {
	case Logistic:
		h0 = likeliestWithMean(observed, scoreOf(t.Elo0))
		h1 = likeliestWithMean(observed, scoreOf(t.Elo1))
	default:
		h0 = likeliestWithEffect(observed, effectOf(t.Elo0))
		h1 = likeliestWithEffect(observed, effectOf(t.Elo1))
	}

	// 3. How much better the second explains what was observed.
	ratio := 0.0
	for i, o := range observed {
		ratio += o * math.Log(h1[i]/h0[i])
	}
	return n * ratio
}

// maxRounds bounds the rounds of likeliestWithEffect. Three are the rule; lopsided
// counts under hypotheses near maxSPRTElo took up to 270.
const maxRounds = 1000

// effectOf returns the score above one half in standard deviations of a pair's
// mean score that a normalised Elo stands for. A pair's mean deviates by 1/sqrt(2)
// of a game's deviation.
func effectOf(nElo float64) float64 { return nElo / nEloScale * math.Sqrt2 }

// likeliestWithMean returns the distribution with the given mean score, in (0, 1),
// under which the observed one is likeliest.
func likeliestWithMean(observed weights, mean float64) weights {
	var excess weights
	for i, s := range pairScore {
		excess[i] = s - mean
	}
	return tilt(observed, excess)
}

// likeliestWithEffect returns the distribution whose score lies the given number of
// its own standard deviations above one half and under which the observed one is
// likeliest.
//
// The condition, mean - 1/2 - effect * deviation = 0, is not linear in the
// probabilities. As in Van den Bergh's note it is replaced by its linear
// approximation at the last distribution found, solved, and so on till nothing
// moves. The first one is even, which serves hypotheses of up to 230 Elo.
func likeliestWithEffect(observed weights, effect float64) weights {
	found := weights{0.2, 0.2, 0.2, 0.2, 0.2}
	for range maxRounds {
		mean, variance := momentsOf(found)
		deviation := math.Sqrt(variance)
		var excess weights
		for i, s := range pairScore {
			z := (s - mean) / deviation
			excess[i] = s - 0.5 - effect*deviation*(1+z*z)/2
		}
		next := tilt(observed, excess)
		moved := 0.0
		for i := range next {
			moved = max(moved, math.Abs(next[i]-found[i]))
		}
		found = next
		if moved < 1e-12 {
			break
		}
	}
	return found
}

// tilt returns the distribution under which the mean of the given values is 0 and
// the observed distribution is likeliest: observed[i] / (1 + x values[i]), where
// the Lagrange multiplier x makes the mean vanish. The mean falls steadily with x
// between two poles, so bisection finds x. Without values of both signs no
// distribution has the mean 0; the observed one is returned then.
func tilt(observed, values weights) weights {
	low, high := math.Inf(-1), math.Inf(1)
	for _, v := range values {
		switch {
		case v > 0:
			low = max(low, -1/v)
		case v < 0:
			high = min(high, -1/v)
		}
	}
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return observed
	}
	var x float64
	for range 200 { // a float64 cannot be halved more often between the poles
		x = low + (high-low)/2
		if x <= low || x >= high {
			break
		}
		mean := 0.0
		for i, v := range values {
			mean += observed[i] * v / (1 + x*v)
		}
		if mean > 0 {
			low = x
		} else {
			high = x
		}
	}
	var tilted weights
	for i, v := range values {
		tilted[i] = observed[i] / (1 + x*v)
	}
	return tilted
}
