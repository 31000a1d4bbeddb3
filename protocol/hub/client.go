package hub

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"bolshak/board"
)

// Client is the user's side of a conversation with one engine:
//
//	Hello, SetParam..., Init, then per game NewGame and per move Prepare, Think.
//
// Where the engine is to blame the error is a *Fault. A context that is
// cancelled, rather than past its deadline, gives the context's error. After an
// Illegal move the conversation goes on; after TimedOut in Think it goes on once
// Stop has got the late answer; after anything else it is over, and all that is
// left is Close.
//
// The methods must be called from one goroutine at a time. What the engine
// sends is read at all times, so that it never blocks on its output, and what is
// kept of it is bounded.
type Client struct {
	id     ID
	params []Param

	options ClientOptions
	in      io.ReadCloser
	out     *clientOutput

	// Filled by the reader.
	events      chan event
	ended       chan struct{} // closed when fault is set
	fault       *Fault        // why the reader ended
	reader      sync.WaitGroup
	chatter     atomic.Int64 // bytes received since the last command
	ready       atomic.Bool  // init was answered
	outstanding atomic.Bool  // a go has not had its done
	mu          sync.Mutex
	last        Report // of the present search
	reports     int    // how many there were in it

	broken    *Fault         // the conversation is over
	position  board.Position // of the last Prepare
	prepared  bool
	searching bool      // the done of the last go was not taken yet
	goAt      time.Time // when that go was sent
}

// ClientOptions says how a client speaks.
type ClientOptions struct {
	// Numbering is how the engine numbers squares in moves. Positions always
	// run from b8.
	Numbering board.Numbering
	// Log, if not nil, is shown every line; sent tells those of the client. It
	// is called from two goroutines and must not block for long.
	Log func(sent bool, line string)
	// Report, if not nil, is told what the engine says during a search, and of
	// which of several lines, from 1. It is called from one goroutine and must not
	// block for long.
	Report func(line int, r Report)
}

// NewClient begins a conversation. in is the engine's output, out its input. A
// Close of in must end a Read that waits, and a Close of out a Write that waits,
// as it is with pipes; Close closes both.
func NewClient(in io.ReadCloser, out io.WriteCloser, o ClientOptions) *Client {
	c := &Client{
		options: o,
		in:      in,
		out:     newClientOutput(out),
		events:  make(chan event, maxEvents),
		ended:   make(chan struct{}),
	}
	c.reader.Go(c.read)
	return c
}

// ID returns how the engine introduced itself.
func (c *Client) ID() ID { return c.id }

// Params returns the parameters that the engine declared, in its order. Types
// that are not ours, such as real, are there with name and value alone.
func (c *Client) Params() []Param { return c.params }

// Hello introduces the two to each other: hub is sent, and everything up to wait
// is taken in.
func (c *Client) Hello(ctx context.Context) error {
	if err := c.send(ctx, "hub"); err != nil {
		return err
	}
	for {
		e, err := c.next(ctx, "wait")
		if err != nil {
			return c.breakWith(err)
		}
		switch e.line.Command {
		case "id":
			c.id.read(e.line)
		case "param":
			if p, ok := readParam(e.line); ok && len(c.params) < maxParams {
				c.params = append(c.params, p)
			}
		case "wait":
			return nil
		case "error":
			return c.breakWith(refused("hub", e.line))
		}
	}
}

// maxParams bounds the parameters that are kept.
const maxParams = 1000

// SetParam sets a parameter. Engines do not confirm it: an error they send is
// returned by the next call that waits for an answer.
func (c *Client) SetParam(ctx context.Context, name, value string) error {
	return c.send(ctx, Line{Command: "set-param", Args: []Arg{{Name: "name", Value: name}, {Name: "value", Value: value}}}.String())
}

