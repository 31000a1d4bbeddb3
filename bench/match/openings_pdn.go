package match

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"bolshak/board"
	"bolshak/protocol/pdn"
)

// parsePDNOpenings reads PDN: the moves of a game are an opening, all of them or,
// where plies is not 0, the first so many. A FEN tag sets the position in which
// they begin; variations, comments and results do not matter. See pdn.Reader for
// where a game ends.
func parsePDNOpenings(name, text string, plies int) ([]Opening, error) {
	var openings []Opening
	r := pdn.NewReader(strings.NewReader(text), "")
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return openings, nil
		}
		if err != nil {
			return nil, err
		}
		o, err := openingOf(g, plies)
		if err != nil {
			return nil, err
		}
		o.ID = placeInFile(name, g.Line)
		openings = append(openings, o)
	}
}

// openingOf returns the opening that a game is; what is wrong in its variations does
// not matter.
func openingOf(g *pdn.Game, plies int) (Opening, error) {
	for _, p := range g.Problems {
		if !p.Variation {
			return Opening{}, errors.New(p.String())
		}
	}
	o := Opening{Start: g.Start}
	for ply, n := range g.Main() {
		if n.Move == board.NoMove {
			return Opening{}, fmt.Errorf("line %d, column %d, ply %d: a null move", n.Line, n.Column, ply)
		}
		if plies > 0 && ply > plies {
			break
		}
		o.Moves = append(o.Moves, n.Move)
	}
	if err := o.check(); err != nil {
		return Opening{}, fmt.Errorf("line %d: %w", g.Line, err)
	}
	return o, nil
}
