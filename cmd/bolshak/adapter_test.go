package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/eval"
	"bolshak/protocol/hub"
	"bolshak/search"
)

func TestLimitsOfARequest(t *testing.T) {
	t.Parallel()
	now := func(r hub.Request) hub.Request {
		r.Received = time.Now()
		return r
	}

	l := limits(now(hub.Request{Limits: hub.Limits{Depth: 9, Nodes: 1000}}))
	require.False(t, l.Received.IsZero())
	l.Received = time.Time{}
	require.Equal(t, search.Limits{Depth: 9, Nodes: 1000}, l)

	l = limits(now(hub.Request{Limits: hub.Limits{Time: 62 * time.Second, Inc: 2 * time.Second, Moves: 7}}))
	require.Equal(t, 62*time.Second, l.Time, "the increment is in it")
	require.Equal(t, 2*time.Second, l.Inc)
	require.Equal(t, 7, l.Moves)

	hit := make(chan struct{})
	require.Nil(t, limits(now(hub.Request{PonderHit: hit})).PonderHit, "only a search that ponders waits for it")
	require.Equal(t, (<-chan struct{})(hit), limits(now(hub.Request{PonderHit: hit, Mode: hub.Ponder})).PonderHit)

	require.True(t, limits(now(hub.Request{Mode: hub.Analyze})).Analyse)
	require.True(t, limits(now(hub.Request{Limits: hub.Limits{Infinite: true}})).Analyse)
}

func TestScoresOfTheProtocol(t *testing.T) {
	t.Parallel()
	require.Equal(t, hub.Score{Centimen: -12}, hubScore(-12))
	require.Equal(t, hub.Score{Win: 17}, hubScore(eval.WinIn(17)))
	require.Equal(t, hub.Score{Win: -4}, hubScore(eval.LossIn(4)))
}

// TestParametersWork: before the start and after, between searches.
func TestParametersWork(t *testing.T) {
	t.Parallel()
	a := newAdapter()
	for _, p := range a.Params() {
		require.NotEmpty(t, p.Value)
		require.Less(t, p.Min, p.Max)
	}
	require.NoError(t, a.SetParam("tt-size", "12"))
	require.Nil(t, a.engine)
	require.NoError(t, a.Init())
	require.Equal(t, search.Options{Threads: 1, TableLog2: 12}, a.engine.Options())
	require.NoError(t, a.SetParam("threads", "3"))
	require.NoError(t, a.SetParam("tt-size", "14"))
	require.Equal(t, search.Options{Threads: 3, TableLog2: 14}, a.engine.Options())
	a.NewGame()

	c := connect(t, "name=tt-size value=12", "name=threads value=2", "name=tt-size value=14")
	c.send("level depth=5", "go think")
	c.until("done")
	c.send("set-param name=threads value=1", "set-param name=tt-size value=12", "go think")
	c.until("done")
	for _, line := range []string{"set-param name=threads value=0", "set-param name=tt-size value=60"} {
		c.send(line, "ping")
		answer := <-c.lines
		require.True(t, strings.HasPrefix(answer, "error message="), answer)
		c.until("pong")
	}
	c.quit()
}

// TestAPonderHitIsNeverLost, however early it comes: the search then ends by
// its clock.
func TestAPonderHitIsNeverLost(t *testing.T) {
	t.Parallel()
	c := connect(t, "name=tt-size value=12")
	c.send("level move-time=0.003")
	for i := range 100 {
		if i%2 == 0 {
			c.send("go ponder", "ponder-hit")
		} else {
			c.send("go ponder")
			time.Sleep(time.Duration(i) * 20 * time.Microsecond)
			c.send("ponder-hit")
		}
		c.until("done")
	}
	c.quit()
}

// TestStopAndPing: the search answers while it works, once.
func TestStopAndPing(t *testing.T) {
	t.Parallel()
	c := connect(t, "name=tt-size value=12", "name=threads value=2")
	c.send("level infinite")
	for _, mode := range []string{"think", "analyze", "ponder"} {
		c.send("go "+mode, "ping")
		c.until("pong")
		c.send("stop", "ping")
		_, before := c.until("pong")
		dones := 0
		for _, line := range before {
			if strings.HasPrefix(line, "done ") {
				dones++
			}
		}
		require.Equal(t, 1, dones, mode)
	}
	c.send("go think")
	c.quit()
}
