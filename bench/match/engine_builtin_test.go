package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// TestBuiltinLevel: a level plays at once whatever it may think, and the same game
// by the same seed, another by another.
func TestBuiltinLevel(t *testing.T) {
	t.Parallel()
	spec := EngineSpec{Name: "B", Builtin: true, Limits: Limits{Nodes: 1 << 40}, Params: []Param{{"level", "4"}, {"tt-size", "10"}}}
	moves := func(seed Seed) []board.Move {
		p, err := NewPlayer(spec, PlayerOptions{})
		require.NoError(t, err)
		defer p.Close()
		require.NoError(t, p.Start(t.Context()))
		require.NoError(t, p.NewGame(t.Context(), seed))
		g := board.NewGame(board.Russian, board.Start())
		for range 12 {
			reply, err := p.Move(t.Context(), g)
			require.NoError(t, err)
			g.Play(reply.Move)
		}
		return g.Moves()
	}
	require.Equal(t, moves(Seed{1, 2}), moves(Seed{1, 2}))
	require.NotEqual(t, moves(Seed{1, 2}), moves(Seed{3, 4}))

	spec.Params[0].Value = "21"
	_, err := NewPlayer(spec, PlayerOptions{})
	require.ErrorContains(t, err, `key "param.level": bad value "21": expected a whole number from 1 to 20`)
}
