package search

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// negamax is the search without any technique: every move of every position to
// the full depth, no window, no table, no order. It shares the evaluation and
// the counters of a game with the engine and nothing else.
type negamax struct {
	rules board.Rules
	past  []board.Position // of the game, before the root
	line  []board.Position // from the root on
	moves [][]board.Move   // a list for every ply
}

// newNegamax returns a reference search of the game's position and the counters
// to begin with. A game that is drawn already begins anew, as the engine's does.
func newNegamax(g *board.Game) (*negamax, board.Counters) {
	n := &negamax{rules: g.Rules(), line: []board.Position{g.Position()}, moves: make([][]board.Move, maxPly)}
	if g.Draw() != board.NoDraw {
		return n, board.Counters{}
	}
	for ply := range g.Plies() {
		n.past = append(n.past, g.At(ply))
	}
	return n, g.Counters()
}

// value returns the score of the last position of the line.
func (n *negamax) value(c board.Counters, depth int) eval.Score {
	ply := len(n.line) - 1
	p := n.line[ply]
	if ply > 0 && n.drawn(p, c) && movegen.HasMove(p) {
		return eval.Draw
	}
	moves := movegen.Append(n.moves[ply][:0], p)
	n.moves[ply] = moves
	switch {
	case len(moves) == 0 && n.rules.StuckWins:
		return eval.WinIn(ply)
	case len(moves) == 0:
		return eval.LossIn(ply)
	case depth <= 0 && !moves[0].IsCapture() && n.rules.StuckWins:
		return eval.EvaluateLosing(p)
	case depth <= 0 && !moves[0].IsCapture():
		return eval.Evaluate(p)
	}
	best := -eval.Infinity
	for _, m := range moves {
		after := p.After(m)
		n.line = append(n.line, after)
		best = max(best, -n.value(c.After(p, m, after), depth-1))
		n.line = n.line[:ply+1]
	}
	return best
}

// drawn reports the draws by counters and by repetition: of a position of the
// line, or of one that stood twice in the game.
func (n *negamax) drawn(p board.Position, c board.Counters) bool {
	if c.Draw(p) != board.NoDraw || slices.Contains(n.line[:len(n.line)-1], p) {
		return true
	}
	stood := 0
	for _, before := range n.past {
		if before == p {
			stood++
		}
	}
	return stood >= 2
}

// reference returns the scores of the game's position at depths 1 to depth.
func reference(g *board.Game, depth int) []eval.Score {
	var scores []eval.Score
	for d := 1; d <= depth; d++ {
		n, c := newNegamax(g)
		scores = append(scores, n.value(c, d))
	}
	return scores
}

// comparison is a game and the depth to which it is looked at: as far as the
// reference search can go.
type comparison struct {
	name  string
	game  *board.Game
	depth int
	men   bool // nothing but men, and none near promotion
}

// comparisons returns positions of all kinds.
func comparisons(tb testing.TB) []comparison {
	tb.Helper()
	most := uint64(250_000) // leaves of the deepest search
	if underRace || testing.Short() {
		most = 10_000
	}
	var list []comparison
	add := func(kind string, g *board.Game) {
		p := g.Position()
		if !movegen.HasMove(p) {
			return
		}
		c := comparison{name: fmt.Sprintf("%s %d", kind, len(list)), game: g}
		for c.depth < 6 {
			leaves, err := movegen.Perft(context.Background(), p, c.depth+1, movegen.PerftOptions{Threads: 1})
			require.NoError(tb, err)
			if leaves > most {
				break
			}
			c.depth++
		}
		c.men = p.Kings() == 0 && kind != "few"
		list = append(list, c)
	}
	r := random(1)
	for _, p := range openings(tb, 60) {
		add("opening", board.NewGame(board.Russian, p))
	}
	for i, p := range openings(tb, 70) {
		g := board.NewGame(board.Russian, p)
		playRandom(r, g, 8+i)
		add("middlegame", g)
	}
	for _, p := range corpus(tb, 150) {
		add("corpus", board.NewGame(board.Russian, p))
	}
	for range 8 {
		add("kings", board.NewGame(board.Russian, scatter(r, 2, 1, 2, 1)))
		add("few", board.NewGame(board.Russian, scatter(r, 1+r.IntN(2), r.IntN(2), 1+r.IntN(2), r.IntN(2))))
		add("losing", board.NewGame(board.Losing, scatter(r, 2, 0, 3, 0)))
	}
	// Kings that have moved about for a while: counters and repetitions count.
	for _, kinds := range [][4]int{{0, 2, 0, 1}, {0, 1, 0, 2}, {0, 3, 0, 1}, {1, 1, 0, 1}, {2, 1, 2, 1}, {0, 1, 0, 1}} {
		for _, plies := range []int{5, 6, 7, 8, 9, 10, 25} {
			g := board.NewGame(board.Russian, scatter(r, kinds[0], kinds[1], kinds[2], kinds[3]))
			if playQuietKings(r, g, plies) {
				add(fmt.Sprintf("after %d quiet plies", plies), g)
			}
		}
	}
	// The same moves to and fro: everything stood before.
	for _, plies := range []int{3, 4, 5, 6, 7} {
		g := newGame(tb, board.Russian, "W:WKa1,Kc1:BKh2", twice("c1-d2", "h2-g1", "d2-c1", "g1-h2")[:plies]...)
		add("to and fro", g)
	}
	return list
}

