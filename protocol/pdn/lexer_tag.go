package pdn

import (
	"bytes"
	"regexp"
	"strings"
)

// tagPattern is a tag. The value ends at the last quote before a bracket, so that
// quotes inside, which many programs do not escape, do no harm.
var tagPattern = regexp.MustCompile(`^\[\s*([\pL\pN_.-]+)\s*["“”«]((?:\\.|[^\\])*?)["“”»]\s*\]`)

// tag reads a tag pair, which stands on one line.
func (l *lexer) tag(t *token) {
	// 1. The common one ends at the first bracket.
	text := l.buf[l.pos:]
	if end := bytes.IndexAny(text, "]\n"); end >= 0 && text[end] == ']' {
		text = text[:end+1]
		if parts := tagPattern.FindSubmatchIndex(text); parts != nil {
			l.takeTag(t, text, parts)
			return
		}
	}
	// 2. Others have brackets inside.
	n, whole := l.restOfLine(maxTag)
	text = l.buf[l.pos : l.pos+min(n, maxTag)]
	parts := tagPattern.FindSubmatchIndex(text)
	if parts == nil && !whole {
		l.skipLine()
		t.failTooLong("tag", maxTag)
		return
	}
	if parts == nil {
		shown := strings.TrimFunc(shorten(string(text)), isSpaceOrControl)
		l.skip(n)
		t.fail("%q is no tag, want one like [White \"name\"]", shown)
		return
	}
	l.takeTag(t, text, parts)
}

// takeTag makes the token the tag that tagPattern has found in text.
func (l *lexer) takeTag(t *token, text []byte, parts []int) {
	t.kind, t.name = tagPair, string(text[parts[2]:parts[3]])
	t.text = unescapeTag(string(text[parts[4]:parts[5]]))
	l.skip(parts[1])
}

// headTags are the tags by which the beginning of a game is known.
var headTags = regexp.MustCompile(`(?i)^\[\s*(Event|Site|Date|Round|White|Black|Result|GameType|SetUp|FEN)\s*"`)

// isHeadLine reports whether a line is a tag of a game's head and nothing else.
func isHeadLine(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] == '[' && headTags.Match(line) && len(tagPattern.Find(line)) == len(line)
}

var tagUnescaper = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// unescapeTag returns a tag's value as it is meant: without escapes, and without
// the blanks at its ends with which some programs pad it.
func unescapeTag(value string) string {
	if strings.IndexByte(value, '\\') >= 0 {
		value = tagUnescaper.Replace(value)
	}
	return strings.TrimFunc(value, isSpaceOrControl)
}
