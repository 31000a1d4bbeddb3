package pdn

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"bolshak/board"
)

// move plays a move.
func (b *builder) move(t token) {
	l := b.top()
	if !b.inVariation() {
		b.played++
	}
	if l.lost {
		return
	}
	if b.nodes == maxNodes {
		b.lose(t, 0, "more than %d moves in one game, which are not read", maxNodes)
		return
	}
	text, nags := cutMarks(t.text)
	m, text, err := b.parse(text, &t, &nags)
	if err != nil {
		b.lose(t, l.ply, "%s", err)
		return
	}
	n := &Node{
		Move: m, Position: l.position, Text: text, NAGs: nags, Lead: l.lead, Variations: l.ahead,
		Line: t.line, Column: t.column,
	}
	if m == board.NoMove && !b.inVariation() {
		b.problem(t, l.ply, "%s: a null move, which no rule allows", numbered(l.position, l.ply, t.text))
	}
	if l.last == nil {
		*l.first = n
	} else {
		l.last.Next = n
	}
	l.last, l.lead, l.ahead = n, nil, nil
	l.position = n.After()
	l.ply++
	b.nodes++
}

// parse reads a move. A capture may go on in the words behind, "d4:f6 f6:h4": then
// they are taken, too.
func (b *builder) parse(move string, t *token, nags *[]int) (m board.Move, text string, err error) {
	p := b.top().position
	if isNull(move) {
		return board.NoMove, t.text, nil
	}
	if isPlaceholder(move) {
		return board.NoMove, "", fmt.Errorf("%s: stands for a move that is not known", numbered(p, b.top().ply, t.text))
	}
	if m, text, ok := b.parseSplit(p, move, t, nags); ok {
		return m, text, nil
	}
	if isPairs(move) {
		move = partPairs(move)
	}
	m, err = b.reader.parseMove(p, move, b.nu)
	if err != nil {
		return board.NoMove, "", fmt.Errorf("%s: %s", numbered(p, b.top().ply, t.text), reason(err))
	}
	return m, t.text, nil
}

// parseSplit reads a capture of several words, each of which begins where the one
// before it ends: no more of them than there are pieces to take.
func (b *builder) parseSplit(p board.Position, move string, t *token, nags *[]int) (m board.Move, text string, ok bool) {
	joined, text, own := move, t.text, *nags
	const most = 12
	words := 0
	for ; words < most; words++ {
		next, err := b.reader.peek(words)
		if err != nil || next.kind != moveText {
			break
		}
		more, ok := goesOn(joined, next.text)
		if !ok {
			break
		}
		more, marks := cutMarks(more)
		joined += more
		text += " " + next.text
		*nags = append(slices.Clip(*nags), marks...)
	}
	if words == 0 {
		return board.NoMove, "", false
	}
	m, err := b.reader.parseMove(p, joined, b.nu)
	if err != nil {
		*nags = own
		return board.NoMove, "", false
	}
	for range words {
		b.reader.drop()
	}
	return m, text, true
}

// numbered returns a move with its number, "12. c3-d4" or "12... d6-c5".
func numbered(p board.Position, ply int, text string) string {
	return fmt.Sprintf("move %s%s", numberOf(p.Side(), ply), shorten(text))
}

// reason returns what an error of movegen says behind the move that it names.
func reason(err error) string {
	text := err.Error()
	if _, after, ok := strings.Cut(text, `": `); ok {
		return after
	}
	return text
}

// isNull reports whether a word passes the turn.
func isNull(word string) bool {
	switch strings.ToLower(word) {
	case "z0", "null", "pass", "@@@@":
		return true
	}
	return len(word) > 1 && !isPlaceholder(word) && strings.TrimFunc(word, board.IsDash) == ""
}

// isPlaceholder reports whether a word stands where the moves of a game are not
// known.
func isPlaceholder(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size == len(word) && board.IsDash(r)
}
