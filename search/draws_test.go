package search

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// TestWeakerSideRepeats: the side that is behind takes the third repetition
// that it can have, and its score is that of a draw.
func TestWeakerSideRepeats(t *testing.T) {
	t.Parallel()
	moves := twice("c1-d2", "a1-b2", "d2-c1", "b2-a1")
	g := newGame(t, board.Russian, "B:WKa1:BKh2,Kc1", moves[:7]...)
	third, err := movegen.Parse(g.Position(), "b2-a1")
	require.NoError(t, err)
	for name, o := range map[string]Options{"off": allOff(), "table": onlyOn("NoTable"), "on": allOn()} {
		for depth := 1; depth <= 2; depth++ { // deeper, all moves draw by the balance
			infos, result := searched(t, newEngine(t, o), g, Limits{Depth: depth})
			require.Equal(t, eval.Draw, last(infos).Score, "%s, depth %d", name, depth)
			require.Equal(t, third, result.Best, "%s, depth %d", name, depth)
		}
	}
	g.Play(third)
	require.Equal(t, board.Repetition, g.Draw())
}

// TestStrongerSideDoesNotRepeat: the side that is ahead has something better.
func TestStrongerSideDoesNotRepeat(t *testing.T) {
	t.Parallel()
	moves := twice("a1-b2", "d2-c1", "b2-a1", "c1-d2")
	g := newGame(t, board.Russian, "W:WKa1:BKh2,Kd2,b8,d8", moves[:7]...)
	third, err := movegen.Parse(g.Position(), "c1-d2")
	require.NoError(t, err)
	for name, o := range map[string]Options{"off": allOff(), "table": onlyOn("NoTable"), "on": allOn()} {
		for depth := 1; depth <= 2; depth++ {
			infos, result := searched(t, newEngine(t, o), g, Limits{Depth: depth})
			require.Positive(t, last(infos).Score, "%s, depth %d", name, depth)
			require.NotEqual(t, third, result.Best, "%s, depth %d", name, depth)
		}
	}
}

// TestRepetitionOnTheLine: once the strong side has no progress within the
// horizon but the counter of few pieces, everything is a draw. Late moves are
// searched less deep, so the depth is above the ten plies that the counter takes.
func TestRepetitionOnTheLine(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{"W:WKa1:BKh2,Kc1", "B:WKa1:BKh2,Kc1", "W:WKa1:BKh2"} {
		infos, _ := searched(t, newEngine(t, allOn()), newGame(t, board.Russian, fen), Limits{Depth: 18, Analyse: true})
		require.Equal(t, 18, last(infos).Depth)
		require.Equal(t, eval.Draw, last(infos).Score, "%s: 5 moves each with two or three pieces", fen)
	}
}

// nearlyDrawn returns games of the given pieces (white men and kings, black men
// and kings) in which a counter draws after so many quiet plies more, and
// nothing can be taken.
func nearlyDrawn(tb testing.TB, kinds [4]int, left, games int) []*board.Game {
	tb.Helper()
	var list []*board.Game
	for seed := uint64(0); len(list) < games; seed++ {
		require.Less(tb, seed, uint64(20_000), "%v: no such game", kinds)
		r := random(seed)
		g := board.NewGame(board.Russian, scatter(r, kinds[0], kinds[1], kinds[2], kinds[3]))
		if movegen.CanCapture(g.Position()) {
			continue
		}
		ok := true
		for ok && !drawsAfter(g, left) {
			ok = playQuietKings(r, g, 1)
		}
		if ok && g.Draw() == board.NoDraw {
			list = append(list, g)
		}
	}
	return list
}

// drawsAfter reports whether quiet moves of kings lead to a draw by a counter
// after so many plies and no sooner.
func drawsAfter(g *board.Game, plies int) bool {
	var m board.Move
	for _, quiet := range movegen.Append(nil, g.Position()) {
		if quiet.ByKing() && !quiet.IsCapture() {
			m = quiet
		}
	}
	if m == board.NoMove || g.Counters().Draw(g.Position()) != board.NoDraw {
		return false
	}
	after := g.Position().After(m)
	c := g.Counters().After(g.Position(), m, after)
	if plies == 1 {
		return c.Draw(after) != board.NoDraw
	}
	next := g.Clone()
	next.Play(m)
	return drawsAfter(next, plies-1)
}

// TestNearDrawIsNotHiddenByTheTable: what the table learned about a placement
// with fresh counters does not hide that the next moves draw. There are no men:
// what follows a man's move is as far from a draw in both games, and the table
// may know it deeper.
func TestNearDrawIsNotHiddenByTheTable(t *testing.T) {
	t.Parallel()
	for _, kinds := range [][4]int{
		{0, 2, 0, 1}, // balance, 3 pieces
		{0, 1, 0, 1}, // balance, 2 pieces
		{0, 3, 0, 1}, // three kings against one
		{0, 2, 0, 2}, // kings only
		{0, 3, 0, 3}, // kings only, 6 pieces
	} {
		for _, left := range []int{1, 2, 3, 6} {
			t.Run(fmt.Sprintf("%v, %d left", kinds, left), func(t *testing.T) {
				t.Parallel()
				for _, g := range nearlyDrawn(t, kinds, left, 2) {
					p := g.Position()
					for name, o := range map[string]Options{"table": onlyOn("NoTable"), "on": allOn()} {
						e := newEngine(t, o)
						searched(t, e, board.NewGame(board.Russian, p), Limits{Depth: 8, Nodes: 100_000, Analyse: true})
						infos, _ := searched(t, e, g, Limits{Depth: left + 1, Analyse: true})
						if name == "table" {
							plain, _ := searched(t, newEngine(t, allOff()), g, Limits{Depth: left + 1, Analyse: true})
							for d, want := range plain {
								// The table may know of a gain that lies deeper; but what is drawn by the
								// counter on every line must not look like anything else.
								if d+1 >= left && want.Score == eval.Draw || isDecided(want.Score) {
									require.Equal(t, want.Score, infos[d].Score, "%s after %d plies, depth %d, %v", p.FEN(), g.Plies(), d+1, infos[d].PV)
								}
							}
						}
						if left == 1 && allDraw(g) {
							require.Equal(t, eval.Draw, last(infos).Score, "%s: %s after %d plies", name, p.FEN(), g.Plies())
						}
					}
				}
			})
		}
	}
}

