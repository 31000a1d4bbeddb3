package search

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// TestLongSearchesAreNotSilent: a search that goes on tells within a depth how
// far it is, after a second at the earliest. It is stopped when it has done so,
// however long that takes: depths take ever longer, machines differ.
func TestLongSearchesAreNotSilent(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 2} {
		o := allOn()
		o.Threads = threads
		e := newEngine(t, o)
		g := newGame(t, board.Russian, "start")
		var infos []Info
		partial := 0
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		result, err := e.Search(ctx, g, Limits{Analyse: true}, func(i Info) {
			infos = append(infos, i)
			if i.Partial {
				partial++
				cancel()
			}
		})
		cancel()
		require.NoError(t, err)
		require.Positive(t, partial, "nothing was told within a depth")

		before := Info{}
		for _, i := range infos {
			require.GreaterOrEqual(t, i.Nodes, before.Nodes)
			require.GreaterOrEqual(t, i.Depth, before.Depth)
			requireLegal(t, g.Position(), i.PV)
			require.Equal(t, 1, i.Line)
			if i.Partial {
				require.GreaterOrEqual(t, i.Time, heartbeat)
			}
			before = i
		}
		require.Less(t, len(infos), 2*MaxDepth, "told far too often")
		require.Len(t, result.Lines, 1)
		require.False(t, result.Lines[0].Partial)
	}
}

// TestBeatKeepsTheLine: the heartbeat repeats what was said, with the nodes of
// the moment, and only when it is due.
func TestBeatKeepsTheLine(t *testing.T) {
	t.Parallel()
	w := readied(t, allOn(), board.Start())
	var said []Info
	w.report = func(i Info) { said = append(said, i) }
	w.beat()
	require.Empty(t, said, "a moment ago a depth was finished")

	w.began = w.began.Add(-2 * heartbeat)
	w.nodes += 5000
	w.beat()
	w.beat()
	require.Len(t, said, 1)
	require.True(t, said[0].Partial)
	require.Equal(t, w.root[0].pv, said[0].PV)
	require.Equal(t, w.nodes, said[0].Nodes)
	require.GreaterOrEqual(t, said[0].Time, 2*heartbeat)

	w.sayMidway(1, 9, 42)
	require.Len(t, said, 1, "only the best line is told")
	w.sayMidway(0, 9, 42)
	require.Len(t, said, 2)
	require.Equal(t, 9, said[1].Depth)
	require.EqualValues(t, 42, said[1].Score)

	w.said = Info{}
	w.beat()
	require.Len(t, said, 2, "nothing to repeat")
}
