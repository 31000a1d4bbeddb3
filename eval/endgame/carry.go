package endgame

import (
	"sync/atomic"

	"bolshak/board"
)

// A state is the outcome known so far in the low byte and, above it, the number
// of quiet moves that are not known to lose. The number is 0 where nothing can
// change any more. An outcome that is won stands until a shorter one is found.
// One that is lost counts when the number has come to 0: until then it is the
// least distance, owed to promotions. A position that cannot be lost has holds
// added to its number, which then never comes to 0.
type state uint32

const (
	stateBits = 16
	stateMask = 1<<stateBits - 1
	oneMove   = state(1) << 8
	holds     = 128
)

func newState(o outcome, moves int) state { return state(o) | state(moves)<<8 }

func (s state) outcome() outcome { return outcome(s) }
func (s state) open() bool       { return s>>8 != 0 }

// final returns the outcome that a state stands for when the analysis is over.
func (s state) final() outcome {
	if s.outcome().isLoss() && s.open() {
		return drawn
	}
	return s.outcome()
}

// carry hands the positions that have the given outcome for good to those
// before them.
func (g *generator) carry(p *pool, level outcome, lo, hi int) {
	var top outcome
	for w := lo / 2; w < (hi+1)/2; w++ {
		word := atomic.LoadUint32(&p.states[w])
		if word == 0 {
			continue
		}
		for half := range 2 {
			s := state(word >> (half * stateBits) & stateMask)
			if s.outcome() != level || level.isLoss() && s.open() {
				continue
			}
			top = max(top, p.carryBack(p.index.unrank(2*w+half), level))
		}
	}
	g.raise(top)
}

// carryBack hands an outcome to every position from which a quiet move leads to
// pl, and returns the highest outcome that this has set. Those with a capture
// pending are closed and keep theirs.
func (p *pool) carryBack(pl placement, level outcome) (top outcome) {
	// Seen by the side that moved, whose moves are taken back.
	pl = pl.mirror()
	to := p.before
	empty := board.Board &^ (pl.ownMen | pl.ownKings | pl.oppMen | pl.oppKings)
	for _, back := range [2]int{board.DownLeft, board.DownRight} {
		for origins := pl.ownMen.Shift(back) & empty & ownMenSquares; origins != 0; origins = origins.Rest() {
			from := origins & -origins
			men := pl.ownMen&^from.Shift(-back) | from
			free := board.Board &^ (men | pl.oppMen)
			i := to.index.rankMen(men, pl.oppMen) + to.index.rankKings(pl.ownKings, pl.oppKings, free)
			top = max(top, to.update(i, level))
		}
	}
	if pl.ownKings == 0 {
		return top
	}
	first := to.index.rankMen(pl.ownMen, pl.oppMen)
	free := board.Board &^ (pl.ownMen | pl.oppMen)
	for kings := pl.ownKings; kings != 0; kings = kings.Rest() {
		king := kings & -kings
		for _, by := range [4]int{board.UpLeft, board.UpRight, board.DownLeft, board.DownRight} {
			for from := king.Shift(by) & empty; from != 0; from = from.Shift(by) & empty {
				i := first + to.index.rankKings(pl.ownKings&^king|from, pl.oppKings, free)
				top = max(top, to.update(i, level))
			}
		}
	}
	return top
}

// update tells position i that one of its quiet moves leads to a position with
// the given outcome, and returns the outcome that this has given it, or 0.
func (p *pool) update(i int, level outcome) (given outcome) {
	word, shift := &p.states[i/2], i%2*stateBits
	for {
		have := atomic.LoadUint32(word)
		s := state(have >> shift & stateMask)
		next := s.after(level)
		if next == s {
			return 0
		}
		if atomic.CompareAndSwapUint32(word, have, have&^(stateMask<<shift)|uint32(next)<<shift) {
			if next.outcome() == s.outcome() && next.open() {
				return 0
			}
			return next.outcome()
		}
	}
}

// after returns the state when one more quiet move is known to lead to the
// given outcome of the opponent.
func (s state) after(level outcome) state {
	switch {
	case !s.open():
		return s
	case level.isLoss():
		if s.outcome().isWin() && s.outcome() <= level+1 {
			return s
		}
		return s&^0xFF | state(level+1)
	}
	s -= oneMove
	if !s.open() && !s.outcome().isWin() {
		s = state(max(s.outcome(), level+1))
	}
	return s
}