// allDraw reports whether every move draws by a counter.
func allDraw(g *board.Game) bool {
	for _, m := range movegen.Append(nil, g.Position()) {
		after := g.Clone()
		after.Play(m)
		if movegen.Outcome(after).Result != board.Drawn {
			return false
		}
	}
	return true
}

// TestWeakerSideReachesTheCounter: a side that is far behind and has both men to
// move and a king sees that moving the king reaches the draw, though the table
// knows the same placements as lost from a search with fresh counters. This is
// where it would hurt: the search looks at the moves of kings in a null window
// and would believe the table.
func TestWeakerSideReachesTheCounter(t *testing.T) {
	t.Parallel()
	draws := 0
	for _, left := range []int{2, 4} {
		for _, g := range nearlyDrawn(t, [4]int{2, 1, 0, 3}, left, 12) {
			p := g.Position()
			if p.Side() == board.Black {
				continue
			}
			plain, _ := searched(t, newEngine(t, allOff()), g, Limits{Depth: left + 1, Analyse: true})
			e := newEngine(t, onlyOn("NoTable"))
			searched(t, e, board.NewGame(board.Russian, p), Limits{Depth: left + 3, Nodes: 300_000, Analyse: true})
			infos, _ := searched(t, e, g, Limits{Depth: left + 1, Analyse: true})
			for d := left; d <= left+1; d++ {
				if plain[d-1].Score == eval.Draw {
					draws++
					require.GreaterOrEqual(t, infos[d-1].Score, eval.Draw, "%s after %d plies, depth %d", p.FEN(), g.Plies(), d)
				}
			}
		}
	}
	require.Greater(t, draws, 5)
}

// TestDrawnGameGoesOn: a game that a counter has drawn is searched as if it
// began here, so that a capture that wins is found.
func TestDrawnGameGoesOn(t *testing.T) {
	t.Parallel()
	found := 0
	for seed := uint64(0); found < 5; seed++ {
		require.Less(t, seed, uint64(5000))
		r := random(seed)
		g := board.NewGame(board.Russian, scatter(r, 0, 2, 0, 1))
		if g.Position().Side() == board.Black || movegen.CanCapture(g.Position()) || !playQuietKings(r, g, 9) || g.Draw() != board.NoDraw {
			continue
		}
		for _, m := range movegen.Append(nil, g.Position()) { // Black's tenth ply draws and loses the king
			drawn := g.Clone()
			drawn.Play(m)
			if m.IsCapture() || !movegen.CanCapture(drawn.Position()) {
				continue
			}
			found++
			require.Equal(t, board.Balance, drawn.Draw())
			infos, result := searched(t, newEngine(t, allOn()), drawn, Limits{Depth: 5})
			require.True(t, result.Best.IsCapture())
			require.Equal(t, eval.WinIn(1), last(infos).Score)
			break
		}
	}

	// The same scores as in a game that begins here, whatever drew it.
	repeated := newGame(t, board.Russian, "W:WKa1,Kc1:BKh2", twice("c1-d2", "h2-g1", "d2-c1", "g1-h2")...)
	require.Equal(t, board.Repetition, repeated.Draw())
	anew := board.NewGame(board.Russian, repeated.Position())
	for _, o := range []Options{allOff(), allOn()} {
		infos, _ := searched(t, newEngine(t, o), repeated, Limits{Depth: 5, Analyse: true})
		want, _ := searched(t, newEngine(t, o), anew, Limits{Depth: 5, Analyse: true})
		require.Equal(t, timeless(want), timeless(infos))
	}
}

// TestWinBeatsDrawInTheSearch: White's fifteenth move against a lone king draws
// by three-kings unless it locks that king in, which wins, and loses giveaway.
func TestWinBeatsDrawInTheSearch(t *testing.T) {
	t.Parallel()
	way := []string{"e1", "f2", "g3", "h4", "g5", "h6", "g7", "f8", "h6", "g5", "h4", "g3", "f2", "e1", "c3"}
	var moves []string
	for i := 1; i < len(way); i++ {
		moves = append(moves, way[i-1]+"-"+way[i], []string{"b2-a1", "a1-b2"}[i%2])
	}
	for _, rules := range board.Variants {
		g := newGame(t, rules, "W:WKc1,Ke1,Ke5,a3,d4:BKa1", moves...)
		lock, err := movegen.Parse(g.Position(), "c1-b2")
		require.NoError(t, err)
		for _, o := range []Options{allOff(), onlyOn("NoTable"), allOn()} {
			e := newEngine(t, o)
			searched(t, e, board.NewGame(rules, g.Position()), Limits{Depth: 6, Nodes: 100_000, Analyse: true})
			infos, result := searched(t, e, g, Limits{Depth: 4})
			if rules.StuckWins {
				require.Equal(t, eval.Draw, last(infos).Score)
				require.NotEqual(t, lock, result.Best)
			} else {
				require.Equal(t, eval.WinIn(1), last(infos).Score)
				require.Equal(t, lock, result.Best)
			}
		}
	}
}
