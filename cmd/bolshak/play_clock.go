package main

import (
	"fmt"
	"time"

	"bolshak/board"
)

// playClock is the clock of a game between a human and the engine. The increment
// is added before every move. The zero time control is no clock: nothing is
// counted then.
type playClock struct {
	time playTime
	now  func() time.Time

	left    [2]time.Duration
	past    [][2]time.Duration // before every move that was made on it
	running bool
	side    board.Colour
	since   time.Time
}

// on reports whether there is a clock.
func (c *playClock) on() bool { return c.time != playTime{} }

// reset sets both sides' time for a new game.
func (c *playClock) reset() {
	there := c.time.base + c.time.increment
	c.left, c.past, c.running = [2]time.Duration{there, there}, nil, false
}

// start lets the time of a side run; where it does already, it goes on.
func (c *playClock) start(side board.Colour) {
	if c.running && c.side == side {
		return
	}
	c.side, c.since, c.running = side, c.now(), true
}

// press ends a move of the side whose time runs.
func (c *playClock) press() {
	if !c.running {
		return
	}
	c.past = append(c.past, c.left)
	c.left[c.side] = c.of(c.side) + c.time.increment
	c.running = false
}

// stop lets nobody's time run.
func (c *playClock) stop() {
	if c.running {
		c.left[c.side], c.running = c.of(c.side), false
	}
}

// undo sets the clock back to before the last move.
func (c *playClock) undo() {
	c.running = false
	if n := len(c.past); n > 0 {
		c.left, c.past = c.past[n-1], c.past[:n-1]
	}
}

// of returns the time that a side has left.
func (c *playClock) of(side board.Colour) time.Duration {
	left := c.left[side]
	if c.running && c.side == side {
		left -= c.now().Sub(c.since)
	}
	return left
}

// over reports whether the time of the side to move is up.
func (c *playClock) over() bool { return c.on() && c.running && c.of(c.side) <= 0 }

// flag returns what fires when the time that runs is up; nil without a clock. It
// ends with stop.
func (c *playClock) flag() (fires <-chan time.Time, stop func()) {
	if !c.on() || !c.running {
		return nil, func() {}
	}
	timer := time.NewTimer(max(c.of(c.side), 0))
	return timer.C, func() { timer.Stop() }
}

// after returns what a side had left after the move with the given number, from
// 0, of those that were made on the clock.
func (c *playClock) after(move int, side board.Colour) time.Duration {
	if move+1 < len(c.past) {
		return c.past[move+1][side]
	}
	return c.left[side]
}

// clockText returns a time as clocks show it, "4:58" or "1:04:58".
func clockText(d time.Duration) string {
	s := int(max(d, 0).Round(time.Second).Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
