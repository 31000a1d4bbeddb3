package hub

import (
	"context"
	"errors"
	"regexp"
	"time"

	"bolshak/board"
	"bolshak/movegen"
)

// Answer is the result of a search.
type Answer struct {
	Move   board.Move
	Ponder board.Move // the reply the engine expects, or NoMove
	Text   string     // the move as the engine wrote it
	// Elapsed is the time from the sending of go to the reading of done.
	Elapsed time.Duration
	Report  Report // what the engine said of the position last
	// Message is the last error message that came during the search, if any.
	Message string
}

// Prepare sends a position, with the moves that led to it, and the limits, and
// waits until the engine has taken them in: everything it sent before belongs to
// the past and is dropped. Moves are sent from the last capture or promotion on;
// no repetition and no counter of a draw reaches further back. An error of the
// engine is Refused.
func (c *Client) Prepare(ctx context.Context, g *board.Game, l Limits) error {
	if c.searching {
		return errSearching
	}
	c.prepared = false
	c.dropEvents()
	if err := c.exchange(ctx, "pong", posText(g, c.options.Numbering), l.line().String(), "ping"); err != nil {
		return err
	}
	c.prepared = true
	c.position = g.Position()
	return nil
}

// Faults of the program that uses the client.
var (
	errNotPrepared  = errors.New("hub client: Think without Prepare")
	errNotSearching = errors.New("hub client: Stop without a search")
)

// Think starts the search of the position of the last Prepare and waits for its
// end. The clock, Answer.Elapsed, runs from the sending of go. An Illegal fault
// comes with the answer. After TimedOut, or when ctx was cancelled, the search is
// still on: Stop ends it.
//
// An error message during the search is Refused if nothing follows it for a
// second: the engine has given up.
func (c *Client) Think(ctx context.Context) (Answer, error) { return c.search(ctx, "go think") }

// Analyze is Think for an analysis: the engine says what it knows of the position,
// in several lines where it was told so, until a limit other than a clock or Stop
// ends it.
func (c *Client) Analyze(ctx context.Context) (Answer, error) { return c.search(ctx, "go analyze") }

// search starts a search by the given command and waits for its end.
func (c *Client) search(ctx context.Context, command string) (Answer, error) {
	if !c.prepared {
		return Answer{}, errNotPrepared
	}
	c.prepared = false
	c.mu.Lock()
	c.last, c.reports = Report{}, 0
	c.mu.Unlock()
	c.searching = true
	c.outstanding.Store(true)
	c.goAt = time.Now()
	sending, sent := outlasting(ctx)
	err := c.send(sending, command)
	sent()
	if err != nil {
		return Answer{}, err
	}
	return c.awaitDone(ctx)
}

// sendPatience is how much longer than its context the sending of go may take.
const sendPatience = time.Second

// outlasting returns a context that is done a while after ctx is cancelled, and at
// once at its deadline: half a command would end the conversation, and whoever
// breaks a search off wants the next one. done gives its resources back.
func outlasting(ctx context.Context) (longer context.Context, done func()) {
	var cancel context.CancelFunc
	if deadline, ok := ctx.Deadline(); ok {
		longer, cancel = context.WithDeadline(context.WithoutCancel(ctx), deadline)
	} else {
		longer, cancel = context.WithCancel(context.WithoutCancel(ctx))
	}
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(sendPatience, cancel) })
	return longer, func() { stop(); cancel() }
}

// Stop sends stop and waits for the done of the search that is on.
func (c *Client) Stop(ctx context.Context) (Answer, error) {
	if !c.searching {
		return Answer{}, errNotSearching
	}
	if err := c.send(ctx, "stop"); err != nil {
		return Answer{}, err
	}
	return c.awaitDone(ctx)
}

// errorPatience is how long an engine may be silent after an error message in a
// search.
const errorPatience = time.Second

// awaitDone waits for the end of the search.
func (c *Client) awaitDone(ctx context.Context) (Answer, error) {
	var answer Answer
	for {
		e, err := c.next(ctx, "done")
		if err != nil {
			return answer, err
		}
		switch e.line.Command {
		case "error":
			message, _ := e.line.Value("message")
			answer.Message = abbreviate(message)
			if c.fallsSilent(ctx) {
				return answer, c.breakWith(refused("go", e.line))
			}
		case "done":
			c.searching = false
			answer.Elapsed = e.at.Sub(c.goAt)
			answer.Report, _ = c.report()
			err := c.readDone(e.line, &answer)
			return answer, err
		}
	}
}

// fallsSilent waits for a sign of life.
func (c *Client) fallsSilent(ctx context.Context) bool {
	_, before := c.report()
	patience := time.NewTimer(errorPatience)
	defer patience.Stop()
	look := time.NewTicker(errorPatience / 50)
	defer look.Stop()
	for {
		select {
		case <-patience.C:
			return true
		case <-ctx.Done():
			return false
		case <-c.ended:
			return false
		case <-look.C:
			if _, now := c.report(); now > before || len(c.events) > 0 {
				return false
			}
		}
	}
}

// report returns the last report of the search and how many there were.
func (c *Client) report() (Report, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last, c.reports
}

// readDone reads the moves of a done.
func (c *Client) readDone(line Line, a *Answer) error {
	text, ok := line.Value("move")
	switch {
	case !ok || text == "":
		return c.breakWith(faultf(Garbled, "done without a move"))
	case !moveForm.MatchString(text):
		return c.breakWith(faultf(Garbled, "done: %q has not the form of a move", abbreviate(text)))
	}
	a.Text = text
	var err error
	if a.Move, err = movegen.ParseNumbered(c.position, text, c.options.Numbering); err != nil {
		return &Fault{Illegal, "done", err}
	}
	if text, ok = line.Value("ponder"); ok {
		// Only a guess: where it cannot be played there is none.
		a.Ponder, _ = movegen.ParseNumbered(c.position.After(a.Move), text, c.options.Numbering)
	}
	return nil
}

// moveForm tells a move, if a wrong one, from garbage: squares by name or number
// with the marks of a move between them.
var moveForm = regexp.MustCompile(`^(?i)[a-h]?[0-9]{1,2}([-x:][a-h]?[0-9]{1,2})+$`)

// posText writes the pos command for a game, from its last conversion on.
func posText(g *board.Game, numbering board.Numbering) string {
	moves := g.Moves()
	from := len(moves)
	for from > 0 && !moves[from-1].Converts() {
		from--
	}
	b := append([]byte("pos pos="), g.At(from).Hub()...)
	for i, m := range moves[from:] {
		if i == 0 {
			b = append(b, ` moves="`...)
		} else {
			b = append(b, ' ')
		}
		b = m.AppendHub(b, numbering)
	}
	if from < len(moves) {
		b = append(b, '"')
	}
	return string(b)
}
