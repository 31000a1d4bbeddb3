package search

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// TestTableRoundTrip: what is stored is what is found, at the extremes too.
func TestTableRoundTrip(t *testing.T) {
	t.Parallel()
	scores := []eval.Score{
		0, 1, -1, 37, eval.Max, -eval.Max, eval.Known, -eval.Known, eval.Known + eval.Max/10,
		eval.WinIn(0), eval.WinIn(1), eval.WinIn(MaxDepth), eval.WinIn(maxPly), eval.WinIn(eval.MaxPlies),
		eval.LossIn(0), eval.LossIn(2), eval.LossIn(maxPly), eval.LossIn(eval.MaxPlies),
		eval.WinIn(eval.MaxPlies) - 1, eval.LossIn(eval.MaxPlies) + 1, eval.Infinity, -eval.Infinity,
	}
	keys := []board.Key{1, 2, 1 << 63, ^board.Key(0), 0xDEAD_BEEF_0123_4567}
	for _, p := range corpus(t, 200) {
		keys = append(keys, p.Key())
	}
	for _, key := range keys {
		for _, score := range scores {
			for _, depth := range []int{1, 2, 77, MaxDepth, 127} {
				for _, b := range []bound{upper, lower, exact} {
					for _, m := range []shortMove{0, 1, 0x7FFF, 0xFFFF} {
						table := newTable(MinTableLog2)
						want := hit{score: score, move: m, depth: depth, bound: b}
						table.store(key, 0, want)
						got, ok := table.probe(key, 0)
						require.True(t, ok, "key %x, %+v", key, want)
						require.Equal(t, want, got)
						for _, other := range []board.Key{key ^ 1, key ^ 1<<63, key ^ 1<<19, key ^ 1<<40} {
							_, ok := table.probe(other, 0)
							require.False(t, ok, "key %x was never stored, %x was", other, key)
						}
						if underRace || depth > 1 {
							break // moves and depths are apart from each other
						}
					}
				}
			}
		}
	}
}

// TestTableKeyZero: the key that looks like an empty entry is no more likely
// than another, and an empty table does not know it.
func TestTableKeyZero(t *testing.T) {
	t.Parallel()
	table := newTable(MinTableLog2)
	_, ok := table.probe(0, 0)
	require.False(t, ok)
	want := hit{score: 5, depth: 3, bound: exact, move: 9}
	table.store(0, 0, want)
	got, ok := table.probe(0, 0)
	require.True(t, ok)
	require.Equal(t, want, got)
}

// TestTableWinDistance: a win found n plies from the root at one ply is as far
// from the position, not from the root, at another.
func TestTableWinDistance(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		score, want    eval.Score
		stored, probed int
		meaning        string
	}{
		{eval.WinIn(7), eval.WinIn(7), 4, 4, "the same ply"},
		{eval.WinIn(7), eval.WinIn(5), 4, 2, "nearer to the root: 3 plies from the position"},
		{eval.WinIn(7), eval.WinIn(13), 4, 10, "further from the root"},
		{eval.WinIn(7), eval.WinIn(0), 7, 0, "won already"},
		{eval.LossIn(8), eval.LossIn(8), 3, 3, "the same ply"},
		{eval.LossIn(8), eval.LossIn(6), 3, 1, "nearer to the root"},
		{eval.LossIn(8), eval.LossIn(maxPly + 5), 3, maxPly, "at the last ply"},
		{120, 120, 9, 2, "an evaluation has no distance"},
		{-eval.Max, -eval.Max, 0, 100, "the lowest evaluation"},
		{eval.Known, eval.Known, 100, 0, "an endgame known to be won"},
		{eval.Draw, eval.Draw, 5, 6, "a draw"},
	} {
		table := newTable(MinTableLog2)
		table.store(77, test.stored, hit{score: test.score, depth: 5, bound: exact})
		got, ok := table.probe(77, test.probed)
		require.True(t, ok)
		require.Equal(t, test.want, got.score, test.meaning)
	}
	for ply := range maxPly {
		for n := ply; n <= maxPly; n += 5 {
			for _, s := range []eval.Score{eval.WinIn(n), eval.LossIn(n), eval.Score(n), eval.Score(-n)} {
				require.Equal(t, s, fromTable(toTable(s, ply), ply))
				require.Equal(t, toTable(s, ply), eval.Score(int16(toTable(s, ply))), "fits in 16 bits")
			}
		}
	}
}

