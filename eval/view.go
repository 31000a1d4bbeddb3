package eval

import "bolshak/board"

// view is a position as one side sees it from its own end of the board: own
// men move up, from rank 1 to rank 8.
type view struct {
	own, opp, kings board.Bits
}

// views returns the position as the side to move and as its opponent see it.
func views(p board.Position) (us, them view) {
	own, opp, kings := p.Own(), p.Opp(), p.Kings()
	if p.Side() == board.White {
		return view{own, opp, kings}, view{opp.Flip(), own.Flip(), kings.Flip()}
	}
	return view{own.Flip(), opp.Flip(), kings.Flip()}, view{opp, own, kings}
}

func (v view) men() board.Bits   { return v.own &^ v.kings }
func (v view) empty() board.Bits { return board.Board &^ (v.own | v.opp) }
