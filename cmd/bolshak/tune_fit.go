package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bolshak/bench/tune"
	"bolshak/eval"
)

// fitReport is a fit as --json prints it.
type fitReport struct {
	Games      int          `json:"games"`
	Positions  int          `json:"positions"`
	HeldOut    int          `json:"held_out"` // of the positions
	Iterations int          `json:"iterations"`
	Converged  bool         `json:"converged"`
	Seconds    float64      `json:"seconds"`
	Scale      float64      `json:"scale"` // centimen in a logit of the expected score
	Losses     []fitLoss    `json:"losses"`
	Crossed    []fitCrossed `json:"cross_validation,omitempty"` // with --folds
	Weights    []fitWeight  `json:"weights"`
	Chances    tune.Chances `json:"chances"`
}

// fitLoss is the mean cross entropy of an evaluation, in nats a position.
type fitLoss struct {
	Evaluation string  `json:"evaluation"`
	Train      float64 `json:"train"`
	HeldOut    float64 `json:"held_out"`
}

// fitCrossed is the loss of an evaluation on games held out, on average over the folds,
// and by how much it is worse than the fitted one; with standard errors.
type fitCrossed struct {
	Evaluation  string  `json:"evaluation"`
	HeldOut     float64 `json:"held_out"`
	Error       float64 `json:"held_out_error"`
	Behind      float64 `json:"behind"`
	BehindError float64 `json:"behind_error"`
}

// fitWeight is a term's weights in centimen, with their standard errors.
type fitWeight struct {
	Name         string  `json:"name"`
	Opening      int     `json:"opening"`
	OpeningError float64 `json:"opening_error"`
	Ending       int     `json:"ending"`
	EndingError  float64 `json:"ending_error"`
	Positions    int     `json:"positions"` // in which the term counts
}

// tuneFit is the command tune fit.
type tuneFit struct {
	data         []string
	out, chances string
	patterns     string
	seed         uint64
	l2           float64
	patternL2    float64
	iterations   int
	folds        int
	decided      int
	threads      int
	json         bool
}

// newTuneFitCommand returns the command tune fit.
func newTuneFitCommand() *cobra.Command {
	t := tuneFit{seed: 1, l2: 1e-5, patternL2: 3e-6, iterations: 2000, folds: 1, decided: int(tune.Decided)}
	cmd := &cobra.Command{
		Use:   "fit --data FILE.gz...",
		Short: "Fit the weights to training games",
		Long: `Finds the weights of the evaluation that foretell the results of the games best, by
logistic regression (L-BFGS), and prints them with their standard errors in which
the positions of a game count as one observation. One game in ten is held out: on
those the new weights are compared with the present ones and with material alone.
Losses are cross entropies in nats a position, each at the scale that suits it best.

Weights are in centimen: when a man is taken off, the evaluation falls by 100 on
average. The same data, seed and L2 give the same weights, whatever --threads says.

With --folds there are as many fits, each with another tenth of the games held out,
and the losses on those are told on average: cross-validation, by which to choose the
price of weights. The weights are those of the first fit.

Nothing is written without --out: it names the Go file in which the declaration of
the weights is replaced. With --patterns the weights of the patterns are written to
the file that the evaluation embeds, with --chances the curve from score and phase to
the chances of a win, a draw and a loss, for "bolshak eval".`,
		Example: `  bolshak tune fit --data games.gz
  bolshak tune fit --data a.gz b.gz --out eval/weights.go --patterns eval/patterns.bin --chances bench/tune/chances_fitted.go`,
		Args: cobra.ArbitraryArgs, // more files
		RunE: func(cmd *cobra.Command, args []string) error {
			t.data = append(t.data, args...)
			return t.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&t.data, "data", nil, "`FILE` of \"tune games\"; more may follow")
	flags.StringVar(&t.out, "out", "", "put the weights into this Go `FILE`")
	flags.StringVar(&t.patterns, "patterns", "", "write the weights of the patterns to this `FILE`")
	flags.StringVar(&t.chances, "chances", "", "write the chances to this Go `FILE`")
	flags.Uint64Var(&t.seed, "seed", t.seed, "`NUMBER` from which follows what games are held out")
	flags.Var(&priceValue{value: &t.l2}, "l2", "price of large weights: half of it times the sum of their squares, in logits")
	flags.Var(&priceValue{&t.patternL2, true}, "pattern-l2", "the same for the patterns; 0 leaves them out")
	intFlag(cmd, &t.iterations, "epochs", math.MaxInt32, "N", "iterations at most")
	intFlag(cmd, &t.folds, "folds", tune.Folds, "N", "fits, each with another tenth of the games held out")
	intFlag(cmd, &t.decided, "decided", int(eval.Win), "CENTIMEN", "leave out positions that the search in the game held for more than that")
	threadsFlag(cmd, &t.threads)
	jsonFlag(cmd, &t.json)
	return cmd
}

// priceValue implements pflag.Value for a number above 0, or 0 too.
type priceValue struct {
	value *float64
	zero  bool
}

func (v *priceValue) Type() string   { return "X" }
func (v *priceValue) String() string { return strconv.FormatFloat(*v.value, 'g', -1, 64) }

func (v *priceValue) Set(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err == nil && x == 0 && v.zero:
	case err != nil || !(x > 0 && x <= 1):
		return fmt.Errorf("want a number above 0 and at most 1, such as 1e-5")
	}
	*v.value = x
	return nil
}

