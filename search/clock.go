package search

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// The parts of the clock given to one move.
const (
	overheadPart = 5  // the part of what there is that is kept back at most
	movesLeft    = 25 // moves expected to follow where the number is not given
	hardFactor   = 4  // how far a move may overrun its share
	hardPart     = 3  // and the part of the clock it may never exceed

	// A move takes more of its share while the best move changes, and less the
	// more depths it has stood; more where the score falls, in parts of the share
	// for a man.
	easiest       = 0.8
	hardest       = 1.9
	easierByDepth = 0.18
	fallingMan    = 1.5
	fallingMost   = 0.75
)

// clock tells a search when to stop: after soft no new depth is begun, after
// hard the search ends at once. Zero is no limit. It can be started while
// workers read it.
type clock struct {
	soft, hard time.Duration
	flexible   bool // soft is a share of the game's clock: it may be more or less
	base       time.Time
	started    atomic.Int64 // ns after base; standing while it does not run (ponder)
}

// standing is the start of a clock that does not run.
const standing = math.MinInt64

// newClock plans the time for one move. The clock runs from now unless the
// limits say that the search ponders.
func newClock(l Limits, now time.Time) *clock {
	c := &clock{base: now}
	c.started.Store(standing)
	if l.onClock() {
		there := l.Time - l.kept(l.Time)
		moves := movesLeft
		if l.Moves > 0 {
			moves = min(l.Moves, movesLeft)
		}
		share := max(l.Time-l.Inc, 0)/time.Duration(moves) + l.Inc*3/4
		c.soft = min(share, there)
		// With one move to the time control the whole clock is there to be used.
		c.hard = min(min(share, there)*hardFactor, there)
		if moves > 1 {
			c.hard = min(c.hard, max(there/hardPart, min(share, there)))
		}
		c.soft = max(c.soft/2, 1) // a new depth takes about as long as all before it
		c.flexible = true
		c.hard = max(c.hard, 1)
	}
	if l.MoveTime > 0 {
		hard := max(l.MoveTime-l.kept(l.MoveTime), 1)
		if c.hard == 0 || hard < c.hard {
			c.hard = hard
		}
		if c.soft == 0 || hard < c.soft {
			c.soft, c.flexible = hard, false
		}
	}
	if l.PonderHit == nil {
		if !l.Received.IsZero() && l.Received.Before(now) {
			now = l.Received
		}
		c.start(now)
	}
	return c
}

// startOn starts the clock when hit is closed; a nil channel never is. The
// function returned ends the waiting.
func (c *clock) startOn(hit <-chan struct{}) (end func()) {
	if hit == nil {
		return func() {}
	}
	ended := make(chan struct{})
	var waiting sync.WaitGroup
	waiting.Go(func() {
		select {
		case <-hit:
			c.start(time.Now())
		case <-ended:
		}
	})
	return func() {
		close(ended)
		waiting.Wait()
	}
}

// kept returns what is kept back of a time for the way to the board.
func (l Limits) kept(there time.Duration) time.Duration {
	return min(max(l.MoveOverhead, 0), there/overheadPart)
}

// start sets the clock going; a clock that runs already is not set back.
func (c *clock) start(now time.Time) {
	c.started.CompareAndSwap(standing, int64(now.Sub(c.base)))
}

// spent returns the time since the clock was started, 0 while it stands.
func (c *clock) spent() time.Duration {
	at := c.started.Load()
	if at == standing {
		return 0
	}
	return time.Since(c.base) - time.Duration(at)
}

// hardOver reports whether the search must end now.
func (c *clock) hardOver() bool { return c.hard > 0 && c.spent() >= c.hard }

// softOver reports whether no new depth should be begun, with so much of the
// move's share of the clock as its difficulty asks for.
func (c *clock) softOver(difficulty float64) bool {
	soft := c.soft
	if c.flexible {
		soft = time.Duration(difficulty * float64(soft))
	}
	return c.soft > 0 && c.spent() >= soft
}
