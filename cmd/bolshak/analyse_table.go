package main

import (
	"fmt"

	"bolshak/board"
	"bolshak/eval/endgame"
)

// tableReport is what the endgame tables know of a position, as --json prints it.
type tableReport struct {
	Value string `json:"value"`           // for the side to move: "win", "draw", "loss"
	Plies *int   `json:"plies,omitempty"` // to the end, where the tables know it
}

// lookUp returns what the tables know of a position; nil for nothing. They hold
// nothing of giveaway.
func lookUp(tables *endgame.Tables, rules board.Rules, p board.Position) *tableReport {
	if rules.StuckWins {
		return nil
	}
	value, ok := tables.Probe(p)
	if !ok {
		return nil
	}
	report := &tableReport{Value: value.String()}
	if plies, ok := tables.Distance(p); ok {
		report.Plies = &plies
	}
	return report
}

// describe says for people what the tables know.
func (r *tableReport) describe(side board.Colour) string {
	verb := map[string]string{"win": "wins", "loss": "loses"}[r.Value]
	switch {
	case verb == "":
		return "endgame tables: drawn"
	case r.Plies == nil:
		return fmt.Sprintf("endgame tables: %v %s", side, verb)
	}
	moves := (*r.Plies + 1) / 2
	return fmt.Sprintf("endgame tables: %v %s in %d %s", side, verb, moves, plural("move", moves))
}
