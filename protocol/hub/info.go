package hub

import (
	"fmt"
	"time"

	"bolshak/board"
)

// Info is what a search knows at a moment.
type Info struct {
	Depth     int     // plies
	MeanDepth float64 // plies, the average over the leaves; zero where not counted
	Line      int     // which of several best lines, from 1; zero where only one was asked for
	Score     Score
	Nodes     uint64
	Time      time.Duration // since the search began
	PV        []board.Move  // read during the report only
}

// Score is the value of a position for the side to move.
type Score struct {
	Centimen int // hundredths of a man; not read when Win is set
	Win      int // a proven win in that many plies; negative: a proven loss; zero: neither
}

// maxCentimen is the largest estimate printed: GUIs read more than 90 men as a
// proven win.
const maxCentimen = 8999

// String writes the score in men with two decimals. A proven win counts down
// from 100 by a hundredth per ply.
func (s Score) String() string {
	centimen := min(max(s.Centimen, -maxCentimen), maxCentimen)
	const proven = 100 * 100
	switch {
	case s.Win > 0:
		centimen = max(proven-s.Win, maxCentimen+1)
	case s.Win < 0:
		centimen = min(-proven-s.Win, -maxCentimen-1)
	}
	sign := ""
	if centimen < 0 {
		sign, centimen = "-", -centimen
	}
	return fmt.Sprintf("%s%d.%02d", sign, centimen/100, centimen%100)
}

// text writes the info line. The variation is quoted even when it is a single
// move, as all engines do it.
func (i Info) text(numbering board.Numbering) string {
	b := fmt.Appendf(nil, "info depth=%d", i.Depth)
	if i.MeanDepth > 0 {
		b = fmt.Appendf(b, " mean-depth=%.1f", i.MeanDepth)
	}
	millions := 0.0 // nodes per second
	if i.Time > 0 {
		millions = float64(i.Nodes) / 1e6 / i.Time.Seconds()
	}
	b = fmt.Appendf(b, " score=%v nodes=%d time=%.3f nps=%.2f", i.Score, i.Nodes, i.Time.Seconds(), millions)
	if i.Line > 0 {
		b = fmt.Appendf(b, " multi-pv=%d", i.Line)
	}
	for n, m := range i.PV {
		if n == 0 {
			b = append(b, ` pv="`...)
		} else {
			b = append(b, ' ')
		}
		b = m.AppendHub(b, numbering)
	}
	if len(i.PV) > 0 {
		b = append(b, '"')
	}
	return string(b)
}

// text writes the done line.
func (b Best) text(numbering board.Numbering) string {
	line := b.Move.AppendHub([]byte("done move="), numbering)
	if b.Ponder != board.NoMove {
		line = b.Ponder.AppendHub(append(line, " ponder="...), numbering)
	}
	return string(line)
}
