package board

import (
	"fmt"
	"strings"
	"unicode"
)

// scanner walks through the text of a position for ParseFEN and ParseWritten.
// It works on runes with look-alike letters folded and in lower case, and keeps
// the text as typed for messages. Columns count runes from 1.
type scanner struct {
	typed  []rune
	folded []rune // beside typed
	pos    int    // the next rune, in both
}

func newScanner(text string) *scanner {
	typed := []rune(text)
	return &scanner{typed: typed, folded: foldWord(typed)}
}

// foldWord folds look-alike letters and case, and ё into е, rune for rune.
func foldWord(word []rune) []rune {
	folded := make([]rune, len(word))
	for i, r := range word {
		r = foldRune(unicode.ToLower(r))
		if r == 'ё' {
			r = 'e'
		}
		folded[i] = r
	}
	return folded
}

// isBlank reports white space, and the marks without width that editors and
// web pages leave in a text (byte order mark, zero-width space).
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b'
}

func isQuote(r rune) bool { return strings.ContainsRune("\"'`“”„«»", r) }
func isDigit(r rune) bool { return '0' <= r && r <= '9' }
func isFile(r rune) bool  { return 'a' <= r && r <= 'h' }

// at returns the folded rune at index i, or 0 where the text has ended.
func (s *scanner) at(i int) rune {
	if i >= len(s.folded) {
		return 0
	}
	return s.folded[i]
}

// atSquare reports whether a square is written at index i: a number, or a file
// letter with a digit behind it.
func (s *scanner) atSquare(i int) bool {
	return isDigit(s.at(i)) || isFile(s.at(i)) && isDigit(s.at(i+1))
}

// skip passes over every rune for which one of the tests holds.
func (s *scanner) skip(tests ...func(rune) bool) {
	for s.pos < len(s.folded) {
		hit := false
		for _, test := range tests {
			hit = hit || test(s.folded[s.pos])
		}
		if !hit {
			return
		}
		s.pos++
	}
}

// peek passes over blanks and returns the rune that follows, or 0 at the end.
func (s *scanner) peek() rune {
	s.skip(isBlank)
	return s.at(s.pos)
}

// ended reports whether only blanks are left.
func (s *scanner) ended() bool {
	s.skip(isBlank)
	return s.pos == len(s.folded)
}

// accept passes over r if it comes next, blanks before it included.
func (s *scanner) accept(r rune) bool {
	if s.ended() || s.at(s.pos) != r {
		return false
	}
	s.pos++
	return true
}

// word reads the letters that come next, folded, up to a square that is
// written against them: "ke1" gives "k". It returns "" if none come next.
func (s *scanner) word() string {
	s.skip(isBlank)
	start := s.pos
	for unicode.IsLetter(s.at(s.pos)) && !s.atSquare(s.pos) {
		s.pos++
	}
	return string(s.folded[start:s.pos])
}

// found names what stands at index i, for a message: a run of letters and
// digits or a single other rune, quoted and shortened.
func (s *scanner) found(i int) string {
	if i >= len(s.typed) {
		return "the end of the text"
	}
	end := i
	for end < len(s.typed) && (unicode.IsLetter(s.typed[end]) || isDigit(s.typed[end])) {
		end++
	}
	return s.quoted(i, max(end, i+1))
}

// quoted returns the text as typed from index start up to end, quoted and
// shortened.
func (s *scanner) quoted(start, end int) string {
	return quote(string(s.typed[start:end]))
}

// errorAt returns an error that names the column of index i.
func (s *scanner) errorAt(i int, format string, args ...any) error {
	return fmt.Errorf("column %d: %w", i+1, fmt.Errorf(format, args...))
}

// quotedRunes is how much of a user's text a message repeats.
const quotedRunes = 40

// quote returns text in quotes, shortened where it is long.
func quote(text string) string {
	n := 0
	for i := range text {
		if n == quotedRunes {
			return fmt.Sprintf("%q...", text[:i])
		}
		n++
	}
	return fmt.Sprintf("%q", text)
}
