package bench

import (
	"context"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/search"
)

func TestAblate(t *testing.T) {
	t.Parallel()
	const depth = 4
	o := search.Options{TableLog2: 16}
	var begun []string
	all, err := Ablate(t.Context(), o, depth, func(technique string) { begun = append(begun, technique) })
	require.NoError(t, err)
	require.Len(t, all, len(Techniques()))
	require.Equal(t, append(append([]string{""}, Techniques()...), ""), begun)

	e, err := search.New(o)
	require.NoError(t, err)
	whole, err := Run(t.Context(), e, depth)
	require.NoError(t, err)
	seen := map[string]bool{}
	for i, a := range all {
		require.False(t, seen[a.Technique])
		seen[a.Technique] = true
		require.Equal(t, whole.Nodes, a.With.Nodes)
		require.Positive(t, a.Ratio())
		require.Positive(t, a.NodesRatio())
		if i > 0 {
			require.LessOrEqual(t, a.Ratio(), all[i-1].Ratio(), "the worthiest first")
		}
		require.NoError(t, e.Configure(without(o, a.Technique)))
		r, err := Run(t.Context(), e, depth)
		require.NoError(t, err)
		require.Equal(t, r.Nodes, a.Without.Nodes, a.Technique)
	}
	require.Contains(t, seen, "Table")
}

// TestTechniquesAreAllSwitches: every bool of the options, each switched alone.
func TestTechniquesAreAllSwitches(t *testing.T) {
	t.Parallel()
	bools := 0
	for field := range reflect.TypeFor[search.Options]().Fields() {
		if field.Type.Kind() == reflect.Bool {
			bools++
		}
	}
	require.Len(t, Techniques(), bools)
	require.Equal(t, search.Options{NoTable: true}, without(search.Options{}, "Table"))
}

func TestAblateEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Ablate(ctx, search.Options{TableLog2: 12}, 3, func(technique string) {
		if technique != "" {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	_, err = Ablate(t.Context(), search.Options{TableLog2: 1}, 3, nil)
	require.ErrorContains(t, err, "table size")
}