// run fits the weights.
func (t *tuneFit) run(cmd *cobra.Command) error {
	if len(t.data) == 0 {
		return usage(cmd, "no --data, want a file of tune games")
	}
	began := time.Now()
	sample, fit, err := t.fit(cmd.Context(), 0)
	if err != nil {
		return err
	}
	report := newFitReport(sample, fit, time.Since(began))
	note := t.note(sample, fit, began)
	if t.out != "" {
		if err := fit.WriteWeights(t.out, note); err != nil {
			return err
		}
	}
	if t.patterns != "" {
		if err := fit.WritePatterns(t.patterns); err != nil {
			return err
		}
	}
	if t.chances != "" {
		if err := fit.Chances.WriteSource(t.chances, note); err != nil {
			return err
		}
	}
	// Only now: what was found is safe, and its games need not stay in memory.
	if report.Crossed, err = t.crossValidate(cmd.Context(), fit.Losses); err != nil {
		return err
	}
	if t.json {
		return writeJSON(cmd.OutOrStdout(), report)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), report.table())
	return err
}

// fit fits the weights to all games but those of one fold.
func (t *tuneFit) fit(ctx context.Context, fold int) (*tune.Sample, *tune.Fit, error) {
	sample, err := tune.Load(t.data, t.seed, fold, eval.Score(t.decided))
	if err != nil {
		return nil, nil, err
	}
	fit, err := tune.Run(ctx, sample, tune.FitOptions{L2: t.l2, PatternL2: t.patternL2, Iterations: t.iterations, Threads: t.threads})
	return sample, fit, err
}

// crossValidate fits with every other fold held out that was asked for; nil for none.
func (t *tuneFit) crossValidate(ctx context.Context, first []tune.Loss) (crossed []fitCrossed, err error) {
	if t.folds == 1 {
		return nil, nil
	}
	losses := [][]tune.Loss{first}
	for fold := 1; fold < t.folds; fold++ {
		_, fit, err := t.fit(ctx, fold)
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", fold+1, err)
		}
		losses = append(losses, fit.Losses)
	}
	for _, l := range tune.CrossValidate(losses) {
		crossed = append(crossed, fitCrossed(l))
	}
	return crossed, nil
}

func newFitReport(s *tune.Sample, f *tune.Fit, took time.Duration) fitReport {
	r := fitReport{
		Games:      s.Train.Games() + s.HeldOut.Games(),
		Positions:  s.Train.Positions() + s.HeldOut.Positions(),
		HeldOut:    s.HeldOut.Positions(),
		Iterations: f.Iterations, Converged: f.Converged,
		Seconds: took.Seconds(), Scale: f.Scale, Chances: f.Chances,
	}
	for _, l := range f.Losses {
		r.Losses = append(r.Losses, fitLoss(l))
	}
	for _, w := range f.Weights {
		r.Weights = append(r.Weights, fitWeight{w.Term, w.Opening, w.OpeningError, w.Ending, w.EndingError, w.Positions})
	}
	return r
}

// note says in the source what the weights were fitted to.
func (t *tuneFit) note(s *tune.Sample, f *tune.Fit, now time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Fitted on %s to %d positions of %d games, a tenth of them held out (seed %d, L2 %g, of patterns %g):\n",
		now.Format(time.DateOnly), s.Train.Positions()+s.HeldOut.Positions(), s.Train.Games()+s.HeldOut.Games(), t.seed, t.l2, t.patternL2)
	for _, source := range s.Sources {
		fmt.Fprintf(&b, "%d games of seed %d at %d nodes a move.\n", source.Games, source.Settings.Seed, source.Settings.Nodes)
	}
	last := f.Losses[len(f.Losses)-1]
	fmt.Fprintf(&b, "Loss %.5f, on the games held out %.5f nats a position.\n", last.Train, last.HeldOut)
	return b.String()
}

// table returns the report for a reader.
func (r fitReport) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s %16s %16s  %9s\n", "term", "opening", "ending", "positions")
	for _, w := range r.Weights {
		if w.Positions == 0 {
			continue
		}
		fmt.Fprintf(&b, "%-28s %6d ± %7.1f %6d ± %7.1f  %9d\n", w.Name, w.Opening, w.OpeningError, w.Ending, w.EndingError, w.Positions)
	}
	fmt.Fprintf(&b, "\n%-28s %9s %9s\n", "loss, nats a position", "fitted to", "held out")
	for _, l := range r.Losses {
		fmt.Fprintf(&b, "%-28s %9.5f %9.5f\n", l.Evaluation, l.Train, l.HeldOut)
	}
	if len(r.Crossed) > 0 {
		fmt.Fprintf(&b, "\n%-28s %19s %21s\n", "over all folds", "held out", "behind the fitted")
		for _, c := range r.Crossed {
			fmt.Fprintf(&b, "%-28s %9.5f ± %7.5f  %9.5f ± %7.5f\n", c.Evaluation, c.HeldOut, c.Error, c.Behind, c.BehindError)
		}
	}
	fmt.Fprintf(&b, "\n%d positions of %d games, %d of them held out; %d iterations, %.1f s; %.1f centimen a logit\n",
		r.Positions, r.Games, r.HeldOut, r.Iterations, r.Seconds, r.Scale)
	fmt.Fprintf(&b, "win = logistic(slope*men - margin), loss = logistic(-slope*men - margin), f = phase/24,\nslope = exp(%.4f %+.4f*f %+.4f*f*f), margin = exp(%.4f %+.4f*f %+.4f*f*f)\n",
		r.Chances.Slope[0], r.Chances.Slope[1], r.Chances.Slope[2], r.Chances.Margin[0], r.Chances.Margin[1], r.Chances.Margin[2])
	if !r.Converged {
		b.WriteString("The iterations did not suffice: want more --epochs\n")
	}
	return b.String()
}
