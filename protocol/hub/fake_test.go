package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// fakeEngine plays the first legal move and does otherwise what it is told to.
type fakeEngine struct {
	search func(ctx context.Context, r Request, report func(Info)) (Best, error) // nil: at once
	init   func() error

	mu       sync.Mutex
	warnings []error
	calls    []string // "init", "new-game", "threads=2"
	asked    []Request
}

func (e *fakeEngine) Params() []Param {
	return []Param{
		{Name: "threads", Type: Int, Value: "1", Min: 1, Max: 64},
		{Name: "tt-size", Type: Int, Value: "24", Min: 10, Max: 30},
		{Name: "book", Type: Bool, Value: "true"},
		{Name: "bb-path", Type: String, Value: ""},
	}
}

func (e *fakeEngine) note(call string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls = append(e.calls, call)
}

// noted returns the calls so far.
func (e *fakeEngine) noted() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string{}, e.calls...)
}

// last returns the last search asked for.
func (e *fakeEngine) last(t *testing.T) Request {
	e.mu.Lock()
	defer e.mu.Unlock()
	require.NotEmpty(t, e.asked)
	return e.asked[len(e.asked)-1]
}

func (e *fakeEngine) SetParam(name, value string) error {
	e.note(name + "=" + value)
	if name == "tt-size" && value == "30" {
		return errors.New("parameter tt-size: value 30 needs 16 GiB of memory, 4 GiB are there")
	}
	return nil
}

func (e *fakeEngine) Init() error {
	e.note("init")
	if e.init != nil {
		return e.init()
	}
	return nil
}

func (e *fakeEngine) Warnings() []error {
	e.mu.Lock()
	defer e.mu.Unlock()
	warnings := e.warnings
	e.warnings = nil
	return warnings
}

func (e *fakeEngine) NewGame() { e.note("new-game") }

func (e *fakeEngine) Search(ctx context.Context, r Request, report func(Info)) (Best, error) {
	e.mu.Lock()
	e.asked = append(e.asked, r)
	e.mu.Unlock()
	if e.search == nil {
		return firstMove(r), nil
	}
	return e.search(ctx, r, report)
}

// firstMove answers a request without thinking.
func firstMove(r Request) Best {
	return Best{Move: movegen.Append(nil, r.Game.Position())[0]}
}

// untilStopped searches until it is stopped.
func untilStopped(ctx context.Context, r Request, _ func(Info)) (Best, error) {
	<-ctx.Done()
	return firstMove(r), nil
}

// untilHit ends by itself once the clock runs.
func untilHit(ctx context.Context, r Request, _ func(Info)) (Best, error) {
	if r.Mode != Ponder {
		return firstMove(r), nil
	}
	select {
	case <-r.PonderHit:
	case <-ctx.Done():
	}
	return firstMove(r), nil
}

// client is the other end of Serve.
type client struct {
	t      *testing.T
	in     *io.PipeWriter
	lines  chan string // closed at the end of the output
	served chan error
}

// patience is how long a test waits for what must come.
const patience = time.Minute

// connect serves the engine to a client until the test's end.
func connect(t *testing.T, e Engine) *client {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	c := &client{t: t, in: inWriter, lines: make(chan string, 1<<16), served: make(chan error, 1)}
	go func() {
		scanner := bufio.NewScanner(outReader)
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			c.lines <- scanner.Text()
		}
		close(c.lines)
	}()
	go func() {
		err := Serve(t.Context(), inReader, outWriter, e, ID{Name: "Fake", Version: "1.0", Author: "A. Nonymous"})
		inReader.Close()
		outWriter.Close()
		c.served <- err
	}()
	t.Cleanup(func() { c.in.Close() })
	return c
}

// send sends lines.
func (c *client) send(lines ...string) {
	c.t.Helper()
	_, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n")
	require.NoError(c.t, err)
}

// next returns the next line.
func (c *client) next() string {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		require.True(c.t, ok, "the output has ended")
		return line
	case <-time.After(patience):
		require.Fail(c.t, "no answer")
		return ""
	}
}

// expect reads one line for every prefix.
func (c *client) expect(prefixes ...string) {
	c.t.Helper()
	for _, prefix := range prefixes {
		line := c.next()
		require.True(c.t, strings.HasPrefix(line, prefix), "got %q, want %q...", line, prefix)
	}
}

// silent checks that nothing is on its way.
func (c *client) silent() {
	c.t.Helper()
	c.send("ping")
	c.expect("pong")
}

// ended waits for Serve's end and returns what was still sent.
func (c *client) ended() []string {
	c.t.Helper()
	select {
	case err := <-c.served:
		require.NoError(c.t, err)
	case <-time.After(patience):
		require.Fail(c.t, "Serve goes on")
	}
	var rest []string
	for line := range c.lines {
		rest = append(rest, line)
	}
	return rest
}

// hubStart is the start position as pos takes it.
const hubStart = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"

// plays checks that the game of a request is what it should be.
func plays(t *testing.T, r Request, fen string, plies int) {
	t.Helper()
	want, err := board.ParsePosition(fen)
	require.NoError(t, err)
	require.Equal(t, want, r.Game.Position())
	require.Equal(t, plies, r.Game.Plies())
}

// limitsOf asks for a search and returns its limits.
func limitsOf(c *client, e *fakeEngine) Limits {
	c.t.Helper()
	c.send("go")
	c.expect("done move=")
	return e.last(c.t).Limits
}

// errorLine is the message as it is sent.
func errorLine(format string, args ...any) string {
	return `error message="` + fmt.Sprintf(format, args...)
}
