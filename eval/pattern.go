package eval

import "bolshak/board"

// Patterns are what the men look like in a window of four ranks by two columns
// of dark squares: every arrangement of own men, enemy men and neither has a
// weight of its own, looked up in a table. Men in one another's reach have
// values that no sum of single terms holds, a bound flank or a held outpost; all
// their 6,561 arrangements in a window do. (Buro, "Experiments with Multi-ProbCut
// and a new high-quality evaluation function for Othello", 1997; in draughts by
// Letouzey's Scan.)
//
// The board has 15 windows, by their lowest rank and their first column. Turned
// by half a turn window i is window 14-i, and seen by the other side it has the
// same weights. So eight tables are enough: those of windows 0 to 7, the last
// being turned into itself.
const (
	windows      = 15
	tables       = 8
	arrangements = 6561 // 3^8
	windowRanks  = 4
	windowFirsts = 3 // first columns of a window of two
)

// PatternWeights is the number of weights of the patterns in either phase.
const PatternWeights = tables * arrangements

// codes holds, for the own men (bits 0 to 3) and the enemy men (bits 4 to 7) of
// a rank, the arrangement of its squares in each of the three windows over it, 0
// to 8, codeShift bits apart: so the three are added up at once.
var codes = func() (t [256]uint64) {
	digit := func(rank, column int) uint64 {
		return uint64(rank>>column&1 + 2*(rank>>(column+4)&1))
	}
	for rank := range t {
		for first := range windowFirsts {
			t[rank] |= (3*digit(rank, first) + digit(rank, first+1)) << (first * codeShift)
		}
	}
	return t
}()

const (
	codeShift = 21
	codeMask  = 1<<13 - 1
)

// arrange returns the arrangements of all windows: those over the same four
// ranks in one word, by the lowest of these ranks.
func arrange(own, enemy board.Bits) (a [windows / windowFirsts]uint64) {
	var ranks [8]uint64
	for i := range ranks {
		offset := i>>1*9 + i&1*5
		ranks[i] = codes[uint8(own>>offset&15|enemy>>offset&15<<4)]
	}
	for i := range a {
		a[i] = ((ranks[i]*9+ranks[i+1])*9+ranks[i+2])*9 + ranks[i+3]
	}
	return a
}

// arrangement returns that of window i.
func arrangement(a *[windows / windowFirsts]uint64, i int) int {
	return int(a[i/windowFirsts] >> (i % windowFirsts * codeShift) & codeMask)
}

// turned returns the arrangement that the other side sees where one side sees i.
func turned(i int) int {
	t := 0
	for range windowRanks * 2 {
		t = 3*t + (3-i%3)%3
		i /= 3
	}
	return t
}

// packed is a weight in one word of half the length, as the tables hold it.
type packed int32

func pack(w weight) packed { return packed(w.opening() + w.ending()<<16) }

func (p packed) weight() weight {
	return pair(int(int16(p)), int(p-packed(int16(p)))>>16)
}

// compiled holds what every arrangement of every window is worth to the side
// whose men are own in it, its own weight and the enemy's together. The men's
// squares are counted there too, each in one of the windows over it.
var compiled [windows][codeMask + 1]packed

func init() { compile() }

// compile fills the tables from the weights.
func compile() {
	for i := range arrangements {
		seen := turned(i)
		for w := range windows {
			var sum weight
			if w < tables {
				sum += patternWeights[w][i].weight()
			}
			if v := windows - 1 - w; v < tables {
				sum -= patternWeights[v][seen].weight()
			}
			rest := i
			for place := windowRanks*2 - 1; place >= 0; place-- {
				s, digit := square(w, place), rest%3
				rest /= 3
				switch {
				case counter(s) != w:
				case digit == 1:
					sum += weights[firstSquare+term(s)]
				case digit == 2:
					sum -= weights[firstSquare+term(s.Flip())]
				}
			}
			compiled[w][i] = pack(sum)
		}
	}
}

// square returns the square at a place of a window, 0 to 7: rank by rank from
// the lowest, in a rank from the left.
func square(window, place int) board.Square {
	rank, column := window/windowFirsts+place/2, window%windowFirsts+place%2
	return board.Square(rank>>1*9 + rank&1*5 + column)
}

// counter returns the window that counts a man on s.
func counter(s board.Square) int {
	rank, column := s.Rank(), s.File()/2
	return min(rank, windows/windowFirsts-1)*windowFirsts + min(column, windowFirsts-1)
}

// patterns returns the weights of the men's squares and of all arrangements, of
// v's side less those of the enemy.
func (v view) patterns() weight {
	a := arrange(v.men(), v.opp&^v.kings)
	var sum packed
	for i := range a {
		sum += compiled[3*i][a[i]&codeMask] +
			compiled[3*i+1][a[i]>>codeShift&codeMask] +
			compiled[3*i+2][a[i]>>(2*codeShift)&codeMask]
	}
	return sum.weight()
}
