package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Language is one in which a position is written out.
type Language uint8

// The languages.
const (
	InEnglish Language = iota
	InRussian
)

// writtenWord is what a word means in a written position.
type writtenWord uint8

const (
	unknownWord writtenWord = iota
	whiteWord               // heads White's squares, or says that White is to move
	blackWord               // the same for Black
	moveWord                // says that a side, named next, is to move
	oneKingWord             // the next square holds a king
	kingsWord               // kings follow
	menWord                 // men follow
	silentWord              // adds nothing
)

// writtenWords holds the words as foldWord leaves them.
var writtenWords = foldWords(map[writtenWord]string{
	whiteWord:   "white белые белых бел",
	blackWord:   "black черные черных черн чер",
	moveWord:    "ход",
	oneKingWord: "k king дамка",
	kingsWord:   "kings дамки дам д",
	menWord:     "man men простая простые пр",
	silentWord:  "none no нет and и",
})

func foldWords(words map[writtenWord]string) map[string]writtenWord {
	folded := map[string]writtenWord{}
	for meaning, list := range words {
		for word := range strings.FieldsSeq(list) {
			folded[string(foldWord([]rune(word)))] = meaning
		}
	}
	return folded
}

// ParseWritten reads a position as books write it, in English or Russian:
//
//	White: K e1, c1, f2; Black: K h6, b6, e5, e7, g7
//	Белые: Д.e1, пр.c1, f2; черные: Д.h6, пр.b6, e5, e7, g7
//
// "K" (king, дамка) makes the next square a king's; after "Д." (kings, дамки)
// kings follow until "пр." (men, простые), and a side begins with men. Either
// side may come first; one without pieces is "none", "нет" or nothing. Squares
// may be numbers from b8, letters count in both cases, Cyrillic ones that look
// alike too, and the text may run over several lines. White is to move unless
// "Black to move" or "ход черных" stands somewhere outside a list of squares.
//
// An error names the column, counted in characters from 1, what stands there
// and what was expected.
func ParseWritten(text string) (Position, error) {
	p, err := newScanner(text).readWritten()
	if err != nil {
		return Position{}, fmt.Errorf("written position: %w", err)
	}
	return p, nil
}

// writtenReader is how far the reading of a written position has come.
type writtenReader struct {
	*scanner
	placement
	section   Colour // whose squares are read
	inSection bool   // false until a side was named
	kings     bool   // kings follow
	side      Colour // to move
	sideGiven bool
}

func (s *scanner) readWritten() (Position, error) {
	r := &writtenReader{scanner: s}
	for r.skipSeparators(); !r.ended(); r.skipSeparators() {
		var err error
		if r.atSquare(r.pos) {
			err = r.readPieces(r.kings)
		} else {
			err = r.readWord()
		}
		if err != nil {
			return Position{}, err
		}
	}
	for c, given := range r.given {
		if !given {
			return Position{}, r.errorAt(r.pos, "%v's pieces are missing, want %q, with \"none\" if there are none", Colour(c), Colour(c).String()+":")
		}
	}
	return r.position(r.side)
}

// skipSeparators passes over what stands between the words and squares.
func (r *writtenReader) skipSeparators() {
	r.skip(isBlank, isQuote, func(c rune) bool { return strings.ContainsRune(",;.", c) })
}

// readPieces reads a square or a range and places men or kings.
func (r *writtenReader) readPieces(king bool) error {
	if !r.inSection {
		return r.errorAt(r.pos, "square %s stands before a side, want White: or Black: first", r.found(r.pos))
	}
	return r.readSquares(&r.placement, r.section, king)
}

