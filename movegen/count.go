package movegen

import "bolshak/board"

// Count returns the number of legal moves of p. It stores none of them unless
// a capture of several pieces forces it to follow the routes.
func Count(p board.Position) int {
	return count(sides{p.Own(), p.Opp(), p.Kings()}, p.Side())
}

// count is Count on a bare placement.
func count(s sides, c board.Colour) int {
	empty := s.empty()
	men, kings := s.own&^s.kings, s.own&s.kings
	jumps := jumpSquares(s.opp, empty)
	if men&jumps != 0 || kings != 0 && canCapture(s, empty) {
		promotion := board.PromotionRank(c)
		n := countManCaptures(s, men, empty, jumps|promotion, promotion)
		if kings != 0 {
			n += countKingCaptures(s, empty)
		}
		return n
	}
	step := forward(c)
	n := (men.Shift(step.left) & empty).Count() + (men.Shift(step.right) & empty).Count()
	for ; kings != 0; kings = kings.Rest() {
		n += kingReach(kings.First(), empty).Count()
	}
	return n
}

// countManCaptures counts the captures of men. Those of one piece are counted
// for the whole side at once; see appendManCaptures.
func countManCaptures(s sides, men, empty, goesOn, promotion board.Bits) int {
	ul := (men << 4 & s.opp) << 4 & empty
	ur := (men << 5 & s.opp) << 5 & empty
	dl := (men >> 5 & s.opp) >> 5 & empty
	dr := (men >> 4 & s.opp) >> 4 & empty
	n := (ul &^ goesOn).Count() + (ur &^ goesOn).Count() + (dl &^ goesOn).Count() + (dr &^ goesOn).Count()
	if (ul|ur|dl|dr)&goesOn == 0 {
		return n
	}
	for d, lands := range [4]board.Bits{ul, ur, dl, dr} {
		for lands &= goesOn; lands != 0; lands = lands.Rest() {
			land := lands & -lands
			from, victim := land.Shift(-2*step[d]), land.Shift(-step[d])
			ends := countJumps(land, s.opp&^victim, empty|from, promotion, 1)
			if ends < 0 {
				return countRoutes(s, empty, promotion)
			}
			n += ends
		}
	}
	return n
}

// countJumps counts the captures of a man that has jumped to square at and
// taken so many pieces. It gives up and returns a negative number where the man
// goes on as a king or where routes may meet: such captures must be listed to be
// counted.
func countJumps(at, opp, empty, promotion board.Bits, taken int) int {
	if taken >= meetingRoutes {
		return -1
	}
	if at&promotion != 0 {
		if kingCanCapture(at.First(), opp, empty) {
			return -1
		}
		return 1
	}
	if at&jumpSquares(opp, empty) == 0 {
		return 1
	}
	n := 0
	for _, by := range step {
		victim := at.Shift(by) & opp
		land := victim.Shift(by) & empty
		if land == 0 {
			continue
		}
		ends := countJumps(land, opp&^victim, empty, promotion, taken+1)
		if ends < 0 {
			return -1
		}
		n += ends
	}
	return n
}

// countRoutes counts the men's captures by listing them.
func countRoutes(s sides, empty, promotion board.Bits) int {
	var list [MaxMoves]board.Move
	return len(appendManCaptures(list[:0], s, empty, promotion))
}

// countKingCaptures counts the kings' captures by listing them.
func countKingCaptures(s sides, empty board.Bits) int {
	var list [MaxMoves]board.Move
	return len(appendKingCaptures(list[:0], s, empty))
}
