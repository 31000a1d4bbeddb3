package search

import "bolshak/board"

// killers are the quiet moves that last refuted a line at a ply.
type killers [2]board.Move

// add puts a move first and moves the former first to second.
func (k *killers) add(m board.Move) {
	if k[0] != m {
		k[1], k[0] = k[0], m
	}
}

// historyMax bounds the values of the history.
const historyMax = 1 << 12

// history counts how well quiet moves did, by start and end square. The squares
// tell men's moves of the two colours apart by themselves; kings share.
type history [64][64]int16

// value returns the move's value, -historyMax to historyMax.
func (h *history) value(m board.Move) int { return int(h[m.From()&63][m.To()&63]) }

// update rewards (bonus > 0) or punishes a move. The older a result, the less
// it weighs.
func (h *history) update(m board.Move, bonus int) {
	v := &h[m.From()&63][m.To()&63]
	*v += int16(bonus - int(*v)*abs(bonus)/historyMax)
}

// refuted rewards the move that caused a cut-off at the given depth and
// punishes those tried before it.
func (h *history) refuted(best board.Move, tried []ranked, depth int) {
	bonus := min(depth*depth, historyMax/8)
	h.update(best, bonus)
	for _, r := range tried {
		h.update(r.move(), -bonus)
	}
}

// fade halves all values between two searches.
func (h *history) fade() {
	for from := range h {
		for to := range h[from] {
			h[from][to] /= 2
		}
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
