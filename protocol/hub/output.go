package hub

import (
	"errors"
	"io"
	"sync"
	"time"
)

// Bounds of the output. They are reached only when the client does not read.
const (
	outputLines = 4096             // lines that may wait to be written
	stallLimit  = 10 * time.Second // how long a client may leave the buffer full
	closeLimit  = time.Second      // how long it may take to read the last lines
)

// errStalled reports a client that no longer reads.
var errStalled = errors.New("the client does not read the output")

// output sends lines from one goroutine, so that neither the search nor the
// reader of commands waits for a slow client. Each line is one Write.
type output struct {
	lines  chan string
	done   chan struct{} // closed when the goroutine has ended
	broken chan struct{} // closed when the client is gone
	once   sync.Once     // guards err and the closing of broken
	err    error         // read after broken is closed
}

func newOutput(w io.Writer) *output {
	o := &output{
		lines:  make(chan string, outputLines),
		done:   make(chan struct{}),
		broken: make(chan struct{}),
	}
	go func() {
		defer close(o.done)
		for line := range o.lines {
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				o.fail(err)
				return
			}
		}
	}()
	return o
}

// send queues a line that must not be lost.
func (o *output) send(line string) {
	select {
	case o.lines <- line:
		return
	default:
	}
	stalled := time.NewTimer(stallLimit)
	defer stalled.Stop()
	select {
	case o.lines <- line:
	case <-o.broken:
	case <-stalled.C:
		o.fail(errStalled)
	}
}

// offer queues a line that may be lost: it is when half the buffer waits.
func (o *output) offer(line string) {
	if len(o.lines) >= outputLines/2 {
		return
	}
	select {
	case o.lines <- line:
	default:
	}
}

// fail records that the client is gone.
func (o *output) fail(err error) {
	o.once.Do(func() {
		o.err = err
		close(o.broken)
	})
}

// close waits until everything is written. A client that does not read is left
// alone after closeLimit; the goroutine then ends with its pending Write.
func (o *output) close() error {
	close(o.lines)
	late := time.NewTimer(closeLimit)
	defer late.Stop()
	select {
	case <-o.done:
	case <-o.broken:
	case <-late.C:
		o.fail(errStalled)
	}
	select {
	case <-o.broken:
		return o.err
	default:
		return nil
	}
}
