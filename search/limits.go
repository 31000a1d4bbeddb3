package search

import (
	"slices"
	"time"

	"bolshak/board"
)

// Limits says when a search ends. A zero field is no limit; several combine,
// and the first reached ends the search. With none the search goes on until it
// is stopped.
type Limits struct {
	Depth    int           // plies of the iterative deepening
	Nodes    uint64        // positions visited, all threads together
	MoveTime time.Duration // for this move
	Time     time.Duration // on the clock, the increment for this move included
	Inc      time.Duration // added to the clock before every later move
	Moves    int           // moves to play in Time; 0: all of the game

	// MoveOverhead is kept back of the time for the way of the move to the
	// board, but never more than a fifth of what there is.
	MoveOverhead time.Duration

	// Received is when the clock began to run; zero is the call of Search.
	Received time.Time
	// PonderHit, where not nil, keeps the clock stopped until it is closed.
	PonderHit <-chan struct{}
	// Analyse searches on where a game would just be played: with one legal
	// move, and beyond a win that is proven.
	Analyse bool
	// MultiPV is the number of best moves to find lines for; less than 1 is 1.
	MultiPV int
	// SearchMoves are the moves to choose from; empty is all. What is not legal in
	// the position is passed over; where nothing is left, all moves count.
	SearchMoves []board.Move
}

// DefaultMoveOverhead is enough for a program on the same machine.
const DefaultMoveOverhead = 10 * time.Millisecond

// timed reports whether a clock limits the search.
func (l Limits) timed() bool { return l.MoveTime > 0 || l.onClock() }

// onClock reports whether the game's clock limits the search.
func (l Limits) onClock() bool { return l.Time > 0 }

// choice returns which of the legal moves, in their order, may be played.
func (l Limits) choice(legal []board.Move) []board.Move {
	var chosen []board.Move
	for _, m := range legal {
		if slices.Contains(l.SearchMoves, m) {
			chosen = append(chosen, m)
		}
	}
	if len(chosen) == 0 {
		return legal
	}
	return chosen
}
