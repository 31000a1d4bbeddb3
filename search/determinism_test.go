package search

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// timeless returns the infos without what differs from run to run.
func timeless(infos []Info) []Info {
	same := make([]Info, len(infos))
	for n, i := range infos {
		i.Time = 0
		same[n] = i
	}
	return same
}

// severalGames returns a game in the opening, in the middlegame, with kings
// whose counters have begun to count, and in giveaway.
func severalGames(tb testing.TB) []*board.Game {
	tb.Helper()
	r := random(11)
	kings := board.NewGame(board.Russian, scatter(r, 2, 2, 3, 1))
	playQuietKings(r, kings, 5)
	losing := board.NewGame(board.Losing, board.Start())
	playRandom(r, losing, 14)
	return []*board.Game{
		newGame(tb, board.Russian, "start"),
		newGame(tb, board.Russian, "B:Wd4,f4,a3,c3,e3,d2,f2,h2,c1,e1,g1:Bb8,d8,f8,h8,a7,b6,d6,h6,c5,g5,h4"),
		newGame(tb, board.Russian, "W:WKa1,Kc1,h4:BKh2,a7", "c1-d2", "h2-g1", "d2-c1", "g1-h2"),
		kings,
		losing,
	}
}

// TestOneThreadIsDeterministic: fresh engines, and one that was cleared, report
// the same to the last node.
func TestOneThreadIsDeterministic(t *testing.T) {
	t.Parallel()
	for _, l := range []Limits{
		{Depth: 9},
		{Depth: 7, MultiPV: 3},
		{Depth: 8, Analyse: true},
		{Nodes: 20_000},
		{Nodes: 1_234, MultiPV: 2},
		{Nodes: 100_000, Depth: 8},
		{Depth: 7, MoveTime: time.Hour},
	} {
		t.Run(fmt.Sprintf("%+v", l), func(t *testing.T) {
			t.Parallel()
			one, other := newEngine(t, allOn()), newEngine(t, allOn())
			var infos [][]Info
			var results []Result
			for _, g := range severalGames(t) {
				// Not cleared in between: what is learned is the same as well.
				i, result := searched(t, one, g, l)
				infos, results = append(infos, timeless(i)), append(results, result)
				again, sameResult := searched(t, other, g, l)
				require.Equal(t, timeless(i), timeless(again), g.Position().FEN())
				require.Equal(t, result.Best, sameResult.Best)
				require.Equal(t, result.Ponder, sameResult.Ponder)
				require.Equal(t, one.workers[0].nodes, other.workers[0].nodes, "an unfinished depth included")
			}
			one.Clear()
			for n, g := range severalGames(t) {
				again, result := searched(t, one, g, l)
				require.Equal(t, infos[n], timeless(again), "after Clear, %s", g.Position().FEN())
				require.Equal(t, results[n].Best, result.Best)
			}
		})
	}
}

// TestConfigureForgetsHistories: an engine whose options were set anew and
// whose table was cleared searches as a fresh one does.
func TestConfigureForgetsHistories(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOn())
	g := severalGames(t)[1]
	fresh, _ := searched(t, e, g, Limits{Depth: 7})
	require.NoError(t, e.Configure(e.Options()))
	e.Clear()
	again, _ := searched(t, e, g, Limits{Depth: 7})
	require.Equal(t, timeless(fresh), timeless(again))
}

// TestNodeLimitIsExact: one thread visits no more nodes than it may, those that
// are draws counted too, and as many where the depth does not end it sooner.
func TestNodeLimitIsExact(t *testing.T) {
	t.Parallel()
	limits := []uint64{1, 2, 3, 10, 100, 1000, 1023, 1024, 1025, 2048, 5000, 20_000}
	for n := uint64(200); n < 1200; n += 7 {
		limits = append(limits, n)
	}
	e := newEngine(t, allOn())
	drawish := newGame(t, board.Russian, "W:WKa1,Kc1:BKh2", "c1-d2", "h2-g1", "d2-c1", "g1-h2", "c1-d2", "h2-g1")
	for _, g := range append(severalGames(t), drawish) {
		for _, limit := range limits {
			infos, result := searched(t, e, g, Limits{Nodes: limit, Analyse: true})
			requireLegal(t, g.Position(), []board.Move{result.Best})
			for _, i := range infos {
				require.LessOrEqual(t, i.Nodes, limit, "depth %d of %s", i.Depth, g.Position().FEN())
			}
			require.Equal(t, limit, result.Nodes, g.Position().FEN())
		}
	}
}

// TestNodeLimitIsForAllThreads: the limit is for all threads together; each may
// overrun it by the nodes between two looks at it.
func TestNodeLimitIsForAllThreads(t *testing.T) {
	t.Parallel()
	o := allOn()
	o.Threads = 3
	e := newEngine(t, o)
	const limit = 100_000
	for _, g := range severalGames(t) {
		searched(t, e, g, Limits{Nodes: limit, Analyse: true})
		total := uint64(0)
		for _, w := range e.workers {
			total += w.nodes
		}
		require.LessOrEqual(t, total, uint64(limit+2*o.Threads*clockNodes), g.Position().FEN())
	}
}
