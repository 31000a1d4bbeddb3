package hub

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

func TestGoWithoutALegalMove(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{})
	c.send("pos pos="+blocked, "go think", "go analyze", "stop")
	c.expect(errorLine("go: the game is over, White has no legal move"), errorLine("go: the game is over"))
	c.send("pos pos=Beeeeeeeeeeeeeeeeeeeeeeeeeeeeweee", "go ponder", "ponder-hit")
	c.expect(errorLine("go: the game is over, Black has no legal move"))
	c.send("pos", "go")
	c.expect("done move=")
}

func TestModes(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Mode{
		"go": Think, "go think": Think, "go ponder": Ponder, "go analyze": Analyze, "go analyse": Analyze,
		"go fast analyze": Analyze, "go away": Think,
	} {
		line, err := ParseLine(in)
		require.NoError(t, err)
		require.Equal(t, want, parseMode(line), in)
	}
}

func TestPingIsAnsweredDuringASearch(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{search: untilStopped})
	c.send("go think", "ping", "ping", "ponder-hit", "unknown", "ping")
	c.expect("pong", "pong", "pong")
	c.send("stop", "ping")
	c.expect("done move=", "pong")
}

func TestStopWithoutASearchIsIgnored(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{})
	c.send("stop", "ponder-hit", "stop")
	c.silent()
	c.send("go")
	c.expect("done move=")
	c.send("stop", "stop")
	c.silent()
}

// TestDoneIsHeldBack: an engine with nothing left to find has returned, but
// the client has not asked for the answer yet.
func TestDoneIsHeldBack(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"analysis":          {"go analyze", "stop"},
		"infinite":          {"level infinite", "go think", "stop"},
		"ponder":            {"go ponder", "stop"},
		"ponder hit":        {"go ponder", "ponder-hit"},
		"ponder infinitely": {"level infinite", "go ponder", "stop"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, &fakeEngine{})
			last := len(lines) - 1
			c.send(lines[:last]...)
			time.Sleep(20 * time.Millisecond)
			c.silent()
			c.send(lines[last])
			c.expect("done move=")
			c.send("stop", "ponder-hit")
			c.silent()
		})
	}
}

func TestPonderHit(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{search: untilHit})
	c.send("go ponder")
	c.silent()
	c.send("ponder-hit")
	c.expect("done move=")
	c.send("ponder-hit")
	c.silent()

	// At once, before the engine may even have begun.
	for range 200 {
		c.send("go ponder", "ponder-hit", "ponder-hit")
		c.expect("done move=")
	}
	c.silent()

	// After a hit an infinite level still asks for a stop.
	c.send("level infinite", "go ponder", "ponder-hit")
	time.Sleep(5 * time.Millisecond)
	c.silent()
	c.send("stop")
	c.expect("done move=")
}

func TestDoneTellsTheExpectedAnswerIfItIsLegal(t *testing.T) {
	t.Parallel()
	answer := board.ManMove(board.D6, board.C5, 0, false)
	c := connect(t, &fakeEngine{search: func(_ context.Context, r Request, _ func(Info)) (Best, error) {
		best := Best{Move: board.ManMove(board.C3, board.D4, 0, false), Ponder: answer}
		if r.Limits.Depth == 1 {
			best.Ponder = board.ManMove(board.D6, board.B8, 0, false)
		}
		return best, nil
	}})
	c.send("go")
	require.Equal(t, "done move=22-18 ponder=10-14", c.next())
	c.send("level depth=1", "go")
	require.Equal(t, "done move=22-18", c.next())
}

func TestEngineThatFails(t *testing.T) {
	t.Parallel()
	c := connect(t, &fakeEngine{search: func(_ context.Context, r Request, _ func(Info)) (Best, error) {
		switch r.Limits.Depth {
		case 1:
			return Best{}, errors.New("out of \"memory\"\nreally")
		case 2:
			return Best{}, nil
		}
		return firstMove(r), nil
	}})
	c.send("level depth=1", "go analyze")
	require.Equal(t, `error message="go: out of 'memory' really"`, c.next())
	c.send("stop", "level depth=2", "go")
	c.expect(errorLine("go: the engine's move "))
	c.send("level depth=3", "go")
	c.expect("done move=")
}
