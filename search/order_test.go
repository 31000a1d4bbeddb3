package search

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// TestHistoryIsBounded: whatever is rewarded and punished, and however often.
func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	m := board.ManMove(board.C3, board.D4, 0, false)
	other := board.ManMove(board.E3, board.D4, 0, false)
	var h history
	require.Zero(t, h.value(m))
	for _, bonus := range []int{1, 100, historyMax / 8, historyMax} {
		for range 1000 {
			h.update(m, bonus)
			require.LessOrEqual(t, h.value(m), historyMax)
			require.Positive(t, h.value(m))
		}
		for range 2000 {
			h.update(m, -bonus)
			require.GreaterOrEqual(t, h.value(m), -historyMax)
		}
		require.Negative(t, h.value(m))
		h = history{}
	}
	r := random(41)
	for range 50_000 {
		h.update(m, r.IntN(2*historyMax+1)-historyMax)
		if abs(h.value(m)) > historyMax {
			require.Fail(t, "out of bounds", "%d", h.value(m))
		}
	}
	require.Zero(t, h.value(other), "another move is another entry")
}

func TestHistoryRefuted(t *testing.T) {
	t.Parallel()
	moves := movegen.Append(nil, board.Start())
	var order []ranked
	for _, m := range moves {
		order = append(order, rank(m, 5))
	}
	var h history
	h.refuted(moves[3], order[:3], 6)
	for i, m := range moves {
		switch {
		case i < 3:
			require.Negative(t, h.value(m), "tried before")
		case i == 3:
			require.Positive(t, h.value(m), "refuted")
		default:
			require.Zero(t, h.value(m), "not tried")
		}
	}
	best, tried := h.value(moves[3]), h.value(moves[0])
	h.fade()
	require.Less(t, h.value(moves[3]), best)
	require.Greater(t, h.value(moves[0]), tried)
	var deeper history
	deeper.refuted(moves[3], nil, 9)
	require.Greater(t, deeper.value(moves[3]), best, "a deeper result weighs more")
}

func TestKillers(t *testing.T) {
	t.Parallel()
	m := movegen.Append(nil, board.Start())
	var k killers
	k.add(m[0])
	require.Equal(t, killers{m[0]}, k)
	k.add(m[0])
	require.Equal(t, killers{m[0]}, k, "once")
	k.add(m[1])
	require.Equal(t, killers{m[1], m[0]}, k)
	k.add(m[2])
	require.Equal(t, killers{m[2], m[1]}, k)
	k.add(m[1])
	require.Equal(t, killers{m[1], m[2]}, k)
}

// TestRankedKeepsTheMove: the rank lies beside the move's own bits, for every
// move there is.
func TestRankedKeepsTheMove(t *testing.T) {
	t.Parallel()
	for _, p := range corpus(t, 5) {
		for _, m := range movegen.Append(nil, p) {
			for _, r := range []int{0, 1, rankMiddle, rankMax} {
				require.Equal(t, m, rank(m, r).move())
				require.Greater(t, rank(m, r)+1, ranked(r)<<rankShift)
			}
			require.Greater(t, rank(m, 8), rank(^board.NoMove>>(64-rankShift), 7), "a higher rank goes first whatever the moves")
		}
	}
}

// TestNextTriesEveryMoveOnce: in falling rank, the table's move first.
func TestNextTriesEveryMoveOnce(t *testing.T) {
	t.Parallel()
	w := newWorker(0, allOn())
	r := random(42)
	for _, p := range corpus(t, 3) {
		f := &w.stack[3]
		f.position = p
		f.moves = movegen.Append(f.moves[:0], p)
		for _, m := range f.moves {
			if !m.IsCapture() {
				w.history.update(m, r.IntN(2*historyMax)-historyMax)
			}
		}
		f.killers.add(f.moves[r.IntN(len(f.moves))])
		best := f.moves[r.IntN(len(f.moves))]
		w.rankMoves(f, shorten(best))
		require.Len(t, f.order, len(f.moves))
		var tried []board.Move
		for i := range f.order {
			m := f.next(i)
			if i > 0 {
				require.Less(t, f.order[i], f.order[i-1], "%s", p.FEN())
			}
			tried = append(tried, m)
		}
		require.ElementsMatch(t, slices.Clone(f.moves), tried, p.FEN())
		require.Equal(t, shorten(best), shorten(tried[0]), p.FEN())
	}
}
