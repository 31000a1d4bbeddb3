package hub

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Limits says when a search ends: at the first limit that is reached. Zero is
// no limit of that kind.
type Limits struct {
	Depth    int    // plies
	Nodes    uint64 // positions searched
	MoveTime time.Duration

	// Time is what the clock shows for this move. The increment, which Hub adds
	// before every move, is in it already.
	Time  time.Duration
	Inc   time.Duration // added before every later move
	Moves int           // moves to be played within Time, this one included; zero: all

	// Infinite is set when the search goes on until it is stopped.
	Infinite bool
}

// withoutClock returns the limits that have nothing to do with time.
func (l Limits) withoutClock() Limits {
	l.MoveTime, l.Time, l.Inc, l.Moves = 0, 0, 0, 0
	return l
}

// parseLevel reads the arguments of a level command. known is false when there
// is none that it knows: nothing is to change then.
func parseLevel(line Line) (limits Limits, known bool, err error) {
	var clock, inc float64 // seconds
	var hasClock, hasInc bool
	for _, a := range line.Args {
		found := true
		switch a.Name {
		case "depth":
			limits.Depth, err = parseCount(a)
		case "nodes":
			limits.Nodes, err = parseNodes(a)
		case "moves":
			limits.Moves, err = parseCount(a)
		case "move-time":
			limits.MoveTime, err = parseMoveTime(a)
		case "time":
			clock, err = parseSeconds(a)
			hasClock = true
		case "inc":
			inc, err = parseSeconds(a)
			hasInc = true
		case "infinite":
			limits.Infinite = a.Value != "false"
		default:
			found = false
		}
		if err != nil {
			return Limits{}, true, err
		}
		known = known || found
	}

	switch {
	case hasInc && !hasClock:
		return Limits{}, true, fmt.Errorf("level: inc without time, want time=seconds beside it")
	case limits.Moves > 0 && !hasClock:
		return Limits{}, true, fmt.Errorf("level: moves without time, want time=seconds beside it")
	case inc < 0:
		return Limits{}, true, fmt.Errorf("level: inc=%g is below 0, want seconds", inc)
	case clock+inc < 0:
		// A clock below zero is fine as long as the increment makes up for it:
		// clients that count it as given subtract it first.
		return Limits{}, true, fmt.Errorf("level: time=%g with inc=%g is below 0, want seconds", clock, inc)
	case hasClock:
		limits.Time = max(seconds(clock+inc), leastTime)
		limits.Inc = seconds(inc)
	}
	return limits, known, nil
}

// leastTime stands for an empty clock: zero would mean none.
const leastTime = time.Millisecond

// parseMoveTime reads a time for one move.
func parseMoveTime(a Arg) (time.Duration, error) {
	s, err := parseSeconds(a)
	if err != nil {
		return 0, err
	}
	if s <= 0 {
		return 0, fmt.Errorf("level: %s=%s, want seconds above 0", a.Name, abbreviate(a.Value))
	}
	return max(seconds(s), leastTime), nil
}

// parseCount reads a number that is at least one.
func parseCount(a Arg) (int, error) {
	n, err := strconv.ParseInt(a.Value, 10, 32)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("level: %s=%s, want an integer from 1 to %d", a.Name, abbreviate(a.Value), 1<<31-1)
	}
	return int(n), nil
}

// parseNodes is parseCount for a number of nodes.
func parseNodes(a Arg) (uint64, error) {
	n, err := strconv.ParseUint(a.Value, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("level: %s=%s, want an integer of at least 1", a.Name, abbreviate(a.Value))
	}
	return n, nil
}

// parseSeconds reads a decimal number: "5", "0.5", ".5", "1e3".
func parseSeconds(a Arg) (float64, error) {
	s, err := strconv.ParseFloat(a.Value, 64)
	// ParseFloat also knows words (inf, nan) and hexadecimal numbers.
	if err != nil || strings.ContainsFunc(a.Value, func(r rune) bool { return !strings.ContainsRune("+-.0123456789eE", r) }) {
		return 0, fmt.Errorf("level: %s=%s, want a number of seconds such as 0.5", a.Name, abbreviate(a.Value))
	}
	return s, nil
}

// maxSeconds is the longest time told apart from longer ones, some 30 years.
const maxSeconds = 1e9

// seconds converts a number of seconds.
func seconds(s float64) time.Duration {
	return time.Duration(math.Round(min(s, maxSeconds) * float64(time.Second)))
}
