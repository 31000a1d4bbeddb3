package search

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// manyGames returns games of all kinds that have a legal move.
func manyGames(tb testing.TB, n int) []*board.Game {
	tb.Helper()
	r := random(21)
	starts := append(openings(tb, 40), corpus(tb, 40)...)
	var games []*board.Game
	for i := 0; len(games) < n; i++ {
		rules := board.Variants[i%len(board.Variants)]
		start := starts[i%len(starts)]
		if i%3 == 0 {
			start = scatter(r, r.IntN(4), r.IntN(3), 1+r.IntN(4), r.IntN(3))
		}
		g := board.NewGame(rules, start)
		playRandom(r, g, r.IntN(40))
		if movegen.HasMove(g.Position()) {
			games = append(games, g)
		}
	}
	return games
}

// TestInfosOfManyPositions looks at everything a search reports.
func TestInfosOfManyPositions(t *testing.T) {
	t.Parallel()
	games := manyGames(t, map[bool]int{false: 300, true: 50}[underRace])
	e := newEngine(t, allOn())
	for n, g := range games {
		p := g.Position()
		l := Limits{Depth: 6 + n%4, Nodes: 50_000, Analyse: n%2 == 0}
		infos, result := searched(t, e, g, l)
		require.NotEmpty(t, infos, p.FEN())
		for d, i := range infos {
			require.Equal(t, d+1, i.Depth)
			require.Equal(t, 1, i.Line)
			require.LessOrEqual(t, i.Score, eval.WinIn(0))
			require.GreaterOrEqual(t, i.Score, eval.LossIn(0))
			require.GreaterOrEqual(t, i.SelDepth, 1, p.FEN())
			require.LessOrEqual(t, i.MeanDepth, float64(i.SelDepth))
			require.LessOrEqual(t, i.HashFull, 1000)
			require.GreaterOrEqual(t, i.HashFull, 0)
			if d > 0 {
				require.Greater(t, i.Nodes, infos[d-1].Nodes)
				require.GreaterOrEqual(t, i.Time, infos[d-1].Time)
			}
			requireLegal(t, p, i.PV)
		}
		requireLegal(t, p, []board.Move{result.Best})
		if result.Ponder != board.NoMove {
			requireLegal(t, p, []board.Move{result.Best, result.Ponder})
		}
		require.Equal(t, timeless(infos[len(infos)-1:]), timeless(result.Lines))
		if len(infos) == l.Depth {
			require.Equal(t, last(infos).PV[0], result.Best, "nothing was searched after the last depth")
		}
	}
}

// TestMultiPV: as many lines as asked for or as there are moves, each with
// another first move, best first, the best being that of a single line.
func TestMultiPV(t *testing.T) {
	t.Parallel()
	games := manyGames(t, map[bool]int{false: 80, true: 20}[underRace])
	e := newEngine(t, allOff())
	for n, g := range games {
		p := g.Position()
		legal := movegen.Count(p)
		asked := []int{2, 3, 5, 100}[n%4]
		const depth = 4
		infos, result := searched(t, e, g, Limits{Depth: depth, MultiPV: asked, Analyse: true})
		lines := min(asked, legal)
		require.Len(t, infos, depth*lines, p.FEN())
		for at := 0; at < len(infos); at += lines {
			firsts := map[board.Move]bool{}
			for k, i := range infos[at : at+lines] {
				require.Equal(t, at/lines+1, i.Depth)
				require.Equal(t, k+1, i.Line)
				requireLegal(t, p, i.PV)
				require.False(t, firsts[i.PV[0]], "%s: %v begins two lines", p.FEN(), i.PV[0])
				firsts[i.PV[0]] = true
				if k > 0 {
					require.LessOrEqual(t, i.Score, infos[at+k-1].Score, p.FEN())
				}
			}
		}
		require.Equal(t, timeless(infos[len(infos)-lines:]), timeless(result.Lines))
		require.Equal(t, result.Lines[0].PV[0], result.Best)
		single, _ := searched(t, e, g, Limits{Depth: depth, Analyse: true})
		require.Equal(t, last(single).Score, result.Lines[0].Score, "the best line's score does not depend on how many there are")

		// Every line's score is that of the move by itself.
		for _, i := range result.Lines {
			after := g.Clone()
			after.Play(i.PV[0])
			if g.Draw() != board.NoDraw || movegen.Outcome(after).Result != board.Ongoing {
				continue
			}
			alone, _ := searched(t, e, after, Limits{Depth: depth - 1, Analyse: true})
			score := -last(alone).Score
			switch plies, won := score.Plies(); {
			case won && plies > 0:
				score = eval.WinIn(plies + 1)
			case won:
				score = eval.LossIn(1 - plies)
			}
			if after.Counters().QuietKings() == 0 { // else it can come back to the root, which counts there
				require.Equal(t, score, i.Score, "%s %v", p.FEN(), i.PV)
			}
		}
	}
}

