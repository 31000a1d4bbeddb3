package web

import (
	"context"
	"fmt"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
	"bolshak/protocol/pdn/annotate"
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
	Of    int64    `json:"of"`    // the id of the request
	Ply   int      `json:"ply"`   // how many moves were played before it
	Plies int      `json:"plies"` // of the game
	Score *score   `json:"score,omitempty"`
	Best  *played  `json:"best,omitempty"`  // where it is not the one played
	Line  string   `json:"line,omitempty"`  // best play, in words
	Share *float64 `json:"share,omitempty"` // White's of the point that is expected, 0 to 1
	NAG   int      `json:"nag,omitempty"`   // of the move, as package annotate marks it
	Loss  float64  `json:"loss"`            // what the move gives away of the share
	Done  bool     `json:"done,omitempty"`  // all positions have been looked at
	Error string   `json:"error,omitempty"`
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
		a := annotator{server: ses.server, ctx: ctx, of: id, limits: hub.Limits{MoveTime: seconds(args.Seconds)}}
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
	server *Server
	ctx    context.Context
	of     int64
	limits hub.Limits
}

// run annotates the game, and tells of every position once it is done.
func (a *annotator) run(g *board.Game, tell func(annotated)) {
	moves := g.Moves()
	plies := len(moves)
	var after *float64 // White's share behind the move
	for ply := plies; ply >= 0 && a.ctx.Err() == nil; ply-- {
		n, err := a.look(g, ply)
		if err != nil {
			tell(annotated{Of: a.of, Ply: ply, Plies: plies, Done: true, Error: err.Error()})
			return
		}
		n.Plies, n.Done = plies, ply == 0
		if ply < plies && n.Best != nil {
			if n.Share != nil && after != nil {
				v := annotate.Judge(g.Position(), moves[ply], n.Best.Move, *n.Share, *after)
				n.Loss, n.NAG = v.Loss, v.Mark
			}
			if n.Best.Move == moves[ply].String() {
				n.Best = nil
			}
		}
		after = n.Share
		tell(n)
		g.Undo()
	}
}

// look finds what the present position is worth.
func (a *annotator) look(g *board.Game, ply int) (annotated, error) {
	n := annotated{Of: a.of, Ply: ply}
	p := g.Position()
	if out := movegen.Outcome(g); out.Result != board.Ongoing {
		n.Score, n.Share = &score{}, new(0.5)
		if winner, ok := out.Result.Winner(); ok {
			n.Score.Men, n.Share = float64(1-2*int(winner))*provenMen, new(float64(1-int(winner)))
		}
		return n, nil
	}
	e := a.server.engine
	f := e.do(&job{ctx: a.ctx, game: g.Clone(), limits: a.limits})
	if f.err != nil {
		return n, f.err
	}
	best := newPlayed(p, f.answer.Move)
	n.Best = &best
	if l, ok := e.newLine(p, f.answer.Report); ok {
		n.Score, n.Share, n.Line = &l.Score, l.Share, numberedLine(p, ply, l.Texts)
	}
	return n, nil
}

// numberedLine writes a line with the numbers of its moves.
func numberedLine(p board.Position, ply int, texts []string) string {
	const most = 8
	var text strings.Builder
	first := ply // as if White had begun
	if (p.Side() == board.Black) != (ply%2 == 1) {
		first++
	}
	for i, t := range texts[:min(len(texts), most)] {
		switch n := first + i; {
		case n%2 == 0:
			fmt.Fprintf(&text, " %d. %s", n/2+1, t)
		case i == 0:
			fmt.Fprintf(&text, " %d... %s", n/2+1, t)
		default:
			text.WriteString(" " + t)
		}
	}
	return strings.TrimPrefix(text.String(), " ")
}
