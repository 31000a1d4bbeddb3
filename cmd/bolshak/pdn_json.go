package main

import (
	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

// gameReport is a game as pdn convert --to json prints it.
type gameReport struct {
	Game     int               `json:"game"`
	Line     int               `json:"line"`
	Tags     map[string]string `json:"tags"`
	Variant  string            `json:"variant"`
	Start    string            `json:"start"` // FEN
	Result   string            `json:"result"`
	Comments []string          `json:"comments,omitempty"`
	Moves    []moveReport      `json:"moves"`
	Problems []string          `json:"problems,omitempty"`
}

// moveReport is a move of a game.
type moveReport struct {
	Move       string         `json:"move"` // short form; "--" for a null move
	Text       string         `json:"text,omitempty"`
	NAGs       []int          `json:"nags,omitempty"`
	Lead       []string       `json:"lead,omitempty"`
	Comments   []string       `json:"comments,omitempty"`
	Clock      *clockReport   `json:"clock,omitempty"`
	Variations [][]moveReport `json:"variations,omitempty"`
}

// clockReport is what the clock marks of a move say, in seconds.
type clockReport struct {
	White *float64 `json:"white,omitempty"` // left
	Black *float64 `json:"black,omitempty"`
	Spent *float64 `json:"spent,omitempty"` // on this move
}

// newGameReport returns what --json says of a game.
func newGameReport(g *pdn.Game) gameReport {
	r := gameReport{
		Game: g.Index, Line: g.Line, Tags: map[string]string{}, Variant: g.Rules.Name, Start: g.Start.FEN(), Result: g.ResultText(),
		Comments: g.Comments, Moves: lineReport(g.First),
	}
	for _, t := range g.Tags {
		if _, again := r.Tags[t.Name]; !again {
			r.Tags[t.Name] = t.Value
		}
	}
	for _, p := range g.Check() {
		r.Problems = append(r.Problems, p.String())
	}
	return r
}

// lineReport returns the moves of a line.
func lineReport(first *pdn.Node) []moveReport {
	moves := []moveReport{}
	for _, n := range first.Following() {
		m := moveReport{Move: "--", Text: n.Text, NAGs: n.NAGs, Lead: n.Lead, Comments: n.Comments, Clock: newClockReport(n)}
		if n.Move != board.NoMove {
			m.Move = movegen.Format(n.Position, n.Move, movegen.Short)
		}
		for _, v := range n.Variations {
			m.Variations = append(m.Variations, lineReport(v))
		}
		moves = append(moves, m)
	}
	return moves
}

// newClockReport returns what the clock marks of a move say; nil where it has none.
func newClockReport(n *pdn.Node) *clockReport {
	c, ok := n.Clock()
	if !ok {
		return nil
	}
	r := &clockReport{}
	for side, left := range c.Left {
		if left != nil {
			seconds := left.Seconds()
			*[]**float64{&r.White, &r.Black}[side] = &seconds
		}
	}
	if c.Spent != nil {
		seconds := c.Spent.Seconds()
		r.Spent = &seconds
	}
	return r
}
