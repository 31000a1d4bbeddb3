package hub

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// talkTo returns a client of an engine that is a function: it reads commands and
// writes whatever it likes, until the end of its input. Its output ends when it
// returns.
func talkTo(t *testing.T, o ClientOptions, engine func(commands *bufio.Scanner, out io.Writer)) *Client {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	var ended sync.WaitGroup
	ended.Go(func() {
		commands := bufio.NewScanner(inReader)
		commands.Buffer(nil, maxLine+2)
		engine(commands, outWriter)
		outWriter.Close()
		inReader.Close()
	})
	c := NewClient(outReader, inWriter, o)
	t.Cleanup(func() {
		c.Close()
		ended.Wait()
	})
	return c
}

// scripted is an engine that behaves but for its answers to some commands. An
// answer is written as it is.
func scripted(answers map[string]string) func(*bufio.Scanner, io.Writer) {
	return func(commands *bufio.Scanner, out io.Writer) {
		for commands.Scan() {
			command, _, _ := strings.Cut(commands.Text(), " ")
			answer, ok := answers[command]
			if !ok {
				answer = map[string]string{"hub": "id name=X\nwait\n", "init": "ready\n", "ping": "pong\n", "go": "done move=22-18\n"}[command]
			}
			if strings.HasSuffix(answer, "END") {
				_, _ = io.WriteString(out, strings.TrimSuffix(answer, "END"))
				return
			}
			_, _ = io.WriteString(out, answer)
		}
	}
}

// soon is a context for what must not last.
func soon(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// opened introduces client and engine.
func opened(t *testing.T, c *Client) *Client {
	t.Helper()
	require.NoError(t, c.Hello(soon(t, patience)))
	require.NoError(t, c.Init(soon(t, patience)))
	require.NoError(t, c.NewGame(soon(t, patience)))
	return c
}

// ask searches the start position. Its done must come within the time given.
func ask(t *testing.T, c *Client, done time.Duration) (Answer, error) {
	t.Helper()
	if err := c.Prepare(soon(t, patience), board.NewGame(board.Russian, board.Start()), Limits{Depth: 1}); err != nil {
		return Answer{}, err
	}
	return c.Think(soon(t, done))
}

// requireFault checks an error of the engine's making.
func requireFault(t *testing.T, err error, kind FaultKind, detail string) {
	t.Helper()
	var fault *Fault
	require.ErrorAs(t, err, &fault)
	require.Equal(t, kind, fault.Kind, "%v", fault)
	require.Contains(t, fault.Error(), detail)
}
