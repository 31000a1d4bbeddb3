package pdn

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"bolshak/board"
)

// setUp reads a position in the movetext, /FEN/, as PDN 3.0 has it.
func (l *lexer) setUp(t *token) {
	n, _ := l.restOfLine(maxWord)
	text := l.buf[l.pos+1 : l.pos+n]
	end := bytes.IndexByte(text, '/')
	if end < 0 {
		l.word(t)
		return
	}
	t.kind, t.text = setUp, string(text[:end])
	l.skip(end + 2)
}

// ends reports whether c cannot be part of a word.
func ends(c rune) bool {
	switch c {
	case '[', ']', '{', '}', '(', ')', ';':
		return true
	}
	return isSpaceOrControl(c)
}

// wordLength returns the length of the word at the given distance, in bytes; it
// stops behind the longest that is of use, but not inside a character.
func (l *lexer) wordLength(at int) int {
	l.has(at + maxWord + utf8.UTFMax)
	text := l.buf[l.pos+at : min(len(l.buf), l.pos+at+maxWord+utf8.UTFMax)]
	for i := 0; i < len(text); {
		c, size := rune(text[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRune(text[i:])
		}
		if ends(c) {
			return i
		}
		i += size
	}
	return wholeRunes(text)
}

// word reads a move number, a move, an annotation or a result.
func (l *lexer) word(t *token) {
	n := l.wordLength(0)
	if n > maxWord {
		start := shorten(string(l.buf[l.pos : l.pos+maxWord]))
		for n > 0 {
			l.skip(n)
			n = l.wordLength(0)
		}
		t.fail("%q: a word longer than %d bytes, want a move", start, maxWord)
		return
	}
	if more := l.blankInside(n); more > 0 {
		n = more
	}
	word := string(l.buf[l.pos : l.pos+n])
	if text, ok := parseResult(word); ok {
		t.kind, t.text = resultText, text
		l.skip(n)
		return
	}
	if number, dots, length := cutNumber(word); length > 0 && !isPairs(word) {
		// A move may follow without a blank, "1.c3-d4".
		t.kind, t.text, t.number, t.dots = moveNumber, word[:length], number, dots
		l.skip(length)
		return
	}
	t.kind, t.text = moveText, word
	if word[0] == '$' || strings.Trim(word, "!?") == "" {
		t.kind = annotation
	}
	l.skip(n)
}

// isMark reports whether c may stand between the squares of a move.
func isMark(c rune) bool {
	return c == ':' || c == 'x' || c == 'X' || c == '×' || c == 'х' || c == 'Х' || board.IsDash(c)
}

// blankInside returns the length of a move or a result that is written with blanks
// round its mark, "c3 - d4", "22 x 15", "1 - 0", and whose first word is n bytes
// long; 0 where it is none.
func (l *lexer) blankInside(n int) int {
	length := 0
	for {
		end := l.blankMark(n)
		if end == 0 {
			return length
		}
		n, length = end, end
	}
}

// blankMark returns the length of the words up to the square behind the next mark,
// if a blank stands at either side of that mark; the words before are n bytes long.
func (l *lexer) blankMark(n int) int {
	text := l.buf[l.pos:min(len(l.buf), l.pos+n+maxWord)]
	before, at := text[:n], n
	mark, size := utf8.DecodeLastRune(before)
	if isMark(mark) && n > size {
		before = before[:n-size]
	} else {
		at += blanks(text[at:])
		mark, size = utf8.DecodeRune(text[at:])
		if !isMark(mark) {
			return 0
		}
		at += size
	}
	// An x behind a whole move says that it wins.
	if !endsInSquare(before, mark == ':' || board.IsDash(mark)) {
		return 0
	}
	at += blanks(text[at:])
	length := l.wordLength(at)
	if !beginsWithSquare(l.buf[l.pos+at : l.pos+at+length]) {
		return 0
	}
	return at + length
}

// blanks returns how many blanks of a line text begins with.
func blanks(text []byte) int {
	return len(text) - len(bytes.TrimLeft(text, " \t"))
}

// endsInSquare reports whether text is one square or a score or, where they are
// allowed, squares with marks of capture between: what may have more behind it.
func endsInSquare(text []byte, several bool) bool {
	folded := board.FoldLookalikes(string(text))
	return squarePattern.MatchString(folded) || several && squaresPattern.MatchString(folded)
}

var (
	squarePattern  = regexp.MustCompile(`^(?i:[a-h][1-8]|[0-9]{1,2}|1/2|½|0[.,]5)$`)
	squaresPattern = regexp.MustCompile(`^(?i)(?:[a-h][1-8]|[0-9]{1,2})([:x]([a-h][1-8]|[0-9]{1,2}))*$`)
)

// beginsWithSquare reports whether text begins as a square or a score does.
func beginsWithSquare(text []byte) bool {
	folded := board.FoldLookalikes(string(text))
	return squareStartPattern.MatchString(folded)
}

var squareStartPattern = regexp.MustCompile(`^(?i:[a-h][1-8]|[0-9]|½)`)