// TestTableKeepsMove: a result without a best move does not lose the one known.
func TestTableKeepsMove(t *testing.T) {
	t.Parallel()
	table := newTable(MinTableLog2)
	table.store(77, 0, hit{score: 30, move: 1234, depth: 5, bound: lower})
	table.store(77, 0, hit{score: -20, depth: 6, bound: upper})
	got, ok := table.probe(77, 0)
	require.True(t, ok)
	require.Equal(t, hit{score: -20, move: 1234, depth: 6, bound: upper}, got)
	table.store(77, 0, hit{score: 40, move: 99, depth: 7, bound: lower})
	got, _ = table.probe(77, 0)
	require.Equal(t, shortMove(99), got.move)
	require.Equal(t, 1, used(table), "a position stands in one entry")
}

// used returns the number of entries that hold something.
func used(t *table) (n int) {
	for i := range t.entries {
		if t.entries[i].data.Load() != 0 {
			n++
		}
	}
	return n
}

// bucketOf returns the depths in the table that hold one of the keys 1..n.
func bucketOf(t *table, n int) map[board.Key]int {
	depths := map[board.Key]int{}
	for key := board.Key(1); key <= board.Key(n); key++ {
		if h, ok := t.probe(key, 0); ok {
			depths[key] = h.depth
		}
	}
	return depths
}

// TestTableReplacement: in a full bucket, what is shallow goes first; among
// equals what is older; and a new result is always kept.
func TestTableReplacement(t *testing.T) {
	t.Parallel()
	store := func(t *table, key board.Key, depth int) {
		t.store(key, 0, hit{score: 1, depth: depth, bound: exact})
	}
	t.Run("empty entries first", func(t *testing.T) {
		t.Parallel()
		table := newTable(2) // one bucket
		for key := range board.Key(bucketSize) {
			store(table, key+1, 5)
		}
		require.Len(t, bucketOf(table, bucketSize), bucketSize)
	})
	t.Run("shallow first", func(t *testing.T) {
		t.Parallel()
		for shallow := range bucketSize {
			table := newTable(2)
			for i := range bucketSize {
				store(table, board.Key(i+1), 10+i)
			}
			store(table, board.Key(shallow+1), 3)
			store(table, 50, 4)
			left := bucketOf(table, 50)
			require.Len(t, left, bucketSize)
			require.NotContains(t, left, board.Key(shallow+1))
			require.Contains(t, left, board.Key(50))
		}
	})
	t.Run("old first among equals", func(t *testing.T) {
		t.Parallel()
		for old := range bucketSize {
			table := newTable(2)
			store(table, board.Key(old+1), 8)
			table.age()
			for i := range bucketSize {
				if i != old {
					store(table, board.Key(i+1), 8)
				}
			}
			store(table, 50, 1)
			left := bucketOf(table, 50)
			require.NotContains(t, left, board.Key(old+1))
			require.Contains(t, left, board.Key(50))
			require.Len(t, left, bucketSize)
		}
	})
	t.Run("a deep entry of long ago goes before a shallow one of now", func(t *testing.T) {
		t.Parallel()
		table := newTable(2)
		store(table, 1, 20)
		for range 10 {
			table.age()
		}
		for key := board.Key(2); key <= bucketSize; key++ {
			store(table, key, 2)
		}
		store(table, 50, 2)
		require.NotContains(t, bucketOf(table, 50), board.Key(1))
	})
	t.Run("a position searched again is young again", func(t *testing.T) {
		t.Parallel()
		table := newTable(2)
		for key := board.Key(1); key <= bucketSize; key++ {
			store(table, key, 8)
		}
		table.age()
		store(table, 1, 8)
		for key := board.Key(50); key < 50+bucketSize-1; key++ {
			store(table, key, 8)
		}
		require.Contains(t, bucketOf(table, 50), board.Key(1))
	})
	t.Run("generations go round", func(t *testing.T) {
		t.Parallel()
		table := newTable(2)
		for range generations - 1 {
			table.age()
		}
		store(table, 1, 8)
		table.age()
		for key := board.Key(2); key <= bucketSize; key++ {
			store(table, key, 8)
		}
		store(table, 50, 8)
		require.NotContains(t, bucketOf(table, 50), board.Key(1))
	})
}

// TestTableUsesAllEntries: the keys of positions that were played reach all of
// a table, whichever side is to move.
func TestTableUsesAllEntries(t *testing.T) {
	t.Parallel()
	table := newTable(MinTableLog2)
	r := random(31)
	for range 400 {
		g := board.NewGame(board.Russian, board.Start())
		for range 60 {
			playRandom(r, g, 1)
			table.store(g.Position().Key(), 0, hit{score: 1, depth: 1, bound: exact})
		}
	}
	require.Greater(t, used(table), len(table.entries)*98/100)
}

