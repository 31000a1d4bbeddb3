package match

import (
	"math/bits"
	"math/rand/v2"
	"time"

	"bolshak/protocol/hub"
)

// clock is one engine's clock in a game. As in Hub the increment is added before
// every move, the first included: for a move there is left plus the increment,
// and an engine is told left and increment apart.
type clock struct {
	control TimeControl
	left    time.Duration // before the increment for the next move
	moves   int           // until Time is added again; 0: never
}

// newClock returns the clock at the beginning of a game.
func newClock(tc TimeControl) clock {
	return clock{control: tc, left: tc.Time, moves: tc.Moves}
}

// budget returns the time there is for the next move.
func (c *clock) budget() time.Duration { return c.left + c.control.Increment }

// spend takes the time for a move off the clock. It reports false where the move
// took longer than there was time and margin. What the margin has forgiven is
// not owed: the clock shows 0 then.
func (c *clock) spend(elapsed, margin time.Duration) bool {
	left := c.budget() - elapsed
	c.left = max(left, 0)
	if c.moves > 0 {
		if c.moves--; c.moves == 0 {
			c.moves = c.control.Moves
			c.left += c.control.Time
		}
	}
	return left >= -margin
}

// timer times the moves of one engine by its limits.
type timer struct {
	limits Limits
	margin time.Duration
	clock  clock
	random rand.PCG // of the game
}

func newTimer(spec EngineSpec) timer {
	return timer{limits: spec.Limits, margin: spec.TimeMargin, clock: newClock(spec.Limits.Clock)}
}

// reset sets the clock back for a new game, whose random numbers follow from seed.
func (t *timer) reset(seed Seed) {
	t.clock = newClock(t.limits.Clock)
	t.random.Seed(seed[0], seed[1])
}

// nodes returns the nodes for the next move; 0 for no limit. It draws from the bare
// generator, whose output is fixed by its definition.
func (t *timer) nodes() uint64 {
	n := uint64(t.limits.Nodes)
	high, low := bits.Mul64(n, uint64(t.limits.Jitter))
	reach, _ := bits.Div64(high, low, 100)
	if reach == 0 {
		return n
	}
	up, _ := bits.Mul64(t.random.Uint64(), 2*reach+1)
	return n - reach + up
}

// budget returns the time there is for the next move; timed is false where there
// is no clock.
func (t *timer) budget() (budget time.Duration, timed bool) {
	switch {
	case t.limits.Clock.IsSet():
		return t.clock.budget(), true
	case t.limits.MoveTime > 0:
		return t.limits.MoveTime, true
	}
	return 0, false
}

// spend books the time for a move. It reports false where that was too long.
func (t *timer) spend(elapsed time.Duration) bool {
	switch {
	case t.limits.Clock.IsSet():
		return t.clock.spend(elapsed, t.margin)
	case t.limits.MoveTime > 0:
		return elapsed <= t.limits.MoveTime+t.margin
	}
	return true
}

// left returns what the clock shows; 0 where there is none.
func (t *timer) left() time.Duration { return t.clock.left }

// next returns the limits of the next move as the protocol's client takes them. It
// draws the number of nodes where that is random.
func (t *timer) next() hub.Limits {
	l := hub.Limits{Depth: t.limits.Depth, Nodes: t.nodes(), MoveTime: t.limits.MoveTime}
	if t.limits.Clock.IsSet() {
		l.Time = max(t.clock.budget(), time.Millisecond)
		l.Inc = t.clock.control.Increment
		l.Moves = t.clock.moves
	}
	return l
}
