package movegen

import "bolshak/board"

// appendManMoves appends the quiet moves of men of colour c.
func appendManMoves(dst []board.Move, men, empty board.Bits, c board.Colour) []board.Move {
	step, promotion := forward(c), board.PromotionRank(c)
	for to := men.Shift(step.left) & empty; to != 0; to = to.Rest() {
		t := to.First()
		dst = append(dst, board.ManMove(t-board.Square(step.left), t, 0, promotion.Has(t)))
	}
	for to := men.Shift(step.right) & empty; to != 0; to = to.Rest() {
		t := to.First()
		dst = append(dst, board.ManMove(t-board.Square(step.right), t, 0, promotion.Has(t)))
	}
	return dst
}

// appendManCaptures appends the captures of s.own's men. The first jump is made
// for the whole side at once, direction by direction. Most captures end there:
// whether one goes on can be read off the board as it stands, because the only
// jump that the departed man makes possible is back over the piece just taken.
func appendManCaptures(dst []board.Move, s sides, empty, promotion board.Bits) []board.Move {
	men, goesOn := s.own&^s.kings, jumpSquares(s.opp, empty)|promotion
	if men&jumpSquares(s.opp, empty) == 0 {
		return dst
	}
	for _, by := range step {
		for lands := (men.Shift(by) & s.opp).Shift(by) & empty; lands != 0; lands = lands.Rest() {
			land := lands.First()
			from, victim := land-board.Square(2*by), land-board.Square(by)
			if land.Bit()&goesOn == 0 {
				dst = append(dst, board.ManMove(from, land, victim.Bit(), false))
				continue
			}
			c := capture{from: from, opp: s.opp &^ victim.Bit(), empty: empty | from.Bit(), taken: victim.Bit(), promotion: promotion}
			dst = c.manLands(dst, land.Bit())
		}
	}
	return dst
}

// capture is a capture under way. The start square counts as empty; the pieces
// taken so far are neither empty nor among the opponent's: they block until the
// move is over and are not jumped twice (the Turkish strike).
type capture struct {
	from      board.Square
	opp       board.Bits // pieces that can still be taken
	empty     board.Bits
	taken     board.Bits
	promotion board.Bits // where the man becomes a king; unused by a king
	promoted  bool       // it was a man when the move began
}

// take returns the capture after one more piece is taken.
func (c capture) take(victim board.Bits) capture {
	c.taken |= victim
	c.opp &^= victim
	return c
}

// manLands goes on with a man that has jumped to square at: it becomes a king
// there, jumps again as often as it can, or stops.
func (c capture) manLands(dst []board.Move, at board.Bits) []board.Move {
	if at&c.promotion != 0 {
		return c.promote(dst, at.First())
	}
	if at&jumpSquares(c.opp, c.empty) == 0 {
		return appendCapture(dst, board.ManMove(c.from, at.First(), c.taken, false))
	}
	for _, by := range step {
		victim := at.Shift(by) & c.opp
		if land := victim.Shift(by) & c.empty; land != 0 {
			dst = c.take(victim).manLands(dst, land)
		}
	}
	return dst
}

// promote goes on with a man that has just reached square at on its last rank:
// it is a king at once and must capture on as one if it can.
func (c capture) promote(dst []board.Move, at board.Square) []board.Move {
	c.promoted = true
	if kingCanCapture(at, c.opp, c.empty) {
		return c.kingJumps(dst, at)
	}
	return appendCapture(dst, board.ManMove(c.from, at, c.taken, true))
}
