package board

import (
	"fmt"
	"strings"
)

// Diagram returns a picture of the position in text, eight ranks from the top,
// the files and the side to move, every line ended: w and b are men, W and B
// kings, a point is an empty dark square.
func (p Position) Diagram() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		row := fmt.Sprintf("%d ", rank+1)
		for file := range 8 {
			row += " " + string(p.picture(file, rank))
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	fmt.Fprintf(&b, "   a b c d e f g h\n%v to move\n", p.Side())
	return b.String()
}

// picture returns the character for a square, light ones included.
func (p Position) picture(file, rank int) byte {
	if (file+rank)%2 != 0 {
		return ' '
	}
	if letter := p.letter(SquareAt(file, rank)); letter != 'e' {
		return letter
	}
	return '.'
}
