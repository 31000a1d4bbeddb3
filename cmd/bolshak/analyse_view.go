package main

import (
	"fmt"
	"io"
	"strings"

	"bolshak/board"
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
	err      error    // of writing
}

// newAnalysisView returns a view of a search for the given number of lines.
func newAnalysisView(out io.Writer, p board.Position, lines int) *analysisView {
	return &analysisView{screen: newScreen(out), position: p, lines: min(lines, movegen.Count(p))}
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
		if !v.screen.used {
			v.err = v.screen.keep(fmt.Sprintf("%7s  %10s  %12s  %6s  %8s  %s", "depth", "score", "nodes", "Mn/s", "seconds", "line"))
		}
	}
	v.rows = append(v.rows, v.row(i))
	if i.Line == v.lines && v.err == nil {
		v.err = v.screen.draw(v.rows)
	}
}

// row writes a line. Behind the depth stands that of the longest line looked at.
func (v *analysisView) row(i search.Info) string {
	return fmt.Sprintf("%7s  %10v  %12d  %6.2f  %8.3f  %s",
		fmt.Sprintf("%d/%d", i.Depth, i.SelDepth), i.Score, i.Nodes, i.NodesPerSecond()/1e6, i.Time.Seconds(),
		strings.Join(formatLine(v.position, i.PV), " "))
}

// conclude shows the last depth in full and the best move.
func (v *analysisView) conclude(best board.Move) error {
	if v.err != nil {
		return v.err
	}
	if err := v.screen.finish(v.rows); err != nil {
		return err
	}
	return v.screen.keep("best " + movegen.Format(v.position, best, movegen.Short))
}
