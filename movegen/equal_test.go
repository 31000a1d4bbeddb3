package movegen_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

// positionsWanted is how many positions TestEqualToReference looks at.
var positionsWanted = flag.Int("positions", 200_000, "positions on which movegen is compared with the reference")

// seen counts what the compared positions held.
type seen struct {
	positions, captures, kingCaptures, long, promotions, onStart, equal, stuck int
}

// add counts a position by its legal moves and the ways to make them.
func (s *seen) add(moves []board.Move, routes int) {
	var capture, king, long, promotes, onStart bool
	for _, m := range moves {
		capture = capture || m.IsCapture()
		king = king || m.IsCapture() && m.ByKing()
		long = long || m.Captured().Count() >= 4
		promotes = promotes || m.IsCapture() && m.Promotes()
		onStart = onStart || m.IsCapture() && m.From() == m.To()
	}
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	s.positions++
	count(&s.captures, capture)
	count(&s.kingCaptures, king)
	count(&s.long, long)
	count(&s.promotions, promotes)
	count(&s.onStart, onStart)
	count(&s.equal, routes > len(moves))
	count(&s.stuck, len(moves) == 0)
}

// log reports the counts.
func (s *seen) log(t *testing.T) {
	share := func(n int) float64 { return 100 * float64(n) / float64(s.positions) }
	t.Logf("%d positions; with captures %.1f %%, by a king %.1f %%, of four pieces or more %.1f %%, promoting %.1f %%, ending on the start square %.2f %%, with equal captures removed %.1f %%, without a move %.1f %%",
		s.positions, share(s.captures), share(s.kingCaptures), share(s.long), share(s.promotions),
		share(s.onStart), share(s.equal), share(s.stuck))
}

// requireShare asserts that at least the given number of a thousand positions
// showed something.
func (s *seen) requireShare(t *testing.T, what string, n, perMille int) {
	t.Helper()
	require.GreaterOrEqual(t, n*1000, s.positions*perMille, "too few positions with %s: %d of %d", what, n, s.positions)
}

// requireEqual compares all that movegen says of a position with the
// reference, and returns the legal moves and the number of ways to make them.
func requireEqual(t *testing.T, p board.Position, buffer []board.Move) ([]board.Move, int) {
	t.Helper()
	want, routes := reference.MovesAndRoutes(p)
	got := movegen.Append(buffer[:0], p)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		require.Equal(t, hubForms(want), hubForms(got), "moves in %s", p.FEN())
		require.Equal(t, want, got, "moves in %s: written alike but not the same value", p.FEN())
	}
	if movegen.Count(p) != len(want) {
		require.Equal(t, len(want), movegen.Count(p), "Count in %s", p.FEN())
	}
	if movegen.HasMove(p) != (len(want) > 0) {
		require.Equal(t, len(want) > 0, movegen.HasMove(p), "HasMove in %s", p.FEN())
	}
	canCapture := len(want) > 0 && want[0].IsCapture()
	if movegen.CanCapture(p) != canCapture {
		require.Equal(t, canCapture, movegen.CanCapture(p), "CanCapture in %s", p.FEN())
	}
	opponentCan := reference.CanCapture(otherToMove(p))
	if movegen.OpponentCanCapture(p) != opponentCan {
		require.Equal(t, opponentCan, movegen.OpponentCanCapture(p), "OpponentCanCapture in %s", p.FEN())
	}
	return want, routes
}

// TestEqualToReference compares movegen with the second generator on random
// positions: half from random play, half set up.
func TestEqualToReference(t *testing.T) {
	t.Parallel()
	half := *positionsWanted / 2
	if testing.Short() {
		half /= 10
	}
	t.Run("random play", func(t *testing.T) {
		t.Parallel()
		starts := append(ballots(t), board.Start())
		next := randomPlay(newRandom(1), starts)
		var (
			counts seen
			moves  []board.Move
			routes int
		)
		buffer := make([]board.Move, 0, 256)
		for range half {
			moves, routes = requireEqual(t, next(moves), buffer)
			counts.add(moves, routes)
		}
		counts.log(t)
		counts.requireShare(t, "captures", counts.captures, 200)
		counts.requireShare(t, "captures by a king", counts.kingCaptures, 30)
		counts.requireShare(t, "no move", counts.stuck, 1)
	})
	t.Run("random set-ups", func(t *testing.T) {
		t.Parallel()
		random := newRandom(2)
		var counts seen
		buffer := make([]board.Move, 0, 256)
		for range half {
			counts.add(requireEqual(t, randomSetUp(random), buffer))
		}
		counts.log(t)
		counts.requireShare(t, "captures", counts.captures, 500)
		counts.requireShare(t, "captures by a king", counts.kingCaptures, 300)
		counts.requireShare(t, "captures of four pieces", counts.long, 50)
		counts.requireShare(t, "promotion by capture", counts.promotions, 10)
		counts.requireShare(t, "captures that end where they started", counts.onStart, 5)
		counts.requireShare(t, "equal captures", counts.equal, 40)
	})
}

// TestAppendKeepsWhatIsThere: Append adds behind the moves it is given.
func TestAppendKeepsWhatIsThere(t *testing.T) {
	t.Parallel()
	first := board.ManMove(board.C3, board.D4, 0, false)
	for _, fen := range []string{"start", "W:WKa1:Bb2,d4,f6", "W:WKa1:Bb2", "W:Wa3:Bb4,c5"} {
		p := position(t, fen)
		got := movegen.Append([]board.Move{first}, p)
		require.Equal(t, first, got[0], fen)
		require.ElementsMatch(t, reference.Moves(p), got[1:], fen)
	}
}
