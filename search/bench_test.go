package search

import (
	"context"
	"fmt"
	"testing"

	"bolshak/board"
	"bolshak/eval"
)

// phases are positions of the kinds that the speed is measured on.
var phases = []struct{ name, fen string }{
	{"opening", "start"},
	{"middlegame", "W:Wd4,f4,a3,c3,e3,d2,f2,h2,c1,e1,g1:Bb8,d8,f8,h8,a7,b6,d6,h6,c5,g5,h4"},
	{"ending", "W:Wa3,c3,d2,g1:Bb8,d6,f6,h6"},
	{"kings", "W:WKc1,Kh2,Kf8,a3:BKb8,Kd8,h6"},
}

// BenchmarkSearch measures whole searches of a fixed depth with an empty table.
func BenchmarkSearch(b *testing.B) {
	for _, threads := range []int{1, 2} {
		for _, phase := range phases {
			b.Run(fmt.Sprintf("%s/threads=%d", phase.name, threads), func(b *testing.B) {
				o := allOn()
				o.Threads, o.TableLog2 = threads, 20
				e := newEngine(b, o)
				g := newGame(b, board.Russian, phase.fen)
				nodes := uint64(0)
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					e.Clear()
					b.StartTimer()
					result, err := e.Search(context.Background(), g, Limits{Depth: 11, Analyse: true}, nil)
					if err != nil {
						b.Fatal(err)
					}
					nodes += result.Lines[0].Nodes
				}
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}

// BenchmarkQuiesce resolves the captures of the corpus, where they are many.
func BenchmarkQuiesce(b *testing.B) {
	positions := corpus(b, 10)
	w := readied(b, allOn(), board.Start())
	w.limits = Limits{}
	var sum eval.Score
	start, n := w.nodes, 0
	b.ReportAllocs()
	for b.Loop() {
		w.stack[0].position = positions[n%len(positions)]
		sum += w.quiesce(0, -eval.Infinity, eval.Infinity)
		n++
	}
	b.ReportMetric(float64(w.nodes-start)/b.Elapsed().Seconds(), "nodes/s")
	if w.stopped {
		b.Fatal("stopped", sum)
	}
}

// BenchmarkTableProbe looks positions up in a table of 128 MiB: those that are
// there, and those that are not.
func BenchmarkTableProbe(b *testing.B) {
	table := newTable(DefaultTableLog2)
	r := random(61)
	known, unknown := make([]board.Key, 1<<20), make([]board.Key, 1<<20)
	for i := range known {
		known[i], unknown[i] = board.Key(r.Uint64()), board.Key(r.Uint64())
		table.store(known[i], 0, hit{score: 1, depth: 5, bound: exact})
	}
	for name, keys := range map[string][]board.Key{"known": known, "unknown": unknown} {
		b.Run(name, func(b *testing.B) {
			n, hits := 0, 0
			for b.Loop() {
				if _, ok := table.probe(keys[n%len(keys)], 3); ok {
					hits++
				}
				n++
			}
			if (name == "known") != (hits > n/2) {
				b.Fatal(hits, "hits of", n)
			}
		})
	}
}

// BenchmarkTableStore stores positions all over a table of 128 MiB.
func BenchmarkTableStore(b *testing.B) {
	table := newTable(DefaultTableLog2)
	r := random(62)
	keys := make([]board.Key, 1<<20)
	for i := range keys {
		keys[i] = board.Key(r.Uint64())
	}
	n := 0
	for b.Loop() {
		table.store(keys[n%len(keys)], 3, hit{score: 1, depth: n & 15, bound: exact})
		n++
	}
}

// BenchmarkTableClear empties a table of 128 MiB.
func BenchmarkTableClear(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			table := newTable(DefaultTableLog2)
			b.SetBytes(int64(TableBytes(DefaultTableLog2)))
			for b.Loop() {
				table.clear(threads)
			}
		})
	}
}
