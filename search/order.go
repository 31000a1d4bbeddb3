package search

import "bolshak/board"

// ranked is a move with its rank in the order of trial above it, in the bits a
// Move leaves free: ranked moves are compared as plain numbers, and equal ranks
// fall into an order that is the same on every run.
type ranked uint64

const (
	rankShift = 50
	rankMax   = 1<<14 - 1
)

func rank(m board.Move, r int) ranked { return ranked(m) | ranked(r)<<rankShift }

func (r ranked) move() board.Move { return board.Move(r & (1<<rankShift - 1)) }

// The ranks. A node's moves are all captures or all quiet; history lies
// between the lowest and the killers.
const (
	rankTable     = rankMax
	rankPromotion = rankMax - 1
	rankKiller    = rankMax - 2 // and one less for the second
	rankMiddle    = 1 << 13     // a quiet move without history; a capture
)

// rankMoves fills f.order with the node's moves and their ranks: the table's
// move, then promotions, killers and history, or what a capture takes.
func (w *worker) rankMoves(f *frame, best shortMove) {
	f.order = f.order[:0]
	kings := f.position.Kings()
	for _, m := range f.moves {
		r := rankMiddle
		switch {
		case best != 0 && shorten(m) == best:
			r = rankTable
		case m.IsCapture():
			r += 16*m.Captured().Count() + 32*(m.Captured()&kings).Count()
			if m.Promotes() {
				r += 32
			}
		case m.Promotes():
			r = rankPromotion
		case !w.options.NoKillers && m == f.killers[0]:
			r = rankKiller
		case !w.options.NoKillers && m == f.killers[1]:
			r = rankKiller - 1
		case !w.options.NoHistory:
			r += w.history.value(m)
		}
		f.order = append(f.order, rank(m, r))
	}
}

// next brings the best of the moves from index i on to i and returns it.
// Few of a node's moves are ever tried, so the list is not sorted beforehand.
func (f *frame) next(i int) board.Move {
	best := i
	for j := i + 1; j < len(f.order); j++ {
		if f.order[j] > f.order[best] {
			best = j
		}
	}
	f.order[i], f.order[best] = f.order[best], f.order[i]
	return f.order[i].move()
}
