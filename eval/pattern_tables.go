package eval

import "bolshak/board"

// codes holds, for the own men (bits 0 to 3) and the enemy men (bits 4 to 7) of a
// rank, the arrangement of its squares in each of the three windows of two columns
// over it, 0 to 8, codeShift bits apart, so that the three are added up at once.
var codes = func() (t [256]uint64) {
	for rank := range t {
		for column := range 3 {
			t[rank] |= uint64(3*digit(rank, column)+digit(rank, column+1)) << (column * codeShift)
		}
	}
	return t
}()

// rankCodes holds the arrangement of the whole rank, 0 to 80.
var rankCodes = func() (t [256]uint16) {
	for rank := range t {
		for column := range 4 {
			t[rank] = 3*t[rank] + uint16(digit(rank, column))
		}
	}
	return t
}()

func digit(rank, column int) int { return rank>>column&1 + 2*(rank>>(column+4)&1) }

const (
	codeShift = 21
	largeMask = 1<<16 - 1
	smallMask = 1<<13 - 1
)

// packed is a weight in one word of half the length, as the tables hold it.
type packed int32

func pack(w weight) packed { return packed(w.opening() + w.ending()<<16) }

func (p packed) weight() weight {
	return pair(int(int16(p)), int(p-packed(int16(p)))>>16)
}

// The tables that are looked up hold what every arrangement of a window is worth to
// the side whose men are own in it, its own weight and the enemy's together. The
// windows of four ranks, and the squares of the men, are counted with those of five
// ranks that hold them.
var (
	tall [windows5x2][largeMask + 1]packed
	wide [windows2x4][smallMask + 1]packed
)

func init() {
	var turned [len(shapes)][]uint32
	for k, s := range shapes {
		turned[k] = s.turnedAll()
	}
	// both returns what an arrangement of a window is worth to the side whose men
	// are own in it, less what it is worth to the enemy.
	both := func(shape, window, n int) (sum weight) {
		last, size := shapes[shape].windows()-1, len(turned[shape])
		if window <= last/2 {
			sum += patternWeights[first(shape)+window*size+n].weight()
		}
		if other := last - window; other <= last/2 {
			sum -= patternWeights[first(shape)+other*size+int(turned[shape][n])].weight()
		}
		return sum
	}
	for w := range tall {
		men := menOf(w)
		for n := range large {
			sum := men[n] + both(square5x2, w, n) + both(square4x2, w, n/9)
			if above := w + 3; above >= windows5x2 { // at the upper end of the board
				sum += both(square4x2, above, n%small)
			}
			tall[w][n] = pack(sum)
		}
	}
	for w := range wide {
		for n := range small {
			wide[w][n] = pack(both(square2x4, w, n))
		}
	}
}

// turnedAll returns for every arrangement what the other side sees, built up place
// by place.
func (s shape) turnedAll() []uint32 {
	turned := []uint32{0}
	for size := uint32(1); len(turned) < s.arrangements(); size *= 3 {
		longer := make([]uint32, 0, 3*len(turned))
		for _, t := range turned {
			longer = append(longer, t, t+2*size, t+size)
		}
		turned = longer
	}
	return turned
}

// menOf returns for every arrangement of a window of five ranks what the men on the
// squares that the window counts are worth.
func menOf(window int) []weight {
	men := []weight{0}
	for place := 0; len(men) < large; place++ {
		var own, enemy weight
		if square := shapes[square5x2].square(window, place); counter(square) == window {
			own, enemy = weights[firstSquare+term(square)], weights[firstSquare+term(square.Flip())]
		}
		longer := make([]weight, 0, 3*len(men))
		for _, sum := range men {
			longer = append(longer, sum, sum+own, sum-enemy)
		}
		men = longer
	}
	return men
}

// counter returns the window of five ranks that counts a man on a square.
func counter(s board.Square) int {
	return min(s.Rank(), windows5x2/3-1)*3 + min(s.File()/2, 2)
}

// patterns returns the weights of the men's squares and of all arrangements, of v's
// side less those of the enemy.
func (v view) patterns() weight {
	own, enemy := v.men(), v.opp&^v.kings
	var ranks [8]uint8
	for i := range ranks {
		offset := i>>1*9 + i&1*5
		ranks[i] = uint8(own>>offset&15 | enemy>>offset&15<<4)
	}
	var sum packed
	for i := range wide {
		sum += wide[i][(81*uint32(rankCodes[ranks[i]])+uint32(rankCodes[ranks[i+1]]))&smallMask]
	}
	for i := range windows5x2 / 3 {
		a := (((codes[ranks[i]]*9+codes[ranks[i+1]])*9+codes[ranks[i+2]])*9+codes[ranks[i+3]])*9 + codes[ranks[i+4]]
		sum += tall[3*i][a&largeMask] +
			tall[3*i+1][a>>codeShift&largeMask] +
			tall[3*i+2][a>>(2*codeShift)&largeMask]
	}
	return sum.weight()
}
