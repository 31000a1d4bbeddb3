package hub

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestStartUp(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{})
	var dialogue strings.Builder
	for _, line := range []string{
		"hub", "set-param name=threads value=2", "set-param name=numbering value=a1",
		"set-param name=bb-path value=\"C:/end games\"", "init", "hub", "quit",
	} {
		dialogue.WriteString("> " + line + "\n")
		c.send(line)
		if line == "hub" {
			for answer := ""; answer != "wait"; {
				answer = c.next()
				dialogue.WriteString("< " + answer + "\n")
			}
		}
		if line == "init" {
			dialogue.WriteString("< " + c.next() + "\n")
		}
	}
	require.Empty(t, c.ended())

	golden := filepath.Join("testdata", "start-up.golden")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(dialogue.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), dialogue.String())
}

// blocked has White's only man on a3 behind b4 and c5. The first Hub case of
// public-faults.json means it, as its expected error and the same position
// among the "moves" cases tell, but prints every piece one square further:
// there c3-b4 can be played.
const (
	blocked  = "Weeeeeeeeeeeeebeebeeeweeeeeeeeeee"
	misprint = "Weeeeeeeeeeeeeebeebeeeweeeeeeeeee"
)

func TestMisprintedFaultHasALegalMove(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{})
	c.send("pos pos="+misprint, "go")
	require.Equal(t, "done move=22-17", c.next())
}

// TestPublicFaults replays what other programs were seen to do wrong.
func TestPublicFaults(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "public-faults.json"))
	require.NoError(t, err)
	var cases []struct {
		Kind    string
		In, Out json.RawMessage
	}
	require.NoError(t, json.Unmarshal(data, &cases))
	played := 0
	for _, fault := range cases {
		if fault.Kind != "hub" {
			continue
		}
		var in, out []string
		require.NoError(t, json.Unmarshal(fault.In, &in))
		require.NoError(t, json.Unmarshal(fault.Out, &out))
		t.Run(strings.Join(in[2:], " "), func(t *testing.T) {
			t.Parallel()
			c := connect(t, &fakeEngine{search: func(ctx context.Context, r Request, report func(Info)) (Best, error) {
				if r.Mode == Analyze {
					return untilStopped(ctx, r, report)
				}
				return firstMove(r), nil
			}})
			for _, line := range in {
				c.send(strings.Replace(line, misprint, blocked, 1))
			}
			for _, prefix := range out {
				for !strings.HasPrefix(c.next(), prefix) {
				}
			}
		})
		played++
	}
	require.Equal(t, 4, played)
}

func TestInitIsDoneOnceAndIfForgotten(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{}
	c := connect(t, e)
	c.send("new-game", "go", "init", "init", "new-game")
	c.expect("done move=", "ready", "ready")
	c.silent()
	require.Equal(t, []string{"init", "new-game", "new-game"}, e.noted())
}

func TestInitThatFails(t *testing.T) {
	t.Parallel()
	fail := true
	c := connect(t, &fakeEngine{init: func() error {
		if fail {
			fail = false
			return errors.New("no memory for the table")
		}
		return nil
	}})
	c.send("init", "init", "go")
	c.expect(errorLine("init: no memory for the table"), "ready", "done move=")
}

func TestLevelReplacesTheOneBefore(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{}
	c := connect(t, e)
	require.Equal(t, Limits{}, limitsOf(c, e))
	c.send("level depth=5 nodes=100")
	require.Equal(t, Limits{Depth: 5, Nodes: 100}, limitsOf(c, e))
	c.send("level move-time=.5")
	require.Equal(t, Limits{MoveTime: time.Second / 2}, limitsOf(c, e))
	c.send("level depth=x")
	c.expect(errorLine("level: depth=x, want an integer"))
	c.send("level handicap=1")
	require.Equal(t, Limits{MoveTime: time.Second / 2}, limitsOf(c, e))
	c.send("level time=60 inc=1 moves=3 depth=9", "go analyze", "stop")
	c.expect("done move=")
	require.Equal(t, Limits{Depth: 9}, e.last(t).Limits, "analysis has no clock")
	c.send("level infinite move-time=5", "go", "stop")
	c.expect("done move=")
	require.Equal(t, Limits{Infinite: true}, e.last(t).Limits)
}

func TestGarbage(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{})
	for name, garbage := range map[string]struct{ in, message string }{
		"binary":        {"\x7fELF\x02\x01", "column 1: control character 0x7f"},
		"NUL":           {"ping\x00", "column 5: control character 0x00"},
		"invalid UTF-8": {"go \xc3\x28", "column 4: byte 0xc3 is not UTF-8"},
		"open quote":    {`pos moves="22-18`, "column 11: the quote that opens"},
		"1 MiB":         {strings.Repeat("x", maxLine), "a line of 1048576 bytes or more"},
		"1 MiB, CRLF":   {strings.Repeat("x", maxLine) + "\r", "a line of 1048576 bytes or more"},
		"very long":     {strings.Repeat("pos ", 3<<20), "a line of 1048576 bytes or more"},
	} {
		c.send(garbage.in)
		require.True(t, strings.HasPrefix(c.next(), errorLine("%s", garbage.message)), name)
	}
	// Plain text that is no command is ignored, up to the longest line.
	c.send("", "   ", "uci", "position startpos", "Ping", "HUB", strings.Repeat("x", maxLine-1), strings.Repeat("x", maxLine-1)+"\r")
	c.silent()
	c.send("init\r", "go think\r")
	c.expect("ready", "done move=")
}

// TestWarningsAreTold: once each, as errors that end nothing.
func TestWarningsAreTold(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{warnings: []error{errors.New("table KvK: cut off"), errors.New("table MvM: cut off")}}
	c := connect(t, e)
	c.send("init", "set-param name=threads value=2", "go")
	c.expect("ready", `error message="table KvK: cut off"`, `error message="table MvM: cut off"`, "done move=")
	c.send("go")
	c.expect("done move=")
	c.silent()
}

// TestWarningsWereTakenForRefusals: those that came behind ready, such as of a table
// that cannot be read, were to a client the answer to its next command, and the
// engine had lost.
func TestWarningsWereTakenForRefusals(t *testing.T) {
	t.Parallel()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	served := make(chan error, 1)
	e := &fakeEngine{warnings: []error{errors.New("table KvK: cut off")}}
	go func() {
		served <- Serve(t.Context(), inReader, outWriter, e, ID{Name: "Fake"})
		outWriter.Close()
	}()
	c := opened(t, NewClient(outReader, inWriter, ClientOptions{}))
	defer c.Close()
	answer, err := ask(t, c, patience)
	require.NoError(t, err)
	require.Equal(t, "table KvK: cut off", answer.Message)
	require.NoError(t, c.NewGame(soon(t, patience)))
	answer, err = ask(t, c, patience)
	require.NoError(t, err)
	require.Empty(t, answer.Message)
	c.Quit(soon(t, patience))
	require.NoError(t, <-served)
}
