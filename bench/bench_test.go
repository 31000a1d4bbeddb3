package bench

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval/endgame"
	"bolshak/movegen"
	"bolshak/search"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// testDepth is less than DefaultDepth, so that the tests are quick.
const testDepth = 6

func newEngine(t testing.TB, threads int) *search.Engine {
	t.Helper()
	tables, err := endgame.Embedded()
	require.NoError(t, err)
	e, err := search.New(search.Options{Threads: threads, TableLog2: 18, Tables: tables})
	require.NoError(t, err)
	return e
}

func TestPositions(t *testing.T) {
	t.Parallel()
	positions, err := Positions()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(positions), 40)
	var openings, endings, kings int
	seen := map[board.Position]bool{}
	for _, p := range positions {
		require.False(t, seen[p], "%s stands there twice", p.FEN())
		seen[p] = true
		require.GreaterOrEqual(t, movegen.Count(p), 2, "%s has nothing to choose", p.FEN())
		switch n := p.Occupied().Count(); {
		case n >= 20:
			openings++
		case n <= 8:
			endings++
		}
		if p.Kings() != 0 {
			kings++
		}
	}
	require.GreaterOrEqual(t, openings, 10)
	require.GreaterOrEqual(t, endings, 10)
	require.GreaterOrEqual(t, kings, 5)
}

func TestBadPositionsNameTheLine(t *testing.T) {
	t.Parallel()
	_, err := parsePositions("# a comment\n\nW:Wa1:Bb8 # fine\nW:Wa2:Bb8\n")
	require.ErrorContains(t, err, "line 4")
	require.ErrorContains(t, err, "a2")
}

func TestSameNodesOnEveryRun(t *testing.T) {
	t.Parallel()
	e := newEngine(t, 1)
	first, err := Run(t.Context(), e, testDepth)
	require.NoError(t, err)
	again, err := Run(t.Context(), e, testDepth)
	require.NoError(t, err)
	fresh, err := Run(t.Context(), newEngine(t, 1), testDepth)
	require.NoError(t, err)

	require.Equal(t, first.Nodes, again.Nodes, "a run leaves traces in the engine")
	require.Equal(t, first.Nodes, fresh.Nodes)
	positions, err := Positions()
	require.NoError(t, err)
	require.Equal(t, len(positions), first.Positions)
	require.Positive(t, first.NodesPerSecond())
}

// TestSignature notices a change of the search or the evaluation. Where it is
// meant: go test ./bench -update.
func TestSignature(t *testing.T) {
	t.Parallel()
	r, err := Run(t.Context(), newEngine(t, 1), testDepth)
	require.NoError(t, err)
	got := fmt.Sprintf("depth %d nodes %d\n", testDepth, r.Nodes)

	golden := filepath.Join("testdata", "signature.golden")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Run(ctx, newEngine(t, 2), DefaultDepth)
	require.ErrorIs(t, err, context.Canceled)
}

// BenchmarkSearch is the run of `bolshak bench` at the tests' depth.
func BenchmarkSearch(b *testing.B) {
	e := newEngine(b, 1)
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		r, err := Run(b.Context(), e, testDepth)
		require.NoError(b, err)
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
