package match

import (
	"bolshak/board"
	"bolshak/protocol/hub"
)

// Adjudicator ends a game from what the engines think of it, and a game that is
// too long. One serves one game. The rules of the board come first: a move that
// ends the game is not judged.
//
// As in cutechess and fastchess a side is resigned by its own scores alone, the
// opponent's are not asked; a draw needs the scores of both. A move without a
// score breaks both rows.
type Adjudicator struct {
	resign   ResignRule
	draw     DrawRule
	maxPlies int

	plies int    // moves judged
	lost  [2]int // moves of each colour in a row with the score of a loss
	even  int    // plies in a row with the score of a draw
}

// NewAdjudicator returns an adjudicator for one game. Zero rules never end it, nor
// does a limit of 0 plies. Moves and plies are counted from the end of the opening.
func NewAdjudicator(resign ResignRule, draw DrawRule, maxPlies int) *Adjudicator {
	return &Adjudicator{resign: resign, draw: draw, maxPlies: maxPlies}
}

// Judge takes the reply with which the given side moved. It returns how the game is
// adjudicated: Ongoing, or a result for one of the reasons Resign, AdjudicateDraw
// and MaxPlies.
func (a *Adjudicator) Judge(mover board.Colour, r Reply) board.Outcome {
	a.plies++
	a.lost[mover&1]++
	if !r.HasScore || !a.resign.holds(r.Score) {
		a.lost[mover&1] = 0
	}
	a.even++
	if !r.HasScore || !a.draw.holds(r.Score) {
		a.even = 0
	}

	switch {
	case a.resign.Moves > 0 && a.lost[mover&1] >= a.resign.Moves:
		winner := board.WhiteWins
		if mover == board.White {
			winner = board.BlackWins
		}
		return board.Outcome{Result: winner, Reason: Resign}
	case a.draw.Moves > 0 && a.even >= 2*a.draw.Moves && a.plies >= 2*a.draw.From:
		return board.Outcome{Result: board.Drawn, Reason: AdjudicateDraw}
	case a.maxPlies > 0 && a.plies >= a.maxPlies:
		return board.Outcome{Result: board.Drawn, Reason: MaxPlies}
	}
	return board.Outcome{}
}

// holds reports whether a score counts towards resigning: a proven loss always
// does.
func (r ResignRule) holds(s hub.Score) bool {
	return s.Win < 0 || s.Win == 0 && s.Centimen <= -r.Score
}

// holds reports whether a score counts towards a draw: a proven win or loss never
// does.
func (r DrawRule) holds(s hub.Score) bool {
	return s.Win == 0 && s.Centimen >= -r.Score && s.Centimen <= r.Score
}
