package hub

import (
	"io"
	"sync"
	"time"
)

// received is what came from the client: a line, or why there is none.
type received struct {
	text string
	err  error
	at   time.Time
}

// input reads lines in its own goroutine. It reads the next line only when the
// last one has been dealt with, so that after quit nothing waits in Read.
type input struct {
	lines  chan received
	next   chan struct{} // the last line has been dealt with
	closed chan struct{}
	reader sync.WaitGroup
	idle   bool // the reader waits for next, not for the client
}

func newInput(r io.Reader) *input {
	in := &input{lines: make(chan received), next: make(chan struct{}), closed: make(chan struct{})}
	in.reader.Add(1)
	go func() {
		defer in.reader.Done()
		lines := newLineReader(r)
		for {
			text, err := lines.next()
			select {
			case in.lines <- received{text, err, time.Now()}:
			case <-in.closed:
				return
			}
			select {
			case <-in.next:
			case <-in.closed:
				return
			}
		}
	}()
	return in
}

// close ends the reader. It is waited for unless it still waits in Read.
func (in *input) close() {
	close(in.closed)
	if in.idle {
		in.reader.Wait()
	}
}
