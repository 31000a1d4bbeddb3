package board

import "strconv"

// Move is a move as a value: the square it starts from, the square it ends
// on, the set of pieces it takes, and what moves. Two captures that agree in
// start, end and captured set are the same Move (rules.md, "What is one
// move"), so == is the rule's own comparison. The zero Move is no move.
//
// Bits 0..35 hold the captured set, 36..41 the start, 42..47 the end, 48 is
// set when a man becomes a king and 49 when a king moves.
type Move uint64

// NoMove stands where there is no move.
const NoMove Move = 0

const (
	moveFrom     = 36
	moveTo       = 42
	movePromotes = 1 << 48
	moveKing     = 1 << 49
	moveCaptured = 1<<36 - 1
	moveMask     = 63
)

// ManMove returns the move of a man. promotes tells whether it becomes a king.
func ManMove(from, to Square, captured Bits, promotes bool) Move {
	m := Move(captured) | Move(from)<<moveFrom | Move(to)<<moveTo
	if promotes {
		m |= movePromotes
	}
	return m
}

// KingMove returns the move of a king.
func KingMove(from, to Square, captured Bits) Move {
	return Move(captured) | Move(from)<<moveFrom | Move(to)<<moveTo | moveKing
}

// From returns the square the move starts from.
func (m Move) From() Square { return Square(m >> moveFrom & moveMask) }

// To returns the square the move ends on. A capture may end where it started.
func (m Move) To() Square { return Square(m >> moveTo & moveMask) }

// Captured returns the squares of the pieces taken; empty for a quiet move.
func (m Move) Captured() Bits { return Bits(m & moveCaptured) }

// IsCapture reports whether the move takes anything.
func (m Move) IsCapture() bool { return m&moveCaptured != 0 }

// Promotes reports whether a man becomes a king by this move.
func (m Move) Promotes() bool { return m&movePromotes != 0 }

// ByKing reports whether the piece that moves is a king already.
func (m Move) ByKing() bool { return m&moveKing != 0 }

// Converts reports whether the move changes the balance of men and kings: a
// capture or a promotion. No position before it can come back.
func (m Move) Converts() bool { return m&(moveCaptured|movePromotes) != 0 }

// Flip returns the move as the other player sees the board.
func (m Move) Flip() Move {
	return m&(movePromotes|moveKing) | Move(m.Captured().Flip()) |
		Move(m.From().Flip())<<moveFrom | Move(m.To().Flip())<<moveTo
}

// String returns start, end and, for a capture, the squares of the pieces
// taken: the Hub form, "22-17" or "22x15x18". Game notation needs the
// position and is written by package movegen.
func (m Move) String() string { return string(m.AppendHub(nil, FromB8)) }

// AppendHub appends the Hub form of the move to dst: "from-to" for a quiet
// move, "fromxto" and then "x" and the number of every piece taken, ascending,
// for a capture.
func (m Move) AppendHub(dst []byte, nu Numbering) []byte {
	dst = strconv.AppendInt(dst, int64(nu.Number(m.From())), 10)
	if !m.IsCapture() {
		dst = append(dst, '-')
		return strconv.AppendInt(dst, int64(nu.Number(m.To())), 10)
	}
	dst = append(dst, 'x')
	dst = strconv.AppendInt(dst, int64(nu.Number(m.To())), 10)
	for n := 1; n <= 32; n++ {
		if s, _ := nu.At(n); m.Captured().Has(s) {
			dst = append(dst, 'x')
			dst = strconv.AppendInt(dst, int64(n), 10)
		}
	}
	return dst
}
