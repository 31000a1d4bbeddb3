package match

import (
	"fmt"
	"io"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

// parsePDNOpenings reads PDN: the moves of a game are an opening, all of them or,
// where plies is not 0, the first so many. A FEN tag sets the position in which
// they begin; variations, comments and results do not matter. Games need no tags: a
// game ends at its result, at a tag, at move number 1, and, where it has no tags, at
// an empty line.
func parsePDNOpenings(name, text string, plies int) ([]Opening, error) {
	r := pdnReader{name: name, plies: plies}
	lexer := pdn.NewLexer(text)
	for {
		t, err := lexer.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = r.read(t)
		}
		if err != nil {
			return nil, err
		}
	}
	if r.depth > 0 {
		return nil, fmt.Errorf("line %d, column %d: the variation is not closed, want a ) behind it", r.open.Line, r.open.Column)
	}
	if err := r.finish(); err != nil {
		return nil, err
	}
	return r.openings, nil
}

// pdnReader gathers openings from tokens.
type pdnReader struct {
	name     string
	plies    int // of a game that are kept; 0: all
	openings []Opening

	// The game that is read.
	begun    bool
	line     int
	opening  Opening
	position board.Position
	tags     map[string]bool // the tags seen, in lower case

	open  pdn.Token // the outermost variation that is open
	depth int       // how many are
}

// read takes the next token.
func (r *pdnReader) read(t pdn.Token) error {
	switch {
	case t.Kind == pdn.Open:
		if r.depth == 0 {
			r.open = t
		}
		r.depth++
		return nil
	case t.Kind == pdn.Close:
		if r.depth == 0 {
			return fmt.Errorf("line %d, column %d: \")\" found, but no variation is open", t.Line, t.Column)
		}
		r.depth--
		return nil
	case r.depth > 0:
		return nil
	}
	switch t.Kind {
	case pdn.TagPair:
		return r.tag(t)
	case pdn.MoveNumber:
		if t.Number == 1 && t.Dots < 3 && len(r.opening.Moves) > 0 {
			return r.finish()
		}
	case pdn.MoveText:
		return r.move(t)
	case pdn.ResultText:
		return r.finish()
	}
	return nil
}

// begin begins a game, unless one has begun.
func (r *pdnReader) begin(t pdn.Token) {
	if r.begun {
		return
	}
	r.begun, r.line = true, t.Line
	r.opening = Opening{ID: placeInFile(r.name, t.Line), Start: board.Start()}
	r.position = board.Start()
	r.tags = map[string]bool{}
}

// tag reads a tag. One behind moves, or one that this game has already, is the
// next game's.
func (r *pdnReader) tag(t pdn.Token) error {
	key := strings.ToLower(t.Name)
	if len(r.opening.Moves) > 0 || r.tags[key] {
		if err := r.finish(); err != nil {
			return err
		}
	}
	r.begin(t)
	r.tags[key] = true
	if key != "fen" {
		return nil
	}
	p, err := board.ParseFEN(t.Text)
	if err != nil {
		return fmt.Errorf("line %d, tag FEN: %w", t.Line, err)
	}
	r.opening.Start, r.position = p, p
	return nil
}

// move plays a move.
func (r *pdnReader) move(t pdn.Token) error {
	if t.AfterBlank && len(r.tags) == 0 && len(r.opening.Moves) > 0 {
		if err := r.finish(); err != nil {
			return err
		}
	}
	r.begin(t)
	m, err := movegen.Parse(r.position, t.Text)
	if err != nil {
		return fmt.Errorf("line %d, column %d, ply %d: %w", t.Line, t.Column, len(r.opening.Moves)+1, err)
	}
	r.position = r.position.After(m)
	r.opening.Moves = append(r.opening.Moves, m)
	return nil
}

// finish ends the game that is read, if there is one.
func (r *pdnReader) finish() error {
	if !r.begun {
		return nil
	}
	o := r.opening
	if r.plies > 0 && len(o.Moves) > r.plies {
		o.Moves = o.Moves[:r.plies]
	}
	r.begun, r.opening, r.tags = false, Opening{}, nil
	if err := o.check(); err != nil {
		return fmt.Errorf("line %d: %w", r.line, err)
	}
	r.openings = append(r.openings, o)
	return nil
}
