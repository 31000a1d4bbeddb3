package search

import (
	"slices"

	"bolshak/board"
	"bolshak/eval"
)

// rootMove is a move of the root with what the last iterations found for it.
type rootMove struct {
	move  board.Move
	score eval.Score
	pv    []board.Move
}

// iterate searches the root deeper and deeper until the search is stopped, its
// depth is reached, or more depth is of no use. The first worker tells every
// line of every finished depth. Every second worker begins a ply deeper, so that
// they differ; leaving out depths in a pattern was measured and cost more nodes
// to the same depth.
func (w *worker) iterate() {
	defer func() { w.shared.Store(w.nodes) }()
	lines := min(max(w.limits.MultiPV, 1), len(w.root))
	last := MaxDepth
	if w.limits.Depth > 0 && w.id == 0 { // the others go on as long as they help
		last = min(w.limits.Depth, MaxDepth)
	}
	steady := steadiness{off: w.options.NoSteadiness}
	for depth := 1 + w.id%2; depth <= last; depth++ {
		w.selDepth, w.leaves, w.leafPlies = 0, 0, 0
		for line := range lines {
			w.searchLine(line, depth)
			if w.stopped {
				return
			}
		}
		// Stable, so that moves of equal score keep the order they earned.
		slices.SortStableFunc(w.root[:lines], func(a, b rootMove) int { return int(b.score - a.score) })
		w.finished = depth
		for line := range lines {
			w.say(w.info(line, depth))
		}
		if w.decided(depth) || w.clock.softOver(steady.next(w.root[0])) {
			return
		}
	}
}

// decided reports whether a deeper search would change nothing for a player:
// there is but one move, or the end is in sight and nothing can be nearer.
func (w *worker) decided(depth int) bool {
	if w.limits.Analyse {
		return false
	}
	if len(w.root) == 1 && w.limits.timed() {
		return true
	}
	plies, ok := w.root[0].score.Plies()
	return ok && abs(plies) <= depth && w.limits.MultiPV <= 1
}

// searchLine searches the root moves from index line on and brings the best of
// them to that index. The window is narrow around the last iteration's score;
// the side on which the score falls outside is widened until it holds
// (aspiration window).
func (w *worker) searchLine(line, depth int) {
	alpha, beta := -eval.Infinity, eval.Infinity
	last := w.root[line].score
	if !w.options.NoAspiration && depth >= aspirationDepth && !isDecided(last) {
		alpha, beta = last-aspirationWindow, last+aspirationWindow
	}
	for window := eval.Score(aspirationWindow); ; {
		score := w.searchRoot(line, depth, alpha, beta)
		if w.stopped || score > alpha && score < beta {
			return
		}
		window *= aspirationGrowth
		if window > eval.Max || isDecided(score) {
			window = 2 * eval.Infinity
		}
		if score <= alpha {
			w.sayMidway(line, depth, score)
			alpha = max(last-window, -eval.Infinity)
		} else {
			beta = min(last+window, eval.Infinity)
		}
	}
}

// searchRoot searches the root moves from index line on, those before it being
// the better lines found already, and brings the best to that index. When the
// search is stopped in the middle, the best of the moves finished counts. The
// result is fail-soft.
func (w *worker) searchRoot(line, depth int, alpha, beta eval.Score) eval.Score {
	f, next := &w.stack[0], &w.stack[1]
	moves := w.root[line:]
	if w.enter(0) {
		return 0
	}
	best := -eval.Infinity
	for i := range moves {
		m := &moves[i]
		next.position = f.position.After(m.move)
		next.counters = f.counters.After(f.position, m.move, next.position)
		var score eval.Score
		if i == 0 {
			score = -w.search(1, depth-1, -beta, -alpha)
		} else {
			score = -w.search(1, depth-1, -alpha-1, -alpha)
			if score > alpha && score < beta && !w.stopped {
				score = -w.search(1, depth-1, -beta, -alpha)
			}
		}
		if w.stopped {
			return best
		}
		best = max(best, score)
		if score > alpha {
			alpha = score
			m.score = score
			m.pv = append(append(m.pv[:0], m.move), next.pv.moves[:next.pv.n]...)
			// To the front; the others keep their order behind it.
			found := *m
			copy(moves[1:i+1], moves[:i])
			moves[0] = found
			if i > 0 || score >= beta {
				w.sayMidway(line, depth, score)
			}
			if score >= beta {
				break
			}
		}
	}
	return best
}

// info describes a line.
func (w *worker) info(line, depth int) Info {
	m := &w.root[line]
	i := Info{
		Depth: depth, SelDepth: w.selDepth, Line: line + 1,
		Score: m.score, PV: slices.Clone(m.pv),
		HashFull: w.table.perMille(),
	}
	if w.leaves > 0 {
		i.MeanDepth = float64(w.leafPlies) / float64(w.leaves)
	}
	return i
}
