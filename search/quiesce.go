package search

import (
	"bolshak/eval"
	"bolshak/movegen"
)

// quiesce returns the value of the position at ply once nothing more can be
// captured. A side that can capture must: it has no choice to stand pat, and
// all its captures are searched. Fail-soft.
func (w *worker) quiesce(ply int, alpha, beta eval.Score) eval.Score {
	f := &w.stack[ply]
	f.pv.n = 0
	if w.enter(ply) {
		return 0
	}
	if ply >= maxPly {
		return w.evaluate(f.position)
	}
	if !movegen.CanCapture(f.position) {
		if !movegen.HasMove(f.position) {
			return w.stuck(ply)
		}
		w.leaves++
		w.leafPlies += uint64(ply)
		return w.evaluate(f.position)
	}

	f.moves = movegen.Append(f.moves[:0], f.position)
	w.rankMoves(f, 0)
	next := &w.stack[ply+1]
	best, whole := -eval.Infinity, beta-alpha > 1
	for i := range f.order {
		m := f.next(i)
		next.position = f.position.After(m)
		score := -w.quiesce(ply+1, -beta, -alpha)
		if w.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				if whole {
					f.pv.set(m, &next.pv)
				}
				if score >= beta {
					break
				}
			}
		}
	}
	return best
}