// Init ends the start-up: init is sent and ready awaited.
func (c *Client) Init(ctx context.Context) error {
	if err := c.exchange(ctx, "ready", "init"); err != nil {
		return err
	}
	c.ready.Store(true)
	return nil
}

// NewGame tells the engine to forget the last game, and waits until it has done
// so.
func (c *Client) NewGame(ctx context.Context) error {
	if c.searching {
		return errSearching
	}
	c.dropEvents()
	return c.exchange(ctx, "pong", "new-game", "ping")
}

// errSearching is a fault of the program that uses the client.
var errSearching = errors.New("hub client: the last search has no done yet, Stop must come first")

// dropEvents forgets what nobody has asked for, lest a stray pong be taken for the
// answer to the next ping.
func (c *Client) dropEvents() {
	for {
		select {
		case <-c.events:
		default:
			return
		}
	}
}

// exchange sends lines and waits for an answer to the last. Everything before it
// is passed over, but for an error, which becomes a fault.
func (c *Client) exchange(ctx context.Context, answer string, lines ...string) error {
	if err := c.send(ctx, lines...); err != nil {
		return err
	}
	for {
		e, err := c.next(ctx, answer)
		if err != nil {
			return c.breakWith(err)
		}
		switch e.line.Command {
		case answer:
			return nil
		case "error":
			return c.breakWith(refused(lines[0], e.line))
		}
	}
}

// refused returns the fault for an error message.
func refused(command string, line Line) *Fault {
	message, _ := line.Value("message")
	return faultf(Refused, "%s: the engine's error message: %s", command, abbreviate(message))
}

// send sends lines in one piece.
func (c *Client) send(ctx context.Context, lines ...string) error {
	if c.broken != nil {
		return c.broken
	}
	text := make([]byte, 0, 1024)
	for _, line := range lines {
		text = append(append(text, line...), '\n')
		if c.options.Log != nil {
			c.options.Log(true, line)
		}
	}
	c.chatter.Store(0)
	switch err := c.out.write(ctx, text); {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return c.breakWith(contextError(ctx, "the engine does not read its input"))
	default:
		return c.breakWith(&Fault{Disconnected, "the engine takes no more input", err})
	}
}

// next returns the next event, in the order in which the engine caused them. what
// is the line that is awaited.
func (c *Client) next(ctx context.Context, what string) (event, error) {
	if c.broken != nil {
		return event{}, c.broken
	}
	select {
	case e := <-c.events:
		return e, nil
	default:
	}
	select {
	case e := <-c.events:
		return e, nil
	case <-c.ended:
		// What came before the end comes first.
		select {
		case e := <-c.events:
			return e, nil
		default:
		}
		return event{}, c.breakWith(&Fault{c.fault.Kind, "waiting for " + what + ": " + c.fault.Detail, c.fault.Err})
	case <-ctx.Done():
		return event{}, contextError(ctx, "no "+what+" in time")
	}
}

// breakWith ends the conversation.
func (c *Client) breakWith(err error) error {
	var fault *Fault
	if errors.As(err, &fault) {
		c.broken = fault
	} else {
		c.broken = &Fault{Disconnected, "the conversation was broken off", err}
	}
	return err
}

// contextError returns why a context is done: its deadline is the engine's
// fault, its cancelling is not.
func contextError(ctx context.Context, detail string) error {
	if err := ctx.Err(); errors.Is(err, context.DeadlineExceeded) {
		return &Fault{TimedOut, detail, err}
	}
	return context.Cause(ctx)
}

// Quit tells the engine to end, closes its input and waits until its output has
// ended or ctx is done. Close is to follow.
func (c *Client) Quit(ctx context.Context) {
	_ = c.send(ctx, "quit") // it may be gone already
	c.out.close()
	for {
		select {
		case <-c.events:
		case <-c.ended:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Close ends the conversation and waits for the client's goroutines.
func (c *Client) Close() {
	c.out.close()
	_ = c.in.Close()
	c.reader.Wait()
}
