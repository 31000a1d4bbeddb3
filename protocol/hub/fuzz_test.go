package hub

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// answers is what Serve may send.
var answers = regexp.MustCompile(`^(id( [a-z]+=.+)+|param name=.*|wait|ready|pong|info .*|done move=[0-9x-]+|error message="[^"]+")$`)

// FuzzServe takes any bytes as the whole input: Serve must end, say nothing but
// protocol lines, and never send more done than there was go.
func FuzzServe(f *testing.F) {
	for _, text := range []string{
		"hub\nset-param name=threads value=2\ninit\npos moves=\"22-18 10-15\"\nlevel depth=3\ngo think\nping\nquit\n",
		"go analyze\r\nstop\r\ngo ponder\r\nponder-hit\r\nnew-game\r\n",
		"pos pos=WeeWebeebeeewebbbweeewbeeeeeeeeee\nlevel time=1 inc=.1 moves=3\ngo\nlevel infinite\ngo\npos\n",
		"set-param name=variant value=losing\nset-param name=numbering value=a1\npos moves=\"10-14 23-19\"\ngo\n",
		"level nodes=-1\nlevel move-time=nan\npos pos=W\ngo\n\x00\xff\ngo \"",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		engine := &fakeEngine{search: func(ctx context.Context, r Request, report func(Info)) (Best, error) {
			report(Info{Depth: 1, Nodes: r.Limits.Nodes})
			if r.Limits.Depth == 0 {
				return untilStopped(ctx, r, report)
			}
			return firstMove(r), nil
		}}
		var out bytes.Buffer
		hanging := time.AfterFunc(time.Minute, func() { panic("Serve hangs") })
		defer hanging.Stop()
		require.NoError(t, Serve(t.Context(), bytes.NewReader(input), &out, engine, ID{Name: "Fake"}))
		for line := range strings.Lines(out.String()) {
			require.Regexp(t, answers, strings.TrimSuffix(line, "\n"))
		}
		require.LessOrEqual(t, strings.Count(out.String(), "\ndone "), bytes.Count(input, []byte("go")))
	})
}
