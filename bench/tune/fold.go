package tune

import "gonum.org/v1/gonum/stat"

// CrossLoss is the loss of an evaluation on games held out, in nats a position, on
// average over the folds of a cross-validation.
type CrossLoss struct {
	Evaluation     string
	HeldOut, Error float64 // and its standard error
	// By how much it is worse than the fitted one on the same games, on average, and
	// the standard error of that: games that are hard to foretell are so for both.
	Behind, BehindError float64
}

// CrossValidate sums up the losses of fits to the same games, of which another fold
// was held out in each: those of Fit, the fitted evaluation last. (Stone,
// "Cross-validatory choice and assessment of statistical predictions", 1974.) It
// wants two folds or more. The errors take the folds for independent, which they
// nearly are.
func CrossValidate(folds [][]Loss) []CrossLoss {
	var crossed []CrossLoss
	for i, l := range folds[0] {
		losses, behind := make([]float64, len(folds)), make([]float64, len(folds))
		for fold, of := range folds {
			losses[fold] = of[i].HeldOut
			behind[fold] = of[i].HeldOut - of[len(of)-1].HeldOut
		}
		c := CrossLoss{Evaluation: l.Evaluation}
		c.HeldOut, c.Error = meanError(losses)
		c.Behind, c.BehindError = meanError(behind)
		crossed = append(crossed, c)
	}
	return crossed
}

// meanError returns a mean and its standard error.
func meanError(x []float64) (mean, err float64) {
	mean, deviation := stat.MeanStdDev(x, nil)
	return mean, stat.StdErr(deviation, float64(len(x)))
}
