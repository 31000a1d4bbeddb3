package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// forced are positions in which the side to move wins (plies > 0) or loses by
// force in a known number of plies.
var forced = []struct {
	name  string
	rules board.Rules
	fen   string
	plies int
}{
	{"the last piece is taken", board.Russian, "W:Wc3:Bd4", 1},
	{"the last man is blocked", board.Russian, "W:Wb4,c3,h2:Ba5", 1},
	{"the king takes the road of the man", board.Russian, "W:WKh8:Ba7", 3},
	{"a man given away lets another strike as a king", board.Russian, "W:Wc7,e7:Bf8,g7", 3},
	{"a man given away makes the king come", board.Russian, "W:Wc5,e5,g5:Be7,Kg7,h6,b2", 3},
	{"opposition", board.Russian, "W:We5,d2:Ba7,a5", 5},
	{"the Turkish strike", board.Russian, "W:WKe1:Bc3,b6,d6,d4", 5},
	{"a king locked in behind its own man", board.Russian, "W:Wa3,b2,c1,e1:BKe5,a5", 7},
	{"a king given away", board.Russian, "W:Wg7,b4,Kf2:Bd8,e7,a5", 7},
	{"a new king holds two men", board.Russian, "B:Wh2,g1:Bd8,f2", 7},
	{"a new king on the main road", board.Russian, "W:Wg7,f2:Be5,a3", 7},
	{"men alone", board.Russian, "B:Wb4,g1:Bb8,f6", 9},
	{"a man has to be given", board.Russian, "W:Wc1:Bc3", -2},
	{"run down by two", board.Russian, "W:Wf6:Bd8,e7", -6},

	{"giveaway: the last man is given", board.Losing, "W:Wc3:Bc5", 2},
	{"giveaway: the last king is given", board.Losing, "W:WKh8:Ba7", 4},
	{"giveaway: the Turkish strike", board.Losing, "W:WKe1:Bc3,b6,d6,d4", 2},
	{"giveaway: a man and a king are given", board.Losing, "B:Wa3,b2,c1,e1:Ba5,Kh2", 4},
	{"giveaway: four men are given", board.Losing, "W:Wa3,b2,c1,e1:BKe5,a5", 6},
	{"giveaway: the capture of the last piece loses", board.Losing, "W:Wc3:Bd4", -1},
	{"giveaway: all moves lead to captures", board.Losing, "W:Wb4,c3,h2:Ba5", -5},
	{"giveaway: a lone man against two", board.Losing, "W:Wf6:Bd8,e7", -5},
}

// scoreOf returns the score of a win (plies > 0) or a loss.
func scoreOf(plies int) eval.Score {
	if plies > 0 {
		return eval.WinIn(plies)
	}
	return eval.LossIn(-plies)
}

// requireEnd plays a line that is said to end the game and looks at the end:
// it comes after so many plies, not sooner, and has the winner that was said.
func requireEnd(t *testing.T, g *board.Game, line []board.Move, plies int) {
	t.Helper()
	n, winner := plies, g.Position().Side()
	if plies < 0 {
		n, winner = -plies, winner.Other()
	}
	require.Len(t, line, n, "%s: %v", g.Position().FEN(), line)
	end := g.Clone()
	for _, m := range line {
		require.Contains(t, movegen.Append(nil, end.Position()), m)
		end.Play(m)
	}
	want := board.WhiteWins
	if winner == board.Black {
		want = board.BlackWins
	}
	require.Equal(t, want, movegen.Outcome(end).Result, "%s: %v", g.Position().FEN(), line)
}

