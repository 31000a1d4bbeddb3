// Package movegen knows what may be played: it generates the legal moves of a
// position, counts them, tells whether anything can be captured, and reads and
// writes moves in game notation.
package movegen

import "bolshak/board"

// MaxMoves is a capacity that holds the moves of any position that comes up in
// play; composed positions with many kings may have more, and then the slice
// given to Append grows.
const MaxMoves = 128

// Append appends the legal moves of p to dst, each once, in no promised order,
// and returns the longer slice. It allocates only when dst must grow.
func Append(dst []board.Move, p board.Position) []board.Move {
	return appendMoves(dst, sides{p.Own(), p.Opp(), p.Kings()}, p.Side())
}

// HasMove reports whether the side to move has a legal move.
func HasMove(p board.Position) bool {
	s := sides{p.Own(), p.Opp(), p.Kings()}
	empty := s.empty()
	step := forward(p.Side())
	men, kings := s.own&^s.kings, s.own&s.kings
	around := kings.Shift(board.UpLeft) | kings.Shift(board.UpRight) |
		kings.Shift(board.DownLeft) | kings.Shift(board.DownRight)
	ahead := men.Shift(step.left) | men.Shift(step.right)
	return (around|ahead)&empty != 0 || canCapture(s, empty)
}

// sides is the placement as the generator works with it: a position without
// its key and side. It is passed by value so that it stays in registers.
type sides struct {
	own, opp, kings board.Bits
}

// empty returns the free squares.
func (s sides) empty() board.Bits { return board.Board &^ (s.own | s.opp) }

// steps holds a side's two forward steps.
type steps struct{ left, right int }

// forward returns the two steps a man of colour c makes. As rotations of the
// bits they need no branch on the colour.
func forward(c board.Colour) steps {
	sign := 1 - 2*int(c)
	return steps{board.UpLeft * sign, board.UpRight * sign}
}

// appendMoves generates all captures or, where there are none, all quiet moves.
func appendMoves(dst []board.Move, s sides, c board.Colour) []board.Move {
	empty := s.empty()
	if canCapture(s, empty) {
		dst = appendManCaptures(dst, s, empty, board.PromotionRank(c))
		return appendKingCaptures(dst, s, empty)
	}
	dst = appendManMoves(dst, s.own&^s.kings, empty, c)
	return appendKingMoves(dst, s.own&s.kings, empty)
}

// meetingRoutes is the number of pieces from which two routes can take the
// same set: they close a circuit, and each of its sides takes a piece.
const meetingRoutes = 4

// appendCapture adds a finished capture unless the list has it from another
// route. The start square is part of the move, so the comparison may run over
// the whole list.
func appendCapture(dst []board.Move, m board.Move) []board.Move {
	if m.Captured().Count() >= meetingRoutes {
		for _, have := range dst {
			if have == m {
				return dst
			}
		}
	}
	return append(dst, m)
}
