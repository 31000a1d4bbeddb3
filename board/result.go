package board

import (
	"fmt"
	"slices"
)

// Result is how a game stands.
type Result uint8

// The results.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Drawn
)

// resultTexts are the results as PDN writes them.
var resultTexts = [...]string{Ongoing: "*", WhiteWins: "1-0", BlackWins: "0-1", Drawn: "1/2-1/2"}

// String returns the result as PDN writes it: "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return resultTexts[r&3] }

// MarshalText returns what String returns.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what String returns.
func (r *Result) UnmarshalText(text []byte) error {
	i := slices.Index(resultTexts[:], string(text))
	if i < 0 {
		return fmt.Errorf("result %q: want one of %q", text, resultTexts)
	}
	*r = Result(i)
	return nil
}

// Winner returns the side that has won; ok is false where none has.
func (r Result) Winner() (side Colour, ok bool) {
	return Colour(r - 1), r == WhiteWins || r == BlackWins
}

// Outcome is how a game stands and why.
type Outcome struct {
	Result Result
	// Reason is NoMoves, NoPieces or a draw's id; empty while the game goes on.
	Reason string
}

// Why a game was won on the board.
const (
	NoMoves  = "no moves"
	NoPieces = "no pieces"
)
