package eval

import "bolshak/board"

// Terms is the number of terms of the evaluation, and so of the coefficients of
// a Trace.
const Terms = int(terms)

// Trace is a position as the evaluation sees it: how often each term counts for
// the side to move less how often for the opponent, and the phase, 0 to
// MaxPhase. The evaluation is linear in the weights of both phases, so that
// they can be fitted to the results of games:
//
//	sum over i of Count[i] * (opening[i]*Phase + ending[i]*(MaxPhase-Phase)) / MaxPhase
//
// The weights of the patterns in Own are to be added to the sum, those in Opp
// subtracted, with the phases' shares as for the others.
type Trace struct {
	Count    [Terms]int8
	Own, Opp [Patterns]uint16 // which patterns each side has, one of every table, by number
	Phase    int
}

// Patterns is the number of patterns that a side has.
const Patterns = tables

// MaxPhase is the phase of a position with all its men.
const MaxPhase = maxPhase

// TraceOf returns the trace of p.
func TraceOf(p board.Position) Trace {
	us, them := views(p)
	t := Trace{Phase: phase(p)}
	us.count(&t, 1)
	them.count(&t, -1)
	t.Own, t.Opp = us.patternNumbers(), them.patternNumbers()
	t.Count[toMove] = 1
	t.Count[opposition] = int8(us.opposed())
	return t
}

// SidesOf returns what counts for the side to move and for its opponent, each by
// itself: TraceOf is the first less the second.
func SidesOf(p board.Position) (own, opp Trace) {
	us, them := views(p)
	own.Phase, opp.Phase = phase(p), phase(p)
	us.count(&own, 1)
	them.count(&opp, 1)
	own.Own, opp.Own = us.patternNumbers(), them.patternNumbers()
	own.Count[toMove] = 1
	own.Count[opposition] = int8(us.opposed())
	return own, opp
}

// count adds what sum weighs, sign times.
func (v view) count(t *Trace, sign int8) {
	add := func(i term, n int) { t.Count[i] += sign * int8(n) }
	men, enemy, empty := v.men(), v.opp, v.empty()
	left, right := men<<4&empty, men<<5&empty
	takenLeft, takenRight := taken(enemy, empty)
	free, kings := men&^below(enemy), v.own&v.kings
	for i, set := range map[term]board.Bits{
		man: men, king: kings, kingMainRoad: kings & board.MainRoad, kingTwin: kings & twinRoads,
		stepLeft: left, stepRight: right, safeStep: safe(left, right, enemy, takenLeft, takenRight),
		hanging:  v.own & (takenLeft | takenRight),
		triangle: men & (v.own << 4) & (v.own << 5), chainOnLeft: men & (v.own << 5), chainOnRight: men & (v.own << 4),
		holeLeft: empty & (men << 4) & (men >> 4), holeRight: empty & (men << 5) & (men >> 5),
		blocked: men & (enemy >> 4) & (enemy >> 5),
		freeMan: free, freeHalf: free & upperHalf, freeLast: free & board.Rank7,
		centre: v.own & centreSquares,
	} {
		add(i, set.Count())
	}
	for b := men; b != 0; b = b.Rest() {
		add(firstSquare+term(b.First()), 1)
	}
	add(firstGuard+term(men&board.Rank1), 1)
	if kings != 0 {
		add(anyKing, 1)
	}
	add(imbalance, wings(men))
}

// patternNumbers returns the patterns that v's side has.
func (v view) patternNumbers() (numbers [Patterns]uint16) {
	a := arrange(v.men(), v.opp&^v.kings)
	for w := range numbers {
		numbers[w] = uint16(w*arrangements + arrangement(&a, w))
	}
	return numbers
}

// PatternName returns the name of the i-th pattern of a side, by the lowest and the
// highest square of its window.
func PatternName(i int) string {
	return "pattern " + square(i, 0).String() + "-" + square(i, windowRanks*2-1).String()
}

// PatternWeight returns the weight of the pattern of a number, 0 to
// PatternWeights-1, in the opening and in the ending, in centimen.
func PatternWeight(number uint16) (opening, ending int) {
	w := patternWeights[number/arrangements][number%arrangements].weight()
	return w.opening(), w.ending()
}

// Weights returns the weight of every term in the opening and in the ending, in
// centimen.
func Weights() (opening, ending [Terms]int) {
	for i, w := range weights {
		opening[i], ending[i] = w.opening(), w.ending()
	}
	return opening, ending
}

// TermName returns the name of a term.
func TermName(i int) string {
	t := term(i)
	switch {
	case t >= anyKing:
		return numberNames[t-anyKing]
	case t >= firstGuard:
		return "guards " + names(board.Bits(t-firstGuard))
	case t >= firstSquare:
		return "man on " + names(1<<(t-firstSquare)&board.Board)
	}
	return setNames[t]
}

// names returns the names of the squares of a set.
func names(b board.Bits) string {
	if b == 0 {
		return "-"
	}
	text := b.First().String()
	for b = b.Rest(); b != 0; b = b.Rest() {
		text += " " + b.First().String()
	}
	return text
}

// The names of the terms but those of squares, in their order.
var (
	setNames = [sets]string{
		"man", "king", "king on the main road", "king on a twin road", "step left", "step right", "safe step",
		"hanging", "triangle", "chain on the left", "chain on the right", "hole left", "hole right", "blocked",
		"free man", "free man past the middle", "free man on rank 7", "centre",
	}
	numberNames = [terms - anyKing]string{"any king", "imbalance of the wings", "to move", "opposition"}
)
