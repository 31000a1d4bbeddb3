package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"bolshak/board"
)

// session is the state of a conversation. One goroutine owns it, that of run;
// the search reports to it through a channel and writes its info lines itself.
//
// While a search runs, ping, stop and ponder-hit act at once and quit ends the
// session; any other known command waits in the queue and is carried out after
// the search's done. So a client may send stop and the next position in one go.
// The pong for a ping behind a stop follows the done that the stop asks for.
type session struct {
	engine Engine
	id     ID
	out    *output
	ready  bool // Init has succeeded

	own    []Param // the server's parameters
	params []Param // the engine's

	rules     board.Rules
	numbering board.Numbering
	limits    Limits

	game   *board.Game // nil after a pos that failed
	search *search     // nil when there is none; the queue is empty then
	queue  queue
}

func newSession(e Engine, id ID, out *output) *session {
	s := &session{
		engine: e, id: id, out: out,
		params: e.Params(),
		rules:  board.Russian,
	}
	s.own = ownParams()
	s.game = board.NewGame(s.rules, board.Start())
	return s
}

// run carries out commands until the end.
func (s *session) run(ctx context.Context, in *input) error {
	defer s.abandon()
	for {
		var finished <-chan outcome // never ready without a search
		if s.search != nil {
			finished = s.search.finished
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.out.broken:
			return nil // the output's own error is reported
		case o := <-finished:
			s.search.outcome = &o
			s.conclude(ctx)
		case line := <-in.lines:
			in.idle = true
			switch {
			case line.err == nil:
				if quit := s.receive(ctx, line); quit {
					return nil
				}
			case errors.Is(line.err, errLineTooLong):
				s.fail(line.err)
			default:
				s.finishLast()
				if line.err == io.EOF {
					return nil
				}
				return fmt.Errorf("reading commands: %w", line.err)
			}
			in.idle = false
			in.next <- struct{}{}
		}
	}
}

// receive takes a line from the client. It reports quit.
func (s *session) receive(ctx context.Context, r received) (quit bool) {
	line, err := ParseLine(r.text)
	if err != nil {
		s.fail(err)
		return false
	}
	c := command{line: line, at: r.at}
	switch {
	case line.Command == "quit":
		return true
	case !known[line.Command]:
		// Ignored in silence, the empty line included.
	case s.search != nil && s.mustWait(c, &s.queue):
		if !s.queue.add(c, len(r.text)) {
			s.fail(fmt.Errorf("%s: too many commands wait for the end of the search, dropped", line.Command))
		}
	default:
		s.execute(ctx, c)
	}
	return false
}

// mustWait reports whether a command has to wait for the end of the running
// search, given the commands that came before it and wait already.
func (s *session) mustWait(c command, ahead *queue) bool {
	switch c.line.Command {
	case "ping":
		return false
	case "stop":
		return s.search.stopped && ahead.holdsGo()
	case "ponder-hit":
		return (s.search.stopped || s.search.request.Mode != Ponder) && ahead.holdsGo()
	}
	return true
}

// drain carries out what has waited, up to a command that must wait again.
func (s *session) drain(ctx context.Context) {
	for !s.queue.empty() {
		c := s.queue.first()
		if s.search != nil && s.mustWait(c, &queue{}) {
			return
		}
		s.queue.remove()
		s.execute(ctx, c)
	}
	if s.queue.reset() {
		s.game = nil
	}
}

// known lists the commands.
var known = map[string]bool{
	"hub": true, "init": true, "set-param": true, "new-game": true, "pos": true, "level": true,
	"go": true, "stop": true, "ponder-hit": true, "ping": true, "quit": true,
}

// execute carries out one command.
func (s *session) execute(ctx context.Context, c command) {
	var err error
	switch c.line.Command {
	case "hub":
		s.introduce()
	case "init":
		if err = s.init(); err == nil {
			s.out.send("ready")
		}
	case "set-param":
		err = s.setParam(c.line)
	case "new-game":
		if err = s.init(); err == nil {
			s.engine.NewGame()
		}
	case "pos":
		s.game, err = parsePos(c.line, s.rules, s.numbering)
	case "level":
		err = s.setLevel(c.line)
	case "go":
		err = s.start(ctx, c)
	case "stop":
		s.stop(ctx)
	case "ponder-hit":
		s.ponderHit(ctx)
	case "ping":
		s.ping()
	}
	if err != nil {
		s.fail(err)
	}
}

// introduce answers hub.
func (s *session) introduce() {
	s.out.send(s.id.line().String())
	for _, p := range s.declared() {
		s.out.send(p.line().String())
	}
	s.out.send("wait")
}

// init makes the engine ready, once.
func (s *session) init() error {
	if s.ready {
		return nil
	}
	if err := s.engine.Init(); err != nil {
		return fmt.Errorf("init: %w", err)
	}
	s.ready = true
	return nil
}

// setLevel carries out level. After an error the old level stands.
func (s *session) setLevel(line Line) error {
	limits, known, err := parseLevel(line)
	if err == nil && known {
		s.limits = limits
	}
	return err
}

// maxMessage is the length of an error message in bytes.
const maxMessage = 1000

// fail sends an error message, always in quotes.
func (s *session) fail(err error) {
	text := strings.ToValidUTF8(err.Error(), "?")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "..."
	}
	s.out.send(`error message="` + printable(text) + `"`)
}
