package board

// Colour is a side: White moves up the board, Black down.
type Colour uint8

// The two sides. White moves first.
const (
	White Colour = iota
	Black
)

// Other returns the opponent.
func (c Colour) Other() Colour { return c ^ 1 }

// Letter returns 'W' or 'B', as FEN and Hub write the side.
func (c Colour) Letter() byte { return "WB"[c&1] }

// String returns "White" or "Black".
func (c Colour) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}
