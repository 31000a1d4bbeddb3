package search

import (
	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// quiesce returns the value of the position at ply once nothing more can be
// captured. A side that can capture must: it has no choice to stand pat, and
// all its captures are searched. A side that can promote may do that or stand
// pat. Fail-soft.
func (w *worker) quiesce(ply int, alpha, beta eval.Score) eval.Score {
	f := &w.stack[ply]
	f.pv.n = 0
	if w.enter(ply) {
		return 0
	}
	if ply >= maxPly {
		return w.evaluate(f.position)
	}
	best, whole := -eval.Infinity, beta-alpha > 1
	if !movegen.CanCapture(f.position) {
		if !movegen.HasMove(f.position) {
			return w.stuck(ply)
		}
		w.leaves++
		w.leafPlies += uint64(ply)
		if score, ok := w.tabled(f, ply, alpha, beta, true); ok {
			return score
		}
		best = w.evaluate(f.position)
		if best >= beta || w.options.NoPromotions || !canPromote(f.position) {
			return best
		}
		alpha = max(alpha, best)
	}

	f.moves = movegen.Append(f.moves[:0], f.position)
	w.rankMoves(f, 0)
	next := &w.stack[ply+1]
	for i := range f.order {
		m := f.next(i)
		if !m.IsCapture() && !m.Promotes() {
			break // promotions come first
		}
		next.position = f.position.After(m)
		next.counters = f.counters.After(f.position, m, next.position)
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

// canPromote reports whether a man of the side to move can step to its last rank.
func canPromote(p board.Position) bool {
	men, empty := p.Own()&^p.Kings(), p.Empty()
	if p.Side() == board.White {
		men &= board.Rank7
		return (men<<4|men<<5)&empty != 0
	}
	men &= board.Rank2
	return (men>>4|men>>5)&empty != 0
}
