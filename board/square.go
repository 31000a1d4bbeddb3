package board

import (
	"fmt"
	"strconv"
)

// Square is one of the 32 dark squares, as its bit position in Bits. The zero
// value is a1.
type Square uint8

// The squares by name.
const (
	A1, C1, E1, G1 Square = 0, 1, 2, 3
	B2, D2, F2, H2 Square = 5, 6, 7, 8
	A3, C3, E3, G3 Square = 9, 10, 11, 12
	B4, D4, F4, H4 Square = 14, 15, 16, 17
	A5, C5, E5, G5 Square = 18, 19, 20, 21
	B6, D6, F6, H6 Square = 23, 24, 25, 26
	A7, C7, E7, G7 Square = 27, 28, 29, 30
	B8, D8, F8, H8 Square = 32, 33, 34, 35
)

// Numbering is one of the two ways in which programs number the squares 1..32.
type Numbering uint8

// The numberings. Both run row by row from left to right as White sees them:
// FromB8 from the top (1 = b8), FromA1 from the bottom (1 = a1).
const (
	FromB8 Numbering = iota
	FromA1
)

// numbered holds the squares in FromB8 order.
var numbered = [32]Square{
	B8, D8, F8, H8, A7, C7, E7, G7, B6, D6, F6, H6, A5, C5, E5, G5,
	B4, D4, F4, H4, A3, C3, E3, G3, B2, D2, F2, H2, A1, C1, E1, G1,
}

// At returns the square with number n. A number outside 1..32 is an error.
func (nu Numbering) At(n int) (Square, error) {
	if n < 1 || n > 32 {
		return 0, fmt.Errorf("square %d: not on the board, want 1..32", n)
	}
	if nu == FromA1 {
		n = turnRows(n)
	}
	return numbered[n-1], nil
}

// Number returns the number of s, 1..32.
func (nu Numbering) Number(s Square) int {
	row := 7 - s.Rank()
	n := 4*row + s.File()/2 + 1
	if nu == FromA1 {
		n = turnRows(n)
	}
	return n
}

// turnRows counts the rows of a number from the other end, keeping the column.
func turnRows(n int) int {
	row, column := (n-1)/4, (n-1)%4
	return 4*(7-row) + column + 1
}

// Number returns the number of s in the usual numbering, where 1 is b8.
func (s Square) Number() int { return FromB8.Number(s) }

// Bit returns the set that holds s alone.
func (s Square) Bit() Bits { return 1 << (s & 63) }

// Rank returns the row of s, 0 (White's first rank) to 7.
func (s Square) Rank() int { return int(s)/9*2 + int(s)%9/5 }

// File returns the column of s, 0 (file a) to 7.
func (s Square) File() int {
	r := int(s) % 9
	if r < 5 {
		return 2 * r
	}
	return 2*(r-5) + 1
}

// Flip returns the square as the other player sees it: a1 becomes h8.
func (s Square) Flip() Square { return 35 - s }

// String returns the algebraic name, "a1" to "h8".
func (s Square) String() string {
	return string([]byte{byte('a' + s.File()), byte('1' + s.Rank())})
}

// ParseSquare reads an algebraic name ("c3") or a number ("22", counted from
// b8). Only the 32 dark squares exist; anything else is an error that names
// the text.
func ParseSquare(text string) (Square, error) {
	if n, err := strconv.Atoi(text); err == nil {
		return FromB8.At(n)
	}
	if len(text) == 2 {
		file, rank := int(text[0]|0x20)-'a', int(text[1])-'1'
		if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
			if (file+rank)%2 != 0 {
				return 0, fmt.Errorf("square %q: a light square, want a dark one", text)
			}
			return SquareAt(file, rank), nil
		}
	}
	return 0, fmt.Errorf("square %q: no such square, want a1..h8 or 1..32", text)
}

// SquareAt returns the square on the given file and rank, both 0..7. The sum of
// the two must be even: the light squares do not exist.
func SquareAt(file, rank int) Square {
	return Square(rank/2*9 + rank%2*5 + file/2)
}
