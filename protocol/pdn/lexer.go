package pdn

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// How long a piece of text may be, in bytes. Nothing longer is kept in memory,
// wherever it ends.
const (
	maxWord    = 512
	maxTag     = 64 << 10
	maxComment = 1 << 20
)

// lexer splits PDN text, UTF-8, into tokens. It holds a window of the text that is
// never larger than the longest token.
type lexer struct {
	source io.Reader
	buf    []byte // what was read and not yet taken
	pos    int    // of the next byte in buf
	err    error  // of source; io.EOF at its end

	line, column int
	breaks       int // line breaks since the last token, with only blanks between

	comment []byte // room for the text of a comment
	inner   int    // opening braces inside the comment before this token
}

// windowSize is how much of the text is read at a time, in bytes.
const windowSize = 64 << 10

// newLexer returns a lexer at the beginning of a text.
func newLexer(source io.Reader) *lexer {
	return &lexer{source: source, buf: make([]byte, 0, windowSize), line: 1, column: 1}
}

// has makes sure that n more bytes are in the window and reports whether there are
// so many.
func (l *lexer) has(n int) bool {
	for len(l.buf)-l.pos < n && l.err == nil {
		l.read()
	}
	return len(l.buf)-l.pos >= n
}

// read reads more of the text into the window.
func (l *lexer) read() {
	if l.pos > 0 {
		l.buf = l.buf[:copy(l.buf, l.buf[l.pos:])]
		l.pos = 0
	}
	if len(l.buf) == cap(l.buf) {
		larger := make([]byte, len(l.buf), 2*cap(l.buf))
		copy(larger, l.buf)
		l.buf = larger
	}
	n, err := l.source.Read(l.buf[len(l.buf):cap(l.buf)])
	l.buf, l.err = l.buf[:len(l.buf)+n], err
}

// peek returns the next character and its length in bytes; 0 where the text has
// ended.
func (l *lexer) peek() (rune, int) {
	if l.pos < len(l.buf) && l.buf[l.pos] < utf8.RuneSelf {
		return rune(l.buf[l.pos]), 1
	}
	if !l.has(utf8.UTFMax) && l.pos == len(l.buf) {
		return 0, 0
	}
	return utf8.DecodeRune(l.buf[l.pos:])
}

// skip passes over n bytes, which are in the window. A byte that is no UTF-8 is a
// character of its own.
func (l *lexer) skip(n int) {
	for end := l.pos + n; l.pos < end; {
		size := 1
		switch c := l.buf[l.pos]; {
		case c == '\n':
			l.line, l.column = l.line+1, 0
		case c >= utf8.RuneSelf:
			_, size = utf8.DecodeRune(l.buf[l.pos:end])
		}
		l.column++
		l.pos += size
	}
}

// take returns the next n bytes, which are in the window, and passes over them.
func (l *lexer) take(n int) string {
	text := string(l.buf[l.pos : l.pos+n])
	l.skip(n)
	return text
}

// next returns the next token, or io.EOF behind the last one. Another error is one
// of the source; what is wrong with the text is a token of the kind fault.
func (l *lexer) next() (token, error) {
	l.skipSpace()
	c, size := l.peek()
	for ; c == '}' && l.inner > 0; l.inner-- { // {a comment {in a comment}}
		l.skip(1)
		l.skipSpace()
		c, size = l.peek()
	}
	if size == 0 {
		return token{}, l.err
	}
	t := token{line: l.line, column: l.column, afterBlank: l.breaks > 1}
	l.breaks, l.inner = 0, 0
	switch c {
	case '[':
		l.tag(&t)
	case '{':
		l.braces(&t)
	case ';', '#', '%':
		l.lineComment(&t)
	case '(':
		t.kind, t.text = openParen, l.take(1)
	case ')':
		t.kind, t.text = closeParen, l.take(1)
	case ']', '}':
		l.skip(1)
		t.fail("%q found, want a tag, a move, a comment or a result", c)
	case '/':
		l.setUp(&t)
	default:
		l.word(&t)
	}
	return t, nil
}

// fail makes the token one that says what is wrong.
func (t *token) fail(format string, args ...any) {
	t.kind, t.text = fault, fmt.Sprintf(format, args...)
}

// skipSpace goes on to what is no blank and counts the line breaks.
func (l *lexer) skipSpace() {
	for {
		c, size := l.peek()
		if size == 0 || !isSpaceOrControl(c) {
			return
		}
		if c == '\n' {
			l.breaks++
		}
		l.skip(size)
	}
}

// restOfLine returns how many bytes are left of the line, its break not included,
// and whether that is all of them; it stops at most, but not inside a character.
func (l *lexer) restOfLine(most int) (n int, whole bool) {
	for {
		if i := bytes.IndexByte(l.buf[l.pos+n:], '\n'); i >= 0 {
			return n + i, n+i <= most
		}
		n = len(l.buf) - l.pos
		if n > most {
			return wholeRunes(l.buf[l.pos:]), false
		}
		if !l.has(n + 1) {
			return n, true
		}
	}
}

// skipLine passes over the rest of a line of any length.
func (l *lexer) skipLine() {
	for {
		n, whole := l.restOfLine(windowSize / 2)
		l.skip(n)
		if whole || n == 0 {
			return
		}
	}
}

// failTooLong makes the token one that says that something is longer than most
// bytes.
func (t *token) failTooLong(what string, most int) {
	size := fmt.Sprintf("%d bytes", most)
	switch {
	case most >= 1<<20:
		size = fmt.Sprintf("%d MiB", most>>20)
	case most >= 1<<10:
		size = fmt.Sprintf("%d KiB", most>>10)
	}
	t.fail("a %s longer than %s, which is not read", what, size)
}
