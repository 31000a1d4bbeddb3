package search

import (
	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// search returns the value of the position at ply, looking depth plies ahead
// and further while captures hang. It is a fail-soft principal variation search
// (Marsland and Campbell, 1982): the result is exact between alpha and beta, an
// upper bound at or below alpha, a lower bound at or above beta. When w.stopped
// is set afterwards, the result means nothing.
func (w *worker) search(ply, depth int, alpha, beta eval.Score) eval.Score {
	f := &w.stack[ply]

	// 1. Draws on the path; then, at the horizon, nothing but captures.
	if w.drawn(f, ply) {
		f.pv.n = 0
		w.enter(ply)
		return w.drawScore(ply)
	}
	if depth <= 0 || ply >= maxPly {
		return w.quiesce(ply, alpha, beta)
	}
	f.pv.n = 0
	if w.enter(ply) {
		return 0
	}

	// 2. A win that is nearer than any possible from here cannot be improved.
	alpha = max(alpha, eval.LossIn(ply))
	beta = min(beta, eval.WinIn(ply))
	if alpha >= beta {
		return alpha
	}

	// 3. What the table knows. Lines that matter are searched to their end, so
	// that the principal variation is whole.
	key := f.tableKey()
	var known hit
	if !w.options.NoTable {
		var ok bool
		known, ok = w.table.probe(key, ply)
		if ok && known.depth >= depth && beta-alpha == 1 && known.cuts(alpha, beta) {
			return known.score
		}
	}

	// 4. The moves; without any the game is over. A single reply costs
	// nothing to look at and is not the place to stop.
	f.moves = movegen.Append(f.moves[:0], f.position)
	extension := 0
	switch {
	case len(f.moves) == 0:
		return w.stuck(ply)
	case len(f.moves) == 1 && !w.options.NoSingleReply:
		extension = 1
	}
	quiet := !f.moves[0].IsCapture()
	null := beta-alpha == 1

	// 5. Quiet positions near the horizon, far from the window.
	var static eval.Score
	if null && quiet && depth <= max(reverseFutilityDepth, futilityDepth) {
		static = w.evaluate(f.position)
		if w.reverseFutile(f, depth, static, beta) {
			return static - reverseFutilityMargin*eval.Score(depth)
		}
	}

	// 6. The first move gets the whole window, the others must show in a null
	// window that they are better before they get it too.
	next := &w.stack[ply+1]
	best, bestMove := -eval.Infinity, board.NoMove
	low := alpha
	w.rankMoves(f, known.move)
	for i := range f.order {
		m := f.next(i)
		next.position = f.position.After(m)
		next.counters = f.counters.After(f.position, m, next.position)
		var score eval.Score
		if i == 0 {
			score = -w.search(ply+1, depth-1+extension, -beta, -alpha)
		} else {
			less := 0
			if quiet && !m.Promotes() {
				if null && w.futile(next, depth, static, alpha) {
					best = max(best, static+futilityMargin*eval.Score(depth))
					continue
				}
				less = w.reduction(depth, i)
			}
			score = -w.search(ply+1, depth-1-less, -alpha-1, -alpha)
			if less > 0 && score > alpha && !w.stopped {
				score = -w.search(ply+1, depth-1, -alpha-1, -alpha)
			}
			if score > alpha && score < beta && !w.stopped {
				score = -w.search(ply+1, depth-1, -beta, -alpha)
			}
		}
		if w.stopped {
			return 0
		}
		if score > best {
			best, bestMove = score, m
			if score > alpha {
				alpha = score
				if !null {
					f.pv.set(m, &next.pv)
				}
				if score >= beta {
					if !m.IsCapture() {
						f.killers.add(m)
						w.history.refuted(m, f.order[:i], depth)
					}
					break
				}
			}
		}
	}

	// 7. Remember it.
	if !w.options.NoTable {
		w.table.store(key, ply, hit{score: best, move: shorten(bestMove), depth: depth, bound: boundOf(best, low, beta)})
	}
	return best
}

// cuts reports whether an entry of sufficient depth decides a null window.
func (h hit) cuts(alpha, beta eval.Score) bool {
	return h.bound&lower != 0 && h.score >= beta || h.bound&upper != 0 && h.score <= alpha
}

// boundOf tells what a fail-soft result in the window says about the true score.
func boundOf(score, alpha, beta eval.Score) bound {
	switch {
	case score <= alpha:
		return upper
	case score >= beta:
		return lower
	}
	return exact
}
