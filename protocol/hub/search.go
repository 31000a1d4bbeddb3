package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"bolshak/board"
	"bolshak/movegen"
)

// search is one go command, from its start to its done.
type search struct {
	request   Request
	position  board.Position
	numbering board.Numbering
	cancel    context.CancelFunc
	hit       chan struct{} // Request.PonderHit
	wasHit    bool
	stopped   bool
	pings     int          // to be answered behind the done
	finished  chan outcome // receives once, when the engine has returned
	outcome   *outcome     // set then; the done may still be held back
}

// outcome is what the engine returned.
type outcome struct {
	best Best
	err  error
}

// start carries out go.
func (s *session) start(ctx context.Context, c command) error {
	if s.game == nil {
		return errors.New("go: no position, the last pos failed; want a pos first")
	}
	position := s.game.Position()
	if !movegen.HasMove(position) {
		return fmt.Errorf("go: the game is over, %v has no legal move", position.Side())
	}
	if err := s.init(); err != nil {
		return fmt.Errorf("go: %w", err)
	}

	hit := make(chan struct{})
	sr := &search{
		request: Request{
			Game:      s.game.Clone(),
			Mode:      parseMode(c.line),
			Limits:    s.limits,
			Received:  c.at,
			PonderHit: hit,
		},
		position:  position,
		numbering: s.numbering,
		hit:       hit,
		finished:  make(chan outcome, 1),
	}
	if sr.request.Mode == Analyze || s.limits.Infinite {
		sr.request.Limits = s.limits.withoutClock()
	}
	ctx, sr.cancel = context.WithCancel(ctx)
	s.search = sr

	report := func(i Info) { s.out.offer(i.text(sr.numbering)) }
	go func() {
		best, err := s.engine.Search(ctx, sr.request, report)
		sr.finished <- outcome{best, err}
	}()
	return nil
}

// parseMode reads the arguments of go. Without one it is think.
func parseMode(line Line) Mode {
	for _, a := range line.Args {
		switch a.Name {
		case "ponder":
			return Ponder
		case "analyze", "analyse":
			return Analyze
		}
	}
	return Think
}

// stop carries out stop. Without a search it does nothing.
func (s *session) stop(ctx context.Context) {
	if s.search == nil {
		return
	}
	s.search.stopped = true
	s.search.cancel()
	s.conclude(ctx)
}

// ping carries out ping. The done of a search that was stopped, which is due
// within milliseconds, goes first: so a client can tell by the pong that no
// done is on its way any more.
func (s *session) ping() {
	if s.search != nil && s.search.stopped {
		s.search.pings++
		return
	}
	s.out.send("pong")
}

// ponderHit carries out ponder-hit. Outside of ponder it does nothing.
func (s *session) ponderHit(ctx context.Context) {
	if s.search == nil || s.search.request.Mode != Ponder || s.search.wasHit {
		return
	}
	s.search.wasHit = true
	close(s.search.hit)
	s.conclude(ctx)
}

// held reports whether the done has to wait for a command although the engine
// has returned: it was to search on, but had nothing left to find.
func (sr *search) held() bool {
	if sr.stopped || sr.outcome.err != nil {
		return false
	}
	return sr.request.Mode == Analyze || sr.request.Limits.Infinite || sr.request.Mode == Ponder && !sr.wasHit
}

// conclude sends the done when it is time for it, and then carries out what
// has waited.
func (s *session) conclude(ctx context.Context) {
	sr := s.search
	if sr.outcome == nil || sr.held() {
		return
	}
	s.answer()
	s.drain(ctx)
}

// answer ends a search whose engine has returned: by a done or by an error, and
// by the pongs that are due behind it.
func (s *session) answer() {
	sr := s.search
	s.search = nil
	sr.cancel()
	defer func() {
		for range sr.pings {
			s.out.send("pong")
		}
	}()
	s.warn()
	best, err := sr.outcome.best, sr.outcome.err
	if err == nil && !isLegal(sr.position, best.Move) {
		err = fmt.Errorf("the engine's move %v is not legal", best.Move)
	}
	if err != nil {
		s.fail(fmt.Errorf("go: %w", err))
		return
	}
	// The expected answer may come from a table and be of another position.
	if best.Ponder != board.NoMove && !isLegal(sr.position.After(best.Move), best.Ponder) {
		best.Ponder = board.NoMove
	}
	s.out.send(best.text(sr.numbering))
}

// warn tells what the engine warns of. That is done right before a done, where a
// client cannot take it for a refusal: anywhere else an error message is the answer
// to the command before it.
func (s *session) warn() {
	if warner, ok := s.engine.(Warner); ok {
		for _, err := range warner.Warnings() {
			s.fail(err)
		}
	}
}

// isLegal reports whether m is a move of the position.
func isLegal(p board.Position, m board.Move) bool {
	return slices.Contains(movegen.Append(nil, p), m)
}

// finishLast stops the search and sends its done; what has waited is dropped.
func (s *session) finishLast() {
	if s.search == nil {
		return
	}
	s.wait()
	s.answer()
}

// abandon stops the search without a word.
func (s *session) abandon() {
	if s.search != nil {
		s.wait()
		s.search = nil
	}
}

// wait cancels the search and waits until the engine has returned.
func (s *session) wait() {
	s.search.cancel()
	if s.search.outcome == nil {
		o := <-s.search.finished
		s.search.outcome = &o
	}
}
