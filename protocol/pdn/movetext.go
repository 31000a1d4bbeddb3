package pdn

import (
	"fmt"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
)

// numberOf returns the number that stands before the move of a side: "12. " or
// "12... ". The ply counts from 1, and the game may have begun with either side.
func numberOf(side board.Colour, ply int) string {
	if side == board.White {
		return fmt.Sprintf("%d. ", ply/2+1)
	}
	return fmt.Sprintf("%d... ", (ply+1)/2)
}

// parseMove reads a move of p. The common forms, two squares with a mark between
// them, are read here, and all others by movegen.
func (r *Reader) parseMove(p board.Position, text string, nu board.Numbering) (board.Move, error) {
	if from, to, takes, ok := twoSquares(text, nu); ok {
		r.moves = movegen.Append(r.moves[:0], p)
		fitting := board.NoMove
		for _, m := range r.moves {
			if m.From() != from || m.To() != to || takes && !m.IsCapture() {
				continue
			}
			if fitting != board.NoMove {
				return movegen.ParseNumbered(p, text, nu)
			}
			fitting = m
		}
		if fitting != board.NoMove {
			return fitting, nil
		}
	}
	return movegen.ParseNumbered(p, text, nu)
}

// twoSquares reads two squares with a mark between them, "c3-d4", "22x15"; takes
// tells whether it is a mark of capture.
func twoSquares(text string, nu board.Numbering) (from, to board.Square, takes, ok bool) {
	from, n := cutSquare(text, nu)
	if n == 0 || n >= len(text) {
		return 0, 0, false, false
	}
	switch text[n] {
	case ':', 'x':
		takes = true
	case '-':
	default:
		return 0, 0, false, false
	}
	to, size := cutSquare(text[n+1:], nu)
	return from, to, takes, size > 0 && n+1+size == len(text)
}

// cutSquare reads the square at the beginning of text, a name in lower case or a
// number, and returns its length in bytes; 0 where there is none.
func cutSquare(text string, nu board.Numbering) (s board.Square, n int) {
	if len(text) < 2 && (text == "" || text[0] < '1' || text[0] > '9') {
		return 0, 0
	}
	if c := text[0]; c >= 'a' && c <= 'h' {
		file, rank := int(c-'a'), int(text[1])-'1'
		if rank < 0 || rank > 7 || (file+rank)%2 != 0 {
			return 0, 0
		}
		return board.SquareAt(file, rank), 2
	}
	number := 0
	for n < len(text) && n < 2 && text[n] >= '0' && text[n] <= '9' {
		number = number*10 + int(text[n]-'0')
		n++
	}
	if n == 0 || n < len(text) && text[n] >= '0' && text[n] <= '9' {
		return 0, 0
	}
	s, err := nu.At(number)
	if err != nil {
		return 0, 0
	}
	return s, n
}

// goesOn returns what is behind the first square of next, if move ends on that
// square: next is the rest of the same capture then.
func goesOn(move, next string) (rest string, ok bool) {
	move, next = foldMove(move), foldMove(next)
	end := lastSquare(move)
	if end == "" || !strings.HasPrefix(next, end) {
		return "", false
	}
	rest = next[len(end):]
	if rest == "" || strings.IndexByte(":x-", rest[0]) < 0 {
		return "", false
	}
	return rest, true
}

// foldMove returns a move in lower case, with Latin letters and plain dashes.
func foldMove(text string) string {
	plain := true
	for i := range len(text) {
		plain = plain && text[i] < 0x80 && (text[i] < 'A' || text[i] > 'Z')
	}
	if plain {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case board.IsDash(r):
			return '-'
		case r == '×':
			return 'x'
		}
		return r
	}, strings.ToLower(board.FoldLookalikes(text)))
}

// lastSquare returns the square at the end of a move that has a mark before it.
func lastSquare(move string) string {
	i := strings.LastIndexAny(move, ":x-")
	if i <= 0 || i == len(move)-1 {
		return ""
	}
	square := move[i+1:]
	if _, n := cutSquare(square, board.FromB8); n != len(square) {
		return ""
	}
	return square
}
