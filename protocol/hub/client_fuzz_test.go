package hub

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// FuzzClient takes any bytes as an engine's whole output: the client must come to
// an end with a fault, whatever it was asked.
func FuzzClient(f *testing.F) {
	for _, text := range []string{
		"id name=X\nparam name=a type=int min=1 max=2\nwait\nready\npong\npong\ninfo depth=1 score=1.0 pv=\"22-18\"\ndone move=22-18 ponder=9-13\n",
		"wait\r\nready\r\npong\r\npong\r\ndone move=22x15\r\n",
		"wait\nready\npong\npong\nerror message=\"x\"\ndone\n",
		"\xef\xbb\xbfwait\nready\npong\nerror\n", "wait\n\x00", "done move=\"", "wait\nready\npong\npong\ninfo score=1e999 depth=-1 nodes=1e30\ndone move=22-18",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, output []byte) {
		ctx := soon(t, patience)
		c := NewClient(io.NopCloser(bytes.NewReader(output)), discard{}, ClientOptions{})
		defer c.Close()
		err := c.Hello(ctx)
		if err == nil {
			err = c.Init(ctx)
		}
		if err == nil {
			err = c.NewGame(ctx)
		}
		for game := board.NewGame(board.Russian, board.Start()); err == nil; {
			var answer Answer
			if err = c.Prepare(ctx, game, Limits{}); err == nil {
				answer, err = c.Think(ctx)
			}
			if err == nil {
				require.Contains(t, movegen.Append(nil, game.Position()), answer.Move)
				_, _ = answer.Report.Line(game.Position(), board.FromA1)
			}
		}
		var fault *Fault
		require.ErrorAs(t, err, &fault)
		require.NotEqual(t, TimedOut, fault.Kind)
	})
}

// discard is an engine's input that nobody reads.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }
