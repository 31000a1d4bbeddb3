package movegen_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

// perftTables is testdata/perft.json: leaf counts from depth 1 onwards.
type perftTables struct {
	Start map[string][]uint64
	Suite []struct {
		FEN     string
		Russian []uint64
	}
}

// TestPerftStart counts the leaves from the start to depth 10 (8 with
// -short). Perft knows nothing of the variant's rules: giveaway has the same
// moves.
func TestPerftStart(t *testing.T) {
	t.Parallel()
	depths := 10
	if testing.Short() {
		depths = 8
	}
	counts := readJSON[perftTables](t, "perft.json").Start[board.Russian.Name]
	for i, want := range counts[:depths] {
		requirePerft(t, board.Start(), i+1, want, movegen.PerftOptions{Threads: 1})
	}
}

// TestPerftSuite counts every position of the suite to depth 8.
func TestPerftSuite(t *testing.T) {
	t.Parallel()
	for _, entry := range readJSON[perftTables](t, "perft.json").Suite {
		t.Run(entry.FEN, func(t *testing.T) {
			t.Parallel()
			require.Len(t, entry.Russian, 8)
			for i, want := range entry.Russian {
				requirePerft(t, position(t, entry.FEN), i+1, want, movegen.PerftOptions{Threads: 1})
			}
		})
	}
}

// TestPerftHashAndThreads: neither a table, be it far too small, nor a second
// thread changes a count.
func TestPerftHashAndThreads(t *testing.T) {
	t.Parallel()
	tables := readJSON[perftTables](t, "perft.json")
	for _, o := range []movegen.PerftOptions{
		{Threads: 2},
		{Threads: 1, HashMiB: 1},
		{Threads: 1, HashMiB: 16},
		{Threads: 2, HashMiB: 1},
		{Threads: 2, HashMiB: 16},
		{Threads: 3, HashMiB: 4},
	} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			t.Parallel()
			for i, want := range tables.Start[board.Russian.Name][:9] {
				requirePerft(t, board.Start(), i+1, want, o)
			}
			for _, entry := range tables.Suite {
				requirePerft(t, position(t, entry.FEN), 6, entry.Russian[5], o)
			}
		})
	}
}

// requirePerft counts the leaves at one depth.
func requirePerft(t *testing.T, p board.Position, depth int, want uint64, o movegen.PerftOptions) {
	t.Helper()
	got, err := movegen.Perft(context.Background(), p, depth, o)
	require.NoError(t, err)
	require.Equal(t, want, got, "perft %d of %s with %+v", depth, p.FEN(), o)
}

// TestDivide: the leaves behind each move add up to the count, and every legal
// move is there once.
func TestDivide(t *testing.T) {
	t.Parallel()
	p := board.Start()
	for depth := range 7 {
		branches, err := movegen.Divide(context.Background(), p, depth, movegen.PerftOptions{Threads: 2, HashMiB: 1})
		require.NoError(t, err)
		var total uint64
		var moves []board.Move
		for _, branch := range branches {
			moves = append(moves, branch.Move)
			total += branch.Leaves
			requirePerft(t, p.After(branch.Move), max(depth, 1)-1, branch.Leaves, movegen.PerftOptions{Threads: 1})
		}
		require.ElementsMatch(t, reference.Moves(p), moves)
		requirePerft(t, p, max(depth, 1), total, movegen.PerftOptions{Threads: 1})
	}
}

// TestPerftOfNothing: depth 0 is one leaf, and a side without a move has none.
func TestPerftOfNothing(t *testing.T) {
	t.Parallel()
	requirePerft(t, board.Start(), 0, 1, movegen.PerftOptions{Threads: 1})
	for depth := 1; depth <= 3; depth++ {
		requirePerft(t, position(t, "W:Wa3:Bb4,c5"), depth, 0, movegen.PerftOptions{Threads: 1})
		requirePerft(t, position(t, "B:Wa1:B"), depth, 0, movegen.PerftOptions{Threads: 2, HashMiB: 1})
	}
}

// TestPerftCancelled: a cancelled count ends with the context's error.
func TestPerftCancelled(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 2} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := movegen.Perft(ctx, board.Start(), 30, movegen.PerftOptions{Threads: threads})
		require.ErrorIs(t, err, context.Canceled)
	}
}

// BenchmarkPerft counts depth 8 from the start and reports leaves a second.
func BenchmarkPerft(b *testing.B) {
	const depth, leaves = 8, 929899
	for b.Loop() {
		n, err := movegen.Perft(context.Background(), board.Start(), depth, movegen.PerftOptions{Threads: 1})
		if err != nil || n != leaves {
			b.Fatalf("perft %d: %d leaves and error %v, want %d", depth, n, err, leaves)
		}
	}
	b.ReportMetric(leaves*float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
}
