package endgame

import (
	"math/bits"
	"sort"
	"sync"

	"bolshak/board"
)

// The squares on which men can stand.
const (
	ownMenSquares = board.Board &^ board.Rank8
	oppMenSquares = board.Board &^ board.Rank1
)

// binomial holds the numbers of ways to choose k of n squares, [n][k].
var binomial = makeBinomial()

func makeBinomial() (b [64][8]uint32) {
	for n := range 33 {
		b[n][0] = 1
		for k := 1; k < 8 && n > 0; k++ {
			b[n][k] = b[n-1][k-1] + b[n-1][k]
		}
	}
	return b
}

// index numbers the positions of a class without a gap: first the men of the
// side to move, then those of the other among the squares left to them, then
// the kings of the side to move and those of the other among the free squares.
// Sets of squares are numbered by the combinatorial number system.
type index struct {
	class    Class
	size     int      // positions of the class
	menFirst []uint32 // by rank of the own men: arrangements of men before them; one more at the end
	kings    int      // arrangements of all kings for one of the men
	oppKings int      // arrangements of the other side's kings for one of the rest
}

// newIndex returns the index of a class of at most MaxPieces pieces.
func newIndex(c Class) *index {
	free := 32 - c.OwnMen - c.OppMen
	ix := &index{
		class:    c,
		menFirst: menBefore(c.OwnMen, c.OppMen),
		oppKings: int(binomial[free-c.OwnKings][c.OppKings]),
	}
	ix.kings = int(binomial[free][c.OwnKings]) * ix.oppKings
	ix.size = ix.men() * ix.kings
	return ix
}

// men returns the number of arrangements of the men.
func (ix *index) men() int { return int(ix.menFirst[len(ix.menFirst)-1]) }

// menTables keeps what menBefore has made: classes that differ in their kings
// share it.
var menTables sync.Map

// menBefore returns, for every set of own men by its rank and for the end, how
// many arrangements of own and opp men come before it. Their number depends on
// how many of the own men stand where the others can.
func menBefore(own, opp int) []uint32 {
	key := [2]int{own, opp}
	if have, ok := menTables.Load(key); ok {
		return have.([]uint32)
	}
	before := []uint32{0}
	men := lowest(own, ownMenSquares)
	for more := true; more; men, more = nextSet(men, ownMenSquares) {
		left := (oppMenSquares &^ men).Count()
		before = append(before, before[len(before)-1]+binomial[left][opp])
	}
	have, _ := menTables.LoadOrStore(key, before)
	return have.([]uint32)
}

// rank returns the number of a placement of the class, below size.
func (ix *index) rank(pl placement) int {
	free := board.Board &^ (pl.ownMen | pl.oppMen)
	return ix.rankMen(pl.ownMen, pl.oppMen) + ix.rankKings(pl.ownKings, pl.oppKings, free)
}

// rankMen returns the number of the first placement with these men.
func (ix *index) rankMen(own, opp board.Bits) int {
	men := ix.menFirst[rankSet(own, ownMenSquares)] + rankSet(opp, oppMenSquares&^own)
	return int(men) * ix.kings
}

// rankKings returns the number of an arrangement of kings on the free squares.
func (ix *index) rankKings(own, opp, free board.Bits) int {
	return int(rankSet(own, free))*ix.oppKings + int(rankSet(opp, free&^own))
}

// unrank returns the placement with number i.
func (ix *index) unrank(i int) (pl placement) {
	men, kings := uint32(i/ix.kings), i%ix.kings
	own := sort.Search(len(ix.menFirst), func(r int) bool { return ix.menFirst[r] > men }) - 1
	c := ix.class
	pl.ownMen = unrankSet(uint32(own), c.OwnMen, ownMenSquares)
	pl.oppMen = unrankSet(men-ix.menFirst[own], c.OppMen, oppMenSquares&^pl.ownMen)
	free := board.Board &^ (pl.ownMen | pl.oppMen)
	pl.ownKings = unrankSet(uint32(kings/ix.oppKings), c.OwnKings, free)
	pl.oppKings = unrankSet(uint32(kings%ix.oppKings), c.OppKings, free&^pl.ownKings)
	return pl
}

// next moves a placement on to the one with the next number; false after the
// last.
func (ix *index) next(pl *placement) bool {
	c := ix.class
	free := board.Board &^ (pl.ownMen | pl.oppMen)
	var more bool
	if pl.oppKings, more = nextSet(pl.oppKings, free&^pl.ownKings); more {
		return true
	}
	pl.ownKings, more = nextSet(pl.ownKings, free)
	if !more {
		if pl.oppMen, more = nextSet(pl.oppMen, oppMenSquares&^pl.ownMen); !more {
			if pl.ownMen, more = nextSet(pl.ownMen, ownMenSquares); !more {
				return false
			}
			pl.oppMen = lowest(c.OppMen, oppMenSquares&^pl.ownMen)
		}
		free = board.Board &^ (pl.ownMen | pl.oppMen)
		pl.ownKings = lowest(c.OwnKings, free)
	}
	pl.oppKings = lowest(c.OppKings, free&^pl.ownKings)
	return true
}

// rankSet returns the number of a set among the sets of as many squares within
// a larger one: ordered by their highest square, then by the next.
func rankSet(set, within board.Bits) (rank uint32) {
	for k := 1; set != 0; k++ {
		below := set&-set - 1
		rank += binomial[(within&below).Count()&63][k&7]
		set = set.Rest()
	}
	return rank
}

// unrankSet returns the set of k squares with the given number.
func unrankSet(rank uint32, k int, within board.Bits) (set board.Bits) {
	for ; k > 0; k-- {
		n := k - 1
		for binomial[n+1][k] <= rank {
			n++
		}
		rank -= binomial[n][k]
		set |= nth(n, within)
	}
	return set
}

// nth returns the square of a set that has n squares below it.
func nth(n int, set board.Bits) board.Bits {
	for range n {
		set = set.Rest()
	}
	return set & -set
}

// lowest returns the k lowest squares of a set, the first in order.
func lowest(k int, within board.Bits) (set board.Bits) {
	for range k {
		set |= within & -within
		within = within.Rest()
	}
	return set
}

// nextSet returns the set that follows among those of as many squares; after
// the last, and for the empty set, it returns false. The lowest square that
// can goes up by one and those below it start anew (Gosper), the squares
// outside within being stepped over by the carry.
func nextSet(set, within board.Bits) (board.Bits, bool) {
	if set == 0 {
		return 0, false
	}
	sum, carry := bits.Add64(uint64(set|^within), uint64(set&-set), 0)
	if carry != 0 {
		return set, false
	}
	up := board.Bits(sum) & within
	return up | lowest(set.Count()-up.Count(), within), true
}
