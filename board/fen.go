package board

import (
	"fmt"
	"strings"
)

// ParseFEN reads a position as PDN writes it: the side to move, then a section
// for either colour, such as "W:Wa1,c1,Ke3:Bb8,Kd6" or "W:W21-32:B1-12".
//
// Squares are names or numbers counted from b8, or ranges of numbers; K before
// them makes kings. Either colour may come first, and may have no pieces.
// Letters count in both cases, and Cyrillic ones that look alike; Д is read for
// K. Blanks, quotes, the PDN tag around it, a full stop at the end and the
// sections :H0:F1 of one site (halfmove clock and move number) are passed over.
//
// An error names the column, counted in characters from 1, and what stands
// there: a side to move other than W or B, a section that is missing or given
// twice, a square that does not exist, two pieces on one square, or a man on
// its promotion rank.
func ParseFEN(text string) (Position, error) {
	p, err := newScanner(text).readFEN()
	if err != nil {
		return Position{}, fmt.Errorf("FEN: %w", err)
	}
	return p, nil
}

func (s *scanner) readFEN() (Position, error) {
	// 1. What may stand around it, and the side to move.
	if err := s.openTag(); err != nil {
		return Position{}, err
	}
	side, ok := s.readColour()
	if !ok {
		return Position{}, s.errorAt(s.pos, "side to move %s: want W or B", s.found(s.pos))
	}
	if s.peek() != ':' {
		return Position{}, s.errorAt(s.pos, "%s found after the side to move, want a colon, as in W:Wa1,c1:Bb8", s.found(s.pos))
	}

	// 2. The sections.
	var pl placement
	for s.accept(':') {
		if err := s.readSection(&pl); err != nil {
			return Position{}, err
		}
	}

	// 3. The end.
	s.skip(isBlank, isQuote, func(r rune) bool { return r == '.' || r == ']' })
	if !s.ended() {
		return Position{}, s.errorAt(s.pos, "%s found, want a comma, a colon or the end", s.found(s.pos))
	}
	for c, given := range pl.given {
		if !given {
			letter := Colour(c).Letter()
			return Position{}, s.errorAt(s.pos, "%v's pieces are missing, want a section :%c, empty if there are none", Colour(c), letter)
		}
	}
	return pl.position(side)
}

// openTag passes over quotes and the opening of a PDN tag, [FEN ".
func (s *scanner) openTag() error {
	s.skip(isBlank, isQuote)
	if s.accept('[') {
		start := s.pos
		if s.word() != "fen" {
			return s.errorAt(start, "%s found, want the tag [FEN \"...\"]", s.found(start))
		}
		s.skip(isBlank, isQuote)
	}
	return nil
}

// readColour reads the letter of a colour.
func (s *scanner) readColour() (c Colour, ok bool) {
	switch s.peek() {
	case 'w':
		s.pos++
		return White, true
	case 'b':
		s.pos++
		return Black, true
	}
	return White, false
}

// readSection reads what stands between two colons: the pieces of a colour, or
// a clock, H or F and a number, which is passed over.
func (s *scanner) readSection(pl *placement) error {
	if r := s.peek(); (r == 'h' || r == 'f') && isDigit(s.at(s.pos+1)) {
		s.pos++
		s.skip(isDigit)
		return nil
	}
	start := s.pos
	c, ok := s.readColour()
	if !ok {
		return s.errorAt(start, "%s found, want a colour (W or B) before its squares", s.found(start))
	}
	if pl.given[c] {
		return s.errorAt(start, "section %s: %v's pieces are given twice, want one section for each colour", s.found(start), c)
	}
	pl.given[c] = true

	if r := s.peek(); s.ended() || r == ':' || r == '.' || r == ']' || isQuote(r) {
		return nil // no pieces
	}
	for {
		king, err := s.readKingMark()
		if err != nil {
			return err
		}
		if err := s.readSquares(pl, c, king); err != nil {
			return err
		}
		if !s.accept(',') && !s.atSquare(s.pos) && !isKingMark(s.at(s.pos)) {
			return nil
		}
	}
}

// isKingMark reports a folded letter that makes the next square a king's.
func isKingMark(r rune) bool { return r == 'k' || r == 'д' }

// readKingMark passes over a king mark and reports whether there was one.
func (s *scanner) readKingMark() (bool, error) {
	start := s.pos
	if !isKingMark(s.peek()) {
		return false, nil
	}
	s.pos++
	s.skip(isBlank)
	if !s.atSquare(s.pos) {
		return false, s.errorAt(s.pos, "%s found after the king mark %s, want a square", s.found(s.pos), s.found(start))
	}
	return true, nil
}

// FEN returns the position as PDN writes it, with algebraic names row by row
// from b8 and White first: "W:Wa3,Ke1:Bb8,Kd6".
func (p Position) FEN() string {
	var b strings.Builder
	b.WriteByte(p.Side().Letter())
	for _, c := range []Colour{White, Black} {
		b.WriteByte(':')
		b.WriteByte(c.Letter())
		separator := ""
		for _, s := range numbered {
			if !p.Pieces(c).Has(s) {
				continue
			}
			b.WriteString(separator)
			if p.kings.Has(s) {
				b.WriteByte('K')
			}
			b.WriteString(s.String())
			separator = ","
		}
	}
	return b.String()
}
