package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
)

// TestNodesDoNotAllocate: a search of many times the nodes allocates the same,
// but for the line it reports after every depth. It is not parallel: it counts.
func TestNodesDoNotAllocate(t *testing.T) {
	const perDepth = 2 // the line reported, and room for it where it grew
	for _, threads := range []int{1, 2} {
		o := allOn()
		o.Threads = threads
		e := newEngine(t, o)
		for _, g := range severalGames(t) {
			measure := func(depth int) (allocs float64, nodes uint64) {
				searchTo := func() {
					e.Clear() // else the table answers the second search
					result, err := e.Search(context.Background(), g, Limits{Depth: depth, Analyse: true}, nil)
					if err != nil {
						t.Fatal(err)
					}
					nodes = last(result.Lines).Nodes
				}
				return testing.AllocsPerRun(1, searchTo), nodes
			}
			shallow, few := measure(4)
			deep, many := measure(9)
			require.Greater(t, many, 5*few, g.Position().FEN())
			extra := deep - shallow
			if threads == 1 {
				require.LessOrEqual(t, extra, float64(5*perDepth+2), "%d nodes allocate %v, %d nodes %v, %s", few, shallow, many, deep, g.Position().FEN())
			}
			// Other threads clone their lines too, at their own pace.
			require.LessOrEqual(t, extra, float64(threads*(5*perDepth+8)), "%d nodes allocate %v, %d nodes %v", few, shallow, many, deep)
			require.Less(t, shallow, 100.0)
		}
	}
}

// readied returns a worker that is set up to search the position.
func readied(tb testing.TB, o Options, p board.Position) *worker {
	tb.Helper()
	e := newEngine(tb, o)
	g := board.NewGame(board.Russian, p)
	searched(tb, e, g, Limits{Depth: 1, Analyse: true})
	w := e.workers[0]
	w.stop.Store(false)
	w.stopped = false
	return w
}

// TestPartsDoNotAllocate: what runs at every node. It is not parallel: it counts.
func TestPartsDoNotAllocate(t *testing.T) {
	for _, p := range corpus(t, 40) {
		w := readied(t, allOn(), p)
		f := &w.stack[0]
		var sum eval.Score
		for name, part := range map[string]func(){
			"quiesce":  func() { sum += w.quiesce(0, -eval.Infinity, eval.Infinity) },
			"search":   func() { sum += w.search(0, 3, -eval.Infinity, eval.Infinity) },
			"drawn":    func() { w.drawn(f, 0) },
			"evaluate": func() { sum += w.evaluate(p) },
		} {
			require.Zero(t, testing.AllocsPerRun(5, part), "%s of %s", name, p.FEN())
		}
	}
}