// readWord reads a word and does what it says.
func (r *writtenReader) readWord() error {
	start := r.pos
	word := r.word()
	meaning := writtenWords[word]
	if meaning == unknownWord {
		return r.errorAt(start, "%s found, want a square, K, Д., пр., White: or Black:", r.found(start))
	}
	if (meaning == whiteWord || meaning == blackWord) && r.readToMove() {
		return r.setSide(start, colourOf(meaning))
	}
	r.skip(isBlank, IsDash, func(c rune) bool { return c == ':' || c == '.' })

	switch meaning {
	case whiteWord, blackWord:
		return r.beginSection(start, colourOf(meaning))
	case moveWord:
		next := r.pos
		if meaning = writtenWords[r.word()]; meaning != whiteWord && meaning != blackWord {
			return r.errorAt(next, "%s found after %s, want белых or черных", r.found(next), r.found(start))
		}
		return r.setSide(next, colourOf(meaning))
	case oneKingWord:
		if !r.atSquare(r.pos) {
			return r.errorAt(r.pos, "%s found after the king mark %s, want a square", r.found(r.pos), r.found(start))
		}
		return r.readPieces(true)
	case kingsWord, menWord:
		r.kings = meaning == kingsWord
	}
	return nil
}

// colourOf returns the colour that whiteWord or blackWord stands for.
func colourOf(meaning writtenWord) Colour {
	if meaning == blackWord {
		return Black
	}
	return White
}

// readToMove passes over "to move" and reports whether it stood there.
func (r *writtenReader) readToMove() bool {
	start := r.pos
	if r.word() == "to" && r.word() == "move" {
		return true
	}
	r.pos = start
	return false
}

func (r *writtenReader) setSide(start int, c Colour) error {
	if r.sideGiven {
		return r.errorAt(start, "the side to move is given twice, want it once")
	}
	r.side, r.sideGiven = c, true
	return nil
}

func (r *writtenReader) beginSection(start int, c Colour) error {
	if r.given[c] {
		return r.errorAt(start, "%s: %v's pieces are given twice, want one list for each side", r.found(start), c)
	}
	r.given[c] = true
	r.section, r.inSection, r.kings = c, true, false
	return nil
}

// writtenForm is the wording of a language.
type writtenForm struct {
	sides       [2]string
	none        string
	king        string // stands before every king, or
	kings, men  string // before the first king and the first man
	blackToMove string
}

var writtenForms = [2]writtenForm{
	InEnglish: {
		sides: [2]string{"White: ", "Black: "}, none: "none",
		king: "K ", blackToMove: "Black to move",
	},
	InRussian: {
		sides: [2]string{"Белые: ", "черные: "}, none: "нет",
		kings: "Д.", men: "пр.", blackToMove: "ход черных",
	},
}

// Written returns the position as books write it, see ParseWritten: kings
// before men, each by file and rank. The side to move is told where it is Black.
func (p Position) Written(lang Language) string {
	form := writtenForms[lang&1]
	parts := make([]string, 0, 3)
	for _, c := range []Colour{White, Black} {
		parts = append(parts, form.sides[c]+form.pieces(p.Pieces(c), p.kings))
	}
	if p.Side() == Black {
		parts = append(parts, form.blackToMove)
	}
	return strings.Join(parts, "; ")
}

// pieces lists the squares of a side.
func (form writtenForm) pieces(set, kings Bits) string {
	if set == 0 {
		return form.none
	}
	var list []string
	for i, s := range byFile(set & kings) {
		mark := form.king
		if i == 0 {
			mark += form.kings
		}
		list = append(list, mark+s.String())
	}
	for i, s := range byFile(set &^ kings) {
		mark := ""
		if i == 0 && set&kings != 0 {
			mark = form.men
		}
		list = append(list, mark+s.String())
	}
	return strings.Join(list, ", ")
}

// byFile returns the squares of a set by file, then rank.
func byFile(set Bits) []Square {
	squares := make([]Square, 0, set.Count())
	for ; set != 0; set = set.Rest() {
		squares = append(squares, set.First())
	}
	slices.SortFunc(squares, func(a, b Square) int {
		return cmp.Or(cmp.Compare(a.File(), b.File()), cmp.Compare(a.Rank(), b.Rank()))
	})
	return squares
}
