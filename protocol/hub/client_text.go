package hub

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"bolshak/board"
	"bolshak/movegen"
)

// Report is what an engine said of a position, as far as it did.
type Report struct {
	Depth     int     // plies
	MeanDepth float64 // plies
	Score     Score
	HasScore  bool
	Nodes     uint64
	Time      time.Duration // as the engine counts it
	PV        string        // moves as the engine wrote them, blanks between; see Line
}

// Line returns the moves of PV that can be played one after the other from p,
// with an error that names the first one that cannot, counted from 1.
func (r Report) Line(p board.Position, numbering board.Numbering) ([]board.Move, error) {
	var moves []board.Move
	for i, text := range strings.Fields(r.PV) {
		m, err := movegen.ParseNumbered(p, text, numbering)
		if err != nil {
			return moves, fmt.Errorf("pv: ply %d: %w", i+1, err)
		}
		moves = append(moves, m)
		p = p.After(m)
	}
	return moves, nil
}

// read takes over the fields of an info. Those that are missing or cannot be read
// stay as they are: engines send what has changed.
func (r *Report) read(line Line) {
	for _, a := range line.Args {
		if a.Name == "pv" {
			r.PV = a.Value
			continue
		}
		x, err := strconv.ParseFloat(a.Value, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		switch a.Name {
		case "depth":
			r.Depth = int(min(max(x, 0), math.MaxInt32))
		case "mean-depth":
			r.MeanDepth = max(x, 0)
		case "score":
			r.Score, r.HasScore = scoreOf(x), true
		case "nodes":
			r.Nodes = uint64(min(max(x, 0), 1<<62))
		case "time":
			r.Time = seconds(max(x, 0))
		}
	}
}

// lineNumber returns which of several lines an info speaks of; 1 where it does not
// say so.
func lineNumber(line Line) int {
	text, _ := line.Value("multi-pv")
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	return 1
}

// scoreOf reads a score in men: above 90 it is a proven win that counts down
// from 100 by a hundredth per ply, see Score.String.
func scoreOf(men float64) Score {
	centimen := int(math.Round(min(max(men, -100), 100) * 100))
	switch {
	case centimen > maxCentimen:
		return Score{Win: max(100*100-centimen, 1)}
	case centimen < -maxCentimen:
		return Score{Win: min(-100*100-centimen, -1)}
	}
	return Score{Centimen: centimen}
}

// read takes over the fields of an id message.
func (id *ID) read(line Line) {
	for _, a := range line.Args {
		switch a.Name {
		case "name":
			id.Name = a.Value
		case "version":
			id.Version = a.Value
		case "author":
			id.Author = a.Value
		case "country":
			id.Country = a.Value
		}
	}
}

// readParam reads a declaration; ok is false where it has no name.
func readParam(line Line) (p Param, ok bool) {
	for _, a := range line.Args {
		switch a.Name {
		case "name":
			p.Name = a.Value
		case "value":
			p.Value = a.Value
		case "type":
			p.Type = Type(a.Value)
		case "min":
			p.Min, _ = strconv.Atoi(a.Value)
		case "max":
			p.Max, _ = strconv.Atoi(a.Value)
		case "values":
			p.Values = strings.Fields(a.Value)
		}
	}
	return p, p.Name != ""
}

// line writes the limits as a level command. Hub adds the increment before every
// move, so the time that is sent is without the one for this move.
func (l Limits) line() Line {
	line := Line{Command: "level"}
	add := func(name, value string) { line.Args = append(line.Args, Arg{Name: name, Value: value}) }
	if l.Depth > 0 {
		add("depth", strconv.Itoa(l.Depth))
	}
	if l.Nodes > 0 {
		add("nodes", strconv.FormatUint(l.Nodes, 10))
	}
	if l.MoveTime > 0 {
		add("move-time", inSeconds(max(l.MoveTime, time.Millisecond)))
	}
	if l.Moves > 0 {
		add("moves", strconv.Itoa(l.Moves))
	}
	if l.Time > 0 {
		add("time", inSeconds(max(l.Time-l.Inc, 0)))
		if l.Inc > 0 {
			add("inc", inSeconds(l.Inc))
		}
	}
	if l.Infinite || len(line.Args) == 0 {
		line.Args = append(line.Args, Arg{Name: "infinite", Flag: true})
	}
	return line
}

// inSeconds writes a time to the millisecond, rounded down.
func inSeconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64)
}
