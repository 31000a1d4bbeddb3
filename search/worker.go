package search

import (
	"sync/atomic"
	"time"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// worker is one search thread: it has a stack, counters and histories of its
// own and shares the table, the clock and the stop flag.
type worker struct {
	id      int
	options Options
	rules   board.Rules
	limits  Limits
	table   *table
	clock   *clock
	stop    *atomic.Bool
	team    []*worker // all workers of the search, this one among them

	report   func(Info) // nil: the worker's findings are not told
	began    time.Time
	said     Info // the last report of the best line
	finished int  // the deepest depth finished

	contempt eval.Score // what a draw costs the side to move at the root

	nodes     uint64 // visited in this search
	nextCheck uint64 // the node count at which to look at clock and limits
	stopped   bool   // the search ends: values returned mean nothing
	selDepth  int
	leaves    uint64 // lines that ended in a quiet evaluation
	leafPlies uint64 // their summed lengths

	root    []rootMove
	history history
	tables  tables
	past    []board.Position // the game's positions that can come back, oldest first
	stack   [maxPly + 2]frame

	// shared is what other threads may read: the nodes, published at every
	// check. It lies apart from what the search writes all the time.
	_      [64]byte
	shared atomic.Uint64
	_      [56]byte
}

// frame is what a worker knows of one ply of the line it is on.
type frame struct {
	position board.Position
	counters board.Counters
	killers  killers
	moves    []board.Move
	order    []ranked
	pv       pv
	excluded board.Move // not to be searched, to see what the others are worth
}

// newWorker returns a worker with its memory allocated: searching allocates
// nothing more.
func newWorker(id int, o Options) *worker {
	w := &worker{id: id, options: o}
	for i := range w.stack {
		w.stack[i].moves = make([]board.Move, 0, movegen.MaxMoves)
		w.stack[i].order = make([]ranked, 0, movegen.MaxMoves)
	}
	return w
}

// prepare sets the worker up for a search of the game's present position.
func (w *worker) prepare(g *board.Game, l Limits, team []*worker, t *table, c *clock, stop *atomic.Bool) {
	w.rules, w.limits, w.team, w.table, w.clock, w.stop = g.Rules(), l, team, t, c, stop
	w.began, w.said, w.finished = c.base, Info{}, 0
	w.contempt = w.options.contempt(l)
	w.nodes, w.stopped, w.selDepth, w.leaves, w.leafPlies = 0, false, 0, 0, 0
	w.shared.Store(0)
	w.nextCheck = w.checkAfter(0)
	w.history.fade()
	for i := range w.stack {
		w.stack[i].killers = killers{}
	}

	root := &w.stack[0]
	root.position, root.counters = g.Position(), g.Counters()
	w.past = w.past[:0]
	if g.Draw() != board.NoDraw {
		// The game goes on although it is drawn: from here the counters would
		// call every move a draw and none better than another.
		root.counters = board.Counters{}
	} else {
		for i := root.counters.QuietKings(); i > 0; i-- {
			w.past = append(w.past, g.At(g.Plies()-i))
		}
	}
	w.tables = newTables(w.options, w.rules, root.position)
	moves := l.choice(movegen.Append(nil, root.position))
	if !l.Analyse {
		moves = w.keepValue(root.position, moves)
	}
	w.root = w.root[:0]
	for _, m := range moves {
		w.root = append(w.root, rootMove{move: m, score: -eval.Infinity})
	}
}

// checkAfter returns the node count at which limits are next looked at. A
// single thread stops exactly at its node limit; of several, each looks when it
// alone could have reached it, and at least every clockNodes.
func (w *worker) checkAfter(nodes uint64) uint64 {
	next := nodes + clockNodes
	if w.limits.Nodes > 0 && w.limits.Nodes > nodes {
		next = min(next, w.limits.Nodes)
	}
	return next
}

// enter counts a node and reports whether the search must end.
func (w *worker) enter(ply int) bool {
	w.nodes++
	if ply > w.selDepth {
		w.selDepth = ply
	}
	if w.nodes >= w.nextCheck {
		w.check()
	}
	if w.stop.Load() {
		w.stopped = true
	}
	return w.stopped
}

// check publishes the node count and ends the search where a limit is reached.
func (w *worker) check() {
	w.shared.Store(w.nodes)
	w.nextCheck = w.checkAfter(w.nodes)
	if w.limits.Nodes > 0 && teamNodes(w.team) >= w.limits.Nodes || w.clock.hardOver() {
		w.stop.Store(true)
	}
	if w.report != nil {
		w.beat()
	}
}

// teamNodes returns the nodes of all workers, as last published.
func teamNodes(team []*worker) (n uint64) {
	for _, w := range team {
		n += w.shared.Load()
	}
	return n
}

// evaluate returns the static value of p for the side to move.
func (w *worker) evaluate(p board.Position) eval.Score {
	if w.rules.StuckWins {
		return eval.EvaluateLosing(p)
	}
	return eval.Evaluate(p)
}

// stuck returns the score of a side to move without a legal move.
func (w *worker) stuck(ply int) eval.Score {
	if w.rules.StuckWins {
		return eval.WinIn(ply)
	}
	return eval.LossIn(ply)
}
