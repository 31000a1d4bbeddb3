package movegen

import (
	"fmt"

	"bolshak/board"
)

// Parse reads a move of p in any form of rules.md, "Notation", numbers counted
// from b8. See ParseNumbered.
func Parse(p board.Position, text string) (board.Move, error) {
	return ParseNumbered(p, text, board.FromB8)
}

// ParseNumbered reads a move of p; nu says how squares are numbered where the
// text gives numbers. It reads
//
//   - start and end, "c3-d4", "b4:d6", "22-17", "22x15", with or without some
//     or all of the squares on which a capture lands between them,
//     "a3:c5:e7:g5", by any route;
//   - the Hub form "22x15x18": start, end, and every piece taken in any order.
//     Numbers are read so where that is a legal move, else as landings;
//   - the start by its file alone, "ed4", "b:d6", "bd6:f8".
//
// For ":" it takes x, X and ×, for "-" any dash; upper-case letters, Cyrillic
// letters that look like Latin ones, blanks between and trailing marks as in
// "c3-d4!?" do not matter. "-" or no mark at all may also stand for a capture
// ("a3-c5", "bd6"), but ":" never for a move that takes nothing.
//
// The text must fit one legal move. Where start and end fit several but the
// landings given are the whole route of one of them, it is that one: "f8:b4"
// is the capture of one piece even where a longer one ends on b4 as well, for
// this is its full form. Start and end by numbers alone are the short form
// then, and ambiguous, since the Hub form names the pieces taken.
//
// Errors name the text and what is wrong with it: the square that does not
// exist, the column of what does not belong into a move, why the move is not
// legal, or, where it is ambiguous, the moves that fit.
func ParseNumbered(p board.Position, text string, nu board.Numbering) (board.Move, error) {
	w, err := read(text, nu)
	if err != nil {
		return board.NoMove, fmt.Errorf("move %q: %w", shorten(text), err)
	}
	legal := Append(nil, p)
	fitting := w.fitting(p, legal)
	switch len(fitting) {
	case 1:
		return fitting[0], nil
	case 0:
		return board.NoMove, fmt.Errorf("move %q: illegal, %s", shorten(text), w.whyIllegal(p, legal))
	default:
		return board.NoMove, fmt.Errorf("move %q: ambiguous, want one of %s", shorten(text), w.list(p, fitting))
	}
}

// fitting returns the moves of legal that the text can mean.
func (w written) fitting(p board.Position, legal []board.Move) []board.Move {
	if m, ok := w.inHubForm(legal); ok {
		return []board.Move{m}
	}
	var fitting, exact []board.Move
	for _, m := range legal {
		if m.To() != w.end() || !w.agrees(p, m) {
			continue
		}
		fitting = append(fitting, m)
		if m.Captured().Count() == len(w.path) {
			exact = append(exact, m)
		}
	}
	if len(exact) == 1 && !w.byFile() && (!w.numeric || len(w.path) > 1) {
		return exact
	}
	return fitting
}

// inHubForm returns the move that the text is the Hub form of: the first
// square of the path is the end, the others are the pieces taken.
func (w written) inHubForm(legal []board.Move) (board.Move, bool) {
	if !w.numeric || !w.takes || len(w.path) < 2 {
		return board.NoMove, false
	}
	var captured board.Bits
	for _, s := range w.path[1:] {
		captured |= s.Bit()
	}
	for _, m := range legal {
		if w.from.Has(m.From()) && m.To() == w.path[0] && m.Captured() == captured {
			return m, true
		}
	}
	return board.NoMove, false
}

// agrees reports whether m, which ends where the text says, starts there too,
// takes something if the text says so, and lands on all the squares given, in
// their order.
func (w written) agrees(p board.Position, m board.Move) bool {
	switch {
	case !w.from.Has(m.From()) || w.takes && !m.IsCapture():
		return false
	case len(w.path) == 1:
		return true
	}
	return m.IsCapture() && hasRoute(p, m, w.path)
}
