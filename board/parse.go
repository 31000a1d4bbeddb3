package board

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ParsePosition reads a position in any of the forms in which one is given:
// "start", a FEN, a Hub position or a written position. An error is that of
// the form the text looks like, or lists the forms where it looks like none.
func ParsePosition(text string) (Position, error) {
	trimmed := strings.TrimFunc(text, func(r rune) bool { return isBlank(r) || isQuote(r) })
	switch {
	case strings.EqualFold(trimmed, "start"):
		return Start(), nil
	case looksWritten(trimmed):
		return ParseWritten(text)
	case looksLikeFEN(trimmed):
		return ParseFEN(text)
	case looksLikeHub(trimmed):
		return ParseHub(trimmed)
	}
	return Position{}, fmt.Errorf("position %s: want \"start\", a FEN (W:Wa1,c1:Bb8,Kd6), "+
		"a Hub position (W or B, then 32 of w b W B e) or a written one (White: K e1, c1; Black: h6)", quote(trimmed))
}

// looksWritten reports whether text begins with a side's name or with the side
// to move in words.
func looksWritten(text string) bool {
	switch writtenWords[newScanner(text).word()] {
	case whiteWord, blackWord, moveWord:
		return true
	}
	return false
}

// looksLikeFEN reports whether text begins with a PDN tag, with one character
// and a colon, or with a colour's letter and has a colon further on.
func looksLikeFEN(text string) bool {
	if strings.HasPrefix(text, "[") {
		return true
	}
	s := newScanner(text)
	if _, isColour := s.readColour(); isColour {
		return strings.Contains(text, ":")
	}
	s.pos++
	return s.peek() == ':'
}

// looksLikeHub reports whether text is one word of the right length, or one of
// at least half of it that is made of a Hub position's letters alone.
func looksLikeHub(text string) bool {
	const length = 1 + len(numbered)
	if strings.ContainsFunc(text, isBlank) {
		return false
	}
	lettersOnly := strings.Trim(text, hubPieces) == ""
	return utf8.RuneCountInString(text) == length || lettersOnly && len(text) > length/2
}
