package endgame

// Value is what a position is worth to the side to move.
type Value uint8

// The values.
const (
	Unknown Value = iota // not in the tables
	Loss
	Draw
	Win
)

// String returns "unknown", "loss", "draw" or "win".
func (v Value) String() string { return [...]string{"unknown", "loss", "draw", "win"}[v&3] }

// Opposite returns the value to the other side.
func (v Value) Opposite() Value {
	switch v {
	case Loss:
		return Win
	case Win:
		return Loss
	}
	return v
}

// outcome is a value for the side to move together with the number of plies to
// the end of the game under best play, the winner hurrying and the loser holding
// out: 0 is a draw, and d+1 a game that ends after d plies. The loser is to move
// at the end, so that odd outcomes are lost and even ones won.
type outcome uint8

// The outcomes that have no distance, and the bounds of those that have.
const (
	drawn   outcome = 0
	lost    outcome = 1 // no move
	won     outcome = 2
	longest outcome = 254
)

// isLoss reports whether the side to move loses.
func (o outcome) isLoss() bool { return o&1 != 0 }

// isWin reports whether the side to move wins.
func (o outcome) isWin() bool { return o != 0 && o&1 == 0 }

// value returns the outcome without its distance.
func (o outcome) value() Value {
	switch {
	case o == drawn:
		return Draw
	case o.isLoss():
		return Loss
	}
	return Win
}

// short returns the outcome with the least distance of its value: what is kept
// where distances are not.
func (o outcome) short() outcome {
	switch {
	case o == drawn:
		return drawn
	case o.isLoss():
		return lost
	}
	return won
}

// plies returns the distance to the end; 0 for a draw.
func (o outcome) plies() int {
	if o == drawn {
		return 0
	}
	return int(o) - 1
}

// choice collects the outcomes of the positions after the moves of one and says
// what the best of them makes of it.
type choice struct {
	loss  outcome // the shortest loss of the opponent, if any
	win   outcome // the opponent's longest win, if any
	draws bool
}

// add takes the outcome, to the opponent, of the position after a move.
func (c *choice) add(o outcome) {
	switch {
	case o == drawn:
		c.draws = true
	case o.isLoss():
		if c.loss == 0 || o < c.loss {
			c.loss = o
		}
	default:
		c.win = max(c.win, o)
	}
}

// best returns the outcome of the position: lost where no move was added.
func (c *choice) best() outcome {
	switch {
	case c.loss != 0:
		return c.loss + 1
	case c.draws:
		return drawn
	case c.win != 0:
		return c.win + 1
	}
	return lost
}
