package endgame

import (
	"bolshak/board"
	"bolshak/movegen"
)

// Probe returns the value of a position to its side to move, in Russian
// draughts and without regard to draw counters. It returns false where the
// tables do not know: too many pieces, or a class that is missing. Where a
// capture is pending the captures are looked at. A position in memory is
// looked up without allocation.
func (t *Tables) Probe(p board.Position) (Value, bool) {
	f := t.find(p, false)
	return f.value(), f.known
}

// Distance returns the number of plies to the end of the game under best play,
// the winner hurrying and the loser holding out. It returns false for a draw,
// and where the tables do not know or keep values alone.
func (t *Tables) Distance(p board.Position) (plies int, ok bool) {
	f := t.find(p, true)
	if !f.exact || f.outcome == drawn {
		return 0, false
	}
	return f.outcome.plies(), true
}

// finding is what the tables know of a position.
type finding struct {
	outcome outcome
	known   bool // they know its value
	exact   bool // and the distance as well
}

func (f finding) value() Value {
	if !f.known {
		return Unknown
	}
	return f.outcome.value()
}

// find looks a position up. With distance it goes on after a win is found to
// look for a shorter one.
func (t *Tables) find(p board.Position, distance bool) finding {
	if t == nil || p.Occupied().Count() > t.largest {
		return finding{}
	}
	switch {
	case p.Own() == 0:
		return finding{lost, true, true}
	case p.Opp() == 0:
		// The other side has lost all but had the last move: whoever has a
		// move now wins with it.
		if movegen.HasMove(p) {
			return finding{won, true, true}
		}
		return finding{lost, true, true}
	case movegen.CanCapture(p):
		return t.findCaptures(p, distance)
	}
	pl := placementOf(p)
	tb := t.classes[pl.key()]
	if tb == nil {
		return finding{}
	}
	o, ok := t.lookUp(tb, tb.index.rank(pl))
	return finding{o, ok, ok && (o == drawn || tb.file.distances())}
}

// findCaptures looks up what the captures of a position lead to.
func (t *Tables) findCaptures(p board.Position, distance bool) finding {
	var list [movegen.MaxMoves]board.Move
	var c choice
	known, exact := true, true
	for _, m := range movegen.Append(list[:0], p) {
		f := t.find(p.After(m), distance)
		known, exact = known && f.known, exact && f.exact
		if !f.known {
			continue
		}
		c.add(f.outcome)
		if c.loss != 0 && !distance {
			return finding{won, true, false}
		}
	}
	return finding{c.best(), known || c.loss != 0, exact}
}

// lookUp returns the outcome of position i of a table.
func (t *Tables) lookUp(tb *table, i int) (outcome, bool) {
	if all := tb.unpacked.Load(); all != nil {
		return (*all)[i], true
	}
	if tb.off.Load() {
		return 0, false
	}
	if tb.slots == nil {
		return tb.first(i)
	}
	o, err := t.cache.lookUp(tb, i)
	if err != nil {
		tb.switchOff(err)
		return 0, false
	}
	return o, true
}

// first unpacks a small class when it is first asked for.
func (tb *table) first(i int) (outcome, bool) {
	tb.unpack.Do(func() {
		all, err := tb.file.unpack()
		if err != nil {
			tb.switchOff(err)
			return
		}
		tb.unpacked.Store(&all)
	})
	all := tb.unpacked.Load()
	if all == nil {
		return 0, false
	}
	return (*all)[i], true
}

// switchOff takes a table out of use and says why, once.
func (tb *table) switchOff(err error) {
	if !tb.off.Swap(true) && tb.fault != nil {
		tb.fault(err)
	}
}
