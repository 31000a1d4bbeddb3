package search

import (
	"time"

	"bolshak/eval"
)

// heartbeat is how long a search may be silent, and how old it must be before
// it tells what it has found within a depth.
const heartbeat = time.Second

// say reports a finding, with the nodes and the time of the moment.
func (w *worker) say(i Info) {
	if w.report == nil {
		return
	}
	w.shared.Store(w.nodes)
	i.Nodes, i.Time = teamNodes(w.team), time.Since(w.began)
	if i.Line == 1 {
		w.said = i
	}
	w.report(i)
}

// sayMidway reports the best line within a depth, once the search is old enough
// for someone to wait for it. The score may be a bound.
func (w *worker) sayMidway(line, depth int, score eval.Score) {
	if line > 0 || w.report == nil || time.Since(w.began) < heartbeat {
		return
	}
	i := w.info(line, depth)
	i.Score, i.Partial = score, true
	w.say(i)
}

// beat repeats the last report of the best line when it is some time ago, so
// that the nodes are seen to go on.
func (w *worker) beat() {
	if w.said.Depth == 0 || time.Since(w.began)-w.said.Time < heartbeat {
		return
	}
	i := w.said
	i.HashFull, i.Partial = w.table.perMille(), true
	w.say(i)
}
