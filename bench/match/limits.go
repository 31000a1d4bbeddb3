package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// TimeControl is a game clock: Time for the whole game, or for every Moves moves
// where Moves is not 0, and Increment for each move. The zero TimeControl is no
// clock.
type TimeControl struct {
	Moves     int
	Time      time.Duration
	Increment time.Duration
}

// IsSet reports whether there is a clock.
func (tc TimeControl) IsSet() bool { return tc.Time > 0 || tc.Increment > 0 }

// String returns the time control in the form ParseTimeControl reads, or "" where
// there is none.
func (tc TimeControl) String() string {
	if !tc.IsSet() {
		return ""
	}
	text := seconds(tc.Time)
	if tc.Moves > 0 {
		text = strconv.Itoa(tc.Moves) + "/" + text
	}
	if tc.Increment > 0 {
		text += "+" + seconds(tc.Increment)
	}
	return text
}

// ParseTimeControl reads seconds for the game ("60"), with an increment per move
// ("10+0.1"), for a number of moves ("40/300"), or both ("40/300+2").
func ParseTimeControl(text string) (TimeControl, error) {
	var tc TimeControl
	bad := func(err error) (TimeControl, error) {
		return TimeControl{}, fmt.Errorf("bad time control %q: %w; expected seconds such as 60, 10+0.1, 40/300 or 40/300+2", text, err)
	}
	rest := text
	if moves, after, ok := strings.Cut(rest, "/"); ok {
		n, err := parseCount(moves, 1, maxMoves)
		if err != nil {
			return bad(fmt.Errorf("moves: %w", err))
		}
		tc.Moves, rest = int(n), after
	}
	base, increment, hasIncrement := strings.Cut(rest, "+")
	var err error
	if tc.Time, err = parseSeconds(base); err != nil {
		return bad(fmt.Errorf("time: %w", err))
	}
	if hasIncrement {
		if tc.Increment, err = parseSeconds(increment); err != nil {
			return bad(fmt.Errorf("increment: %w", err))
		}
	}
	if !tc.IsSet() {
		return bad(fmt.Errorf("no time at all"))
	}
	return tc, nil
}

// Limits bounds an engine's thinking. Fields that are zero do not limit; those
// that are set hold all at once.
type Limits struct {
	Clock    TimeControl
	MoveTime time.Duration // for each move; never together with a clock
	Depth    int           // plies
	Nodes    int64         // for each move
	// Jitter is by how many per cent Nodes is changed at most, up or down, anew at
	// every move. Engines that are limited by nodes play the same game again and
	// again; with jitter they do not, and the average is the same.
	Jitter int
}

// IsSet reports whether there is any limit.
func (l Limits) IsSet() bool { return l != Limits{} }

// String returns the limits as option text, such as "tc=10+0.1 nodes=1000".
func (l Limits) String() string {
	var words []string
	if l.Clock.IsSet() {
		words = append(words, "tc="+l.Clock.String())
	}
	if l.MoveTime > 0 {
		words = append(words, "st="+seconds(l.MoveTime))
	}
	if l.Depth > 0 {
		words = append(words, fmt.Sprintf("depth=%d", l.Depth))
	}
	if l.Nodes > 0 {
		words = append(words, fmt.Sprintf("nodes=%d", l.Nodes))
	}
	if l.Jitter > 0 {
		words = append(words, fmt.Sprintf("jitter=%d", l.Jitter))
	}
	return strings.Join(words, " ")
}

// The largest values that make sense, against slips of the keyboard.
const (
	maxMoves   = 1000
	maxDepth   = 1000
	maxSeconds = 1e7 // four months
	maxJitter  = 90  // per cent
)

// limitKeys are the keys set knows.
var limitKeys = []string{"tc", "st", "depth", "nodes", "jitter"}

// set sets a limit by its option key; known is false where the key is none of
// limitKeys.
func (l *Limits) set(key, value string) (known bool, err error) {
	var n int64
	switch key {
	case "tc":
		l.Clock, err = ParseTimeControl(value)
	case "st":
		l.MoveTime, err = parseSeconds(value)
		if err == nil && l.MoveTime <= 0 {
			err = fmt.Errorf("bad value %q: expected more than 0 seconds", value)
		}
	case "depth":
		n, err = parseCount(value, 1, maxDepth)
		l.Depth = int(n)
	case "nodes":
		l.Nodes, err = parseCount(value, 1, math.MaxInt64)
	case "jitter":
		n, err = parseCount(value, 0, maxJitter)
		l.Jitter = int(n)
	default:
		return false, nil
	}
	return true, err
}

// parseSeconds reads a decimal number of seconds, 0 or more, to the microsecond.
func parseSeconds(text string) (time.Duration, error) {
	s, err := parseNumber(text, 0, maxSeconds)
	if err != nil {
		return 0, fmt.Errorf("bad value %q: expected seconds, a number from 0 to %.0f", text, maxSeconds)
	}
	return time.Duration(math.Round(s*1e6)) * time.Microsecond, nil
}

// seconds returns a duration as a decimal number of seconds.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}
