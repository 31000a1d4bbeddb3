package search

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// TestSearchMoves: only the moves asked for are looked at, by one thread and by
// several, each with a line of its own where there are several lines.
func TestSearchMoves(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 2} {
		o := allOn()
		o.Threads = threads
		e := newEngine(t, o)
		for _, g := range manyGames(t, 30) {
			p := g.Position()
			legal := movegen.Append(nil, p)
			chosen := legal[len(legal)/2:]
			infos, result := searched(t, e, g, Limits{Depth: 5, MultiPV: len(legal), Analyse: true, SearchMoves: chosen})
			require.NotEmpty(t, infos)
			require.Contains(t, chosen, result.Best, p.FEN())
			require.Len(t, result.Lines, len(chosen), p.FEN())
			var first []board.Move
			for _, line := range result.Lines {
				first = append(first, line.PV[0])
			}
			require.ElementsMatch(t, chosen, first, p.FEN())
		}
	}
}

// TestSearchMovesAlone: the worst move alone gets the score that it has among all.
func TestSearchMovesAlone(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOff())
	for _, g := range manyGames(t, 20) {
		all := Limits{Depth: 4, MultiPV: movegen.MaxMoves, Analyse: true}
		_, result := searched(t, e, g, all)
		worst := result.Lines[len(result.Lines)-1]
		_, alone := searched(t, e, g, Limits{Depth: 4, Analyse: true, SearchMoves: worst.PV[:1]})
		require.Equal(t, worst.PV[0], alone.Best)
		require.Equal(t, worst.Score, alone.Lines[0].Score, g.Position().FEN())
	}
}

// TestSearchMovesOfAnotherPosition: moves that are not legal do not count, and
// where no other is given, all moves do.
func TestSearchMovesOfAnotherPosition(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOn())
	g := newGame(t, board.Russian, "start")
	legal := movegen.Append(nil, g.Position())
	foreign := board.ManMove(board.A5, board.B6, 0, false)
	for _, c := range []struct{ given, lines []board.Move }{
		{[]board.Move{foreign, legal[2], legal[2]}, legal[2:3]},
		{[]board.Move{foreign, board.NoMove}, legal},
	} {
		_, result := searched(t, e, g, Limits{Depth: 4, MultiPV: 20, Analyse: true, SearchMoves: c.given})
		require.Len(t, result.Lines, len(c.lines))
		require.True(t, slices.Contains(c.lines, result.Best))
	}
}
