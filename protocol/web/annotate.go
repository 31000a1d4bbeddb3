package web

import (
	"context"
	"fmt"
	"math"
	"slices"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
)

// annotateArgs is a game to annotate, and how many seconds a position may take.
type annotateArgs struct {
	path
	Seconds float64 `json:"seconds"`
}

// Bounds of the time for a position, in seconds.
const (
	leastNoteTime = 0.02
	mostNoteTime  = 60
)

// annotated is what was found out about a position of a game, and about the move that
// was played in it.
type annotated struct {
	Of    int64   `json:"of"`    // the id of the request
	Ply   int     `json:"ply"`   // how many moves were played before it
	Plies int     `json:"plies"` // of the game
	Score *score  `json:"score,omitempty"`
	Best  *played `json:"best,omitempty"` // where it is not the one played
	Line  string  `json:"line,omitempty"` // best play, in words
	NAG   int     `json:"nag,omitempty"`  // of the move: 6 dubious, 2 a mistake, 4 a blunder
	Loss  float64 `json:"loss"`           // by how much it lowers the chances, 0 to 1
	Done  bool    `json:"done,omitempty"` // all positions have been looked at
	Error string  `json:"error,omitempty"`
}

// annotate looks at every position of a game, from the last to the first: so the
// engine knows what comes when it looks at what was before.
func (ses *session) annotate(id int64, args annotateArgs) (any, error) {
	if _, err := ses.stopAnnotate(0, nothing{}); err != nil {
		return nil, err
	}
	if ses.server.engine == nil {
		return nil, errNoEngine
	}
	if !(args.Seconds >= leastNoteTime && args.Seconds <= mostNoteTime) {
		return nil, fmt.Errorf("seconds: %v, want %v to %v for a position", args.Seconds, leastNoteTime, mostNoteTime)
	}
	g, err := args.game()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ses.ctx)
	ses.stopNotes = cancel
	ses.server.spawn(func() {
		a := annotator{engine: ses.server.engine, ctx: ctx, of: id, limits: hub.Limits{MoveTime: seconds(args.Seconds)}}
		a.run(g, func(n annotated) {
			if ctx.Err() == nil {
				ses.out.event("annotated", n)
			}
		})
	})
	return nothing{}, nil
}

// stopAnnotate ends it.
func (ses *session) stopAnnotate(int64, nothing) (any, error) {
	if ses.stopNotes != nil {
		ses.stopNotes()
		ses.stopNotes = nil
	}
	return nothing{}, nil
}

// annotator annotates a game.
type annotator struct {
	engine *engine
	ctx    context.Context
	of     int64
	limits hub.Limits
}

// run annotates the game, and tells of every position once it is done.
func (a *annotator) run(g *board.Game, tell func(annotated)) {
	moves := g.Moves()
	plies := len(moves)
	var after *score // of the position behind the move
	for ply := plies; ply >= 0 && a.ctx.Err() == nil; ply-- {
		n, err := a.look(g, ply)
		if err != nil {
			tell(annotated{Of: a.of, Ply: ply, Plies: plies, Done: true, Error: err.Error()})
			return
		}
		n.Plies, n.Done = plies, ply == 0
		p := g.Position()
		if ply < plies {
			if n.Best != nil && n.Best.Move == moves[ply].String() {
				n.Best = nil
			}
			if n.Best != nil && n.Score != nil && after != nil && movegen.Count(p) > 1 {
				n.Loss = max(chance(*n.Score, p.Side())-chance(*after, p.Side()), 0)
				n.NAG = nagOf(n.Loss)
			}
		}
		after = n.Score
		tell(n)
		g.Undo()
	}
}

// look finds the score of the present position.
func (a *annotator) look(g *board.Game, ply int) (annotated, error) {
	n := annotated{Of: a.of, Ply: ply}
	p := g.Position()
	if out := movegen.Outcome(g); out.Result != board.Ongoing {
		n.Score = &score{}
		if winner, ok := out.Result.Winner(); ok {
			n.Score.Men = float64(1-2*int(winner)) * provenMen
		}
		return n, nil
	}
	f := a.engine.do(&job{ctx: a.ctx, game: g.Clone(), limits: a.limits})
	if f.err != nil {
		return n, f.err
	}
	best := newPlayed(p, f.answer.Move)
	n.Best = &best
	if l, ok := newLine(p, f.answer.Report, a.engine.options.Numbering); ok {
		n.Score, n.Line = &l.Score, numberedLine(p, ply, l.Texts)
	}
	return n, nil
}

// numberedLine writes a line with the numbers of its moves.
func numberedLine(p board.Position, ply int, texts []string) string {
	const most = 8
	text := []byte(nil)
	first := ply // as if White had begun
	if (p.Side() == board.Black) != (ply%2 == 1) {
		first++
	}
	for i, t := range texts[:min(len(texts), most)] {
		switch n := first + i; {
		case n%2 == 0:
			text = fmt.Appendf(text, " %d. %s", n/2+1, t)
		case i == 0:
			text = fmt.Appendf(text, " %d... %s", n/2+1, t)
		default:
			text = append(text, " "+t...)
		}
	}
	return string(slices.Clip(text[min(1, len(text)):]))
}

// chance returns how likely a side is to win, draws counted half, by a score. A man
// is worth three to one.
func chance(s score, side board.Colour) float64 {
	men := s.Men
	if side == board.Black {
		men = -men
	}
	return 1 / (1 + math.Exp(-1.1*men))
}

// nagOf returns the mark for a move that lowers the chances by so much; 0 for none.
func nagOf(loss float64) int {
	switch {
	case loss >= 0.25:
		return 4
	case loss >= 0.15:
		return 2
	case loss >= 0.08:
		return 6
	}
	return 0
}
