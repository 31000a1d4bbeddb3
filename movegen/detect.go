package movegen

import "bolshak/board"

// CanCapture reports whether the side to move can capture, and so must.
func CanCapture(p board.Position) bool {
	s := sides{p.Own(), p.Opp(), p.Kings()}
	return canCapture(s, s.empty())
}

// OpponentCanCapture reports whether the other side could capture if it were
// its turn: the side to move is under threat.
func OpponentCanCapture(p board.Position) bool {
	s := sides{p.Opp(), p.Own(), p.Kings()}
	return canCapture(s, s.empty())
}

// canCapture reports whether a piece of s.own can take one of s.opp.
func canCapture(s sides, empty board.Bits) bool {
	// Next to the victim a king captures as a man does.
	if s.own&jumpSquares(s.opp, empty) != 0 {
		return true
	}
	for kings := s.own & s.kings; kings != 0; kings = kings.Rest() {
		if kingCanCapture(kings.First(), s.opp, empty) {
			return true
		}
	}
	return false
}

// jumpSquares returns the squares from which a piece beside a victim can jump
// it: the victim is next and the square behind it empty.
func jumpSquares(opp, empty board.Bits) board.Bits {
	return opp>>4&(empty>>8) | opp>>5&(empty>>10) | opp<<4&(empty<<8) | opp<<5&(empty<<10)
}

// kingCanCapture reports whether a king on s has a capture.
func kingCanCapture(s board.Square, opp, empty board.Bits) bool {
	return victim(upLeft, s, opp, empty)|victim(upRight, s, opp, empty)|
		victim(downLeft, s, opp, empty)|victim(downRight, s, opp, empty) != 0
}
