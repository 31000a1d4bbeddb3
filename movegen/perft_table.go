package movegen

import (
	"math/bits"
	"sync/atomic"

	"bolshak/board"
)

// perftTable remembers the leaves counted below positions. Threads share it
// without locks: an entry's check word is the key combined with the count, so
// that one half of an entry never passes for another's (Hyatt and Mann, "A
// lockless transposition table", 2002). A nil table remembers nothing.
type perftTable []perftEntry

type perftEntry struct {
	check, leaves atomic.Uint64
}

const perftEntrySize = 16 // bytes

func newPerftTable(mib int) perftTable {
	if mib <= 0 {
		return nil
	}
	return make(perftTable, mib<<20/perftEntrySize)
}

// depthKey tells counts of different depth apart.
func depthKey(key board.Key, depth int) uint64 {
	return uint64(key) ^ uint64(depth)*0xD6E8_FEB8_6659_FD93
}

// at returns the entry where a position's count is kept.
func (t perftTable) at(key uint64) *perftEntry {
	i, _ := bits.Mul64(key, uint64(len(t)))
	return &t[i]
}

func (t perftTable) get(key board.Key, depth int) (leaves uint64, ok bool) {
	if t == nil {
		return 0, false
	}
	k := depthKey(key, depth)
	e := t.at(k)
	leaves = e.leaves.Load()
	// An empty entry has leaves 0, which is also a count; its check word 0
	// passes for a key of 0 only.
	return leaves, e.check.Load()^leaves == k
}

func (t perftTable) put(key board.Key, depth int, leaves uint64) {
	if t == nil {
		return
	}
	k := depthKey(key, depth)
	e := t.at(k)
	e.check.Store(k ^ leaves)
	e.leaves.Store(leaves)
}
