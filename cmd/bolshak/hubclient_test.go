package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/protocol/hub"
)

// patience is how long a test waits for what must come.
const patience = time.Minute

// hubClient speaks Hub with the real engine, in this process.
type hubClient struct {
	t       testing.TB
	in      *io.PipeWriter
	lines   chan string // closed at the end of the output
	running sync.WaitGroup
}

// connect starts an engine and makes it ready. A small table is enough.
func connect(t testing.TB, params ...string) *hubClient {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	c := &hubClient{t: t, in: inWriter, lines: make(chan string, 1<<12)}
	c.running.Go(func() {
		defer close(c.lines)
		scanner := bufio.NewScanner(outReader)
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			c.lines <- scanner.Text()
		}
	})
	c.running.Go(func() {
		defer outWriter.Close()
		defer inReader.Close()
		engine := newAdapter()
		if err := errors.Join(hub.Serve(t.Context(), inReader, outWriter, engine, engineID()), engine.Close()); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	c.send("hub")
	c.until("wait")
	for _, p := range params {
		c.send("set-param " + p)
	}
	c.send("init")
	c.until("ready")
	return c
}

// quit ends the engine, a search included, and waits for all goroutines.
func (c *hubClient) quit() {
	c.t.Helper()
	c.send("quit")
	for line := range c.lines {
		require.True(c.t, strings.HasPrefix(line, "info "), "%q behind quit", line)
	}
	c.running.Wait()
}

// send sends lines, in one piece.
func (c *hubClient) send(lines ...string) {
	c.t.Helper()
	_, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n")
	require.NoError(c.t, err)
}

// until reads lines until one is the word or begins with it and a blank, and
// returns that one and those before it. An error line is a failure.
func (c *hubClient) until(word string) (last string, before []string) {
	c.t.Helper()
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for {
		select {
		case line, ok := <-c.lines:
			require.True(c.t, ok, "the output ended before %q", word)
			require.False(c.t, strings.HasPrefix(line, "error"), line)
			if line == word || strings.HasPrefix(line, word+" ") {
				return line, before
			}
			before = append(before, line)
		case <-timeout.C:
			require.Fail(c.t, "no answer", "want %q", word)
		}
	}
}
