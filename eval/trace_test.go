package eval

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// TestTraceIsTheEvaluation holds the written-out sum and the trace together:
// the weights times the counts give the score.
func TestTraceIsTheEvaluation(t *testing.T) {
	t.Parallel()
	opening, ending := Weights()
	seen := map[int]bool{}
	for _, p := range corpus(t) {
		trace := TraceOf(p)
		sum := 0
		for i, n := range trace.Count {
			sum += int(n) * (opening[i]*trace.Phase + ending[i]*(MaxPhase-trace.Phase))
			seen[i] = seen[i] || n != 0
		}
		for i := range trace.Own {
			ownOpening, ownEnding := PatternWeight(trace.Own[i])
			oppOpening, oppEnding := PatternWeight(trace.Opp[i])
			sum += (ownOpening-oppOpening)*trace.Phase + (ownEnding-oppEnding)*(MaxPhase-trace.Phase)
		}
		want := Score(min(max(sum/MaxPhase, -int(Max)), int(Max)))
		require.Equal(t, want, Evaluate(p), p.FEN())
	}
	for i := range Terms {
		require.NotEmpty(t, TermName(i), i)
		if !seen[i] {
			require.Contains(t, []string{"man on -", "man on b8", "man on d8", "man on f8", "man on h8"}, TermName(i), "no position of the corpus uses it")
		}
	}
}

// TestBelow checks the cone under a piece against steps taken one by one.
func TestBelow(t *testing.T) {
	t.Parallel()
	for b := board.Board; b != 0; b = b.Rest() {
		piece := b.First().Bit()
		var cone board.Bits
		for step := piece; step != 0; {
			step = (step>>4 | step>>5) & board.Board
			cone |= step
		}
		require.Equal(t, cone, below(piece), b.First().String())
	}
}

// TestWeightPair: both halves come back whatever their signs, sums included.
func TestWeightPair(t *testing.T) {
	t.Parallel()
	for _, a := range []int{0, 1, -1, 475, -57, -3000} {
		for _, b := range []int{0, 1, -1, 125, -35, 3000} {
			w := pair(a, b)
			require.Equal(t, []int{a, b}, []int{w.opening(), w.ending()})
			require.Equal(t, []int{3*a - 7, 3*b + 2}, []int{(3*w - pair(7, -2)).opening(), (3*w - pair(7, -2)).ending()})
		}
	}
}
