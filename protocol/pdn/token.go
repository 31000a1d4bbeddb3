package pdn

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Kind is what a token of PDN text is.
type Kind uint8

// The kinds of tokens.
const (
	TagPair    Kind = iota // [Name "value"]
	MoveNumber             // "12." or "12..."; dots alone have the number 0
	MoveText               // the text of a move, not yet compared with a position
	Comment                // {...}, or from ; or # or % to the end of the line
	Annotation             // $1, or marks such as ! or ?! that stand alone
	Open                   // ( before a variation
	Close                  // ) behind it
	ResultText             // 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1 or *
)

// Token is a piece of PDN text.
type Token struct {
	Kind Kind
	// Text is a move, a comment without its marks, a tag's value with its escapes
	// undone, or a result; else what stands there.
	Text string
	// Name is a tag's name.
	Name string
	// Number is a move's number and Dots how many dots follow it.
	Number, Dots int
	// Line and Column say where the token begins, in lines and characters from 1.
	Line, Column int
	// AfterBlank is set where an empty line stands before the token.
	AfterBlank bool
}

// Lexer splits PDN text into tokens.
type Lexer struct {
	rest         []rune
	line, column int
	breaks       int // line breaks since the last token, with only blanks between
}

// NewLexer returns a lexer at the beginning of text. A byte order mark is passed
// over; lines end in LF or CRLF.
func NewLexer(text string) *Lexer {
	return &Lexer{rest: []rune(strings.TrimPrefix(text, "\uFEFF")), line: 1, column: 1}
}

// Next returns the next token, or io.EOF behind the last one. Another error names
// line and column of a tag, a comment or a character that is none.
func (l *Lexer) Next() (Token, error) {
	l.skipSpace()
	if len(l.rest) == 0 {
		return Token{}, io.EOF
	}
	t := Token{Line: l.line, Column: l.column, AfterBlank: l.breaks > 1}
	l.breaks = 0

	var err error
	switch c := l.rest[0]; {
	case c == '[':
		err = l.tag(&t)
	case c == '{':
		err = l.braces(&t)
	case c == ';' || c == '#' || c == '%':
		t.Kind, t.Text = Comment, strings.TrimSpace(l.restOfLine()[1:])
	case c == '(' || c == ')':
		t.Kind, t.Text = Open, l.take(1)
		if c == ')' {
			t.Kind = Close
		}
	case c == ']' || c == '}':
		err = fmt.Errorf("%q found, want a tag, a move, a comment or a result", c)
	default:
		l.word(&t)
	}
	if err != nil {
		return Token{}, fmt.Errorf("line %d, column %d: %w", t.Line, t.Column, err)
	}
	return t, nil
}

// isSpaceOrControl reports whether c separates words.
func isSpaceOrControl(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }

// skipSpace goes on to what is no blank and counts the line breaks.
func (l *Lexer) skipSpace() {
	for len(l.rest) > 0 && isSpaceOrControl(l.rest[0]) {
		if l.rest[0] == '\n' {
			l.breaks++
		}
		l.take(1)
	}
}

// take returns the next n characters and goes on behind them.
func (l *Lexer) take(n int) string {
	taken := l.rest[:n]
	l.rest = l.rest[n:]
	for _, c := range taken {
		l.column++
		if c == '\n' {
			l.line, l.column = l.line+1, 1
		}
	}
	return string(taken)
}

// takeUntil returns the characters before the first for which stop holds.
func (l *Lexer) takeUntil(stop func(rune) bool) string {
	n := 0
	for n < len(l.rest) && !stop(l.rest[n]) {
		n++
	}
	return l.take(n)
}

// restOfLine returns what is left of the line, without its break.
func (l *Lexer) restOfLine() string {
	return l.takeUntil(func(c rune) bool { return c == '\n' })
}

// tagPattern is a tag at the beginning of a line's rest. The value ends at the
// first quote before a bracket that no backslash stands before, so that quotes
// inside, which many programs do not escape, do no harm.
var tagPattern = regexp.MustCompile(`^\[\s*([A-Za-z0-9_]+)\s*"((?:\\.|[^\\])*?)"\s*\]`)

// tag reads a tag pair, which stands on one line.
func (l *Lexer) tag(t *Token) error {
	end := 0
	for end < len(l.rest) && l.rest[end] != '\n' {
		end++
	}
	parts := tagPattern.FindStringSubmatch(string(l.rest[:end]))
	if parts == nil {
		return fmt.Errorf("%q is no tag, want one like [White \"name\"]", shorten(strings.TrimSpace(string(l.rest[:end]))))
	}
	l.take(len([]rune(parts[0])))
	t.Kind, t.Name = TagPair, parts[1]
	t.Text = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(parts[2])
	return nil
}

// braces reads a comment in braces, which may run over several lines.
func (l *Lexer) braces(t *Token) error {
	for i, c := range l.rest {
		if c == '}' {
			t.Kind = Comment
			t.Text = strings.Join(strings.Fields(string(l.rest[1:i])), " ")
			l.take(i + 1)
			return nil
		}
	}
	return fmt.Errorf("the comment %q is not closed, want a } behind it", shorten(string(l.rest[:min(len(l.rest), 40)])))
}

// numberPattern is a move number at the beginning of a word: digits and dots, or
// either of the two alone. PDN has no other words of digits.
var numberPattern = regexp.MustCompile(`^(?:([0-9]{1,6})(\.+|…|$)|(\.+|…)$)`)

// results holds the words that end a game.
var results = map[string]bool{
	"1-0": true, "0-1": true, "1/2-1/2": true, "½-½": true, "2-0": true, "0-2": true, "1-1": true, "0-0": true, "*": true,
}

// word reads a move number, a move, an annotation or a result.
func (l *Lexer) word(t *Token) {
	stop := func(c rune) bool { return isSpaceOrControl(c) || strings.ContainsRune("[]{}();", c) }
	ahead := *l
	word := ahead.takeUntil(stop)
	parts := numberPattern.FindStringSubmatch(word)
	switch {
	case parts != nil:
		word = parts[0] // a move may follow without a blank, "1.c3-d4"
		t.Kind = MoveNumber
		t.Number, _ = strconv.Atoi(parts[1])
		t.Dots = strings.Count(word, ".") + 3*strings.Count(word, "…")
	case results[word]:
		t.Kind = ResultText
	case strings.HasPrefix(word, "$") || strings.Trim(word, "!?") == "":
		t.Kind = Annotation
	default:
		t.Kind = MoveText
	}
	t.Text = l.take(len([]rune(word)))
}

// shorten returns text for use in an error, cut where it is long.
func shorten(text string) string {
	const most = 60 // characters
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}
