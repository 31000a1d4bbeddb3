package hub

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCommandsDuringASearchWait(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{search: untilStopped}
	c := connect(t, e)
	c.send("init", "go think")
	c.expect("ready")
	c.send("set-param name=threads value=2", "set-param name=threads value=0", "new-game", "level depth=7",
		"pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeweee", "go analyze", "hub")
	c.silent()
	require.Equal(t, []string{"init"}, e.noted())
	c.send("stop")
	c.expect("done move=", errorLine("set-param: parameter threads"))
	c.silent()
	require.Equal(t, []string{"init", "threads=2", "new-game"}, e.noted())
	c.send("stop")
	c.expect("done move=29-25", "id ")
	for c.next() != "wait" {
	}
	require.Equal(t, Analyze, e.last(t).Mode)
	require.Equal(t, 7, e.last(t).Limits.Depth)
}

// TestStopAndTheNextSearchInOneGo: each stop and ponder-hit goes to the search
// it was sent for, however late the engine ends.
func TestStopAndTheNextSearchInOneGo(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{search: func(ctx context.Context, r Request, report func(Info)) (Best, error) {
		best, err := untilStopped(ctx, r, report)
		time.Sleep(5 * time.Millisecond)
		if r.Mode == Ponder {
			select {
			case <-r.PonderHit:
			default:
				err = errors.New("stopped without a hit")
			}
		}
		return best, err
	}})
	c.send("go think", "stop", "pos", "go analyze", "stop", "level depth=5", "go ponder", "ponder-hit", "stop")
	c.expect("done move=", "done move=", "done move=")
	c.silent()
}

// TestAHundredPipedSearchesWereDropped: a script writes all its commands at
// once; the queue was full after 256, some 80 searches.
func TestAHundredPipedSearchesWereDropped(t *testing.T) {
	t.Parallel()
	const searches = 300
	c := connect(t, &fakeEngine{search: func(ctx context.Context, r Request, report func(Info)) (Best, error) {
		if r.Limits.Depth == 0 { // the first, behind which all others wait
			time.Sleep(50 * time.Millisecond)
		}
		return untilStopped(ctx, r, report)
	}})
	c.send("go", "stop", "level depth=1")
	c.send(strings.TrimSuffix(strings.Repeat("pos\ngo think\nstop\n", searches), "\n"))
	for range 1 + searches {
		c.expect("done move=")
	}
	c.silent()
}

func TestFloodDuringASearchIsBounded(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{search: untilStopped}
	c := connect(t, e)
	c.send("go")
	const sent = maxQueued + 500
	c.send(strings.Repeat("set-param name=threads value=2\n", sent) + "pos\nlevel depth=3")
	for range sent - maxQueued {
		c.expect(errorLine("set-param: too many commands wait"))
	}
	c.expect(errorLine("pos: too many commands"), errorLine("level: too many commands"))
	c.send("stop")
	c.expect("done move=")
	// The pos was lost, so the position is not what the client thinks it is.
	c.send("go")
	c.expect(errorLine("go: no position"))
	c.send("pos", "go", "stop")
	c.expect("done move=")

	// A few very long lines are a flood as well.
	long := `pos moves="` + strings.Repeat(" ", maxLine-100) + `"`
	c.send("go", long, long, long, "ping")
	c.expect(errorLine("pos: too many commands"), "pong")
	c.send("stop")
	c.expect("done move=")
	require.Len(t, e.noted(), 1+maxQueued)
}
