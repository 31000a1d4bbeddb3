package search

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/movegen"
)

// atLevel returns the options of a level.
func atLevel(level int, seed uint64) Options {
	o := allOn()
	o.Level, o.Seed = level, seed
	return o
}

// TestLevelIsRepeatable: with a seed the choice follows from the game alone,
// whatever the engine has searched before.
func TestLevelIsRepeatable(t *testing.T) {
	t.Parallel()
	for level := 1; level < 15; level += 6 {
		experienced := newEngine(t, atLevel(level, 7))
		for _, g := range severalGames(t) {
			_, err := experienced.Search(t.Context(), g, Limits{Depth: 7, Analyse: true}, nil)
			require.NoError(t, err)
			infos, one := searched(t, experienced, g, Limits{})
			fresh, other := searched(t, newEngine(t, atLevel(level, 7)), g, Limits{})
			require.Equal(t, timeless(fresh), timeless(infos), "level %d", level)
			require.Equal(t, other.Best, one.Best)
			require.Equal(t, other.Ponder, one.Ponder)

			require.Len(t, infos, 1, "the level tells what it has chosen, and that once")
			require.Equal(t, infos, one.Lines)
			require.Equal(t, 1, infos[0].Line)
			require.Equal(t, one.Best, infos[0].PV[0])
			requireLegal(t, g.Position(), infos[0].PV)
		}
	}
}

// TestLevelsVary: another seed, or none, plays another game.
func TestLevelsVary(t *testing.T) {
	t.Parallel()
	g := newGame(t, board.Russian, "start")
	for _, level := range []int{1, 10} {
		chosen := map[board.Move]bool{}
		for seed := range uint64(8) { // 0 draws another each time
			_, result := searched(t, newEngine(t, atLevel(level, seed)), g, Limits{})
			chosen[result.Best] = true
		}
		require.Greater(t, len(chosen), 1, "level %d", level)

		var drawn []board.Move
		e := newEngine(t, atLevel(level, 0))
		for range 24 {
			_, result := searched(t, e, g, Limits{})
			drawn = append(drawn, result.Best)
		}
		require.NotEqual(t, drawn[:12], drawn[12:], "level %d without a seed", level)
	}
}

// TestLevelsOfAllGames: every level plays a legal move in every game, and knows
// when there is none.
func TestLevelsOfAllGames(t *testing.T) {
	t.Parallel()
	for level := 1; level <= MaxLevel; level++ {
		e := newEngine(t, atLevel(level, 3))
		games := severalGames(t)
		if testing.Short() {
			games = games[level%len(games):][:1]
		}
		for _, g := range games {
			_, result := searched(t, e, g, Limits{Depth: 6})
			require.Contains(t, movegen.Append(nil, g.Position()), result.Best, "level %d", level)
		}
		for _, rules := range board.Variants {
			_, err := e.Search(t.Context(), newGame(t, rules, "B:Wc3:B"), Limits{}, nil)
			require.ErrorIs(t, err, ErrGameOver, "level %d", level)
		}
	}
}

// TestLevelKeepsLimits: a level that looks far obeys whoever wants a move now.
func TestLevelKeepsLimits(t *testing.T) {
	t.Parallel()
	g := newGame(t, board.Russian, "start")
	e := newEngine(t, atLevel(MaxLevel, 1))
	_, result := searched(t, e, g, Limits{Depth: 2})
	require.Equal(t, 2, result.Lines[0].Depth)
	_, result = searched(t, e, g, Limits{Nodes: 3_000})
	require.LessOrEqual(t, result.Nodes, uint64(3_000))

	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	result, err := e.Search(stopped, g, Limits{}, nil)
	require.NoError(t, err)
	require.Contains(t, movegen.Append(nil, g.Position()), result.Best)

	only := movegen.Append(nil, g.Position())[2:3]
	for _, level := range []int{1, 12} {
		_, result = searched(t, newEngine(t, atLevel(level, 1)), g, Limits{SearchMoves: only})
		require.Equal(t, only[0], result.Best)
	}

	hit := make(chan struct{})
	close(hit)
	_, result = searched(t, newEngine(t, atLevel(12, 1)), g, Limits{MoveTime: time.Hour, PonderHit: hit})
	require.NotEqual(t, board.NoMove, result.Best)
}

// TestLevelKnowsNoEndgames: nobody of a level has learned the tables by heart.
func TestLevelKnowsNoEndgames(t *testing.T) {
	t.Parallel()
	tables, err := endgame.Embedded()
	require.NoError(t, err)
	g := newGame(t, board.Russian, "W:WKa1,Kc1,Ke1:BKb8")
	o := atLevel(6, 9)
	o.Tables = tables
	with, _ := searched(t, newEngine(t, o), g, Limits{})
	without, _ := searched(t, newEngine(t, atLevel(6, 9)), g, Limits{})
	require.Equal(t, timeless(without), timeless(with))
}

// TestAnalysisTakesNoNoticeOfTheLevel: only play is weaker.
func TestAnalysisTakesNoNoticeOfTheLevel(t *testing.T) {
	t.Parallel()
	g := newGame(t, board.Russian, "start")
	weak, _ := searched(t, newEngine(t, atLevel(1, 5)), g, Limits{Depth: 8, Analyse: true})
	full, _ := searched(t, newEngine(t, allOn()), g, Limits{Depth: 8, Analyse: true})
	require.Equal(t, timeless(full), timeless(weak))
}

