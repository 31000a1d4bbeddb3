package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"bolshak/bench/match"
)

// matchView shows how a match goes: by a bar on a terminal, by a line now and then
// elsewhere. The lines follow from the pairs in their order, and so are the same
// whatever games are over first.
type matchView struct {
	out   io.Writer
	every int                      // games between two lines
	bar   *progressbar.ProgressBar // nil where there is no terminal
}

// newMatchView returns a view of a match that is about to begin.
func newMatchView(out io.Writer, o match.Options, every int) *matchView {
	v := &matchView{out: out, every: every}
	if isTerminal(out) && os.Getenv("TERM") != "dumb" {
		v.bar = progressbar.NewOptions(o.Games(),
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetWidth(20),
			progressbar.OptionShowCount(),
			progressbar.OptionSetItsString("games"),
			progressbar.OptionShowIts(),
			progressbar.OptionSetPredictTime(o.SPRT == nil),
			progressbar.OptionThrottle(barPeriod),
			progressbar.OptionClearOnFinish(),
		)
		if o.Journal != nil {
			v.gameOver(o.Journal.Games())
		}
	}
	return v
}

// barPeriod is the shortest time between two pictures of the bar.
const barPeriod = 100 * time.Millisecond

// gameOver moves the bar.
func (v *matchView) gameOver(games int) {
	if v.bar != nil {
		_ = v.bar.Set(games) // a terminal that takes no text shows none
	}
}

// pairOver shows the standing.
func (v *matchView) pairOver(s match.Standing) {
	switch {
	case v.bar != nil:
		v.bar.Describe(shortStanding(s.Summary))
	case s.Games/v.every > (s.Games-2)/v.every:
		fmt.Fprintln(v.out, standingLine(s))
	}
}

// standingLine returns the standing in one line. With more than two engines the
// first one's games are not all.
func standingLine(s match.Standing) string {
	if len(s.Summary.Engines) == 2 {
		return s.Summary.Line()
	}
	return fmt.Sprintf("After %d: %s: %s", s.Games, s.Summary.Engines[0], s.Summary.Line())
}

// close takes the bar away.
func (v *matchView) close() {
	if v.bar != nil {
		_ = v.bar.Clear()
	}
}

// shortStanding has room beside the bar.
func shortStanding(s match.Summary) string {
	text := fmt.Sprintf("+%d =%d -%d  Elo %v", s.Wins, s.Draws, s.Losses, s.Elo)
	if s.Verdict != match.NoTest {
		text += fmt.Sprintf("  LLR %.2f", s.LLR)
	}
	return text
}
