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

	// 3. The moves, made while the table's entry is on its way; without any the
	// game is over. A single reply costs nothing to look at and is not the place
	// to stop.
	key := f.tableKey()
	w.table.expect(key)
	f.moves = movegen.Append(f.moves[:0], f.position)
	extension := 0
	switch {
	case len(f.moves) == 0:
		return w.stuck(ply)
	case len(f.moves) == 1 && !w.options.NoSingleReply:
		extension = 1
	}

	// 4. What the tables know. Lines that matter are searched to their end, so
	// that the principal variation is whole. Endgame tables are asked for quiet
	// positions.
	var known hit
	whole := f.excluded == board.NoMove
	if !w.options.NoTable {
		var ok bool
		known, ok = w.table.probe(key, ply)
		deep := known.depth >= depth || known.proven() && !w.options.NoProvenWins
		if ok && deep && beta-alpha == 1 && known.cuts(alpha, beta) && whole {
			return known.score
		}
	}
	quiet := !f.moves[0].IsCapture()
	null := beta-alpha == 1
	if quiet {
		if score, ok := w.tabled(f, ply, alpha, beta, false); ok {
			return score
		}
	}

	// 5. Quiet positions near the horizon, far from the window.
	var static eval.Score
	if null && quiet && depth <= max(reverseFutilityDepth, futilityDepth) {
		static = w.evaluate(f.position)
		if whole && w.reverseFutile(f, depth, static, beta) {
			return static - reverseFutilityMargin*eval.Score(depth)
		}
	}

	// 6. A move that is better than all others by far is looked at more closely;
	// where the others are good enough too, nothing need be looked at.
	if quiet && whole && w.maybeSingular(f, depth, known) {
		bar := known.score - singularMargin*eval.Score(depth)
		score := w.searchOthers(f, ply, (depth-1)/2, known.move, bar)
		switch {
		case w.stopped:
			return 0
		case score < bar:
			extension = 1
		case null && bar >= beta:
			return bar
		}
	}

	// 7. The first move gets the whole window, the others must show in a null
	// window that they are better before they get it too.
	next := &w.stack[ply+1]
	best, bestMove := -eval.Infinity, board.NoMove
	low := alpha
	w.rankMoves(f, known.move)
	for i := range f.order {
		m := f.next(i)
		if m == f.excluded {
			continue
		}
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
				less = w.reduction(next, depth, i, null)
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

	// 8. Remember it.
	if !w.options.NoTable && whole {
		w.table.store(key, ply, hit{score: best, move: shorten(bestMove), depth: depth, bound: boundOf(best, low, beta)})
	}
	return best
}

// maybeSingular reports whether the table's move may be better than all others: it
// was good enough in a search not much less deep.
func (w *worker) maybeSingular(f *frame, depth int, known hit) bool {
	return !w.options.NoSingular && depth >= singularDepth && len(f.moves) > 1 && known.move != 0 &&
		known.bound&lower != 0 && known.depth >= depth-singularShort && !isDecided(known.score)
}

// searchOthers returns whether the node's moves but one reach the bar, by a null
// window below it (singular extension: Anantharaman, Campbell and Hsu, 1988, as
// in Stockfish; the cut-off where they do is multi-cut, Björnsson and Marsland,
// 1999). The node's moves are made anew behind it.
func (w *worker) searchOthers(f *frame, ply, depth int, but shortMove, bar eval.Score) eval.Score {
	score := bar // where the table's move is another position's
	for _, m := range f.moves {
		if shorten(m) != but {
			continue
		}
		f.excluded = m
		score = w.search(ply, depth, bar-1, bar)
		f.excluded = board.NoMove
		f.moves = movegen.Append(f.moves[:0], f.position)
		f.pv.n = 0
		break
	}
	return score
}

// cuts reports whether an entry of sufficient depth decides a null window.
func (h hit) cuts(alpha, beta eval.Score) bool {
	return h.bound&lower != 0 && h.score >= beta || h.bound&upper != 0 && h.score <= alpha
}

// proven reports whether an entry's score is a win or a loss that no deeper search
// could take back.
func (h hit) proven() bool {
	return h.score.IsWin() && h.bound&lower != 0 || h.score.IsLoss() && h.bound&upper != 0
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
