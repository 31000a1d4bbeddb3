package endgame_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval/endgame"
	"bolshak/movegen"
)

// randomPositions returns positions of n pieces, with a capture pending or
// without.
func randomPositions(n, count int, capture bool) []board.Position {
	r := rand.New(rand.NewPCG(5, uint64(n)))
	var list []board.Position
	for len(list) < count {
		if p, ok := randomPosition(r, n); ok && movegen.CanCapture(p) == capture {
			list = append(list, p)
		}
	}
	return list
}

// randomPosition puts n pieces on squares at random; false where that is no
// position or one side has nothing.
func randomPosition(r *rand.Rand, n int) (board.Position, bool) {
	var sides [2]board.Bits
	var kings board.Bits
	for range n {
		s, err := board.FromB8.At(1 + r.IntN(32))
		if err != nil || (sides[0] | sides[1]).Has(s) {
			return board.Position{}, false
		}
		sides[r.IntN(2)] |= s.Bit()
		if r.IntN(2) == 0 {
			kings |= s.Bit()
		}
	}
	p, err := board.New(sides[0], sides[1], kings, board.Colour(r.IntN(2)))
	return p, err == nil && sides[0] != 0 && sides[1] != 0
}

// BenchmarkProbe looks up positions that are in memory. Tables of five and six
// pieces are those found in $BOLSHAK_EGDB. With -cpu 1,2 it shows how several
// threads get on.
func BenchmarkProbe(b *testing.B) {
	tables, faults := endgame.Open(endgame.Options{Dirs: endgame.SearchPath(""), CacheMiB: 256})
	require.Empty(b, faults)
	defer tables.Close()
	for n := 3; n <= tables.Largest(); n++ {
		for _, capture := range []bool{false, true} {
			kind := "quiet"
			if capture {
				kind = "capture pending"
			}
			b.Run(fmt.Sprintf("%d pieces, %s", n, kind), func(b *testing.B) {
				list := randomPositions(n, 1<<10, capture)
				for range 20 {
					for _, p := range list {
						tables.Probe(p)
					}
				}
				b.ReportAllocs()
				b.RunParallel(func(pb *testing.PB) {
					for i := 0; pb.Next(); i++ {
						tables.Probe(list[i%len(list)])
					}
				})
			})
		}
	}
}
