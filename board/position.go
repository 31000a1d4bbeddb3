// Package board holds what a position is: squares, sets of squares, positions,
// moves, the rules of a variant as data, the text forms of a position, and the
// history of a game with its draw counters. What may be played is the business
// of package movegen.
package board

import "fmt"

// Position is a placement of pieces and the side to move: a small immutable
// value, comparable with ==. It holds the pieces of the side to move and of
// the opponent rather than White's and Black's, because that is what move
// generation, search and evaluation ask for; White and Black translate.
//
// The zero Position is an empty board with White to move. Make others with
// New or one of the Parse functions, which refuse impossible ones.
type Position struct {
	own   Bits // pieces of the side to move
	opp   Bits // pieces of the other side
	kings Bits // the kings of both
	key   Key  // Zobrist key; the lowest bit is the side to move
}

// New returns the position with the given pieces; kings tells which of them
// are kings. An error names the square of a piece off the board, of two pieces
// on one square, of a king where nothing stands, or of a man on the rank where
// it would be a king.
func New(white, black, kings Bits, side Colour) (Position, error) {
	all := white | black
	switch {
	case all&^Board != 0:
		return Position{}, fmt.Errorf("a piece stands off the board (bit %d)", (all &^ Board).First())
	case white&black != 0:
		return Position{}, fmt.Errorf("square %v: a white and a black piece on one square", (white & black).First())
	case kings&^all != 0:
		return Position{}, fmt.Errorf("square %v: a king without a piece", (kings &^ all).First())
	case white&^kings&Rank8 != 0:
		return Position{}, fmt.Errorf("square %v: a white man on its promotion rank, want a king (K) there", (white &^ kings & Rank8).First())
	case black&^kings&Rank1 != 0:
		return Position{}, fmt.Errorf("square %v: a black man on its promotion rank, want a king (K) there", (black &^ kings & Rank1).First())
	}
	p := Position{own: white, opp: black, kings: kings, key: computeKey(white, black, kings, side)}
	if side == Black {
		p.own, p.opp = black, white
	}
	return p, nil
}

// Start returns the position in which a game begins.
func Start() Position { return startPosition }

// startPosition has twelve men a side on the first and last three ranks.
var startPosition = mustNew(Board&(1<<13-1), Board&^(1<<23-1), 0, White)

// mustNew is New for positions known to be right.
func mustNew(white, black, kings Bits, side Colour) Position {
	p, err := New(white, black, kings, side)
	if err != nil {
		panic(err)
	}
	return p
}

// Side returns the side to move.
func (p Position) Side() Colour { return Colour(p.key & 1) }

// Own returns the pieces of the side to move.
func (p Position) Own() Bits { return p.own }

// Opp returns the pieces of the side that is not to move.
func (p Position) Opp() Bits { return p.opp }

// Kings returns the kings of both sides.
func (p Position) Kings() Bits { return p.kings }

// Occupied returns the squares with a piece on them.
func (p Position) Occupied() Bits { return p.own | p.opp }

// Empty returns the squares without a piece.
func (p Position) Empty() Bits { return Board &^ (p.own | p.opp) }

// Pieces returns the men and kings of one side.
func (p Position) Pieces(c Colour) Bits {
	if c == p.Side() {
		return p.own
	}
	return p.opp
}

// White returns White's men and kings.
func (p Position) White() Bits { return p.Pieces(White) }

// Black returns Black's men and kings.
func (p Position) Black() Bits { return p.Pieces(Black) }

// Key returns the Zobrist key of placement and side to move.
func (p Position) Key() Key { return p.key }

// After returns the position after m, which must be a move of the side to
// move: moves come from package movegen, which knows what is legal.
func (p Position) After(m Move) Position {
	from, to := m.From(), m.To()
	captured := m.Captured()
	side := uint(p.key & 1)

	// The piece leaves first and arrives second: a capture may end on the
	// square it started from.
	var wasKing, isKing uint
	if m.ByKing() {
		wasKing, isKing = 1, 1
	} else if m.Promotes() {
		isKing = 1
	}
	key := p.key ^ sideKey ^ zobrist[(side+2*wasKing)&3][from&63] ^ zobrist[(side+2*isKing)&3][to&63]
	own := p.own&^from.Bit() | to.Bit()
	kings := p.kings&^(from.Bit()|captured) | Bits(isKing)<<(to&63)
	for c := captured; c != 0; c = c.Rest() {
		s := c.First()
		key ^= zobrist[((side^1)+2*uint(p.kings>>(s&63)&1))&3][s&63]
	}
	return Position{own: p.opp &^ captured, opp: own, kings: kings, key: key}
}

// Flip returns the position with the colours exchanged and the board turned by
// half a turn: the same game seen by the other player.
func (p Position) Flip() Position {
	own, opp, kings := p.own.Flip(), p.opp.Flip(), p.kings.Flip()
	if p.Side() == White {
		return Position{own: own, opp: opp, kings: kings, key: computeKey(opp, own, kings, Black)}
	}
	return Position{own: own, opp: opp, kings: kings, key: computeKey(own, opp, kings, White)}
}
