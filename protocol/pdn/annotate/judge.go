package annotate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

// What a move gives away of the point that is expected, at least, to be marked.
const (
	inaccuracyLoss = 0.05
	mistakeLoss    = 0.10
	blunderLoss    = 0.20
)

// The marks, as numeric annotation glyphs.
const (
	Inaccuracy = 6 // ?!
	Mistake    = 2 // ?
	Blunder    = 4 // ??
)

// Move is how a move was.
type Move struct {
	Ply    int     `json:"ply"` // from 1
	Text   string  `json:"move"`
	Score  Score   `json:"after"`
	Loss   float64 `json:"loss"`             // of the point that is expected, 0 to 1
	Mark   int     `json:"mark,omitempty"`   // Inaccuracy, Mistake or Blunder; 0 for none
	Forced bool    `json:"forced,omitempty"` // there was no other
}

// judge compares what the position before a move was worth with that after it. A
// forced move gives nothing away, nor does the move that was expected.
func judge(n *pdn.Node, ply int, before, after Score) Move {
	m := Move{Ply: ply, Text: movegen.Format(n.Position, n.Move, movegen.Short), Score: after}
	m.Forced = movegen.Count(n.Position) == 1
	best, _, _ := strings.Cut(before.Line, " ")
	if m.Forced || best == n.Move.String() {
		return m
	}
	loss := before.Chance - after.Chance
	if n.Position.Side() == board.Black {
		loss = -loss
	}
	m.Loss = math.Round(max(loss, 0)*1e4) / 1e4
	switch {
	case m.Loss >= blunderLoss:
		m.Mark = Blunder
	case m.Loss >= mistakeLoss:
		m.Mark = Mistake
	case m.Loss >= inaccuracyLoss:
		m.Mark = Inaccuracy
	}
	return m
}

// Report is how a game went.
type Report struct {
	Game   int    `json:"game"`
	White  Player `json:"white"`
	Black  Player `json:"black"`
	Result string `json:"result"`
	Start  Score  `json:"start"`
	Moves  []Move `json:"moves"`
}

// Player is how a side has played.
type Player struct {
	Name         string  `json:"name"`
	Moves        int     `json:"moves"`    // that were not forced
	Accuracy     float64 `json:"accuracy"` // per cent; 100 without a move
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`

	sum float64 // of the moves' accuracies
}

// newReport returns the report of a game before its first move.
func newReport(g *pdn.Game, scores []Score) Report {
	r := Report{Game: g.Index, Result: g.Result.String(), Start: scores[0], Moves: []Move{}}
	r.White, r.Black = Player{Name: g.Tag("White"), Accuracy: 100}, Player{Name: g.Tag("Black"), Accuracy: 100}
	return r
}

// add counts a move.
func (r *Report) add(side board.Colour, m Move) {
	r.Moves = append(r.Moves, m)
	if m.Forced {
		return
	}
	p := &r.White
	if side == board.Black {
		p = &r.Black
	}
	p.Moves++
	p.sum += accuracy(m.Loss)
	p.Accuracy = math.Round(10*p.sum/float64(p.Moves)) / 10
	switch m.Mark {
	case Inaccuracy:
		p.Inaccuracies++
	case Mistake:
		p.Mistakes++
	case Blunder:
		p.Blunders++
	}
}

// accuracy returns how good a move was that gave away so much, from 0 to 100 per cent:
// the curve that lichess.org has fitted for chess. A side's accuracy is the mean of its
// moves'.
func accuracy(loss float64) float64 {
	return min(max(103.1668*math.Exp(-0.04354*100*loss)-3.1669, 0), 100)
}

// String returns how the side has played on one line.
func (p Player) String() string {
	return fmt.Sprintf("accuracy %.1f %%, inaccuracies %d, mistakes %d, blunders %d",
		p.Accuracy, p.Inaccuracies, p.Mistakes, p.Blunders)
}

// summaryStart begins the comment with the summary.
const summaryStart = "White: accuracy "

// comment writes the summary before the first move, in the place of an older one.
func (r *Report) comment(g *pdn.Game) {
	if len(r.Moves) == 0 {
		return
	}
	g.Comments = slices.DeleteFunc(g.Comments, func(c string) bool { return strings.HasPrefix(c, summaryStart) })
	g.Comments = append(g.Comments, fmt.Sprintf("White: %v. Black: %v.", r.White, r.Black))
}
