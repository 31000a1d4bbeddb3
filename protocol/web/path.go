package web

import (
	"fmt"

	"bolshak/board"
	"bolshak/movegen"
)

// path is a position with the moves that led to it.
type path struct {
	Rules string   `json:"rules"` // empty: russian
	Start string   `json:"start"` // any form of a position; empty: the start
	Moves []string `json:"moves"` // in any notation
}

// maxPlies bounds how long a game may be.
const maxPlies = 2000

// game plays the moves. An error names the ply, from 1.
func (p path) game() (*board.Game, error) {
	rules := board.Russian
	if p.Rules != "" {
		var err error
		if rules, err = board.ParseRules(p.Rules); err != nil {
			return nil, err
		}
	}
	start := board.Start()
	if p.Start != "" {
		var err error
		if start, err = board.ParsePosition(p.Start); err != nil {
			return nil, err
		}
	}
	if len(p.Moves) > maxPlies {
		return nil, fmt.Errorf("moves: %d, want at most %d", len(p.Moves), maxPlies)
	}
	g := board.NewGame(rules, start)
	for i, text := range p.Moves {
		m, err := movegen.Parse(g.Position(), text)
		if err != nil {
			if len(p.Moves) == 1 || i == len(p.Moves)-1 {
				return nil, err
			}
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		g.Play(m)
	}
	return g, nil
}
