// Package eval says how good a position is for the side to move.
package eval

import "fmt"

// Score is a value from the view of the side to move, in centimen (1/100 of a
// man). Wins and losses lie in bands of their own, outside every evaluation:
// evaluations up to Max, endgames known to be won around Known, and wins in n
// plies at Win-n.
type Score int32

// The bands. They fit in 16 bits, as the transposition table keeps them.
const (
	Draw Score = 0
	// Max bounds every evaluation.
	Max Score = 15_000
	// Known is the value of an endgame known to be won, distance unknown.
	Known Score = 20_000
	// MaxPlies is the longest distance of a win, in plies.
	MaxPlies = 1_000
	// Win is a win on the board now; a win in n plies is Win-n.
	Win Score = 30_000
	// Infinity is above every score.
	Infinity Score = 31_000
)

// WinIn returns the score of winning in the given number of plies.
func WinIn(plies int) Score { return Win - Score(plies) }

// LossIn returns the score of losing in the given number of plies.
func LossIn(plies int) Score { return Score(plies) - Win }

// IsWin reports whether the score is a win in a known number of plies.
func (s Score) IsWin() bool { return s >= Win-MaxPlies }

// IsLoss reports whether the score is a loss in a known number of plies.
func (s Score) IsLoss() bool { return s <= MaxPlies-Win }

// Plies returns the distance of a win (positive) or a loss (negative), in
// plies; ok is false for any other score.
func (s Score) Plies() (n int, ok bool) {
	switch {
	case s.IsWin():
		return int(Win - s), true
	case s.IsLoss():
		return -int(Win + s), true
	}
	return 0, false
}

// String returns the score in men, "+0.12", or "win in 17" and "loss in 16",
// counted in plies.
func (s Score) String() string {
	switch n, ok := s.Plies(); {
	case ok && s > 0:
		return fmt.Sprintf("win in %d", n)
	case ok:
		return fmt.Sprintf("loss in %d", -n)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}
