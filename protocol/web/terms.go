package web

import (
	"errors"
	"math/rand/v2"

	"bolshak/board"
	"bolshak/movegen"
)

// Terms is an evaluation, in men for the side to move.
type Terms struct {
	Score float64    `json:"score"`
	Phase int        `json:"phase"`
	Terms []Term     `json:"terms"`
	WDL   [3]float64 `json:"wdl"` // chances of a win, a draw and a loss
}

// Term is a term that counts for a side.
type Term struct {
	Name  string  `json:"name"`
	White int     `json:"white"` // how often it counts
	Black int     `json:"black"`
	Score float64 `json:"score"`
}

// Verdict is what an endgame table says of a position, for the side to move.
type Verdict struct {
	Value int // 1: won, 0: drawn, -1: lost
	Plies int // to the end; 0 where it is not known
}

// verdict is the same for White.
type verdict struct {
	Value int `json:"value"`
	Plies int `json:"plies,omitempty"`
}

func newVerdict(v Verdict, side board.Colour) *verdict {
	return &verdict{Value: v.Value * (1 - 2*int(side)), Plies: v.Plies}
}

// OpeningTable is a table from which openings are drawn.
type OpeningTable struct {
	Name     string
	Openings []Opening
}

// Opening is where a game begins.
type Opening struct {
	Name  string
	Start board.Position
	Moves []board.Move
}

// openingAnswer is an opening for the browser.
type openingAnswer struct {
	Name  string   `json:"name"`
	Start string   `json:"start,omitempty"` // empty: the start of the game
	Moves []string `json:"moves"`
	Texts []string `json:"texts"`
}

// openingArgs says which table.
type openingArgs struct {
	Table string `json:"table"`
}

// opening draws an opening by lot.
func (ses *session) opening(_ int64, args openingArgs) (any, error) {
	o, err := ses.server.draw(args.Table)
	if err != nil {
		return nil, err
	}
	a := openingAnswer{Name: o.Name, Moves: []string{}, Texts: []string{}}
	if o.Start != board.Start() {
		a.Start = o.Start.FEN()
	}
	p := o.Start
	for _, m := range o.Moves {
		a.Moves = append(a.Moves, m.String())
		a.Texts = append(a.Texts, movegen.Format(p, m, movegen.Short))
		p = p.After(m)
	}
	return a, nil
}

// draw draws an opening of a table.
func (s *Server) draw(table string) (Opening, error) {
	for _, t := range s.options.Openings {
		if t.Name == table && len(t.Openings) > 0 {
			return t.Openings[rand.IntN(len(t.Openings))], nil
		}
	}
	return Opening{}, errors.New("there is no such table of openings here")
}
