package search

import (
	"bolshak/board"
	"bolshak/eval"
)

// steadiness follows the best move and its score from depth to depth and says how
// difficult the choice is.
type steadiness struct {
	off   bool
	best  board.Move
	score eval.Score
	stood int // depths in a row for which best has been the best move
}

// next takes the best move of one more depth and returns the difficulty: 1 is
// that of an ordinary choice.
func (s *steadiness) next(m rootMove) float64 {
	fall := s.score - m.score
	if m.move == s.best {
		s.stood++
	} else {
		s.stood = 0
	}
	if s.best == board.NoMove || isDecided(m.score) || isDecided(s.score) {
		fall = 0
	}
	s.best, s.score = m.move, m.score
	if s.off {
		return 1
	}
	difficulty := max(hardest-easierByDepth*float64(s.stood), easiest)
	return difficulty + min(max(float64(fall)/100*fallingMan, 0), fallingMost)
}
