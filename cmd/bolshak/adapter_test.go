package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/protocol/hub"
	"bolshak/search"
)

func TestLimitsOfARequest(t *testing.T) {
	t.Parallel()
	a := newAdapter()
	now := func(r hub.Request) hub.Request {
		r.Received = time.Now()
		return r
	}

	l := a.limits(now(hub.Request{Limits: hub.Limits{Depth: 9, Nodes: 1000}}))
	require.False(t, l.Received.IsZero())
	l.Received = time.Time{}
	require.Equal(t, search.Limits{Depth: 9, Nodes: 1000, MoveOverhead: search.DefaultMoveOverhead}, l)

	l = a.limits(now(hub.Request{Limits: hub.Limits{Time: 62 * time.Second, Inc: 2 * time.Second, Moves: 7}}))
	require.Equal(t, 62*time.Second, l.Time, "the increment is in it")
	require.Equal(t, 2*time.Second, l.Inc)
	require.Equal(t, 7, l.Moves)

	hit := make(chan struct{})
	require.Nil(t, a.limits(now(hub.Request{PonderHit: hit})).PonderHit, "only a search that ponders waits for it")
	require.Equal(t, (<-chan struct{})(hit), a.limits(now(hub.Request{PonderHit: hit, Mode: hub.Ponder})).PonderHit)

	require.True(t, a.limits(now(hub.Request{Mode: hub.Analyze})).Analyse)
	require.True(t, a.limits(now(hub.Request{Limits: hub.Limits{Infinite: true}})).Analyse)

	require.NoError(t, a.SetParam("move-overhead", "250"))
	require.NoError(t, a.SetParam("multi-pv", "4"))
	require.Equal(t, 250*time.Millisecond, a.limits(hub.Request{}).MoveOverhead)
	require.Equal(t, 0, a.limits(hub.Request{}).MultiPV, "a search for a move has one line")
	require.Equal(t, 4, a.limits(hub.Request{Mode: hub.Analyze}).MultiPV)
}

func TestScoresOfTheProtocol(t *testing.T) {
	t.Parallel()
	require.Equal(t, hub.Score{Centimen: -12}, hubScore(-12))
	require.Equal(t, hub.Score{Win: 17}, hubScore(eval.WinIn(17)))
	require.Equal(t, hub.Score{Win: -4}, hubScore(eval.LossIn(4)))
	require.Equal(t, hub.Score{Centimen: 9480}, hubScore(eval.Known-20), "a win all the same: above 90 men")
	require.Equal(t, hub.Score{Centimen: -9480}, hubScore(20-eval.Known))
	require.Equal(t, hub.Score{Centimen: 9000}, hubScore(eval.Max))
}

