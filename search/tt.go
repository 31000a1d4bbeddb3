package search

import (
	"sync"
	"sync/atomic"

	"bolshak/board"
	"bolshak/eval"
)

// table is the transposition table, shared by all threads without locks: the
// first word of an entry is the key combined with the second, so a half-written
// entry fails the comparison (Hyatt and Mann, "A lockless transposition table
// implementation for parallel search", 2002). Both words are atomic, so there is
// no data race either.
type table struct {
	entries    []entry // a power of two of them, in buckets
	mask       uint64  // selects the first entry of a bucket
	generation uint8   // of the present search, 6 bits
}

type entry struct {
	check, data atomic.Uint64
}

const (
	entrySize  = 16 // bytes
	bucketSize = 4  // entries, one cache line
)

// bound tells on which side of an entry's score the true one lies.
type bound uint8

const (
	noBound bound = iota
	upper         // the true score is the entry's or less
	lower         // the entry's or more
	exact         // both
)

// hit is what the table knows about a position.
type hit struct {
	score eval.Score // win distances counted from this position
	move  shortMove
	depth int
	bound bound
}

// An entry's data word: score 0..15, move 16..31, depth 32..39, bound 40..41,
// generation 42..47.
const (
	dataMove       = 16
	dataDepth      = 32
	dataBound      = 40
	dataGeneration = 42
	generations    = 1 << 6
)

// newTable returns an empty table of 2^log2 entries.
func newTable(log2 int) *table {
	n := 1 << max(log2, 2)
	t := &table{entries: make([]entry, n), mask: uint64(n-1) &^ (bucketSize - 1)}
	adviseHugePages(t.entries)
	return t
}

// expect says that a key will be looked up soon.
func (t *table) expect(key board.Key) { prefetch(&t.entries[uint64(key)>>20&t.mask]) }

// bucket returns the entries in which a key may stand. The key's lowest bit is
// the side to move, so the index is taken from its upper half.
func (t *table) bucket(key board.Key) []entry {
	i := uint64(key) >> 20 & t.mask
	return t.entries[i : i+bucketSize : i+bucketSize]
}

// probe looks a position up; ok is false where the table knows nothing. ply is
// the distance from the root, to which win distances are adjusted.
func (t *table) probe(key board.Key, ply int) (h hit, ok bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data != uint64(key) || data == 0 {
			continue
		}
		return hit{
			score: fromTable(eval.Score(int16(data)), ply),
			move:  shortMove(data >> dataMove),
			depth: int(uint8(data >> dataDepth)),
			bound: bound(data >> dataBound & 3),
		}, true
	}
	return hit{}, false
}

// store keeps what a search found. It takes the place of the same position or
// else of the entry of its bucket that is worth least: shallow, or of an older
// search. A position known already keeps its move where there is no new one.
func (t *table) store(key board.Key, ply int, h hit) {
	b := t.bucket(key)
	place, least := 0, int(^uint(0)>>1)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == uint64(key) {
			if h.move == 0 {
				h.move = shortMove(data >> dataMove)
			}
			place = i
			break
		}
		age := int(t.generation-uint8(data>>dataGeneration)) & (generations - 1)
		if worth := int(uint8(data>>dataDepth)) - 8*age; data == 0 || worth < least {
			place, least = i, worth
			if data == 0 {
				least = -1 << 30
			}
		}
	}
	data := uint64(uint16(toTable(h.score, ply))) | uint64(h.move)<<dataMove |
		uint64(uint8(h.depth))<<dataDepth | uint64(h.bound)<<dataBound |
		uint64(t.generation&(generations-1))<<dataGeneration
	b[place].check.Store(uint64(key) ^ data)
	b[place].data.Store(data)
}

// age begins a new search: entries of earlier ones are replaced first.
func (t *table) age() { t.generation = (t.generation + 1) & (generations - 1) }

// clear empties the table, the threads sharing the work. No search may run.
func (t *table) clear(threads int) {
	t.generation = 0
	n := len(t.entries)
	var wg sync.WaitGroup
	for i := range threads {
		wg.Go(func() { clear(t.entries[i*n/threads : (i+1)*n/threads]) })
	}
	wg.Wait()
}

// perMille returns how much of the table holds entries of the present search,
// in 1/1000, from a sample.
func (t *table) perMille() int {
	sample, used := min(1000, len(t.entries)), 0
	for i := range sample {
		data := t.entries[i].data.Load()
		if data != 0 && uint8(data>>dataGeneration)&(generations-1) == t.generation {
			used++
		}
	}
	return used * 1000 / sample
}

// toTable turns a win distance from the root into one from the position.
func toTable(s eval.Score, ply int) eval.Score {
	switch {
	case s.IsWin():
		return s + eval.Score(ply)
	case s.IsLoss():
		return s - eval.Score(ply)
	}
	return s
}

// fromTable turns a win distance from the position into one from the root.
func fromTable(s eval.Score, ply int) eval.Score {
	switch {
	case s.IsWin():
		return s - eval.Score(ply)
	case s.IsLoss():
		return s + eval.Score(ply)
	}
	return s
}

// shortMove is a move as the table keeps it: start, end and four bits that mix
// the captured set. Two moves may share one, so it only ranks moves that have
// been generated; it is never played. Zero is no move.
type shortMove uint16

func shorten(m board.Move) shortMove {
	if m == board.NoMove {
		return 0
	}
	mix := uint64(m.Captured()) * 0x9E37_79B9_7F4A_7C15 >> 60
	return shortMove(uint64(m.From())<<10 | uint64(m.To())<<4 | mix)
}
