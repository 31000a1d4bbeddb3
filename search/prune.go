package search

import (
	"math"

	"bolshak/eval"
	"bolshak/movegen"
)

// reverseFutile reports whether a quiet node near the horizon is so far above
// beta that its subtree is not worth a look. Zugzwang rules this game, so the
// side to move is given no free move; instead nothing of it may be under threat.
func (w *worker) reverseFutile(f *frame, depth int, static, beta eval.Score) bool {
	return !w.options.NoReverseFutility && depth <= reverseFutilityDepth && !isDecided(beta) &&
		static-reverseFutilityMargin*eval.Score(depth) >= beta && !movegen.OpponentCanCapture(f.position)
}

// futile reports whether a quiet move near the horizon can be passed over:
// even with a margin the position stays below alpha. A move after which the
// opponent must capture is never futile, it may begin a shot.
func (w *worker) futile(next *frame, depth int, static, alpha eval.Score) bool {
	return !w.options.NoFutility && depth <= futilityDepth && !isDecided(alpha) &&
		static+futilityMargin*eval.Score(depth) <= alpha && !movegen.CanCapture(next.position)
}

// isDecided reports whether a score is a win or a loss, which no evaluation can
// be compared with.
func isDecided(s eval.Score) bool { return s.IsWin() || s.IsLoss() }

// reduction returns by how many plies the i-th move of a node is searched less
// deep: the later the move and the deeper the node, the more; a ply less in a node
// with an open window, and for a sacrifice, behind which the opponent must capture.
// Only quiet moves are asked for.
func (w *worker) reduction(next *frame, depth, i int, null bool) int {
	if w.options.NoReductions || depth < reductionDepth || i < reductionMoves {
		return 0
	}
	less := int(reductions[min(depth, len(reductions)-1)][min(i, len(reductions)-1)])
	if less > 0 && !null {
		less--
	}
	if less > 0 && movegen.CanCapture(next.position) {
		less--
	}
	return less
}

// reductions holds the late move reductions by depth and index of the move, in
// plies; they grow with the logarithms of both, as in most engines since
// Stockfish.
var reductions = func() (t [64][64]int8) {
	for depth := 1; depth < len(t); depth++ {
		for i := 1; i < len(t[depth]); i++ {
			t[depth][i] = int8(reductionBase + math.Log(float64(depth))*math.Log(float64(i))/reductionDivisor)
		}
	}
	return t
}()
