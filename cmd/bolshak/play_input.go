package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"
)

// maxPlayLine is the longest line that is read whole, in bytes.
const maxPlayLine = 4096

// errFlag is returned when the time to wait for a line is up.
var errFlag = errors.New("the time is up")

// playInput reads lines in its own goroutine, each when it is asked for, so that
// a clock and Ctrl-C need not wait for the human.
type playInput struct {
	ask    chan struct{}
	lines  chan playLine
	reader sync.WaitGroup
	asked  bool // the reader waits for the human
}

// playLine is a line, or why there is none.
type playLine struct {
	text string
	err  error
}

func newPlayInput(r io.Reader) *playInput {
	in := &playInput{ask: make(chan struct{}), lines: make(chan playLine, 1)}
	in.reader.Go(func() {
		lines := bufio.NewReaderSize(r, maxPlayLine)
		for range in.ask {
			text, err := readPlayLine(lines)
			in.lines <- playLine{text, err}
		}
	})
	return in
}

// readPlayLine reads a line without its end. What is too long is cut.
func readPlayLine(r *bufio.Reader) (string, error) {
	line, more, err := r.ReadLine()
	line = bytes.Clone(line)
	for more && err == nil {
		_, more, err = r.ReadLine()
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(line), "\uFFFD"), "\uFEFF")
	return strings.TrimSpace(text), err
}

// next returns the next line. It fails with io.EOF at the end of the input, with
// the context's error, or with errFlag when flag fires; the line that was waited
// for comes with the next call then.
func (in *playInput) next(ctx context.Context, flag <-chan time.Time) (string, error) {
	if !in.asked {
		in.asked = true
		in.ask <- struct{}{}
	}
	select {
	case line := <-in.lines:
		in.asked = false
		return line.text, line.err
	case <-ctx.Done():
		return "", ctx.Err()
	case <-flag:
		return "", errFlag
	}
}

// close ends the reader. It is waited for unless it still waits for the human.
func (in *playInput) close() {
	close(in.ask)
	if !in.asked {
		in.reader.Wait()
	}
}