// TestParametersWork: before the start and after, between searches.
func TestParametersWork(t *testing.T) {
	t.Parallel()
	a := newAdapter()
	for _, p := range a.Params() {
		if p.Type == hub.Int {
			require.NotEmpty(t, p.Value)
			require.Less(t, p.Min, p.Max)
		}
	}
	require.NoError(t, a.SetParam("tt-size", "12"))
	require.NoError(t, a.SetParam("contempt", "-7"))
	require.NoError(t, a.SetParam("multi-pv", "5"))
	require.NoError(t, a.SetParam("move-overhead", "0"))
	var values []string
	for _, p := range a.Params() {
		values = append(values, p.Name+" "+p.Value)
	}
	require.Equal(t, []string{"threads 1", "tt-size 12", "bb-size 6", "bb-path ", "multi-pv 5", "contempt -7", "level 0", "move-overhead 0"}, values)
	require.NoError(t, a.SetParam("contempt", "0"))
	require.Nil(t, a.engine)
	require.NoError(t, a.SetParam("bb-size", "0"))
	require.NoError(t, a.Init())
	require.Equal(t, search.Options{Threads: 1, TableLog2: 12}, a.engine.Options())
	require.NoError(t, a.SetParam("threads", "3"))
	require.NoError(t, a.SetParam("tt-size", "14"))
	require.Equal(t, search.Options{Threads: 3, TableLog2: 14}, a.engine.Options())
	a.NewGame()
	require.NoError(t, a.SetParam("bb-size", "3"))
	require.NotNil(t, a.engine.Options().Tables)
	require.Equal(t, 3, a.engine.Options().TablePieces)
	require.NoError(t, a.Close())

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

// TestMultiPVInAnalysis: an analysis tells so many lines, each with its number
// and another first move; a search for a move tells one, without a number.
func TestMultiPVInAnalysis(t *testing.T) {
	t.Parallel()
	c := connect(t, "name=tt-size value=12", "name=multi-pv value=3")
	c.send("level depth=6", "go think")
	_, before := c.until("done")
	for _, line := range before {
		require.NotContains(t, line, "multi-pv")
	}

	c.send("go analyze")
	var lines []string
	for len(lines) == 0 || !strings.Contains(lines[len(lines)-1], "depth=6 ") || !strings.Contains(lines[len(lines)-1], "multi-pv=3 ") {
		line, _ := c.until("info")
		lines = append(lines, line)
	}
	c.send("stop")
	c.until("done")
	first := map[string]bool{}
	for i, line := range lines[len(lines)-3:] {
		require.Contains(t, line, "info depth=6 ")
		require.Contains(t, line, fmt.Sprintf(" multi-pv=%d pv=", i+1))
		_, pv, _ := strings.Cut(line, ` pv="`)
		first[strings.Fields(pv)[0]] = true
	}
	require.Len(t, first, 3)

	// Where there are fewer moves, there are fewer lines.
	c.send("pos pos=Weeeeeeeeeeeebeeeeeeeeeeeeeewweee", "set-param name=multi-pv value=64", "level depth=3", "go analyze")
	c.until("info")
	c.send("stop")
	c.until("done")
	c.send("set-param name=multi-pv value=1", "go analyze")
	line, _ := c.until("info")
	require.NotContains(t, line, "multi-pv")
	c.send("stop")
	c.until("done")
	c.quit()
}

// TestContemptOverHub: a dead draw is worth what the parameter says, but to an
// analysis.
func TestContemptOverHub(t *testing.T) {
	t.Parallel()
	c := connect(t, "name=tt-size value=12", "name=contempt value=30")
	draw, err := board.ParseFEN("B:WKa1:BKd8")
	require.NoError(t, err)
	c.send("pos pos="+draw.Hub(), "level depth=60", "go think")
	_, before := c.until("done")
	require.Contains(t, before[len(before)-1], "score=-0.30 ")
	c.send("set-param name=contempt value=-12", "go think")
	_, before = c.until("done")
	require.Contains(t, before[len(before)-1], "score=0.12 ")
	c.send("set-param name=contempt value=101", "ping")
	require.Contains(t, <-c.lines, "parameter contempt")
	c.until("pong")
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

// TestHubTables: folders of endgame tables are opened, a faulty table is told once,
// before a done, and the game goes on; what is no folder is refused.
func TestHubTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "KKKvKK.egdb"), []byte("no table"), 0o644))
	c := connect(t, "name=tt-size value=12", "name=bb-path value=\""+filepath.ToSlash(dir)+"\"")
	c.send("pos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeebeeWe", "level depth=3", "go think")
	answer := <-c.lines
	for strings.HasPrefix(answer, "info ") {
		answer = <-c.lines
	}
	require.Contains(t, answer, "error message=")
	require.Contains(t, answer, "KKKvKK.egdb")
	require.Contains(t, <-c.lines, "43 of 44 classes are missing")
	require.Contains(t, <-c.lines, "done move=")
	c.send("set-param name=bb-path value=nowhere", "ping")
	require.Contains(t, <-c.lines, "parameter bb-path")
	c.until("pong")
	require.NoError(t, os.RemoveAll(dir))
	c.send("set-param name=bb-size value=4", "ping")
	require.Equal(t, "pong", <-c.lines, "a folder that is gone does not stand in the way of another number")
	c.quit()
}
