package reference

import "bolshak/board"

// Draw recounts from the start position and the list of moves whether the game
// is drawn in its present position, rule by rule in the order of the table in
// rules.md. A side that is stuck has lost all the same; that is not looked at.
func Draw(g *board.Game) board.Draw {
	h := replay(g)
	switch {
	case h.occurrences() >= 3:
		return board.Repetition
	case h.kingMovesInARow() >= 15*2:
		return board.KingsOnly
	case h.balanceIsDrawn():
		return board.Balance
	case h.loneKingHoldsOut():
		return board.ThreeKings
	case h.movesAgainstMainRoad() >= 5:
		return board.OnMainRoad
	}
	return board.NoDraw
}

// history is a game written out: the placement before every move and after the
// last one, and the moves between them.
type history struct {
	stood []diagram
	moves []board.Move
}

// replay plays the game once more on an array.
func replay(g *board.Game) history {
	d := *read(g.Start())
	h := history{stood: []diagram{d}, moves: g.Moves()}
	for _, m := range h.moves {
		d.play(m)
		h.stood = append(h.stood, d)
	}
	return h
}

// now is the present placement.
func (h history) now() diagram { return h.stood[len(h.stood)-1] }

// occurrences counts how often the present placement has stood with the same
// side to move.
func (h history) occurrences() (n int) {
	for _, d := range h.stood {
		if d == h.now() {
			n++
		}
	}
	return n
}

// kingMovesInARow counts the plies at the end of the game that kings made
// without taking anything.
func (h history) kingMovesInARow() (plies int) {
	for i := len(h.moves) - 1; i >= 0; i-- {
		mover := h.stood[i].at(placeOf(h.moves[i].From()))
		if !isKing(mover) || h.stood[i].tally() != h.stood[i+1].tally() {
			break
		}
		plies++
	}
	return plies
}

// tally is the balance: how many men and kings each side has.
type tally struct{ whiteMen, whiteKings, blackMen, blackKings int }

// tally counts the pieces of a placement.
func (d *diagram) tally() (t tally) {
	for _, file := range d.squares {
		for _, content := range file {
			switch content {
			case whiteMan:
				t.whiteMen++
			case whiteKing:
				t.whiteKings++
			case blackMan:
				t.blackMen++
			case blackKing:
				t.blackKings++
			}
		}
	}
	return t
}

func (t tally) white() int { return t.whiteMen + t.whiteKings }
func (t tally) black() int { return t.blackMen + t.blackKings }

// pieces is how many pieces are on the board.
func (d *diagram) pieces() int { return d.tally().white() + d.tally().black() }

// sinceBalance returns the number of the placement in which the present
// balance arose.
func (h history) sinceBalance() int {
	now := h.now()
	first := len(h.stood) - 1
	for first > 0 && h.stood[first-1].tally() == now.tally() {
		first--
	}
	return first
}

// balanceIsDrawn looks at the rule of the unchanged balance.
func (h history) balanceIsDrawn() bool {
	now := h.now()
	t := now.tally()
	if t.whiteKings == 0 || t.blackKings == 0 {
		return false
	}
	plies := len(h.moves) - h.sinceBalance()
	switch now.pieces() {
	case 2, 3:
		return plies >= 5*2
	case 4, 5:
		return plies >= 30*2
	case 6, 7:
		return plies >= 60*2
	}
	return false
}

// loneKingHoldsOut looks at the rule of a lone king against three or more.
func (h history) loneKingHoldsOut() bool {
	now := h.now()
	t := now.tally()
	var stronger board.Colour
	switch {
	case t.white() == 1 && t.whiteKings == 1 && t.blackKings >= 3:
		stronger = board.Black
	case t.black() == 1 && t.blackKings == 1 && t.whiteKings >= 3:
		stronger = board.White
	default:
		return false
	}
	moves := 0
	for _, d := range h.stood[h.sinceBalance() : len(h.stood)-1] {
		if d.side == stronger {
			moves++
		}
	}
	return moves >= 15
}

// movesAgainstMainRoad counts the moves of the stronger side, at the end of
// the game and without a break, before and after which the other side's lone
// king held the main road.
func (h history) movesAgainstMainRoad() (moves int) {
	holder, held := h.stood[len(h.moves)].mainRoadHolder()
	for i := len(h.moves) - 1; i >= 0 && held; i-- {
		before := h.stood[i]
		if earlier, heldBefore := before.mainRoadHolder(); !heldBefore || earlier != holder {
			break
		}
		if before.side != holder {
			moves++
		}
	}
	return moves
}

// mainRoadHolder returns the side, if there is one, that has nothing but a
// king on the main road, alone on it, against exactly three pieces.
func (d *diagram) mainRoadHolder() (board.Colour, bool) {
	onRoad, king := 0, byte(empty)
	for i := range 8 {
		if content := d.squares[i][i]; content != empty {
			onRoad++
			king = content
		}
	}
	t := d.tally()
	switch {
	case onRoad != 1:
		return 0, false
	case king == whiteKing && t.white() == 1 && t.black() == 3:
		return board.White, true
	case king == blackKing && t.black() == 1 && t.white() == 3:
		return board.Black, true
	}
	return 0, false
}
