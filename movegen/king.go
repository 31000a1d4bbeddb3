package movegen

import "bolshak/board"

// appendKingMoves appends the quiet moves of kings.
func appendKingMoves(dst []board.Move, kings, empty board.Bits) []board.Move {
	for ; kings != 0; kings = kings.Rest() {
		from := kings.First()
		for to := kingReach(from, empty); to != 0; to = to.Rest() {
			dst = append(dst, board.KingMove(from, to.First(), 0))
		}
	}
	return dst
}

// kingReach returns the squares to which a king on s can move without taking.
func kingReach(s board.Square, empty board.Bits) board.Bits {
	return reach(upLeft, s, empty) | reach(upRight, s, empty) |
		reach(downLeft, s, empty) | reach(downRight, s, empty)
}

// appendKingCaptures appends the captures of s.own's kings.
func appendKingCaptures(dst []board.Move, s sides, empty board.Bits) []board.Move {
	for kings := s.own & s.kings; kings != 0; kings = kings.Rest() {
		from := kings.First()
		c := capture{from: from, opp: s.opp, empty: empty | from.Bit()}
		dst = c.kingJumps(dst, from)
	}
	return dst
}

// kingJumps appends every capture that goes on from square at as a king, in
// any direction; nothing where there is none.
func (c capture) kingJumps(dst []board.Move, at board.Square) []board.Move {
	for d := upLeft; d <= downRight; d++ {
		if v := victim(d, at, c.opp, c.empty); v != 0 {
			dst = c.kingTakes(dst, d, v)
		}
	}
	return dst
}

// kingTakes goes on with a king that takes the given victim in direction d. It
// may land on any empty square behind up to the next piece, but where the
// capture can go on from some of them it must land on one of those. Going on
// straight is possible from all of them or from none and leads to the same
// captures, so it is followed once. Back it cannot go: the piece just taken
// is in the way.
func (c capture) kingTakes(dst []board.Move, d direction, taken board.Bits) []board.Move {
	c = c.take(taken)
	behind := reach(d, taken.First(), c.empty)
	left, right := d^1, 3-(d^1)
	goesOn := false
	for b := behind; b != 0; b = b.Rest() {
		at := b.First()
		if v := victim(left, at, c.opp, c.empty); v != 0 {
			dst = c.kingTakes(dst, left, v)
			goesOn = true
		}
		if v := victim(right, at, c.opp, c.empty); v != 0 {
			dst = c.kingTakes(dst, right, v)
			goesOn = true
		}
	}
	if v := victim(d, taken.First(), c.opp, c.empty); v != 0 {
		return c.kingTakes(dst, d, v)
	}
	if goesOn {
		return dst
	}
	for b := behind; b != 0; b = b.Rest() {
		dst = appendCapture(dst, c.finish(b.First()))
	}
	return dst
}

// finish returns the move that ends with a king on square to.
func (c capture) finish(to board.Square) board.Move {
	if c.promoted {
		return board.ManMove(c.from, to, c.taken, true)
	}
	return board.KingMove(c.from, to, c.taken)
}
