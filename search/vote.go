package search

import (
	"bolshak/board"
	"bolshak/eval"
)

// voteBase is what a vote counts at least, per ply, in centimen.
const voteBase = 14

// elect returns the worker whose move is played. Every worker votes for its best
// move with the depth it has finished and with the score by which it surpasses
// the worst of them; where the end is in sight the best score counts, which is
// that of the shortest win and of the longest loss (as in Stockfish, 2019).
// Lines that were asked for, a certain depth or the best few, are the first
// worker's.
func elect(team []*worker) *worker {
	chosen := team[0]
	if len(team) == 1 || chosen.limits.Depth > 0 || chosen.limits.MultiPV > 1 || chosen.finished == 0 {
		return chosen
	}
	worst := eval.Infinity
	for _, w := range team {
		if w.finished > 0 {
			worst = min(worst, w.root[0].score)
		}
	}
	votes := make(map[board.Move]int, len(team))
	for _, w := range team {
		if w.finished > 0 {
			votes[w.root[0].move] += (int(w.root[0].score-worst) + voteBase) * w.finished
		}
	}
	for _, w := range team[1:] {
		if w.finished == 0 {
			continue
		}
		best, other := &chosen.root[0], &w.root[0]
		switch {
		case isDecided(best.score), other.score.IsWin():
			if other.score > best.score {
				chosen = w
			}
		case !other.score.IsLoss() && votes[other.move] > votes[best.move]:
			chosen = w
		}
	}
	return chosen
}
