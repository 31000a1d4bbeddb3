package search

import (
	"bolshak/board"
	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/movegen"
)

// tables is what a worker needs to know to ask the endgame tables.
type tables struct {
	known  *endgame.Tables
	pieces int // up to so many are looked up; 0: none
	// bare is the number of pieces from which on a value without a distance is of
	// no use: at a root that the tables know, all lines but those into fewer
	// pieces would end at once, and nothing would show the way.
	bare int
}

// newTables returns the tables for a search of p.
func newTables(o Options, rules board.Rules, p board.Position) tables {
	if o.NoEndgames || o.Tables == nil || rules.StuckWins { // they are those of Russian draughts
		return tables{}
	}
	t := tables{known: o.Tables, pieces: o.Tables.Largest(), bare: endgame.MaxPieces + 1}
	if o.TablePieces > 0 {
		t.pieces = min(t.pieces, o.TablePieces)
	}
	if n := p.Occupied().Count(); n <= t.pieces {
		t.bare = n
	}
	return t
}

// tabled returns what the endgame tables know of f's position, in which the side
// to move can move but not capture; ok is false where they do not end the search
// here. A draw is exact. So is a win or a loss in a known number of plies, where
// no draw counter may end the game before. Where one may, the search goes on to
// its horizon (leaf), since a capture or a promotion on the way sets the counter
// back; there the shorter way counts as the better one. Wins and losses without a
// distance are worth eval.Known, and the search goes on only where something
// better than that is found already.
func (w *worker) tabled(f *frame, ply int, alpha, beta eval.Score, leaf bool) (score eval.Score, ok bool) {
	n := f.position.Occupied().Count()
	if n > w.tables.pieces {
		return 0, false
	}
	value, ok := w.tables.known.Probe(f.position)
	switch {
	case !ok:
		return 0, false
	case value == endgame.Draw:
		return w.drawScore(ply), true
	}
	if plies, ok := w.tables.known.Distance(f.position); ok {
		score, ok = eval.WinIn(ply+plies), true
		switch {
		case plies > f.counters.PliesOffRoad(f.position):
			score, ok = eval.Known-eval.Score(plies), leaf
		case plies > f.counters.PliesToDraw(f.position):
			ok = leaf // the search sees whether a lone king can stay on the main road
		}
		if value == endgame.Loss {
			score = -score
		}
		return score, ok
	}
	if n >= w.tables.bare {
		return 0, false
	}
	score = eval.Known - eval.Score(ply)
	if value == endgame.Loss {
		return -score, beta > -score
	}
	return score, alpha < score
}

// keepValue returns those of the root's moves that keep the value it has by the
// endgame tables, or all where the tables do not know each of them.
func (w *worker) keepValue(root board.Position, moves []board.Move) []board.Move {
	if root.Occupied().Count() > w.tables.pieces {
		return moves
	}
	best, kept := endgame.Unknown, []board.Move(nil)
	for _, m := range moves {
		value := endgame.Loss // a side without a move has lost
		if next := root.After(m); movegen.HasMove(next) {
			var ok bool
			if value, ok = w.tables.known.Probe(next); !ok {
				return moves
			}
		}
		switch value = value.Opposite(); {
		case value > best:
			best, kept = value, append(kept[:0], m)
		case value == best:
			kept = append(kept, m)
		}
	}
	return kept
}
