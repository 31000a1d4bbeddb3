package match

import (
	"fmt"
	"strings"
)

// Summary is the outcome of a match as --json prints it. Counts and estimates are
// the first engine's; with more than two engines they are its results against
// all others. Every number is finite.
type Summary struct {
	Engines       []string       `json:"engines"`
	Games         int            `json:"games"`
	Wins          int            `json:"wins"`
	Draws         int            `json:"draws"`
	Losses        int            `json:"losses"`
	Pairs         Pairs          `json:"pairs"`
	Elo           Estimate       `json:"elo"`     // see Pairs.Elo
	NormalisedElo Estimate       `json:"nelo"`    // see Pairs.NormalisedElo
	LOS           float64        `json:"los"`     // 0 to 1, see Pairs.LOS
	LLR           float64        `json:"llr"`     // 0 without a test
	Verdict       Verdict        `json:"verdict"` // NoTest without one
	Reasons       map[string]int `json:"reasons"` // every one of Reasons, and how many games it ended

	record Record
	test   *SPRT
}

// NewSummary returns the summary of a match: the engines' names, the first one's
// record, how many games ended for which reason, and the test, nil where there was
// none.
func NewSummary(engines []string, r Record, reasons map[string]int, test *SPRT) Summary {
	s := Summary{
		Engines:       engines,
		Games:         r.Games(),
		Wins:          r.Wins,
		Draws:         r.Draws,
		Losses:        r.Losses,
		Pairs:         r.Pairs,
		Elo:           r.Pairs.Elo(),
		NormalisedElo: r.Pairs.NormalisedElo(),
		LOS:           r.Pairs.LOS(),
		Verdict:       NoTest,
		Reasons:       make(map[string]int),
		record:        r,
		test:          test,
	}
	if test != nil {
		s.LLR, s.Verdict = test.LLR(r.Pairs), test.Verdict(r.Pairs)
	}
	for _, reason := range Reasons() {
		s.Reasons[reason] = 0
	}
	for reason, games := range reasons {
		s.Reasons[reason] += games
	}
	return s
}

// Line returns the summary in one line for people, without a line break.
func (s Summary) Line() string {
	words := []string{
		fmt.Sprintf("Games %d: +%d =%d -%d, %.1f %%, draws %.1f %%", s.Games, s.Wins, s.Draws, s.Losses, 100*s.record.Score(), 100*s.record.DrawRatio()),
		fmt.Sprintf("pairs %d-%d-%d-%d-%d", s.Pairs[0], s.Pairs[1], s.Pairs[2], s.Pairs[3], s.Pairs[4]),
	}
	if s.Pairs.Count() > 0 {
		words = append(words,
			"Elo "+s.Elo.String(),
			"nElo "+s.NormalisedElo.String(),
			fmt.Sprintf("LOS %.1f %%", 100*s.LOS))
	}
	if s.test != nil {
		lower, upper := s.test.Bounds()
		words = append(words, fmt.Sprintf("LLR %s (%.2f, %.2f) [%v, %v] %s", decimal("%.2f", s.LLR), lower, upper, s.test.Elo0, s.test.Elo1, s.Verdict))
	}
	return strings.Join(words, ", ")
}

// String returns the estimate as "3.05 ± 2.31".
func (e Estimate) String() string {
	return decimal("%.2f", e.Value) + " ± " + decimal("%.2f", e.Error)
}
