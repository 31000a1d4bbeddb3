package board

import (
	"fmt"
	"strings"
)

// hubPieces holds the letters of a Hub position: men by colour, kings by
// colour, nothing.
const hubPieces = "wbWBe"

// ParseHub reads a position as the Hub protocol writes it: 33 characters, the
// side to move W or B and then the squares 1..32 from b8, each w or b for a man,
// W or B for a king, e for empty. Blanks around it are passed over. An error
// names the place, counted from 1, and the square.
func ParseHub(text string) (Position, error) {
	p, err := parseHub([]rune(FoldLookalikes(strings.TrimFunc(text, isBlank))))
	if err != nil {
		return Position{}, fmt.Errorf("Hub position: %w", err)
	}
	return p, nil
}

func parseHub(text []rune) (Position, error) {
	if len(text) != 1+len(numbered) {
		return Position{}, fmt.Errorf("%s: %d characters, want %d (the side W or B, then 32 of w b W B e)",
			quote(string(text)), len(text), 1+len(numbered))
	}
	side := White
	switch text[0] {
	case 'W':
	case 'B':
		side = Black
	default:
		return Position{}, fmt.Errorf("character 1 (side to move): %q, want W or B", text[0])
	}
	var pl placement
	for i, s := range numbered {
		piece := strings.IndexRune(hubPieces, text[i+1])
		if piece == len(hubPieces)-1 {
			continue // empty
		}
		err := fmt.Errorf("%q, want one of w b W B e", text[i+1])
		if piece >= 0 {
			err = pl.put(Colour(piece&1), piece >= 2, s)
		}
		if err != nil {
			return Position{}, fmt.Errorf("character %d (square %d, %v): %w", i+2, i+1, s, err)
		}
	}
	return pl.position(side)
}

// Hub returns the position as the Hub protocol writes it: 33 characters, see
// ParseHub.
func (p Position) Hub() string {
	text := make([]byte, 1, 1+len(numbered))
	text[0] = p.Side().Letter()
	for _, s := range numbered {
		text = append(text, p.letter(s))
	}
	return string(text)
}

// letter returns the Hub letter of what stands on s.
func (p Position) letter(s Square) byte {
	for _, c := range []Colour{White, Black} {
		if p.Pieces(c).Has(s) {
			return hubPieces[kind(c, p.kings.Has(s))]
		}
	}
	return 'e'
}
