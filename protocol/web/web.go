// Package web is the board in the browser: a server of pages that play, analyse and
// show games, and drive any Hub engine. What the rules are is asked of package
// movegen here; the browser gets legal moves and draws them.
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"bolshak/board"
)

// Options says what a server offers. What is nil it does not.
type Options struct {
	Engine *EngineOptions
	// Games is the folder of the journals of games. Without one games are lost with
	// the server; the browser's storage still has them.
	Games string
	// Token is asked of every visitor; empty for none, as is right on loopback
	// addresses alone.
	Token string
	// Terms returns the evaluation of a position term by term.
	Terms func(board.Position) Terms
	// Verdict looks a position up in the endgame tables; ok is false where they do
	// not have it. Tables is up to how many pieces they have.
	Verdict func(board.Position, board.Rules) (v Verdict, ok bool)
	Tables  int
	// Openings are tables from which openings are drawn by lot.
	Openings []OpeningTable
	// Match is a match to watch.
	Match *Match
}

// Server serves the board. Make one with New.
type Server struct {
	options Options
	engine  *engine // nil where there is none
	hello   Hello
	games   games
	// ownLevels is set where the engine has levels of its own.
	ownLevels bool
	// serial numbers what is shown of games. It begins with the time, so that it
	// grows from one server to the next.
	serial atomic.Int64

	ctx    context.Context // until Close
	cancel context.CancelFunc
	tasks  sync.WaitGroup // goroutines

	mu      sync.Mutex
	closed  bool
	sockets int
}

// New returns a server whose engine has been started. Close ends both.
func New(ctx context.Context, o Options) (*Server, error) {
	s := &Server{options: o, hello: Hello{Version: Version, Openings: []string{}, Variants: []string{}}}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.serial.Store(time.Now().UnixMilli())
	s.games = games{dir: o.Games, live: map[string]*liveGame{}, server: s}
	if o.Engine != nil {
		e := newEngine(*o.Engine)
		if err := e.ready(ctx); err != nil {
			s.cancel()
			return nil, err
		}
		s.hello.Engine, s.hello.Variants = e.talk.name(), e.talk.variants()
		s.hello.Levels = levels
		if p, ok := e.talk.param("level"); ok {
			s.hello.Levels, s.ownLevels = p.Max, true
		}
		s.engine = e
		s.tasks.Go(func() { e.run(s.ctx) })
	}
	for _, t := range o.Openings {
		s.hello.Openings = append(s.hello.Openings, t.Name)
	}
	s.hello.Terms, s.hello.Tables, s.hello.Match = o.Terms != nil, o.Tables, o.Match != nil
	return s, nil
}

// Close ends all conversations, games and searches and the engine, and waits for them.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.tasks.Wait()
}

// spawn runs f in a goroutine that Close waits for. It reports whether there still is
// a server to run it for.
func (s *Server) spawn(f func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.tasks.Go(f)
	return true
}

// Serve serves on the listener until ctx is done, which is no error, and closes the
// server then.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer s.Close()
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // visitors' mistakes are theirs
	}
	defer context.AfterFunc(ctx, func() { _ = web.Close() })()
	err := web.Serve(l)
	if ctx.Err() != nil || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("web: %w", err)
}