// TestForcedWins: the distance is right, and the line goes all the way.
func TestForcedWins(t *testing.T) {
	t.Parallel()
	for _, test := range forced {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := newGame(t, test.rules, test.fen)
			n := abs(test.plies)
			if n <= 7 || !underRace {
				scores := reference(g, n)
				require.Equal(t, scoreOf(test.plies), scores[n-1], "by the plain search")
			}
			for name, o := range map[string]Options{"off": allOff(), "table": onlyOn("NoTable"), "on": allOn()} {
				infos, result := searched(t, newEngine(t, o), g, Limits{Depth: 40})
				i := last(infos)
				plies, ok := i.Score.Plies()
				require.True(t, ok, "%s: %v at depth %d", name, i.Score, i.Depth)
				require.Less(t, i.Depth, 40, "a proven end ends the search")
				require.Equal(t, i.PV[0], result.Best)
				requireEnd(t, g, i.PV, plies)
				if name == "on" {
					// What prunes may find a longer win first, never a shorter one.
					require.Equal(t, test.plies > 0, plies > 0)
					if plies > 0 {
						require.GreaterOrEqual(t, plies, test.plies)
					}
				} else {
					require.Equal(t, test.plies, plies, "%s: %v", name, i.PV)
					require.LessOrEqual(t, i.Depth, n, "%s: found by the depth of its length", name)
				}

				// Analysing goes on and finds no other distance.
				infos, _ = searched(t, newEngine(t, o), g, Limits{Depth: n + 3, Nodes: 500_000, Analyse: true})
				if i := last(infos); i.Depth >= n && name != "on" {
					require.Equal(t, scoreOf(test.plies), i.Score)
				}
			}
		})
	}
}

// TestForcedWinsPlayedOut: the engine against itself, move by move, with what
// it remembers: the win comes no later than it said.
func TestForcedWinsPlayedOut(t *testing.T) {
	t.Parallel()
	for _, test := range forced {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e := newEngine(t, allOn())
			g := newGame(t, test.rules, test.fen)
			side := g.Position().Side()
			said := 1 << 20 // plies of the whole game at most
			for movegen.Outcome(g).Result == board.Ongoing {
				infos, result := searched(t, e, g, Limits{Depth: 30})
				plies, ok := last(infos).Score.Plies()
				require.True(t, ok, "after %v", g.Moves())
				winning := (test.plies > 0) == (g.Position().Side() == side)
				require.Equal(t, winning, plies > 0, "after %v", g.Moves())
				if winning {
					require.LessOrEqual(t, g.Plies()+plies, said, "the end goes away, after %v", g.Moves())
					said = g.Plies() + plies
				}
				g.Play(result.Best)
			}
			want := newGame(t, test.rules, test.fen).Rules().StuckResult(g.Position().Side())
			require.Equal(t, want, movegen.Outcome(g).Result)
			require.LessOrEqual(t, g.Plies(), said)
		})
	}
}

// TestBlockedSideWinsGiveaway: in giveaway a side that has pieces and no move
// has won, so the other must not block it.
func TestBlockedSideWinsGiveaway(t *testing.T) {
	t.Parallel()
	// h2-g3 leaves the man a5 blocked and loses at once; the other moves let it
	// go on.
	g := newGame(t, board.Losing, "W:Wb4,c3,h2:Ba5")
	_, result := searched(t, newEngine(t, allOn()), g, Limits{Depth: 6})
	g.Play(result.Best)
	require.True(t, movegen.HasMove(g.Position()), "%v blocks the man", result.Best)

	blocked := newGame(t, board.Losing, "W:Wb4,c3,h2:Ba5", "h2-g3")
	require.Equal(t, board.BlackWins, movegen.Outcome(blocked).Result)
}

// TestVariantsDoNotMix: an engine that has searched a position in one variant
// finds what a fresh one finds in the other.
func TestVariantsDoNotMix(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{"W:Wf6:Bd8,e7", "W:Wa3,b2,c1,e1:BKe5,a5", "W:WKe1:Bc3,b6,d6,d4", "W:WKh8:Ba7"} {
		for _, rules := range board.Variants {
			for _, before := range board.Variants {
				e := newEngine(t, allOn())
				searched(t, e, newGame(t, before, fen), Limits{Depth: 10, Analyse: true})
				infos, _ := searched(t, e, newGame(t, rules, fen), Limits{Depth: 8, Analyse: true})
				fresh, _ := searched(t, newEngine(t, allOn()), newGame(t, rules, fen), Limits{Depth: 8, Analyse: true})
				require.Equal(t, last(fresh).Score, last(infos).Score, "%s %s after %s", fen, rules.Name, before.Name)
			}
		}
	}
}
