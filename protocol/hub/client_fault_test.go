package hub

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

func TestClientFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers map[string]string
		kind    FaultKind
		detail  string
	}{
		"silence":                 {map[string]string{"go": ""}, TimedOut, "no done in time"},
		"end":                     {map[string]string{"go": "info depth=1\nEND"}, Disconnected, "waiting for done: the engine's output ended: EOF"},
		"half a done":             {map[string]string{"go": "done move=22-1END"}, Disconnected, "in the middle of a line"},
		"a done cut off":          {map[string]string{"go": "done move=22-18END"}, Disconnected, "in the middle of a line"},
		"half a done, silence":    {map[string]string{"go": "done move=22-1"}, TimedOut, "no done in time"},
		"NUL":                     {map[string]string{"go": "done move=22-18\x00\n"}, Garbled, "control character 0x00"},
		"not UTF-8":               {map[string]string{"go": "\xff\n"}, Garbled, "byte 0xff is not UTF-8"},
		"long line":               {map[string]string{"go": strings.Repeat("x", maxLine+3)}, Garbled, "a line of more than 1048576 bytes"},
		"done without a move":     {map[string]string{"go": "done\n"}, Garbled, "done without a move"},
		"done with a flag":        {map[string]string{"go": "done move\n"}, Garbled, "done without a move"},
		"done with an open quote": {map[string]string{"go": "done move=\"22-18\nEND"}, Garbled, "is never closed"},
		"prose":                   {map[string]string{"go": "done move=resign\n"}, Garbled, `"resign" has not the form of a move`},
		"illegal":                 {map[string]string{"go": "done move=22-19\n"}, Illegal, "illegal"},
		"off the board":           {map[string]string{"go": "done move=22-40\n"}, Illegal, "40"},
		"null move":               {map[string]string{"go": "done move=0-0\n"}, Illegal, "0"},
		"error":                   {map[string]string{"go": "error message=\"out of memory\"\n"}, Refused, "out of memory"},
		"position refused":        {map[string]string{"pos": "error message=\"bad pos\"\n"}, Refused, "bad pos"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := opened(t, talkTo(t, ClientOptions{}, scripted(c.answers)))
			if strings.HasPrefix(c.detail, "no ") {
				_, err := ask(t, client, 50*time.Millisecond)
				requireFault(t, err, c.kind, c.detail)
				return
			}
			_, err := ask(t, client, patience)
			requireFault(t, err, c.kind, c.detail)
		})
	}
}

func TestClientFaultsAtStart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers map[string]string
		kind    FaultKind
		detail  string
	}{
		"no wait":  {map[string]string{"hub": "id name=X\n"}, TimedOut, "no wait in time"},
		"no ready": {map[string]string{"init": ""}, TimedOut, "no ready in time"},
		"no pong":  {map[string]string{"ping": ""}, TimedOut, "no pong in time"},
		"end":      {map[string]string{"hub": "END"}, Disconnected, "waiting for wait"},
		"error":    {map[string]string{"init": "error message=\"no weights\"\n"}, Refused, "init: the engine's error message: no weights"},
		"binary":   {map[string]string{"hub": "\x7fELF\n"}, Garbled, "control character"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := talkTo(t, ClientOptions{}, scripted(c.answers))
			var err error
			for step, call := range []func(context.Context) error{client.Hello, client.Init, client.NewGame} {
				enough := patience
				if _, silent := c.answers[[]string{"hub", "init", "ping"}[step]]; silent && c.kind == TimedOut {
					enough = 50 * time.Millisecond
				}
				if err = call(soon(t, enough)); err != nil {
					break
				}
			}
			requireFault(t, err, c.kind, c.detail)
			// The conversation is over for good.
			require.Equal(t, err, client.NewGame(soon(t, patience)))
			require.Equal(t, err, client.SetParam(soon(t, patience), "a", "b"))
		})
	}
}

// TestIllegalMoveEndsNothing but the game.
func TestIllegalMoveEndsNothing(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{"go": "done move=1-32\n"})))
	for range 3 {
		answer, err := ask(t, c, patience)
		requireFault(t, err, Illegal, "1-32")
		require.Equal(t, "1-32", answer.Text)
		require.Positive(t, answer.Elapsed)
	}
}

// TestErrorAndThenAMove: a warning is no failure.
func TestErrorAndThenAMove(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{"go": "error message=\"no endgame tables\"\ninfo depth=1\ndone move=22-18\n"})))
	answer, err := ask(t, c, patience)
	require.NoError(t, err)
	require.Equal(t, "no endgame tables", answer.Message)
}

// TestFloodBetweenSearches is not parallel: it looks at the memory.
func TestFloodBetweenSearches(t *testing.T) {
	for name, c := range map[string]struct{ text, detail string }{
		"infos":    {"info depth=1 score=0.1 pv=\"" + strings.Repeat("22-18 ", 100) + "\"\n", "a flood: more than 64 MiB"},
		"unknown":  {strings.Repeat("x", 1000) + "\n", "a flood: more than 64 MiB"},
		"answers":  {"pong\n", "a flood: more than 1024 answers"},
		"no lines": {strings.Repeat("x", 1000), "a line of more than"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			client := opened(t, talkTo(t, ClientOptions{}, func(commands *bufio.Scanner, out io.Writer) {
				scripted(map[string]string{"ping": "pong\nEND"})(commands, out)
				for text := []byte(strings.Repeat(c.text, 1+(64<<10)/len(c.text))); ; {
					if _, err := out.Write(text); err != nil {
						return
					}
				}
			}))
			<-client.ended
			runtime.GC()
			runtime.ReadMemStats(&after)
			require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(4<<20))
			client.dropEvents()
			_, err := client.next(soon(t, patience), "pong")
			requireFault(t, err, Garbled, c.detail)
			client.Close()
		})
	}
}

func TestEngineThatDoesNotRead(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	defer close(over)
	c := talkTo(t, ClientOptions{}, func(commands *bufio.Scanner, out io.Writer) {
		commands.Scan()
		_, _ = io.WriteString(out, "wait\n")
		<-over
	})
	require.NoError(t, c.Hello(soon(t, patience)))
	requireFault(t, c.Init(soon(t, 50*time.Millisecond)), TimedOut, "the engine does not read its input")
}

func TestCancelledWaitIsNobodysFault(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{"go": ""})))
	require.NoError(t, c.Prepare(soon(t, patience), board.NewGame(board.Russian, board.Start()), Limits{}))
	cause := errors.New("Ctrl-C")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
	_, err := c.Think(ctx)
	require.ErrorIs(t, err, cause)
	var fault *Fault
	require.False(t, errors.As(err, &fault))
}