// TestCancelledSearchStillMoves: however early a search ends, its move is legal.
func TestCancelledSearchStillMoves(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, threads := range []int{1, 2} {
		o := allOn()
		o.Threads = threads
		e := newEngine(t, o)
		for _, g := range manyGames(t, 12) {
			for _, l := range []Limits{{}, {Depth: 5}, {PonderHit: make(chan struct{})}, {Analyse: true, MultiPV: 4}} {
				result, err := e.Search(cancelled, g, l, nil)
				require.NoError(t, err)
				requireLegal(t, g.Position(), []board.Move{result.Best})
			}
		}
	}
}

// TestShortTimesStillMove: the shortest time ends a search soon, with a move.
func TestShortTimesStillMove(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOn())
	for _, g := range manyGames(t, 30) {
		for _, l := range []Limits{
			{MoveTime: 1}, {MoveTime: time.Millisecond}, {Time: 1}, {Time: time.Millisecond}, {Time: time.Millisecond, Inc: time.Millisecond}, {Time: time.Millisecond, Moves: 1},
		} {
			begin := time.Now()
			_, result := searched(t, e, g, l)
			require.Less(t, time.Since(begin), time.Minute, "%+v", l) // the machine is shared
			requireLegal(t, g.Position(), []board.Move{result.Best})
		}
	}
}

// TestSingleMoveIsPlayedAtOnce: on a clock one legal move needs no thought;
// when analysing it does.
func TestSingleMoveIsPlayedAtOnce(t *testing.T) {
	t.Parallel()
	g := newGame(t, board.Russian, "B:We5,d4,a3,c3,b2,d2,f2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,g7,b6,d6,f6,h6")
	require.Equal(t, 1, movegen.Count(g.Position()))
	e := newEngine(t, allOn())
	for _, l := range []Limits{{MoveTime: time.Hour}, {Time: time.Hour}, {Time: time.Hour, Inc: time.Minute, Moves: 3}} {
		begin := time.Now()
		infos, result := searched(t, e, g, l)
		require.Less(t, time.Since(begin), time.Minute)
		require.NotEmpty(t, infos, "a score is reported all the same")
		requireLegal(t, g.Position(), []board.Move{result.Best})
	}
	infos, _ := searched(t, e, g, Limits{Depth: 7})
	require.Equal(t, 7, last(infos).Depth, "without a clock")
	infos, _ = searched(t, e, g, Limits{Depth: 7, MoveTime: time.Hour, Analyse: true})
	require.Equal(t, 7, last(infos).Depth, "analysing")
}

// TestGameOver: a side without a move is told so, by the same error in both
// variants and whatever the limits.
func TestGameOver(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOn())
	for _, rules := range board.Variants {
		for _, fen := range []string{"W:W:Ba7,Kb8", "B:Wb4,c3:Ba5", "W:Wa3:Bb4,c5", "W:W:B"} {
			for _, l := range []Limits{{}, {Depth: 1}, {PonderHit: make(chan struct{})}, {MoveTime: time.Second, MultiPV: 3}} {
				result, err := e.Search(context.Background(), newGame(t, rules, fen), l, func(Info) { t.Error("reported") })
				require.ErrorIs(t, err, ErrGameOver, "%s %+v", fen, l)
				require.Equal(t, Result{}, result)
			}
		}
	}
	// The engine is as good as before.
	searched(t, e, newGame(t, board.Russian, "start"), Limits{Depth: 4})
}

// TestDepthLimits: a depth above the greatest ends at the greatest.
func TestDepthLimits(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOn())
	g := newGame(t, board.Russian, "W:WKa1:BKh8,h2") // soon decided or drawn
	for _, depth := range []int{MaxDepth, MaxDepth + 1, 1 << 40} {
		infos, _ := searched(t, e, g, Limits{Depth: depth, Nodes: 200_000, Analyse: true})
		require.LessOrEqual(t, last(infos).Depth, MaxDepth)
	}
	// Two kings have nothing to do but draw: the last depth is reached.
	two := newGame(t, board.Russian, "W:WKa1:BKd8")
	infos, _ := searched(t, e, two, Limits{Analyse: true})
	require.Equal(t, MaxDepth, last(infos).Depth)
	require.Equal(t, eval.Draw, last(infos).Score)
}

// TestStatelessBetweenGames: a search does not change the game it is given.
func TestStatelessBetweenGames(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOn())
	for _, g := range manyGames(t, 20) {
		before := fmt.Sprint(g)
		searched(t, e, g, Limits{Depth: 5})
		require.Equal(t, before, fmt.Sprint(g))
	}
}

func TestNodesPerSecond(t *testing.T) {
	t.Parallel()
	require.Zero(t, Info{Nodes: 5}.NodesPerSecond())
	require.InDelta(t, 2e6, Info{Nodes: 1_000_000, Time: time.Second / 2}.NodesPerSecond(), 1)
}
