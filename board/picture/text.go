package picture

import (
	"fmt"
	"iter"
	"strings"

	"bolshak/board"
)

// Text is a picture of a position in text.
type Text struct {
	Position board.Position
	// BlackBelow turns the board: Black sits at the bottom.
	BlackBelow bool
	// Unicode draws the pieces as the draughts men and kings of Unicode rather
	// than as the letters w, b, W and B.
	Unicode bool
	// Marked squares stand in brackets: the move made last.
	Marked board.Bits
}

// The characters of white and black men, white and black kings, and an empty
// dark square.
var (
	letters = [...]string{"w", "b", "W", "B", "."}
	symbols = [...]string{"⛀", "⛂", "⛁", "⛃", "·"}
)

// String returns eight ranks from the top, the files and the side to move, every
// line ended.
func (t Text) String() string {
	var b strings.Builder
	ranks, files := "87654321", "abcdefgh"
	if t.BlackBelow {
		ranks, files = "12345678", "hgfedcba"
	}
	for _, rank := range ranks {
		row := string(rank) + " "
		gap := " "
		for _, file := range files {
			before, after := gap, " "
			if t.marked(int(file-'a'), int(rank-'1')) {
				before, after = "[", "]"
			}
			row += before + t.character(int(file-'a'), int(rank-'1'))
			gap = after
		}
		b.WriteString(strings.TrimRight(row+gap, " ") + "\n")
	}
	b.WriteString("  ")
	for _, file := range files {
		b.WriteString(" " + string(file))
	}
	fmt.Fprintf(&b, "\n%v to move\n", t.Position.Side())
	return b.String()
}

// marked reports whether a square is one of those marked; no light square is.
func (t Text) marked(file, rank int) bool {
	return (file+rank)%2 == 0 && t.Marked.Has(board.SquareAt(file, rank))
}

// character returns what stands on a square, light ones included.
func (t Text) character(file, rank int) string {
	if (file+rank)%2 != 0 {
		return " "
	}
	set := &letters
	if t.Unicode {
		set = &symbols
	}
	s := board.SquareAt(file, rank)
	kind := 0
	switch {
	case t.Position.White().Has(s):
	case t.Position.Black().Has(s):
		kind = 1
	default:
		return set[4]
	}
	if t.Position.Kings().Has(s) {
		kind += 2
	}
	return set[kind]
}

// squaresFromTop yields the dark squares row by row from the top left corner of
// the picture.
func squaresFromTop(blackBelow bool) iter.Seq[board.Square] {
	return func(yield func(board.Square) bool) {
		for n := 1; n <= 32; n++ {
			s, _ := board.FromB8.At(n) // 1 to 32 are on the board
			if blackBelow {
				s = s.Flip()
			}
			if !yield(s) {
				return
			}
		}
	}
}
