package reference_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen/reference"
)

// TestPerft holds the reference itself against the published leaf counts, as
// deep as a slow generator gets in a second.
func TestPerft(t *testing.T) {
	t.Parallel()
	var tables struct {
		Start map[string][]uint64
		Suite []struct {
			FEN     string
			Russian []uint64
		}
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "perft.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &tables))

	require.Equal(t, tables.Start["russian"][5], leaves(t, board.Start(), 6))
	require.NotEmpty(t, tables.Suite)
	for _, entry := range tables.Suite {
		p, err := board.ParseFEN(entry.FEN)
		require.NoError(t, err)
		require.Equal(t, entry.Russian[4], leaves(t, p, 5), entry.FEN)
	}
}

// leaves counts the leaves of the tree of legal moves.
func leaves(t *testing.T, p board.Position, depth int) uint64 {
	moves := reference.Moves(p)
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		next, err := reference.After(p, m)
		require.NoError(t, err)
		n += leaves(t, next, depth-1)
	}
	return n
}

// TestPaths: every way is written from the start to the end of its move, in
// diagonal steps, one for each piece taken; every move has one.
func TestPaths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fen          string
		moves, paths int
	}{
		{"start", 7, 7},
		{"W:Wd4:Be5,g5,g3,e3", 1, 2},
		{"W:WKa3:Bc5,e5,f2,c3,b6,d8", 1, 1},
		{"W:WKa1:Bc3,f6", 2, 4}, // it may land on d4 or e5 in between
		{"W:Wa3:Bb4,c5", 0, 0},
	} {
		p, err := board.ParsePosition(c.fen)
		require.NoError(t, err)
		paths := reference.Paths(p)
		require.Len(t, paths, c.paths, c.fen)
		var moves []board.Move
		for _, path := range paths {
			moves = append(moves, path.Move)
			squares := path.Squares
			require.Equal(t, path.Move.From(), squares[0])
			require.Equal(t, path.Move.To(), squares[len(squares)-1])
			require.Len(t, squares, max(path.Move.Captured().Count(), 1)+1, "%v in %s", squares, c.fen)
			for i := 1; i < len(squares); i++ {
				files := squares[i].File() - squares[i-1].File()
				ranks := squares[i].Rank() - squares[i-1].Rank()
				require.Contains(t, []int{ranks, -ranks}, files, "%v in %s", squares, c.fen)
			}
		}
		distinct := reference.Moves(p)
		require.Len(t, distinct, c.moves, c.fen)
		require.Subset(t, moves, distinct, c.fen)
		require.Subset(t, distinct, moves, c.fen)
	}
}

// TestAfterRefuses: a move that the position cannot have is an error, not a
// wrong position.
func TestAfterRefuses(t *testing.T) {
	t.Parallel()
	_, err := reference.After(board.Start(), board.ManMove(board.D4, board.E5, 0, false))
	require.ErrorContains(t, err, "d4")
	_, err = reference.After(board.Start(), board.ManMove(board.C3, board.D8, 0, false))
	require.ErrorContains(t, err, "d8", "a man on its promotion rank")
}
