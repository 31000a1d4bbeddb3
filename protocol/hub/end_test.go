package hub

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines  []string
		closed bool
		want   string
	}{
		"quit":                          {lines: []string{"quit", "ping"}},
		"quit in a search":              {lines: []string{"go analyze", "quit"}},
		"quit after stop":               {lines: []string{"go analyze", "go", "quit"}},
		"end of input":                  {closed: true},
		"end of input in a search":      {lines: []string{"go analyze"}, closed: true, want: "done move="},
		"end of input with a queue":     {lines: []string{"go think", "go think", "hub"}, closed: true, want: "done move="},
		"end of input in a held search": {lines: []string{"level depth=1", "go ponder"}, closed: true, want: "done move="},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := connect(t, &fakeEngine{search: func(ctx context.Context, r Request, report func(Info)) (Best, error) {
				if r.Limits.Depth == 1 {
					return firstMove(r), nil
				}
				return untilStopped(ctx, r, report)
			}})
			_, _ = io.WriteString(client.in, strings.Join(c.lines, "\n")+"\n") // fails behind quit
			if c.closed {
				client.in.Close()
			}
			rest := strings.Join(client.ended(), "\n")
			require.True(t, strings.HasPrefix(rest, c.want) && strings.Count(rest, "\n") == 0 && (rest == "") == (c.want == ""), rest)
		})
	}
}

func TestLastLineNeedsNoLineEnd(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	require.NoError(t, Serve(t.Context(), strings.NewReader("ping\nping"), &out, &fakeEngine{}, ID{}))
	require.Equal(t, "pong\npong\n", out.String())
}

func TestServeErrors(t *testing.T) {
	t.Parallel()
	cause := errors.New("unplugged")

	t.Run("reading", func(t *testing.T) {
		t.Parallel()
		in := io.MultiReader(strings.NewReader("go analyze\nping\n"), iotest.ErrReader(cause))
		var out strings.Builder
		require.ErrorIs(t, Serve(t.Context(), in, &out, &fakeEngine{search: untilStopped}, ID{}), cause)
		require.Regexp(t, "^pong\ndone move=.*\n$", out.String())
	})
	t.Run("writing", func(t *testing.T) {
		t.Parallel()
		inReader, inWriter := io.Pipe()
		outReader, outWriter := io.Pipe()
		outReader.CloseWithError(cause)
		go func() { _, _ = io.WriteString(inWriter, "go analyze\nping\n") }()
		require.ErrorIs(t, Serve(t.Context(), inReader, outWriter, &fakeEngine{search: untilStopped}, ID{}), cause)
		inWriter.Close()
	})
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		inReader, inWriter := io.Pipe()
		go func() {
			_, _ = io.WriteString(inWriter, "go analyze\n")
			cancel()
		}()
		require.ErrorIs(t, Serve(ctx, inReader, io.Discard, &fakeEngine{search: untilStopped}, ID{}), context.Canceled)
		inWriter.Close()
	})
	t.Run("a client that does not read", func(t *testing.T) {
		t.Parallel()
		_, outWriter := io.Pipe()
		begin := time.Now()
		err := Serve(t.Context(), strings.NewReader("ping\nquit\n"), outWriter, &fakeEngine{}, ID{})
		require.ErrorIs(t, err, errStalled)
		require.Less(t, time.Since(begin), closeLimit+patience)
		outWriter.Close()
	})
}
