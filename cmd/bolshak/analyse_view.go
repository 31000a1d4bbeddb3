package main

import (
	"fmt"
	"io"
	"strings"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
	"bolshak/search"
)

// analysisView shows a search at work: a row for every line of a finished
// depth, and on a terminal what comes to light within one.
type analysisView struct {
	screen   *screen // nil: show nothing
	position board.Position
	lines    int      // how many make a depth
	rows     []string // of the last depth
	headed   bool     // the names of the columns stand there
	err      error    // of writing
}

// newAnalysisView returns a view of a search of p within the given limits.
func newAnalysisView(out io.Writer, p board.Position, l search.Limits) *analysisView {
	return &analysisView{screen: newScreen(out), position: p, lines: min(max(l.MultiPV, 1), countMoves(p, l.SearchMoves))}
}

// countMoves returns the number of different moves to choose from.
func countMoves(p board.Position, chosen []board.Move) int {
	different := map[board.Move]bool{}
	for _, m := range chosen {
		different[m] = true
	}
	if len(different) == 0 {
		return movegen.Count(p)
	}
	return len(different)
}

// report takes what the search says. The lines of a depth come in order.
func (v *analysisView) report(i search.Info) {
	if v.screen == nil || v.err != nil {
		return
	}
	if i.Partial {
		if v.screen.width != nil && len(v.rows) >= i.Line {
			v.rows[i.Line-1] = v.row(i)
			v.err = v.screen.draw(v.rows)
		}
		return
	}
	if i.Line == 1 {
		v.rows = v.rows[:0]
		if !v.headed {
			v.headed = true
			v.err = v.screen.keep(fmt.Sprintf("%7s  %11s  %12s  %6s  %8s  %s", "depth", "score", "nodes", "Mn/s", "seconds", "line"))
		}
	}
	v.rows = append(v.rows, v.row(i))
	if i.Line == v.lines && v.err == nil {
		v.err = v.screen.draw(v.rows)
	}
}

// row writes a line. Behind the depth stands that of the longest line looked at.
func (v *analysisView) row(i search.Info) string {
	return fmt.Sprintf("%7s  %11s  %12d  %6.2f  %8.3f  %s",
		fmt.Sprintf("%d/%d", i.Depth, i.SelDepth), scoreText(i.Score), i.Nodes, i.NodesPerSecond()/1e6, i.Time.Seconds(),
		strings.Join(formatLine(v.position, i.PV), " "))
}

// conclude shows the last depth in full and the best move, with the end that it
// leads to where that is known.
func (v *analysisView) conclude(r search.Result) error {
	if v.err != nil {
		return v.err
	}
	if err := v.screen.finish(v.rows); err != nil {
		return err
	}
	best := "best " + movegen.Format(v.position, r.Best, movegen.Short)
	if len(r.Lines) > 0 && r.Lines[0].PV[0] == r.Best {
		if moves, ok := movesToEnd(r.Lines[0].Score); ok {
			best += fmt.Sprintf(", %v %s", v.position.Side(), scoreText(r.Lines[0].Score)) + plural(" move", moves)
		}
	}
	return v.screen.keep(best)
}

// scoreText writes a score for people: in men, or "wins in 5" and "loses in 4",
// counted in moves of the side to move, as players do.
func scoreText(s eval.Score) string {
	switch moves, ok := movesToEnd(s); {
	case ok && s > 0:
		return fmt.Sprintf("wins in %d", moves)
	case ok:
		return fmt.Sprintf("loses in %d", moves)
	case s > eval.Max:
		return "wins"
	case s < -eval.Max:
		return "loses"
	}
	return s.String()
}

// movesToEnd returns in how many moves of its own the side to move wins or
// loses; ok is false for a score that does not say.
func movesToEnd(s eval.Score) (moves int, ok bool) {
	plies, ok := s.Plies()
	return (max(plies, -plies) + 1) / 2, ok
}

// plural returns the noun for a number of things.
func plural(noun string, n int) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
