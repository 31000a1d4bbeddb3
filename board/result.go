package board

// Result is how a game stands.
type Result uint8

// The results.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Drawn
)

// String returns the result as PDN writes it: "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string {
	return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[r&3]
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
