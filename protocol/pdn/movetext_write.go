package pdn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bolshak/board"
	"bolshak/movegen"
)

// moveWriter returns the text of a legal move.
type moveWriter func(p board.Position, m board.Move) string

// algebraic writes a move by the names of the squares.
func algebraic(p board.Position, m board.Move) string { return movegen.Format(p, m, movegen.Short) }

// numeric writes a move by the numbers of the squares: those on which a capture
// lands where start and end fit two moves. Where that would be read as the form that
// names the pieces taken, it is written so.
func numeric(p board.Position, m board.Move) string {
	squares := strings.FieldsFunc(movegen.Format(p, m, movegen.Short), func(r rune) bool { return r == '-' || r == ':' })
	for i, name := range squares {
		s, err := board.ParseSquare(name)
		if err != nil {
			return m.String()
		}
		squares[i] = strconv.Itoa(s.Number())
	}
	mark := "-"
	if m.IsCapture() {
		mark = "x"
	}
	text := strings.Join(squares, mark)
	if read, err := movegen.Parse(p, text); err != nil || read != m {
		return m.String()
	}
	return text
}

// unitWriter gathers the movetext in pieces between which a line may be broken:
// moves with their numbers, the words of comments, parentheses with what stands in
// them first and last, and the result.
type unitWriter struct {
	write moveWriter
	units []string
	open  string // parentheses that stand before the next unit
}

// lineEnd stands behind a unit that has to be the last of its line.
const lineEnd = "\n"

// add appends a unit.
func (w *unitWriter) add(unit string) {
	w.units = append(w.units, w.open+unit)
	w.open = ""
}

// line writes the line that begins in position p with n, whose ply is given, and
// its variations.
func (w *unitWriter) line(p board.Position, n *Node, ply int) error {
	number := true // a number stands before Black's move, too
	for ; n != nil; n, ply = n.Next, ply+1 {
		w.comments(n.Lead)
		text, err := w.move(p, n, ply)
		if err != nil {
			return err
		}
		if number || p.Side() == board.White {
			text = numberOf(p.Side(), ply) + text
		}
		w.add(text)
		w.nags(n.NAGs)
		w.comments(n.Comments)
		number = false
		for _, v := range n.Variations {
			if err := w.variation(p, v, ply); err != nil {
				return err
			}
			number = true
		}
		p = after(p, n.Move)
	}
	return nil
}

// lineText returns a line as text in parentheses, without braces: what stands in a
// comment.
func lineText(first *Node, ply int) string {
	w := unitWriter{write: algebraic}
	if err := w.variation(first.Position, first, ply); err != nil {
		return "" // the moves were read, and so are legal
	}
	return strings.NewReplacer("{", "", "}", "", lineEnd, "").Replace(strings.Join(w.units, " "))
}

// variation writes a variation in parentheses.
func (w *unitWriter) variation(p board.Position, first *Node, ply int) error {
	w.open += "("
	if err := w.line(p, first, ply); err != nil {
		return err
	}
	last := &w.units[len(w.units)-1]
	if strings.HasSuffix(*last, lineEnd) {
		w.add(")")
	} else {
		*last += ")"
	}
	return nil
}

// move returns the text of a move with the first mark behind it.
func (w *unitWriter) move(p board.Position, n *Node, ply int) (string, error) {
	text := "--"
	if n.Move != board.NoMove {
		if !slices.Contains(movegen.Append(nil, p), n.Move) {
			return "", fmt.Errorf("ply %d: move %v is not legal in %s", ply, n.Move, p.FEN())
		}
		text = w.write(p, n.Move)
	}
	if len(n.NAGs) > 0 {
		text += Mark(n.NAGs[0])
	}
	return text, nil
}

// nags writes the annotations that stand apart.
func (w *unitWriter) nags(nags []int) {
	for i, nag := range nags {
		if i > 0 || Mark(nag) == "" {
			w.add("$" + strconv.Itoa(nag))
		}
	}
}

// comments writes comments.
func (w *unitWriter) comments(comments []string) {
	for _, c := range comments {
		w.comment(oneLine(c))
	}
}

// comment writes the words of a comment in braces, if there are any. PDN has no way
// to write a closing brace in them: such a comment goes to the end of its line.
func (w *unitWriter) comment(text string) {
	if strings.Contains(text, "}") {
		w.add("; " + text + lineEnd)
		return
	}
	words := commentWords(text)
	if len(words) == 0 {
		return
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for _, word := range words {
		w.add(word)
	}
}

// commentWords returns the words of a comment. A mark such as "[%clk 0:05:00]" is one,
// for there are programs that do not know it in two lines.
func commentWords(text string) []string {
	words := strings.Fields(text)
	joined := words[:0]
	open := false // a mark has begun
	for _, word := range words {
		if open && len(joined[len(joined)-1])+len(word) < columns/2 {
			joined[len(joined)-1] += " " + word
		} else {
			joined = append(joined, word)
			open = strings.HasPrefix(word, "[%")
		}
		open = open && !strings.Contains(word, "]")
	}
	return joined
}

// columns is the width of the movetext, in characters, as PGN and PDN ask for.
const columns = 79

// appendWrapped appends the units with blanks between them in lines of at most
// columns characters; a longer unit has a line of its own.
func appendWrapped(dst []byte, units []string) []byte {
	column := 0
	for _, u := range units {
		text, endsLine := strings.CutSuffix(u, lineEnd)
		width := utf8.RuneCountInString(text)
		switch {
		case column == 0:
		case column+1+width > columns:
			dst = append(dst, '\n')
			column = 0
		default:
			dst = append(dst, ' ')
			column++
		}
		dst = append(dst, text...)
		column += width
		if endsLine {
			dst = append(dst, '\n')
			column = 0
		}
	}
	if column > 0 {
		dst = append(dst, '\n')
	}
	return dst
}
