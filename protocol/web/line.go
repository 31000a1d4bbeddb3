package web

import (
	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
)

// score is a value for White: men, or a proven win in so many plies (negative: for
// Black).
type score struct {
	Men float64 `json:"men"`
	Win int     `json:"win,omitempty"`
}

// whiteScore returns the score of a side to move as White's.
func whiteScore(s hub.Score, side board.Colour) score {
	sign := 1 - 2*int(side)
	switch {
	case s.Win > 0:
		return score{Men: float64(sign) * provenMen, Win: sign * s.Win}
	case s.Win < 0:
		return score{Men: float64(-sign) * provenMen, Win: sign * s.Win}
	}
	return score{Men: float64(sign*s.Centimen) / 100}
}

// whiteShare returns the share of the point that a side to move expects as White's.
func whiteShare(share float64, side board.Colour) float64 {
	if side == board.Black {
		return 1 - share
	}
	return share
}

// provenMen stands for a proven win where there must be a number.
const provenMen = 100

// line is what an engine holds to be best play.
type line struct {
	Depth int      `json:"depth"`
	Score score    `json:"score"`
	Share *float64 `json:"share,omitempty"` // White's of the point that is expected, 0 to 1; nil where that is not known
	Moves []string `json:"moves"`           // Hub form
	Texts []string `json:"texts"`
}

// linesEvent is what an analysis has found so far.
type linesEvent struct {
	Of      int64   `json:"of"` // the id of the request
	Lines   []line  `json:"lines"`
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Speed   float64 `json:"speed"` // nodes a second
	Done    bool    `json:"done,omitempty"`
	Error   string  `json:"error,omitempty"`
}

// maxLinePlies is how much of a line is sent.
const maxLinePlies = 30

// newLine returns a report of the engine on position p for the browser; ok is false
// where there is no score in it.
func (e *engine) newLine(p board.Position, r hub.Report) (l line, ok bool) {
	l = line{Depth: r.Depth, Score: whiteScore(r.Score, p.Side()), Moves: []string{}, Texts: []string{}}
	if e.options.Share != nil && r.HasScore {
		l.Share = new(whiteShare(e.options.Share(p, r.Score), p.Side()))
	}
	// Of a line that goes wrong somewhere the beginning is good enough.
	moves, _ := r.Line(p, e.options.Numbering)
	for _, m := range moves[:min(len(moves), maxLinePlies)] {
		l.Moves = append(l.Moves, m.String())
		l.Texts = append(l.Texts, movegen.Format(p, m, movegen.Short))
		p = p.After(m)
	}
	return l, r.HasScore
}

// newLinesEvent returns what the reports of an analysis come to.
func (e *engine) newLinesEvent(of int64, p board.Position, reports []hub.Report) linesEvent {
	event := linesEvent{Of: of, Lines: []line{}}
	for _, r := range reports {
		if l, ok := e.newLine(p, r); ok {
			event.Lines = append(event.Lines, l)
		}
		if r.Nodes >= event.Nodes {
			event.Depth, event.Nodes, event.Seconds = max(event.Depth, r.Depth), r.Nodes, r.Time.Seconds()
		}
	}
	if event.Seconds > 0 {
		event.Speed = float64(event.Nodes) / event.Seconds
	}
	return event
}
