package bench

import (
	"math"

	"bolshak/board"
	"bolshak/movegen"
)

// balance returns what one side has more than the other, in men.
func balance(p board.Position, c board.Colour) int {
	worth := func(pieces board.Bits) int { return pieces.Count() + (kingMen-1)*(pieces&p.Kings()).Count() }
	return worth(p.Pieces(c)) - worth(p.Pieces(c.Other()))
}

// sacrifices reports whether a line begins with a sacrifice: the mover takes
// nothing, the opponent must capture, and goes on having to, until the mover,
// whatever he answers to a capture, is worse off than in the beginning by a man
// or more; before that he is never better off. Exchanges of equal count may come
// first. Giving less than is taken back at once is no sacrifice.
func sacrifices(p board.Position, line []board.Move) bool {
	if len(line) < 3 || line[0].IsCapture() {
		return false
	}
	mover, before := p.Side(), balance(p, p.Side())
	p = p.After(line[0])
	for i := 1; i+1 < len(line); i += 2 {
		if !line[i].IsCapture() {
			return false
		}
		p = p.After(line[i])
		best := math.MinInt
		for _, answer := range movegen.Append(nil, p) {
			best = max(best, balance(p.After(answer), mover))
		}
		if best < before {
			return true
		}
		p = p.After(line[i+1])
		if balance(p, mover) > before {
			return false
		}
	}
	return false
}

// winningLine returns as much of a line as it takes until the mover is better
// off than in the beginning and neither side can capture, and what he has won,
// in men; 0 where the line does not come so far.
func winningLine(p board.Position, line []board.Move) (won []board.Move, gain int) {
	mover, before := p.Side(), balance(p, p.Side())
	for i, m := range line {
		p = p.After(m)
		gain := balance(p, mover) - before
		if gain > 0 && !movegen.CanCapture(p) && !movegen.OpponentCanCapture(p) {
			return line[:i+1], gain
		}
	}
	return nil, 0
}

// placementDistance returns on how many squares two positions differ, each seen
// by its side to move: 0 for a position and the same with colours exchanged.
func placementDistance(a, b board.Position) int {
	differ := func(a, b board.Position) board.Bits {
		return (a.Own() ^ b.Own()) | (a.Opp() ^ b.Opp()) | (a.Kings() ^ b.Kings())
	}
	if a.Side() != b.Side() {
		b = b.Flip()
	}
	return differ(a, b).Count()
}
