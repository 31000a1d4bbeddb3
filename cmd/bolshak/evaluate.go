package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bolshak/bench/tune"
	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// evalReport is an evaluation as --json prints it. Scores are in men for the side
// to move.
type evalReport struct {
	FEN   string     `json:"fen"`
	Score float64    `json:"score"`
	Phase int        `json:"phase"` // men, at most 24
	Terms []termLine `json:"terms"`
	WDL   [3]float64 `json:"wdl"` // chances of a win, a draw and a loss
}

// termLine is a term that counts for a side.
type termLine struct {
	Name    string  `json:"name"`
	White   int     `json:"white"` // how often it counts
	Black   int     `json:"black"`
	Opening float64 `json:"opening"` // what it is worth, in men
	Ending  float64 `json:"ending"`
	Score   float64 `json:"score"`
}

// newEvalCommand returns the command eval.
func newEvalCommand() *cobra.Command {
	var fen string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Evaluate a position, term by term, without a search",
		Long: `Prints the evaluation of a position as it stands, in men for the side to move: every
term that counts for a side, how often it counts for White and for Black, what it is
worth in the opening and in the ending, and what it adds to the score. The phase, the
number of men on the board, says how the two are blended: 24 is the opening, 0 the
ending. Squares are those of White; Black counts as if the board were turned, so that
its man on f8 is a man on c1. A pattern is what the men of both sides look like on four
ranks of two columns: each side has one in every such window, and what stands there is
the difference between what the two are worth to their sides.

The chances of a win, a draw and a loss are those of self-play games from quiet
positions with such a score and phase. Where the side to move can capture, the
evaluation means little: nothing is played out.`,
		Example: `  bolshak eval --fen "W:We3,f2,g1:Bb6,d6,f8"`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := parseFEN(fen)
			if err != nil {
				return err
			}
			r := newEvalReport(p)
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), r)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), r.table(p))
			return err
		},
	}
	fenFlag(cmd, &fen)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// newEvalReport evaluates a position.
func newEvalReport(p board.Position) evalReport {
	own, opp := eval.SidesOf(p)
	white, black := own, opp
	if p.Side() == board.Black {
		white, black = opp, own
	}
	score := eval.Evaluate(p)
	r := evalReport{FEN: p.FEN(), Score: inMen(float64(score)), Phase: own.Phase, Terms: []termLine{}}
	r.WDL[0], r.WDL[1], r.WDL[2] = tune.Fitted.Of(score, own.Phase)

	openings, endings := eval.Weights()
	for i := range eval.Terms {
		if own.Count[i] == 0 && opp.Count[i] == 0 {
			continue
		}
		blend := float64(openings[i]*own.Phase+endings[i]*(eval.MaxPhase-own.Phase)) / eval.MaxPhase
		r.Terms = append(r.Terms, termLine{
			Name:    eval.TermName(i),
			White:   int(white.Count[i]),
			Black:   int(black.Count[i]),
			Opening: inMen(float64(openings[i])),
			Ending:  inMen(float64(endings[i])),
			Score:   inMen(blend * float64(own.Count[i]-opp.Count[i])),
		})
	}
	for i := range own.Own {
		ownOpening, ownEnding := eval.PatternWeight(own.Own[i])
		oppOpening, oppEnding := eval.PatternWeight(opp.Own[i])
		opening, ending := ownOpening-oppOpening, ownEnding-oppEnding
		if opening == 0 && ending == 0 {
			continue
		}
		r.Terms = append(r.Terms, termLine{
			Name: eval.PatternName(i), White: 1, Black: 1, Opening: inMen(float64(opening)), Ending: inMen(float64(ending)),
			Score: inMen(float64(opening*own.Phase+ending*(eval.MaxPhase-own.Phase)) / eval.MaxPhase),
		})
	}
	return r
}

// inMen returns men for centimen.
func inMen(centimen float64) float64 { return centimen / 100 }

// table returns the report for a reader.
func (r evalReport) table(p board.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s %5s %5s  %7s %7s  %7s\n", "term", "White", "Black", "opening", "ending", "score")
	for _, t := range r.Terms {
		fmt.Fprintf(&b, "%-28s %5d %5d  %+7.2f %+7.2f  %+7.2f\n", t.Name, t.White, t.Black, t.Opening, t.Ending, t.Score)
	}
	fmt.Fprintf(&b, "%-28s %11s  %15s  %+7.2f\n", "score for "+p.Side().String(), "", "", r.Score)
	fmt.Fprintf(&b, "phase %d of %d, win %.1f %%, draw %.1f %%, loss %.1f %%\n",
		r.Phase, eval.MaxPhase, 100*r.WDL[0], 100*r.WDL[1], 100*r.WDL[2])
	if movegen.CanCapture(p) {
		fmt.Fprintf(&b, "%v can capture: the score is that before it is played out\n", p.Side())
	}
	return b.String()
}
