package match

import (
	"strconv"

	"bolshak/board"
	"bolshak/eval/endgame"
)

// TableRule adjudicates a game when endgame tables of up to Pieces pieces know how
// it ends under best play. The zero TableRule never does, nor does any in giveaway.
type TableRule struct {
	Tables *endgame.Tables
	Pieces int
}

// String returns the rule for the journal, or "" for none.
func (r TableRule) String() string {
	if r.Tables == nil {
		return ""
	}
	return strconv.Itoa(r.Pieces)
}

// judge returns how the game is adjudicated, or Ongoing. The tables know nothing of
// draw counters: a win in more plies than the counters leave is played on, unless
// the tables have no distances.
func (r TableRule) judge(g *board.Game) board.Outcome {
	p := g.Position()
	if r.Tables == nil || g.Rules().StuckWins || p.Occupied().Count() > r.Pieces {
		return board.Outcome{}
	}
	value, ok := r.Tables.Probe(p)
	if plies, exact := r.Tables.Distance(p); !ok || exact && plies > g.Counters().PliesToDraw(p) {
		return board.Outcome{}
	}
	result := board.Drawn
	if value != endgame.Draw {
		result = board.WhiteWins
		if (value == endgame.Win) == (p.Side() == board.Black) {
			result = board.BlackWins
		}
	}
	return board.Outcome{Result: result, Reason: EndgameTable}
}
