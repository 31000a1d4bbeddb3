package board

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// kingMoves reads quiet moves of kings in Hub form.
func kingMoves(t *testing.T, text string) (moves []Move) {
	for move := range strings.FieldsSeq(text) {
		var squares [2]Square
		for i, number := range strings.Split(move, "-") {
			n, err := strconv.Atoi(number)
			require.NoError(t, err)
			squares[i], err = FromB8.At(n)
			require.NoError(t, err)
		}
		moves = append(moves, KingMove(squares[0], squares[1], 0))
	}
	return moves
}

func TestDrawFaults(t *testing.T) {
	t.Parallel()
	for _, f := range faults(t, "draw") {
		g := NewGame(Russian, mustParse(t, f.FEN))
		for ply, m := range kingMoves(t, f.Moves) {
			require.Equal(t, NoDraw, g.Draw(), "%s after %d plies", f.FEN, ply)
			g.Play(m)
			if g.Plies() == f.Ply {
				break
			}
		}
		require.Equal(t, f.Ply, g.Plies())
		require.Equal(t, f.Rule, g.Draw(), f.FEN)
	}
}

func TestRepetitionAndUndo(t *testing.T) {
	t.Parallel()
	g := NewGame(Russian, mustParse(t, "W:WKc1,a3,c3,g3:BKb8,h6,f6,d6"))
	start := g.Position()
	round := kingMoves(t, "30-26 1-5 26-30 5-1")
	for _, m := range append(round, round...) {
		require.Equal(t, NoDraw, g.Draw())
		g.Play(m)
	}
	require.Equal(t, start, g.Position())
	require.Equal(t, 3, g.Occurrences())
	require.Equal(t, Repetition, g.Draw())

	other := g.Clone()
	require.True(t, other.Undo())
	other.Play(ManMove(F6, E5, 0, false))
	require.Equal(t, 1, other.Occurrences())
	require.Equal(t, start, g.Position(), "the clone goes its own way")
	require.Equal(t, round[3], g.Moves()[7])

	for ply := 7; ply >= 0; ply-- {
		require.True(t, g.Undo())
		require.Equal(t, ply, g.Plies())
		require.Equal(t, g.At(ply), g.Position())
	}
	require.False(t, g.Undo())
	require.Equal(t, [2]Position{start, start}, [2]Position{g.Start(), g.Position()})
	require.Equal(t, Counters{}, g.Counters())
}

func TestRepetitionNeedsTheSameSideToMove(t *testing.T) {
	t.Parallel()
	// White loses a move on the way round, so that Black is to move.
	g := NewGame(Russian, mustParse(t, "W:WKc1,a3,c3,g3:BKb8,h6,f6,d6"))
	for _, m := range kingMoves(t, "30-26 1-5 26-23 5-1 23-30") {
		g.Play(m)
	}
	require.Equal(t, g.Start().Own(), g.Position().Opp())
	require.Equal(t, g.Start().Opp(), g.Position().Own())
	require.Equal(t, 1, g.Occurrences())
}

func TestKingsOnlyDraw(t *testing.T) {
	t.Parallel()
	// Eight pieces: no other counter applies. Each king goes round its own way,
	// Black's with a different period, so that no position stands three times.
	g := NewGame(Russian, mustParse(t, "W:WKc1,a3,g1,h2:BKd8,b8,a7,h6"))
	white := kingMoves(t, "30-26 26-23 23-30")
	black := kingMoves(t, "2-6 6-9 9-13 13-2")
	for ply := range kingsOnlyPlies {
		require.Equal(t, NoDraw, g.Draw(), ply)
		if ply%2 == 0 {
			g.Play(white[ply/2%len(white)])
		} else {
			g.Play(black[ply/2%len(black)])
		}
	}
	require.Equal(t, KingsOnly, g.Draw())
	g.Undo()
	g.Play(ManMove(A7, B6, 0, false))
	require.Equal(t, NoDraw, g.Draw())
}

func TestThreeKingsDraw(t *testing.T) {
	t.Parallel()
	// Three kings and three men against one king off the main road: the
	// fifteenth move of the stronger side draws, Black's fifteenth before it
	// does not.
	g := NewGame(Russian, mustParse(t, "B:WKc1,Ke1,Kg1,a3,c3,g3:BKd8"))
	white := kingMoves(t, "30-26 26-23 23-30")
	black := kingMoves(t, "2-6 6-9 9-13 13-2")
	for ply := range 2 * threeKingMoves {
		require.Equal(t, NoDraw, g.Draw(), ply)
		if ply%2 == 0 {
			g.Play(black[ply/2%len(black)])
		} else {
			g.Play(white[ply/2%len(white)])
		}
	}
	require.Equal(t, KingsOnly, g.Draw(), "comes with the same move and is named first")
	require.True(t, g.Counters().threeKings(g.Position()))
	g.Undo()
	require.False(t, g.Counters().threeKings(g.Position()))
}
