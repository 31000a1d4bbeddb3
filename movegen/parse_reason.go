package movegen

import (
	"fmt"
	"slices"
	"strings"

	"bolshak/board"
)

// whyIllegal returns what is wrong with a text that fits no legal move.
func (w written) whyIllegal(p board.Position, legal []board.Move) string {
	mine := slices.DeleteFunc(slices.Clone(legal), func(m board.Move) bool { return !w.from.Has(m.From()) })
	switch {
	case len(legal) == 0:
		return fmt.Sprintf("%v has no legal move", p.Side())
	case w.from&p.Own() == 0:
		return w.whoseStart(p)
	case legal[0].IsCapture():
		return w.whyNoCapture(p, legal, mine)
	case len(mine) == 0:
		return fmt.Sprintf("the piece on %s cannot move", w.startName())
	case w.takes:
		return "nothing can be captured, want " + w.list(p, mine)
	}
	return fmt.Sprintf("the piece on %s cannot go there, want %s", w.startName(), w.list(p, mine))
}

// whoseStart returns what stands at the start where it is no piece of the side
// to move.
func (w written) whoseStart(p board.Position) string {
	if w.from&p.Opp() != 0 && !w.byFile() {
		return fmt.Sprintf("the piece on %s is not %s's, whose turn it is", w.startName(), p.Side())
	}
	return fmt.Sprintf("no %s piece on %s", strings.ToLower(p.Side().String()), w.startName())
}

// whyNoCapture returns what is wrong where a capture must be played. mine are
// the captures that begin as the text does.
func (w written) whyNoCapture(p board.Position, legal, mine []board.Move) string {
	begun := slices.DeleteFunc(slices.Clone(mine), func(m board.Move) bool { return !hasRoute(p, m, w.path) })
	switch {
	case len(begun) > 0:
		return "a capture must be played to its end, want " + w.list(p, begun)
	case len(mine) == 0:
		return "a capture is compulsory, want " + w.list(p, legal)
	case !w.takes:
		return "a capture is compulsory, want " + w.list(p, mine)
	}
	return fmt.Sprintf("the piece on %s has no such capture, want %s", w.startName(), w.list(p, mine))
}

// startName names the start as the text gives it.
func (w written) startName() string {
	switch s := w.from.First(); {
	case w.byFile():
		return fmt.Sprintf("the %c-file", 'a'+s.File())
	case w.numeric:
		return fmt.Sprint(w.nu.Number(s))
	default:
		return s.String()
	}
}

// list returns moves sorted, in full or, where the text gives numbers, in Hub
// form; not more than a handful.
func (w written) list(p board.Position, moves []board.Move) string {
	const most = 8
	texts := make([]string, len(moves))
	for i, m := range moves {
		if w.numeric {
			texts[i] = string(m.AppendHub(nil, w.nu))
		} else {
			texts[i] = Format(p, m, Full)
		}
	}
	slices.Sort(texts)
	if len(texts) > most {
		return fmt.Sprintf("%s or %d more", strings.Join(texts[:most], ", "), len(texts)-most)
	}
	return strings.Join(texts, ", ")
}
