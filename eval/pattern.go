package eval

import "bolshak/board"

// Patterns are what the men look like in a window of the board: every arrangement
// of own men, enemy men and neither has a weight of its own, looked up in a table.
// Men in one another's reach have values that no sum of single terms holds, a bound
// flank or a held outpost; all their arrangements in a window do. (Buro,
// "Experiments with Multi-ProbCut and a new high-quality evaluation function for
// Othello", 1997; in draughts by Letouzey's Scan.)
//
// The windows have three shapes. Turned by half a turn, window i of n of a shape is
// window n-1-i, and seen by the other side it has the same weights: so half of them
// need a table, that which is turned into itself among them.
type shape struct {
	ranks, columns int // of dark squares
}

var shapes = [...]shape{{4, 2}, {5, 2}, {2, 4}}

// The shapes, and how many windows each has.
const (
	square4x2, windows4x2 = 0, 5 * 3
	square5x2, windows5x2 = 1, 4 * 3
	square2x4, windows2x4 = 2, 7
)

// The number of arrangements in a window, and of windows with a table.
const (
	small, large                    = 6561, 59049 // 3^8 and 3^10
	tables4x2, tables5x2, tables2x4 = (windows4x2 + 1) / 2, (windows5x2 + 1) / 2, (windows2x4 + 1) / 2
)

// Where the weights of each shape begin among all, and how many there are of either
// phase.
const (
	first4x2       = 0
	first5x2       = first4x2 + tables4x2*small
	first2x4       = first5x2 + tables5x2*large
	PatternWeights = first2x4 + tables2x4*small
)

// Patterns is the number of patterns that a side has, one of every table.
const Patterns = tables4x2 + tables5x2 + tables2x4

// windows returns the number of windows of the shape, arrangements that of one.
func (s shape) windows() int { return (9 - s.ranks) * (5 - s.columns) }

func (s shape) arrangements() int {
	if s.ranks*s.columns == 10 {
		return large
	}
	return small
}

// square returns the square at a place of a window: rank by rank from the lowest, in
// a rank from the left.
func (s shape) square(window, place int) board.Square {
	across := 5 - s.columns // windows over the same ranks
	rank, column := window/across+place/s.columns, window%across+place%s.columns
	return board.Square(rank>>1*9 + rank&1*5 + column)
}

// arrangement returns what stands in a window: a digit to the base 3 for every
// place, 1 an own man and 2 an enemy's.
func (s shape) arrangement(window int, own, enemy board.Bits) int {
	n := 0
	for place := range s.ranks * s.columns {
		n *= 3
		switch square := s.square(window, place); {
		case own.Has(square):
			n++
		case enemy.Has(square):
			n += 2
		}
	}
	return n
}

// first returns where the weights of a shape begin.
func first(shape int) int { return [...]int{first4x2, first5x2, first2x4}[shape] }

// patternNumbers returns the numbers of the patterns that v's side has.
func (v view) patternNumbers() (numbers [Patterns]uint32) {
	i := 0
	for k, s := range shapes {
		for w := range (s.windows() + 1) / 2 {
			numbers[i] = uint32(first(k) + w*s.arrangements() + s.arrangement(w, v.men(), v.opp&^v.kings))
			i++
		}
	}
	return numbers
}

// PatternName returns the name of the i-th pattern of a side, by the lowest and the
// highest square of its window.
func PatternName(i int) string {
	for _, s := range shapes {
		n := (s.windows() + 1) / 2
		if i < n {
			return "pattern " + s.square(i, 0).String() + "-" + s.square(i, s.ranks*s.columns-1).String()
		}
		i -= n
	}
	return "pattern"
}