// twice returns the moves twice over.
func twice(moves ...string) []string { return append(slices.Clone(moves), moves...) }

// requireScores compares a search's scores with those of the reference.
func requireScores(t *testing.T, c comparison, o Options, want []eval.Score) []Info {
	t.Helper()
	infos, _ := searched(t, newEngine(t, o), c.game, Limits{Depth: c.depth, Analyse: true})
	require.Len(t, infos, c.depth)
	for d, i := range infos {
		require.Equal(t, want[d], i.Score, "depth %d of %s, %d plies played, line %v", d+1, c.game.Position().FEN(), c.game.Plies(), i.PV)
	}
	return infos
}

// exactTechniques are those that change the order in which moves are tried or
// the windows, and therefore never the score of a full-width search.
var exactTechniques = []string{"NoKillers", "NoHistory"}

// TestScoresEqualNegamax: with every technique off, and with those that must
// not change it, the score is that of the plain search.
func TestScoresEqualNegamax(t *testing.T) {
	t.Parallel()
	byDepth, men := make([]int, 7), 0
	list := comparisons(t)
	for _, c := range list {
		byDepth[c.depth]++
		if c.men {
			men++
		}
	}
	t.Logf("%d positions, by depth 0..6: %v; %d with the table", len(list), byDepth, men)
	require.GreaterOrEqual(t, len(list), 60)
	require.GreaterOrEqual(t, men, 15)
	if !underRace && !testing.Short() {
		require.GreaterOrEqual(t, byDepth[6], 45)
	}

	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.depth == 0 {
				t.Skip("too many moves")
			}
			want := reference(c.game, c.depth)
			for _, i := range requireScores(t, c, allOff(), want) {
				requireLineEndsInScore(t, c.game, i)
			}
			requireScores(t, c, onlyOn(exactTechniques...), want)

			// With the table, where the same position is always reached with
			// as many plies left and no draw on the path can matter: men only.
			// Elsewhere a table changes scores by right: it knows a position
			// from another path, or from a deeper search.
			if c.men {
				requireScores(t, c, onlyOn("NoTable"), want)
				requireScores(t, c, onlyOn(append(exactTechniques, "NoTable")...), want)
				small := onlyOn("NoTable")
				small.TableLog2 = MinTableLog2
				requireScores(t, c, small, want)
			}
		})
	}
}

// requireLineEndsInScore: the principal variation of a full-width search is
// whole, and the position at its end has the score that was reported.
func requireLineEndsInScore(t *testing.T, g *board.Game, i Info) {
	t.Helper()
	n, c := newNegamax(g)
	for _, m := range i.PV {
		p := last(n.line)
		require.Contains(t, movegen.Append(nil, p), m)
		after := p.After(m)
		c = c.After(p, m, after)
		n.line = append(n.line, after)
	}
	score := n.value(c, 0)
	if len(i.PV)%2 == 1 {
		score = -score
	}
	require.Equal(t, i.Score, score, "depth %d of %s: line %v ends in %s", i.Depth, g.Position().FEN(), i.PV, last(n.line).FEN())
}

// TestTableDoesNotChangeScores: the same as above on more positions and deeper,
// against the engine's own search without a table. There are only men.
func TestTableDoesNotChangeScores(t *testing.T) {
	t.Parallel()
	r := random(2)
	depth := map[bool]int{false: 8, true: 6}[underRace]
	for i, p := range openings(t, map[bool]int{false: 24, true: 90}[underRace]) {
		g := board.NewGame(board.Russian, p)
		playRandom(r, g, i%24)
		if g.Position().Kings() != 0 || !movegen.HasMove(g.Position()) {
			continue
		}
		c := comparison{game: g, depth: depth}
		infos, _ := searched(t, newEngine(t, onlyOn(exactTechniques...)), g, Limits{Depth: depth, Analyse: true})
		var want []eval.Score
		for _, i := range infos {
			want = append(want, i.Score)
		}
		small := onlyOn(append(exactTechniques, "NoTable")...)
		small.TableLog2 = MinTableLog2
		requireScores(t, c, onlyOn(append(exactTechniques, "NoTable")...), want)
		requireScores(t, c, small, want)
	}
}
