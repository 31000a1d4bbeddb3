package endgame

import (
	"bolshak/board"
	"bolshak/movegen"
)

// values are the outcomes of all positions of some classes, one byte each.
type values [classKeys]*classValues

// classValues are those of one class.
type classValues struct {
	index    *index
	outcomes []outcome
}

// outcome returns the outcome of a placement to its side to move, which may have
// lost its last piece. Its class must be there.
func (v *values) outcome(pl placement) outcome {
	if pl.ownMen|pl.ownKings == 0 {
		return lost
	}
	t := v[pl.key()]
	return t.outcomes[t.index.rank(pl)]
}

// after returns the outcome, to the side that is to move then, of the position
// after a move.
func (v *values) after(p board.Position, m board.Move) outcome {
	return v.outcome(placementOf(p.After(m)))
}

// best returns the outcome of a position whose moves all lead to classes that
// are there.
func (v *values) best(p board.Position, moves []board.Move) outcome {
	var c choice
	for _, m := range moves {
		c.add(v.after(p, m))
	}
	return c.best()
}

// moveList is room for the moves of one position after the other.
type moveList []board.Move

// of returns the moves of a position, until the next call.
func (l *moveList) of(p board.Position) []board.Move {
	*l = movegen.Append((*l)[:0], p)
	return *l
}
