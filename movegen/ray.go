package movegen

import (
	"math/bits"

	"bolshak/board"
)

// direction is one of the four diagonal directions. The first two go up the
// board, where the next piece is the lowest bit; the others go down. Directions
// d and 3-d are opposite, so the perpendiculars of d are d^1 and 3-(d^1).
type direction uint8

const (
	upLeft direction = iota
	upRight
	downLeft
	downRight
)

// step is the direction as a shift.
var step = [4]int{board.UpLeft, board.UpRight, board.DownLeft, board.DownRight}

// rays holds, for every direction and square, the squares beyond it up to the
// edge. Square 63 stands for "no square": its rays are empty.
var rays = makeRays()

func makeRays() (r [4][64]board.Bits) {
	for d, by := range step {
		for b := board.Board; b != 0; b = b.Rest() {
			for next := b.First().Bit().Shift(by) & board.Board; next != 0; next = next.Shift(by) & board.Board {
				r[d][b.First()&63] |= next
			}
		}
	}
	return r
}

// noSquare is an index of rays at which nothing lies beyond.
const noSquare = 63

// firstBlocker returns the first square from s in direction d that is not
// empty, or noSquare.
func firstBlocker(d direction, s board.Square, empty board.Bits) board.Square {
	blockers := rays[d&3][s&63] &^ empty
	if d <= upRight {
		return board.Square(bits.TrailingZeros64(uint64(blockers) | 1<<noSquare))
	}
	return board.Square(bits.Len64(uint64(blockers))-1) & noSquare
}

// reach returns the empty squares from s in direction d up to the first
// piece.
func reach(d direction, s board.Square, empty board.Bits) board.Bits {
	return rays[d&3][s&63] & empty &^ rays[d&3][firstBlocker(d, s, empty)&63]
}

// victim returns the piece that a king on s can take in direction d, as a set
// of one square, or the empty set: the first piece met must be one of opp and
// the square right behind it empty.
func victim(d direction, s board.Square, opp, empty board.Bits) board.Bits {
	b := firstBlocker(d, s, empty).Bit() & opp
	return b & empty.Shift(-step[d&3])
}
