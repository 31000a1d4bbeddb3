package board

import (
	"errors"
	"fmt"
)

// placement collects the pieces of a position while its text is read.
type placement struct {
	pieces [2]Bits // by colour
	kings  Bits
	given  [2]bool // whether the text spoke of the colour
}

// put places a piece. The error does not name the square: the reader does, as
// it was written.
func (pl *placement) put(c Colour, king bool, s Square) error {
	if (pl.pieces[White] | pl.pieces[Black]).Has(s) {
		return errors.New("two pieces on one square, want each square once")
	}
	if !king && PromotionRank(c).Has(s) {
		return fmt.Errorf("a %s man on its promotion rank, want a king (K%v) there", lowerName(c), s)
	}
	pl.pieces[c] |= s.Bit()
	if king {
		pl.kings |= s.Bit()
	}
	return nil
}

// position returns the position that was collected.
func (pl *placement) position(side Colour) (Position, error) {
	return New(pl.pieces[White], pl.pieces[Black], pl.kings, side)
}

// lowerName returns the colour as it stands inside a sentence.
func lowerName(c Colour) string {
	if c == White {
		return "white"
	}
	return "black"
}

// readSquares reads a square, or a range of numbers such as 21-32, and places
// pieces there.
func (s *scanner) readSquares(pl *placement, c Colour, king bool) error {
	first, start, err := s.readSquare()
	if err != nil {
		return err
	}
	last, named, end := first, isFile(s.folded[start]), s.pos
	if IsDash(s.peek()) {
		s.pos++
		second := 0
		if last, second, err = s.readSquare(); err != nil {
			return err
		}
		end = s.pos
		if named || isFile(s.folded[second]) || last.Number() < first.Number() {
			return s.errorAt(start, "range %s: want two numbers, the smaller first, such as 21-32", s.quoted(start, end))
		}
	}

	for n := first.Number(); n <= last.Number(); n++ {
		square := numbered[n-1]
		if err := pl.put(c, king, square); err != nil {
			if named {
				return s.errorAt(start, "square %s: %w", s.quoted(start, end), err)
			}
			return s.errorAt(start, "square %s (%v): %w", s.quoted(start, end), square, err)
		}
	}
	return nil
}

// readSquare reads a name or a number and returns the square and the index
// where it is written.
func (s *scanner) readSquare() (square Square, start int, err error) {
	s.skip(isBlank)
	start = s.pos
	if !s.atSquare(start) {
		return 0, start, s.errorAt(start, "%s found, want a square (a1..h8 or 1..32)", s.found(start))
	}
	s.pos++
	s.skip(isDigit)
	if s.pos-start > len("32") {
		return 0, start, s.errorAt(start, "square %s: no such square, want a1..h8 or 1..32", s.found(start))
	}
	if square, err = ParseSquare(string(s.folded[start:s.pos])); err != nil {
		return 0, start, s.errorAt(start, "%w", err)
	}
	return square, start, nil
}
