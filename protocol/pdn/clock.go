package pdn

import (
	"regexp"
	"strconv"
	"time"

	"bolshak/board"
)

// Clock is what the clock marks in the comments behind a move say; nil for what they
// do not.
type Clock struct {
	// Left is the time left behind the move, of White and of Black.
	Left [2]*time.Duration
	// Spent is the time that the move took.
	Spent *time.Duration
}

// clockPattern is a clock mark: [%clk 0:05:00] gives the time that the mover has left,
// [%clock w0:05:00 B0:04:58] that of both, [%emt 0:00:07] the time that was spent.
var clockPattern = regexp.MustCompile(`\[%(clk|clock|emt)\s+([^\]]*)\]`)

// timePattern is a time in a clock mark: hours, minutes and seconds, or seconds alone,
// with a letter for the side before it or without.
var timePattern = regexp.MustCompile(`([wWbB]?)(?:(\d{1,4}):)?(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,9})?)`)

// Clock returns what the clock marks in the comments of the move say; ok is false
// where there are none.
func (n *Node) Clock() (c Clock, ok bool) {
	for _, text := range n.Comments {
		for _, mark := range clockPattern.FindAllStringSubmatch(text, -1) {
			for _, parts := range timePattern.FindAllStringSubmatch(mark[2], -1) {
				d := clockTime(parts[2:])
				ok = true
				switch side := parts[1]; {
				case mark[1] == "emt":
					c.Spent = &d
				case side == "w" || side == "W" || side == "" && n.Position.Side() == board.White:
					c.Left[board.White] = &d
				default:
					c.Left[board.Black] = &d
				}
			}
		}
	}
	return c, ok
}

// clockTime returns the time that hours, minutes and seconds are. A single colon
// parts minutes from seconds.
func clockTime(parts []string) time.Duration {
	hours, minutes := parts[0], parts[1]
	if minutes == "" {
		hours, minutes = "", hours
	}
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi(minutes)
	s, _ := strconv.ParseFloat(parts[2], 64)
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s*float64(time.Second))
}
