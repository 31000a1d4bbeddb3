package pdn

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bolshak/board"
)

// kind is what a token of PDN text is.
type kind uint8

const (
	tagPair    kind = iota // [Name "value"]
	moveNumber             // "12." or "12..."; dots alone have the number 0
	moveText               // the text of a move, not yet compared with a position
	comment                // {...}, or from ; or # or % to the end of the line
	annotation             // $1, or marks such as ! or ?! that stand alone
	openParen              // ( before a variation
	closeParen             // ) behind it
	resultText             // a result; Text is its canonical form
	setUp                  // /W:Wa1:Bb8/, a position in the movetext
	fault                  // what is no token; Text says why
)

// token is a piece of PDN text.
type token struct {
	kind kind
	// text is a move, a comment without its marks, a tag's value with its escapes
	// undone, or a result; else what stands there.
	text string
	// name is a tag's name.
	name string
	// number is a move's number and dots how many dots follow it.
	number, dots int
	// line and column say where the token begins, in lines and characters from 1.
	line, column int
	// afterBlank is set where an empty line stands before the token.
	afterBlank bool
}

// results holds the words that end a game and the canonical form of each.
var results = map[string]string{
	"1-0": "1-0", "2-0": "1-0",
	"0-1": "0-1", "0-2": "0-1",
	"1/2-1/2": "1/2-1/2", "1-1": "1/2-1/2", "1/2": "1/2-1/2",
	"0-0": bothLost,
	"*":   "*",
}

// bothLost is the result of a game that both sides have lost.
const bothLost = "0-0"

// resultForms makes one form of those in which a result is written.
var resultForms = strings.NewReplacer(
	":", "-", "½", "1/2", "0.5", "1/2", "0,5", "1/2", ".5", "1/2", ",5", "1/2", " ", "", "\t", "", "\u00a0", "")

// parseResult returns the canonical form of a result; ok is false where text is
// none.
func parseResult(text string) (result string, ok bool) {
	text = strings.TrimRight(text, ".,!")
	const longest = 32 // bytes, with blanks
	switch {
	case text == "*":
		return text, true
	case len(text) < 2 || len(text) > longest:
		return "", false
	case strings.IndexByte("012½.", text[0]) < 0 || text[1] >= '0' && text[1] <= '9' && text[0] != '.':
		return "", false // a move by numbers
	}
	dashed := strings.Map(func(r rune) rune {
		if board.IsDash(r) {
			return '-'
		}
		return r
	}, text)
	result, ok = results[resultForms.Replace(dashed)]
	return result, ok
}

// cutNumber returns the move number at the beginning of a word: digits and dots,
// or either of the two alone. n is its length in bytes; 0 where there is none.
func cutNumber(word string) (number, dots, n int) {
	const mostDigits = 6
	for n < len(word) && word[n] >= '0' && word[n] <= '9' {
		number = number*10 + int(word[n]-'0')
		n++
	}
	digits := n
	for n < len(word) {
		switch r, size := utf8.DecodeRuneInString(word[n:]); r {
		case '.':
			dots, n = dots+1, n+size
			continue
		case '…':
			dots, n = dots+3, n+size
			continue
		}
		break
	}
	switch {
	case digits > mostDigits, dots == 0 && n < len(word):
		return 0, 0, 0
	}
	return number, dots, n
}

// isPairs reports whether a word is the numbers of squares without marks between them,
// two digits each: "1118", "0716". Numbers of moves are shorter.
func isPairs(word string) bool {
	if len(word) < 4 || len(word)%2 != 0 {
		return false
	}
	for i := 0; i < len(word); i += 2 {
		tens, ones := word[i], word[i+1]
		square := tens >= '0' && tens <= '3' && ones >= '0' && ones <= '9'
		if !square || tens == '3' && ones > '2' || tens == '0' && ones == '0' {
			return false
		}
	}
	return true
}

// partPairs returns such a word with marks between the squares.
func partPairs(word string) string {
	var b strings.Builder
	for i := 0; i < len(word); i += 2 {
		if i > 0 {
			b.WriteByte('-')
		}
		b.WriteString(strings.TrimPrefix(word[i:i+2], "0"))
	}
	return b.String()
}

// isSpaceOrControl reports whether c separates words. A byte order mark does, for
// files that were joined have them anywhere.
func isSpaceOrControl(c rune) bool {
	if c < utf8.RuneSelf {
		return c <= ' ' || c == 0x7f
	}
	return unicode.IsSpace(c) || unicode.IsControl(c) || c == '\ufeff' || c == '\u200b'
}

// shorten returns text for use in a message, cut where it is long.
func shorten(text string) string {
	const most = 60 // characters
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "..."
		}
		n++
	}
	return text
}
