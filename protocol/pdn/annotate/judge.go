package annotate

import (
	"cmp"
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

// Verdict is what a move gave away.
type Verdict struct {
	Loss   float64 `json:"loss"`             // of the point that is expected, 0 to 1
	Mark   int     `json:"mark,omitempty"`   // Inaccuracy, Mistake or Blunder; 0 for none
	Forced bool    `json:"forced,omitempty"` // there was no other
}

// Judge judges move m of p by White's share of the point that was expected before it
// and after it, 0 to 1. best is the move that was expected, in Hub form; "" for none. A
// forced move gives nothing away, nor does the move that was expected.
func Judge(p board.Position, m board.Move, best string, before, after float64) Verdict {
	if movegen.Count(p) == 1 {
		return Verdict{Forced: true}
	}
	if best == m.String() {
		return Verdict{}
	}
	loss := before - after
	if p.Side() == board.Black {
		loss = -loss
	}
	v := Verdict{Loss: math.Round(max(loss, 0)*1e4) / 1e4}
	switch {
	case v.Loss >= blunderLoss:
		v.Mark = Blunder
	case v.Loss >= mistakeLoss:
		v.Mark = Mistake
	case v.Loss >= inaccuracyLoss:
		v.Mark = Inaccuracy
	}
	return v
}

// Move is how a move was.
type Move struct {
	Ply   int    `json:"ply"` // from 1
	Text  string `json:"move"`
	Score Score  `json:"after"`
	Verdict
}

// newMove judges a move by what the positions before and after it are worth.
func newMove(n *pdn.Node, ply int, before, after Score) Move {
	best, _, _ := strings.Cut(before.Line, " ")
	return Move{
		Ply: ply, Text: movegen.Format(n.Position, n.Move, movegen.Short), Score: after,
		Verdict: Judge(n.Position, n.Move, best, before.Chance, after.Chance),
	}
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

// Players returns who has played, "?" for a side without a name.
func (r Report) Players() (white, black string) {
	return cmp.Or(r.White.Name, "?"), cmp.Or(r.Black.Name, "?")
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