func TestLevelHasBounds(t *testing.T) {
	t.Parallel()
	for _, level := range []int{-1, MaxLevel + 1} {
		_, err := New(atLevel(level, 0))
		require.ErrorContains(t, err, "level")
	}
}

// TestLevelsGrow: nobody looks less far, is pickier about moves as good or dozes
// more often than a weaker player, but that beginners have no time to doze.
func TestLevelsGrow(t *testing.T) {
	t.Parallel()
	for i := range MaxLevel - 1 {
		weaker, stronger := levels[i], levels[i+1]
		require.Greater(t, stronger.sight, weaker.sight, "level %d", i+2)
		require.Less(t, stronger.taste, weaker.taste, "level %d", i+2)
		if weaker.sight >= 2 {
			require.LessOrEqual(t, stronger.lapse, weaker.lapse, "level %d", i+2)
		}
	}
}

// TestLevelsDiffer: a level wins against one six below, game by game.
func TestLevelsDiffer(t *testing.T) {
	t.Parallel()
	points, games := 0, 6
	for i := range games {
		e := map[board.Colour]*Engine{
			board.Colour(i % 2):   newEngine(t, atLevel(9, uint64(i+1))),
			board.Colour(1 - i%2): newEngine(t, atLevel(3, uint64(i+1))),
		}
		g := newGame(t, board.Russian, "start")
		for movegen.Outcome(g).Result == board.Ongoing {
			_, result := searched(t, e[g.Position().Side()], g, Limits{})
			g.Play(result.Best)
		}
		if won, ok := movegen.Outcome(g).Result.Winner(); ok && won == board.Colour(i%2) {
			points++
		}
	}
	require.GreaterOrEqual(t, points, games-1)
}

// TestUpperLevelsHangNothing: where an upper level gives men away in the very next
// captures, even when it dozes, it has seen something for them that is worth as
// much, give or take its taste, which is little there.
func TestUpperLevelsHangNothing(t *testing.T) {
	t.Parallel()
	step, tempting := 10, 0
	if testing.Short() {
		step = 45
	}
	full := newEngine(t, allOn())
	upper := []*Engine{newEngine(t, atLevel(13, 1)), newEngine(t, atLevel(15, 2)), newEngine(t, atLevel(17, 3))}
	for _, p := range corpus(t, step) {
		moves := movegen.Append(nil, p)
		if len(moves) < 2 || moves[0].IsCapture() {
			continue
		}
		kept, hung := -100, 100
		for _, m := range moves {
			n := -settled(p.After(m))
			kept, hung = max(kept, n), min(hung, n)
		}
		if kept == hung {
			continue
		}
		tempting++
		g := board.NewGame(board.Russian, p)
		for _, e := range upper {
			_, result := searched(t, e, g, Limits{})
			if -settled(p.After(result.Best)) >= kept {
				continue
			}
			// Given away, but not for nothing: as far as it looked it has seen
			// something for it.
			seen := result.Lines[0]
			full.Clear() // it would remember what it has seen deeper
			best, _ := searched(t, full, g, Limits{Depth: seen.Depth})
			require.LessOrEqual(t, last(best).Score-seen.Score, 2*levels[e.options.Level-1].taste,
				"level %d hangs a man by %v in %s", e.options.Level, result.Best, p.FEN())
		}
	}
	require.Greater(t, tempting, 5, "the positions do not tempt")
}

// settled returns the men and three times the kings of the side to move less the
// opponent's, once all captures have been played.
func settled(p board.Position) int {
	if !movegen.CanCapture(p) {
		kings := p.Kings()
		return p.Own().Count() + 2*(p.Own()&kings).Count() - p.Opp().Count() - 2*(p.Opp()&kings).Count()
	}
	best := -100
	for _, m := range movegen.Append(nil, p) {
		best = max(best, -settled(p.After(m)))
	}
	return best
}

// TestLevelChoice: a win that is seen is played, of losses the first is as good
// as another, and fancy stays within its bounds.
func TestLevelChoice(t *testing.T) {
	t.Parallel()
	chance := random(1)
	lv := level{sight: 3, taste: 80}
	line := func(s eval.Score) Info { return Info{Score: s} }
	for range 200 {
		require.Equal(t, eval.WinIn(9), lv.choose([]Info{line(eval.WinIn(9)), line(700), line(650)}, chance).Score)
		require.Equal(t, eval.LossIn(8), lv.choose([]Info{line(eval.LossIn(8)), line(eval.LossIn(2))}, chance).Score)
		require.Equal(t, eval.Score(10), lv.choose([]Info{line(10), line(-150)}, chance).Score, "too bad to be fancied")
		fancy := lv.fancy(chance)
		require.LessOrEqual(t, max(fancy, -fancy), lv.taste)
	}
}

// TestSight: the plies looked ahead are what the table says on average.
func TestSight(t *testing.T) {
	t.Parallel()
	chance := random(2)
	for i, lv := range levels {
		sum := 0
		const moves = 20_000
		for range moves {
			sum += lv.plies(chance)
		}
		want := lv.sight*(1-lv.lapse) + min(lv.sight, 1)*lv.lapse
		require.InDelta(t, want, float64(sum)/moves, 0.05, "level %d", i+1)
	}
}