// TestTableClear: the threads together leave nothing, whatever their number.
func TestTableClear(t *testing.T) {
	t.Parallel()
	for threads := 1; threads <= 4; threads++ {
		for _, log2 := range []int{2, MinTableLog2, 13} {
			table := newTable(log2)
			r := random(32)
			for range 4 << log2 {
				table.age()
				table.store(board.Key(r.Uint64()), 0, hit{score: 1, move: 5, depth: 9, bound: lower})
			}
			require.Positive(t, used(table))
			table.clear(threads)
			require.Zero(t, used(table), "%d threads", threads)
			for i := range table.entries {
				require.Zero(t, table.entries[i].check.Load())
			}
			require.Zero(t, table.perMille())
		}
	}
}

// TestTablePerMille: the share of the present search's entries, and of nothing
// older.
func TestTablePerMille(t *testing.T) {
	t.Parallel()
	table := newTable(12)
	table.age()
	require.Zero(t, table.perMille())
	r := random(33)
	for used(table) < len(table.entries)/4 {
		for range 200 {
			table.store(board.Key(r.Uint64()), 0, hit{score: 1, depth: 9, bound: lower})
		}
	}
	require.InDelta(t, 250, table.perMille(), 60, "a sample of a quarter")
	for range 20 * len(table.entries) {
		table.store(board.Key(r.Uint64()), 0, hit{score: 1, depth: 9, bound: lower})
	}
	require.Greater(t, table.perMille(), 990)
	require.LessOrEqual(t, table.perMille(), 1000)
	table.age()
	require.Zero(t, table.perMille())
}

// hammered is what the hammering test stores under a key: there are four such
// values for every key, all told apart by the depth, and none fits another key.
func hammered(key board.Key, version uint64) hit {
	mix := (uint64(key) + version) * 0xD6E8_FEB8_6659_FD93
	return hit{
		score: eval.Score(mix>>40%20_000) - 10_000,
		move:  shortMove(mix>>20 | 1),
		depth: int(mix>>50%30)*4 + int(version),
		bound: bound(1 + mix>>10%3),
	}
}

// TestTableHammered: threads that store and probe the same few buckets never
// see anything that was not stored under the key.
func TestTableHammered(t *testing.T) {
	t.Parallel()
	table := newTable(6)
	r := random(34)
	keys := make([]board.Key, 200) // three for every entry
	for i := range keys {
		keys[i] = board.Key(r.Uint64())
	}
	rounds := map[bool]int{false: 300_000, true: 40_000}[underRace]
	var group sync.WaitGroup
	found := make([]int, 4)
	wrong := make([]string, 4)
	for id := range found {
		group.Go(func() {
			r := rand.New(rand.NewPCG(uint64(id), 35))
			for range rounds {
				n := r.Uint64()
				key := keys[n>>8%uint64(len(keys))]
				if n&1 == 0 {
					table.store(key, 0, hammered(key, n>>1&3))
					continue
				}
				got, ok := table.probe(key, 0)
				if !ok {
					continue
				}
				found[id]++
				if want := hammered(key, uint64(got.depth&3)); got != want && wrong[id] == "" {
					wrong[id] = fmt.Sprintf("key %x: found %+v, which was not stored", key, got)
				}
			}
		})
	}
	group.Wait()
	for id := range found {
		require.Empty(t, wrong[id])
		require.Greater(t, found[id], rounds/20, "most probes found nothing")
	}
}

// TestShortMovesTellMovesApart: within a position hardly any two moves share a
// short form, none is the form of no move, and the same move has the same.
func TestShortMovesTellMovesApart(t *testing.T) {
	t.Parallel()
	require.Equal(t, shortMove(0), shorten(board.NoMove))
	moves, shared := 0, 0
	for _, p := range corpus(t, 1) {
		seen := map[shortMove]bool{}
		for _, m := range movegen.Append(nil, p) {
			s := shorten(m)
			require.NotZero(t, s, "%v in %s", m, p.FEN())
			if seen[s] {
				shared++
			}
			seen[s] = true
			moves++
		}
	}
	require.Greater(t, moves, 5000)
	require.Less(t, shared, moves/100, "%d of %d moves", shared, moves)
}

// TestEngineClear: after Clear the table holds nothing and the histories are empty.
func TestEngineClear(t *testing.T) {
	t.Parallel()
	for threads := 1; threads <= 3; threads++ {
		o := allOn()
		o.Threads = threads
		e := newEngine(t, o)
		searched(t, e, newGame(t, board.Russian, "start"), Limits{Depth: 8})
		require.Positive(t, used(e.table))
		e.Clear()
		require.Zero(t, used(e.table))
		for _, w := range e.workers {
			require.Equal(t, history{}, w.history)
		}
	}
}
