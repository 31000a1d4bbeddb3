package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"bolshak/board"
	"bolshak/protocol/hub"
)

// session is one browser tab that talks to the server. Its requests are handled one
// after the other; what takes longer runs in goroutines of the server and ends with
// the session.
type session struct {
	server *Server
	ctx    context.Context
	out    *outbox

	// Of the goroutine that handles requests.
	game         *liveGame
	stopAnalysis context.CancelFunc // nil where none was begun
	stopNotes    context.CancelFunc // of annotate
	stopWatching func()
}

// handler answers a request.
type handler func(ses *session, id int64, args json.RawMessage) (any, error)

// handlers holds what can be asked.
var handlers = map[string]handler{
	"look":         withPath((*session).look),
	"texts":        withPath((*session).texts),
	"terms":        withPath((*session).terms),
	"analyse":      withArgs((*session).analyse),
	"stop":         withArgs((*session).stop),
	"openings":     withArgs((*session).opening),
	"play":         withArgs((*session).play),
	"restore":      withArgs((*session).restore),
	"join":         withArgs((*session).join),
	"leave":        withArgs((*session).leave),
	"move":         withArgs((*session).move),
	"undo":         inGame((*liveGame).undo),
	"hint":         inGame((*liveGame).hint),
	"resign":       inGame((*liveGame).resign),
	"offer":        inGame((*liveGame).offer),
	"retry":        inGame((*liveGame).retry),
	"readPDN":      withArgs((*session).readPDN),
	"writePDN":     withArgs((*session).writePDN),
	"annotate":     withArgs((*session).annotate),
	"stopAnnotate": withArgs((*session).stopAnnotate),
	"watch":        withArgs((*session).watch),
}

// withArgs makes a handler of a method that takes its arguments read.
func withArgs[A any](f func(ses *session, id int64, args A) (any, error)) handler {
	return func(ses *session, id int64, raw json.RawMessage) (any, error) {
		var args A
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &args); err != nil {
				return nil, fmt.Errorf("args: %w", err)
			}
		}
		return f(ses, id, args)
	}
}

// withPath makes a handler of a method that asks something of a position.
func withPath(f func(ses *session, g *board.Game) (any, error)) handler {
	return withArgs(func(ses *session, _ int64, p path) (any, error) {
		g, err := p.game()
		if err != nil {
			return nil, err
		}
		return f(ses, g)
	})
}

// inGame makes a handler of what a player can do in his game.
func inGame(f func(*liveGame) error) handler {
	return withArgs(func(ses *session, _ int64, _ nothing) (any, error) {
		if ses.game == nil {
			return nil, errNoGame
		}
		if err := f(ses.game); err != nil {
			return nil, err
		}
		return ses.game.state(), nil
	})
}

var (
	errNoGame   = errors.New("there is no game in this tab, begin one or join one")
	errNoEngine = errors.New("there is no engine here")
)

// handle answers one request.
func (ses *session) handle(r request) {
	a := answer{ID: r.ID}
	h, ok := handlers[r.Do]
	if !ok {
		a.Error = fmt.Sprintf("request %.40q: not known", r.Do)
		ses.out.put("", a)
		return
	}
	result, err := h(ses, r.ID, r.Args)
	if err != nil {
		a.Error = err.Error()
	} else {
		a.OK = result
	}
	ses.out.put("", a)
}

// close ends what the session has begun.
func (ses *session) close() {
	_, _ = ses.stop(0, nothing{})
	_, _ = ses.stopAnnotate(0, nothing{})
	_, _ = ses.leave(0, nothing{})
	if ses.stopWatching != nil {
		ses.stopWatching()
	}
}

func (ses *session) look(g *board.Game) (any, error)  { return ses.server.look(g), nil }
func (ses *session) texts(g *board.Game) (any, error) { return newTexts(g.Position()), nil }

// terms evaluates a position.
func (ses *session) terms(g *board.Game) (any, error) {
	if ses.server.options.Terms == nil {
		return nil, errors.New("the evaluation cannot be had term by term here")
	}
	return ses.server.options.Terms(g.Position()), nil
}

// analyseArgs is what to analyse.
type analyseArgs struct {
	path
	Lines int `json:"lines"`
}

// analyse begins an analysis in the place of the last.
func (ses *session) analyse(id int64, args analyseArgs) (any, error) {
	if _, err := ses.stop(0, nothing{}); err != nil {
		return nil, err
	}
	e := ses.server.engine
	if e == nil {
		return nil, errNoEngine
	}
	g, err := args.game()
	if err != nil {
		return nil, err
	}
	if ses.server.look(g).Over != nil {
		return nil, errors.New("the game is over here, there is nothing to analyse")
	}
	ctx, cancel := context.WithCancel(ses.ctx)
	ses.stopAnalysis = cancel
	ses.server.spawn(func() {
		deepest := 0
		tell := func(reports []hub.Report, done bool) {
			// After a pause for others the engine is soon where it was; what it says
			// until then is old.
			if len(reports) > 0 && reports[0].Depth >= deepest && ctx.Err() == nil {
				deepest = reports[0].Depth
				event := e.newLinesEvent(id, g.Position(), reports)
				event.Done = done
				ses.out.latest("lines", event)
			}
		}
		f := e.do(&job{
			ctx: ctx, game: g, limits: hub.Limits{Infinite: true}, lines: min(max(args.Lines, 1), maxLines),
			report: func(reports []hub.Report) { tell(reports, false) },
		})
		switch {
		case ctx.Err() != nil:
		case f.err != nil:
			ses.out.latest("lines", linesEvent{Of: id, Lines: []line{}, Done: true, Error: f.err.Error()})
		default:
			tell(f.reports, true)
		}
	})
	return nothing{}, nil
}

// stop ends the analysis, if there is one.
func (ses *session) stop(int64, nothing) (any, error) {
	if ses.stopAnalysis != nil {
		ses.stopAnalysis()
		ses.stopAnalysis = nil
	}
	return nothing{}, nil
}
