package movegen

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"bolshak/board"
)

// written is what the text of a move says, before it is compared with the
// moves there are.
type written struct {
	from    board.Bits     // where the move may start: a square, or a file
	path    []board.Square // the other squares, one at least
	nu      board.Numbering
	numeric bool // squares are given by numbers
	takes   bool // a mark of capture stands somewhere
}

// end returns the last square given.
func (w written) end() board.Square { return w.path[len(w.path)-1] }

// byFile reports whether the start is given by its file alone.
func (w written) byFile() bool { return w.from.Count() > 1 }

// maxMoveText bounds the text of a move, in bytes. The longest captures, in
// full, with blanks and Cyrillic letters, stay below a quarter of it.
const maxMoveText = 512

// errNoMove is the error of a text that is not the text of a move.
var errNoMove = errors.New("not a move, want one like c3-d4, b4:d6 or 22-17")

// read reads the text of a move.
func read(text string, nu board.Numbering) (written, error) {
	if len(text) > maxMoveText {
		return written{}, fmt.Errorf("%d bytes long: %w", len(text), errNoMove)
	}
	folded := strings.TrimRightFunc(board.FoldLookalikes(text), isTrailing)
	r := moveReader{text: []rune(strings.ToLower(folded)), written: written{nu: nu}}
	for r.skipBlanks(); r.at < len(r.text); r.skipBlanks() {
		if err := r.next(); err != nil {
			return written{}, err
		}
	}
	switch {
	case len(r.path) == 0:
		return written{}, errNoMove
	case r.marked:
		return written{}, fmt.Errorf("ends where a square is wanted: %w", errNoMove)
	}
	return r.written, nil
}

// isTrailing reports whether c may stand behind a move without changing it.
func isTrailing(c rune) bool {
	return strings.ContainsRune("!?+*#xX", c) || unicode.IsSpace(c)
}

// moveReader goes through the text of a move.
type moveReader struct {
	text []rune // lower-case
	at   int
	written
	marked bool // the last thing read is a mark between squares
}

// next reads a square, the file of the start, or a mark between squares.
func (r *moveReader) next() error {
	switch c := r.text[r.at]; {
	case board.IsDash(c) || isTake(c):
		if r.from == 0 || r.marked {
			return r.wrong("where a square is wanted")
		}
		r.marked = true
		r.takes = r.takes || isTake(c)
		r.at++
		return nil
	case isDigit(c):
		return r.number()
	case c >= 'a' && c <= 'z':
		return r.name()
	}
	return r.wrong("does not belong here")
}

// number reads a square by its number.
func (r *moveReader) number() error {
	switch {
	case r.from != 0 && !r.numeric:
		return r.wrong("is a number among squares by name")
	case r.from != 0 && !r.marked:
		return r.wrong("where - or x is wanted")
	}
	digits := r.digits()
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits) > 3 {
		return fmt.Errorf("square %q: no such square, want 1..32", shorten(digits))
	}
	s, err := r.nu.At(n)
	if err != nil {
		return err
	}
	r.numeric = true
	r.add(s)
	return nil
}

// name reads a square by its name, or, at the start, a file alone.
func (r *moveReader) name() error {
	if r.numeric {
		return r.wrong("is a letter among squares by number")
	}
	column := r.at
	letter := r.text[column]
	r.at++
	r.skipBlanks()
	if rank := r.digits(); rank != "" {
		s, err := board.ParseSquare(shorten(string(letter) + rank))
		if err != nil {
			return err
		}
		r.add(s)
		return nil
	}
	if r.from != 0 || letter > 'h' {
		r.at = column
		return r.wrong("is not a square")
	}
	r.from = onFile(int(letter - 'a'))
	return nil
}

// add appends a square to what was read.
func (r *moveReader) add(s board.Square) {
	if r.from == 0 {
		r.from = s.Bit()
	} else {
		r.path = append(r.path, s)
	}
	r.marked = false
}

// digits reads the digits that come next; none is "".
func (r *moveReader) digits() string {
	start := r.at
	for r.at < len(r.text) && isDigit(r.text[r.at]) {
		r.at++
	}
	return string(r.text[start:r.at])
}

// skipBlanks goes on to what is no blank; a non-breaking space is one too.
func (r *moveReader) skipBlanks() {
	for r.at < len(r.text) && unicode.IsSpace(r.text[r.at]) {
		r.at++
	}
}

// wrong returns an error about the rune that is read.
func (r *moveReader) wrong(what string) error {
	return fmt.Errorf("column %d: %q %s: %w", r.at+1, r.text[r.at], what, errNoMove)
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

// isTake reports whether c is a mark of capture.
func isTake(c rune) bool { return c == ':' || c == 'x' || c == '×' }

// onFile returns the squares of a file, 0..7.
func onFile(file int) (set board.Bits) {
	for rank := file % 2; rank < 8; rank += 2 {
		set |= board.SquareAt(file, rank).Bit()
	}
	return set
}

// shorten returns text for use in an error, cut where it is long.
func shorten(text string) string {
	const most = 60 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}
