package board

import "math/bits"

// Bits is a set of squares.
//
// The 32 playable squares are spread over 36 bits, nine for every two rows,
// so that each diagonal step is the same shift everywhere and a step off the
// side of the board falls on one of the four unused bits:
//
//	8    32  33  34  35
//	7  27  28  29  30
//	6    23  24  25  26      (22 and 31 are unused)
//	5  18  19  20  21
//	4    14  15  16  17
//	3   9  10  11  12        (13 is unused)
//	2     5   6   7   8
//	1   0   1   2   3        (4 is unused)
//
// From a square, up-left is +4, up-right +5, down-left -5 and down-right -4.
// A step off the top or the bottom leaves the 36 bits; masking with Board (or
// with any set of real squares) removes both kinds of stray bit.
type Bits uint64

// The four diagonal steps, in bit positions.
const (
	UpLeft    = 4
	UpRight   = 5
	DownLeft  = -5
	DownRight = -4
)

// Named sets of squares.
const (
	Board    Bits = 0xF_FFFF_FFFF &^ (1<<4 | 1<<13 | 1<<22 | 1<<31)
	Rank1    Bits = 0xF
	Rank2    Bits = 0xF << 5
	Rank7    Bits = 0xF << 27
	Rank8    Bits = 0xF << 32
	MainRoad Bits = 1<<A1 | 1<<B2 | 1<<C3 | 1<<D4 | 1<<E5 | 1<<F6 | 1<<G7 | 1<<H8
)

// PromotionRank returns the rank on which a man of colour c becomes a king.
func PromotionRank(c Colour) Bits {
	if c == White {
		return Rank8
	}
	return Rank1
}

// Has reports whether s is in the set.
func (b Bits) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count returns the number of squares in the set.
func (b Bits) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of the set, in board order from a1. The set
// must not be empty.
func (b Bits) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Rest returns the set without its lowest square: together with First it
// walks a set, `for ; b != 0; b = b.Rest()`.
func (b Bits) Rest() Bits { return b & (b - 1) }

// Shift moves every square of the set by a diagonal step; what leaves the
// board is dropped by masking the result with a set of real squares.
func (b Bits) Shift(step int) Bits { return Bits(bits.RotateLeft64(uint64(b), step)) }

// Flip turns the set by half a turn (a1 becomes h8), as the board is seen by
// the other player.
func (b Bits) Flip() Bits { return Bits(bits.Reverse64(uint64(b)) >> 28) }
