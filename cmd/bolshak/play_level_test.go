package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
)

// TestHubLevel: the parameter sets the strength of play, which needs no limit then;
// an analysis goes as deep as it is asked to all the same.
func TestHubLevel(t *testing.T) {
	t.Parallel()
	said := output(t, "hub\nset-param name=level value=21\nset-param name=level value=9\n", "hub")
	require.Contains(t, said, "param name=level value=0 type=int min=0 max=20")
	require.Regexp(t, `error message=".*level.*'21'.* 0 to 20`, said)

	a := newAdapter()
	require.NoError(t, a.SetParam("tt-size", "12"))
	require.NoError(t, a.Init())
	require.NoError(t, a.SetParam("level", "9"))
	game := board.NewGame(board.Russian, board.Start())
	best, err := a.Search(t.Context(), hub.Request{Game: game}, func(hub.Info) {})
	require.NoError(t, err)
	require.Contains(t, movegen.Append(nil, game.Position()), best.Move)

	deepest := 0
	analysis := hub.Request{Game: game, Mode: hub.Analyze, Limits: hub.Limits{Depth: 6}}
	_, err = a.Search(t.Context(), analysis, func(i hub.Info) { deepest = max(deepest, i.Depth) })
	require.NoError(t, err)
	require.Equal(t, 6, deepest)
}
