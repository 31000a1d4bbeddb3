// Package reference plays Russian draughts a second time, for tests only: a
// slow and plain reading of rules.md, square by square on an 8x8 array, that
// shares no code with package movegen. Where the two disagree, one of them
// has misread the rules.
//
// Package board is used at the edges alone: a position is read into the array
// square by square, and what is found is handed back as board.Move values or,
// through board.New, as a position.
package reference

import "bolshak/board"

// What can be on a square. A piece that was taken in the course of a move is
// neither empty nor an enemy until the move is over.
const (
	empty     = '.'
	whiteMan  = 'w'
	whiteKing = 'W'
	blackMan  = 'b'
	blackKing = 'B'
	taken     = 'x'
)

// diagram is a placement, addressed by file and rank from a1 = [0][0], and
// the side to move. Two diagrams are the same position when they are ==.
type diagram struct {
	squares [8][8]byte
	side    board.Colour
}

// place is a square by file and rank, both 0..7.
type place struct{ file, rank int }

// square returns the name package board has for the place.
func (at place) square() board.Square { return board.SquareAt(at.file, at.rank) }

// placeOf returns where a square of package board is.
func placeOf(s board.Square) place { return place{s.File(), s.Rank()} }

// onBoard reports whether the place exists.
func (at place) onBoard() bool {
	return 0 <= at.file && at.file < 8 && 0 <= at.rank && at.rank < 8
}

// diagonals are the four directions.
var diagonals = [4]place{{-1, 1}, {1, 1}, {-1, -1}, {1, -1}}

// step returns the neighbour of the place in a direction.
func (at place) step(direction place) place {
	return place{at.file + direction.file, at.rank + direction.rank}
}

// read copies a position into a diagram.
func read(p board.Position) *diagram {
	d := &diagram{side: p.Side()}
	for file := range 8 {
		for rank := range 8 {
			d.squares[file][rank] = empty
			if (file+rank)%2 != 0 {
				continue
			}
			s := board.SquareAt(file, rank)
			king := p.Kings().Has(s)
			switch {
			case p.White().Has(s) && king:
				d.squares[file][rank] = whiteKing
			case p.White().Has(s):
				d.squares[file][rank] = whiteMan
			case p.Black().Has(s) && king:
				d.squares[file][rank] = blackKing
			case p.Black().Has(s):
				d.squares[file][rank] = blackMan
			}
		}
	}
	return d
}

// write makes a position of the diagram, its key computed afresh.
func (d *diagram) write() (board.Position, error) {
	var white, black, kings board.Bits
	for file := range 8 {
		for rank := range 8 {
			content := d.squares[file][rank]
			if content == empty {
				continue
			}
			bit := board.SquareAt(file, rank).Bit()
			if isWhite(content) {
				white |= bit
			} else {
				black |= bit
			}
			if isKing(content) {
				kings |= bit
			}
		}
	}
	return board.New(white, black, kings, d.side)
}

func isWhite(content byte) bool { return content == whiteMan || content == whiteKing }
func isBlack(content byte) bool { return content == blackMan || content == blackKing }
func isKing(content byte) bool  { return content == whiteKing || content == blackKing }

// at returns what is on a square of the board.
func (d *diagram) at(at place) byte { return d.squares[at.file][at.rank] }

// set puts something on a square.
func (d *diagram) set(at place, content byte) { d.squares[at.file][at.rank] = content }

// free reports whether the place is an empty square of the board.
func (d *diagram) free(at place) bool { return at.onBoard() && d.at(at) == empty }

// own reports whether a piece of the side to move is on the square.
func (d *diagram) own(at place) bool {
	if d.side == board.White {
		return isWhite(d.at(at))
	}
	return isBlack(d.at(at))
}

// enemy reports whether the place is a square with a piece on it that the side
// to move may take.
func (d *diagram) enemy(at place) bool {
	if !at.onBoard() {
		return false
	}
	if d.side == board.White {
		return isBlack(d.at(at))
	}
	return isWhite(d.at(at))
}

// forward is the direction of ranks in which the men of the side to move go.
func (d *diagram) forward() int {
	if d.side == board.White {
		return 1
	}
	return -1
}

// lastRank is the rank on which a man of the side to move becomes a king.
func (d *diagram) lastRank() int {
	if d.side == board.White {
		return 7
	}
	return 0
}

// king is the king of the side to move.
func (d *diagram) king() byte {
	if d.side == board.White {
		return whiteKing
	}
	return blackKing
}
