package movegen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// phases are positions of the kinds that the speed of the generator is
// measured on.
var phases = []struct{ name, fen string }{
	{"opening", "start"},
	{"middlegame", "W:Wd4,f4,a3,c3,e3,d2,f2,h2,c1,e1,g1:Bb8,d8,f8,h8,a7,b6,d6,h6,c5,g5,h4"},
	{"kings", "W:WKc1,Kh2,Kf8,a3:BKb8,Kd8,h6"},
	{"captures", "W:Wd4,c1,e1,g1,a3:Be5,c5,g7,b8,d8,h8,a7"},
	{"king captures", "W:WKe7,c1:Bb4,d4,d6,f4,f6"},
}

// TestNoAllocations: moves are generated, counted and made without a trip to
// the heap.
func TestNoAllocations(t *testing.T) {
	for _, phase := range phases {
		p := position(t, phase.fen)
		moves := make([]board.Move, 0, movegen.MaxMoves)
		var yes int
		count := func(b bool) {
			if b {
				yes++
			}
		}
		for name, f := range map[string]func(){
			"Append":             func() { moves = movegen.Append(moves[:0], p) },
			"Count":              func() { yes += movegen.Count(p) },
			"HasMove":            func() { count(movegen.HasMove(p)) },
			"CanCapture":         func() { count(movegen.CanCapture(p)) },
			"OpponentCanCapture": func() { count(movegen.OpponentCanCapture(p)) },
			"After":              func() { yes += int(p.After(moves[0]).Key() & 1) },
		} {
			moves = movegen.Append(moves[:0], p)
			require.Zero(t, testing.AllocsPerRun(100, f), "%s in %s", name, phase.name)
		}
	}
}

// BenchmarkAppend generates all moves of a position into the same slice.
func BenchmarkAppend(b *testing.B) {
	for _, phase := range phases {
		b.Run(phase.name, func(b *testing.B) {
			p := position(b, phase.fen)
			moves := make([]board.Move, 0, movegen.MaxMoves)
			b.ReportAllocs()
			for b.Loop() {
				moves = movegen.Append(moves[:0], p)
			}
		})
	}
}

// BenchmarkCount counts the moves of a position.
func BenchmarkCount(b *testing.B) {
	for _, phase := range phases {
		b.Run(phase.name, func(b *testing.B) {
			p := position(b, phase.fen)
			b.ReportAllocs()
			total := 0
			for b.Loop() {
				total += movegen.Count(p)
			}
			if total == 0 {
				b.Fatal("no moves")
			}
		})
	}
}
