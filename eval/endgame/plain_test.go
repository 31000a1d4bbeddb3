package endgame

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

// plainPieces is up to how many pieces the plain solver solves everything. Four
// take some minutes and 3 GB: go test ./eval/endgame -run Plain -args -plain 4
var plainPieces = flag.Int("plain", 3, "solve all positions of so many pieces plainly")

// plainSolver finds values a second time, without anything of this package: all
// positions with both colours to move, keyed by themselves, and passes over all
// of them until nothing changes.
type plainSolver struct {
	number    map[board.Position]int
	positions []board.Position
	first     []int // of the successors of each; one more at the end
	next      []int // successors, by number
	value     []Value
	plies     []int
	longest   int // game found so far, in plies
}

func newPlainSolver() *plainSolver {
	return &plainSolver{number: make(map[board.Position]int), first: []int{0}}
}

// solve adds positions and finds their values. Their moves lead to each other, to
// positions that have been added before, or take the last piece.
func (s *plainSolver) solve(t testing.TB, positions []board.Position, moves func(board.Position) []board.Move) {
	begin := len(s.positions)
	for _, p := range positions {
		s.number[p] = len(s.positions)
		s.positions = append(s.positions, p)
	}
	const taken = -1 // the other side has no piece left
	for _, p := range positions {
		for _, m := range moves(p) {
			after := p.After(m)
			n, known := s.number[after]
			if after.Own() == 0 {
				n, known = taken, true
			}
			if !known {
				require.Fail(t, "a move leads out of what is solved", "%s %v", p.FEN(), m)
			}
			s.next = append(s.next, n)
		}
		s.first = append(s.first, len(s.next))
		s.value = append(s.value, Unknown)
		s.plies = append(s.plies, 0)
	}

	// In pass d the games that end after d plies are found, from those that end
	// one ply earlier.
	for d := 0; d <= s.longest+1; d++ {
		for i := begin; i < len(s.positions); i++ {
			if s.value[i] != Unknown {
				continue
			}
			allWon, longest, wins := true, -1, false
			for _, n := range s.next[s.first[i]:s.first[i+1]] {
				v, plies := Loss, 0
				if n != taken {
					v, plies = s.value[n], s.plies[n]
				}
				wins = wins || v == Loss && plies == d-1
				allWon = allWon && v == Win && plies < d
				longest = max(longest, plies)
			}
			switch {
			case wins:
				s.value[i], s.plies[i], s.longest = Win, d, max(s.longest, d)
			case allWon && longest == d-1:
				s.value[i], s.plies[i], s.longest = Loss, d, max(s.longest, d)
			}
		}
	}
	for i := begin; i < len(s.positions); i++ {
		if s.value[i] == Unknown {
			s.value[i] = Draw
		}
	}
}

// placed lists all positions with n pieces in which both sides have some, or
// those with kings alone, whichever colour is to move.
func placed(t testing.TB, n int, kingsOnly bool) []board.Position {
	var list []board.Position
	var put func(from, left int, white, black, kings board.Bits)
	put = func(from, left int, white, black, kings board.Bits) {
		if left == 0 {
			if white == 0 || black == 0 {
				return
			}
			for _, side := range []board.Colour{board.White, board.Black} {
				p, err := board.New(white, black, kings, side)
				require.NoError(t, err)
				list = append(list, p)
			}
			return
		}
		for number := from; number <= 32; number++ {
			s, err := board.FromB8.At(number)
			require.NoError(t, err)
			b := s.Bit()
			put(number+1, left-1, white|b, black, kings|b)
			put(number+1, left-1, white, black|b, kings|b)
			if !kingsOnly && b&board.Rank8 == 0 {
				put(number+1, left-1, white|b, black, kings)
			}
			if !kingsOnly && b&board.Rank1 == 0 {
				put(number+1, left-1, white, black|b, kings)
			}
		}
	}
	put(1, n, 0, 0, 0)
	return list
}

// compare holds the tables against what the solver has found since begin.
func (s *plainSolver) compare(t testing.TB, tables *Tables, begin int) {
	for i := begin; i < len(s.positions); i++ {
		p := s.positions[i]
		value, ok := tables.Probe(p)
		plies, _ := tables.Distance(p)
		if !ok || value != s.value[i] || plies != s.plies[i] {
			require.Fail(t, "the plain solver does not agree", "%s: table %v in %d, solver %v in %d",
				p.FEN(), value, plies, s.value[i], s.plies[i])
		}
	}
}

// TestPlainSolverAgrees on every position of up to three pieces, distances
// included, by the moves of the reference generator. Four pieces: every
// position of three kings against one; with -args -plain 4 every position there
// is.
func TestPlainSolverAgrees(t *testing.T) {
	t.Parallel()
	tables, s := small(t), newPlainSolver()
	most := *plainPieces
	if testing.Short() {
		most = 2
	}
	for n := 2; n <= most; n++ {
		begin := len(s.positions)
		moves := reference.Moves
		if n > 3 {
			var list moveList
			moves = list.of
		}
		s.solve(t, placed(t, n, false), moves)
		require.EqualValues(t, 2*positions(n), len(s.positions)-begin)
		s.compare(t, tables, begin)
	}
	if most == 3 {
		begin := len(s.positions)
		var list moveList
		s.solve(t, slices.DeleteFunc(placed(t, 4, true), func(p board.Position) bool { return p.Own().Count() == 2 }), list.of)
		require.Equal(t, 2*2*143_840, len(s.positions)-begin)
		s.compare(t, tables, begin)
	}
}

// TestRandomPositionsEqualTheBestOfTheirMoves: 200,000 of four pieces, by the
// tables' own answers for what their moves lead to.
func TestRandomPositionsEqualTheBestOfTheirMoves(t *testing.T) {
	t.Parallel()
	tables := small(t)
	r := rand.New(rand.NewPCG(5, 7))
	count := 200_000
	if testing.Short() {
		count = 5_000
	}
	var sizes []int
	total := 0
	for _, c := range Classes(4) {
		total += newIndex(c).size
		sizes = append(sizes, total)
	}
	for range count {
		k, at := r.IntN(total), 0
		for k >= sizes[at] {
			at++
		}
		ix := newIndex(Classes(4)[at])
		p := ix.unrank(ix.size - (sizes[at] - k)).position()
		if r.IntN(2) == 0 {
			p = p.Flip()
		}
		want, plies := bestByProbe(tables, p)
		value, _ := tables.Probe(p)
		got, _ := tables.Distance(p)
		if value != want || got != plies {
			require.Fail(t, "not the best of its moves", "%s: %v in %d, moves %v in %d", p.FEN(), value, got, want, plies)
		}
	}
}

// bestByProbe returns the best that a position's moves lead to.
func bestByProbe(tables *Tables, p board.Position) (best Value, plies int) {
	best = Loss
	for _, m := range movegen.Append(nil, p) {
		value, _ := tables.Probe(p.After(m))
		d, _ := tables.Distance(p.After(m))
		value, d = value.Opposite(), d+1
		switch {
		case value == Draw:
			d = 0
		case value == Win && best == Win:
			d = min(d, plies)
		case value == Loss && best == Loss:
			d = max(d, plies)
		}
		if value >= best {
			best, plies = value, d
		}
	}
	return best, plies
}
