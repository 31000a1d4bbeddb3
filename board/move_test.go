package board

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMoveKeepsWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		from, to := numbered[r.IntN(32)], numbered[r.IntN(32)]
		captured := Bits(r.Uint64()) & Board
		promotes := r.IntN(2) == 0

		m := ManMove(from, to, captured, promotes)
		require.Equal(t, [2]Square{from, to}, [2]Square{m.From(), m.To()})
		require.Equal(t, captured, m.Captured())
		require.Equal(t, captured != 0, m.IsCapture())
		require.Equal(t, promotes, m.Promotes())
		require.Equal(t, promotes || captured != 0, m.Converts())
		require.False(t, m.ByKing())
		require.Equal(t, ManMove(from.Flip(), to.Flip(), captured.Flip(), promotes), m.Flip())
		require.Equal(t, m, m.Flip().Flip())

		k := KingMove(from, to, captured)
		require.True(t, k.ByKing())
		require.False(t, k.Promotes())
		require.Equal(t, captured != 0, k.Converts())
		require.Equal(t, KingMove(from.Flip(), to.Flip(), captured.Flip()), k.Flip())
		require.NotEqual(t, k, ManMove(from, to, captured, false))
	}
}

func TestMoveInHubForm(t *testing.T) {
	t.Parallel()
	tests := []struct {
		move   Move
		b8, a1 string
	}{
		{ManMove(C3, D4, 0, false), "22-18", "10-14"},
		{ManMove(A1, C3, B2.Bit(), false), "29x22x25", "1x10x5"},
		{ManMove(D4, D4, E5.Bit()|G5.Bit()|G3.Bit()|E3.Bit(), false), "18x18x15x16x23x24", "14x14x11x12x19x20"},
		{KingMove(H8, A1, 0), "4-29", "32-1"},
		// Ascending in the numbering that is written, not in bit order.
		{KingMove(B8, C1, G3.Bit()|E5.Bit()|D2.Bit()), "1x30x15x24x26", "29x2x6x12x19"},
	}
	for _, test := range tests {
		require.Equal(t, test.b8, test.move.String())
		require.Equal(t, test.b8, string(test.move.AppendHub(nil, FromB8)))
		require.Equal(t, "move "+test.a1, string(test.move.AppendHub([]byte("move "), FromA1)))
	}
}
