package pdn

import (
	"bytes"
	"strings"
)

// lineComment reads a comment that ends with its line.
func (l *lexer) lineComment(t *token) {
	n, whole := l.restOfLine(maxComment)
	if !whole {
		l.skipLine()
		t.failTooLong("comment", maxComment)
		return
	}
	t.kind, t.text = comment, strings.TrimFunc(l.take(n)[1:], isSpaceOrControl)
}

// braces reads a comment in braces, which may run over several lines. One that is
// not closed ends before the tags of the next game, so that it costs no game but
// its own.
func (l *lexer) braces(t *token) {
	l.skip(1)
	text := l.comment[:0]
	size, lineStart := 0, false
	for {
		n, whole, end := 0, true, -1
		if !lineStart {
			end = l.closingBrace()
		}
		if end < 0 {
			n, whole = l.restOfLine(maxTag)
		} else {
			n = end + 1
		}
		chunk := l.buf[l.pos : l.pos+n]
		if lineStart && isHeadLine(chunk) {
			t.failOpenComment(text, size)
			return
		}
		end = bytes.IndexByte(chunk, '}')
		if end >= 0 {
			chunk = chunk[:end]
		}
		size += len(chunk) + 1
		if size <= maxComment {
			text = append(append(text, chunk...), ' ')
		}
		l.skip(len(chunk))
		switch {
		case end >= 0:
			l.skip(1)
			l.comment = text
			t.kind, t.text = comment, oneLine(string(text))
			l.inner = strings.Count(t.text, "{")
			if size > maxComment {
				t.failTooLong("comment", maxComment)
			}
			return
		case !whole:
			text = text[:max(len(text)-1, 0)]
			lineStart = false
		case !l.has(1):
			t.failOpenComment(text, size)
			return
		default:
			l.skip(1)
			lineStart = true
		}
	}
}

// closingBrace returns how many bytes before the next closing brace there are, if it
// is in the window and on this line; else -1. It keeps the reading of many comments
// in one long line from looking for the end of that line again and again.
func (l *lexer) closingBrace() int {
	window := l.buf[l.pos:]
	end := bytes.IndexByte(window, '}')
	if end >= 0 && bytes.IndexByte(window[:end], '\n') >= 0 {
		return -1
	}
	return end
}

// failOpenComment makes the token one that says that a comment has no end; size is
// how many bytes of it there are.
func (t *token) failOpenComment(text []byte, size int) {
	if size > maxComment {
		t.failTooLong("comment", maxComment)
		return
	}
	t.fail("the comment %q is not closed, want a } behind it", shorten(oneLine(string(text[:min(len(text), 512)]))))
}
