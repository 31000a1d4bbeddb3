package search

import (
	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// quiesce returns the value of the position at ply once nothing more can be
// captured. A side that can capture must: it has no choice to stand pat, and
// all its captures are searched. A side that can promote may do so. Fail-soft.
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
		if score, ok := w.tabled(f, ply, alpha, beta, true); ok {
			return score
		}
		return w.promote(f, ply, alpha, beta, w.evaluate(f.position))
	}

	f.moves = movegen.Append(f.moves[:0], f.position)
	w.rankMoves(f, 0)
	next := &w.stack[ply+1]
	best, whole := -eval.Infinity, beta-alpha > 1
	for i := range f.order {
		m := f.next(i)
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

// promote returns the best of standing pat and the quiet promotions.
func (w *worker) promote(f *frame, ply int, alpha, beta, static eval.Score) eval.Score {
	if static >= beta || w.options.NoPromotions || !canPromote(f.position) {
		return static
	}
	f.moves = movegen.Append(f.moves[:0], f.position)
	next := &w.stack[ply+1]
	best, whole := static, beta-alpha > 1
	alpha = max(alpha, static)
	for _, m := range f.moves {
		if !m.Promotes() {
			continue
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
