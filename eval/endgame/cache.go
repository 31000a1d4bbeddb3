package endgame

import (
	"strconv"
	"sync/atomic"

	"github.com/dgraph-io/ristretto/v2"
	"golang.org/x/sync/singleflight"
)

// block holds the outcomes of a block.
type block struct {
	outcomes [blockSize]outcome
	slot     *slot
}

// slot is where a block is found while it is in memory, nil while it is not.
type slot = atomic.Pointer[block]

// cache decides which blocks are in memory, and sees to it that several who ask
// for the same one at a time wait for one reading. A block that is in memory is
// found in its table's slot, without a trip through the cache, which takes four
// times as long and allocates now and then; one look in touchEvery tells the
// cache which blocks are in use.
type cache struct {
	blocks *ristretto.Cache[uint64, *block]
	loads  singleflight.Group
}

// touchEvery is the number of positions of which one, when it is looked up,
// counts for its block's stay in memory.
const touchEvery = 32

// newCache returns a cache of so many MiB, or of the usual size for 0.
func newCache(mib int) (*cache, error) {
	if mib <= 0 {
		mib = DefaultCacheMiB
	}
	capacity := int64(mib) * bytesPerMiB / blockSize
	blocks, err := ristretto.NewCache(&ristretto.Config[uint64, *block]{
		NumCounters:        10 * capacity,
		MaxCost:            capacity,
		BufferItems:        64,
		IgnoreInternalCost: true,
		OnExit:             func(b *block) { b.slot.CompareAndSwap(b, nil) },
	})
	if err != nil {
		return nil, err
	}
	return &cache{blocks: blocks}, nil
}

// key is that of a block in the cache.
func (t *table) key(b int) uint64 { return uint64(t.index.class.key())<<40 | uint64(b) }

// lookUp returns the outcome of position i of a table.
func (c *cache) lookUp(t *table, i int) (outcome, error) {
	have := t.slots[i/blockSize].Load()
	if have == nil {
		var err error
		if have, err = c.load(t, i/blockSize); err != nil {
			return 0, err
		}
	} else if i%touchEvery == 0 {
		c.blocks.Get(t.key(i / blockSize))
	}
	return have.outcomes[i%blockSize], nil
}

// load reads block b of a table.
func (c *cache) load(t *table, b int) (*block, error) {
	key := t.key(b)
	loaded, err, _ := c.loads.Do(strconv.FormatUint(key, 36), func() (any, error) {
		if have := t.slots[b].Load(); have != nil {
			return have, nil
		}
		fresh := &block{slot: &t.slots[b]}
		var buffer [blockSize]byte
		if err := t.file.readBlock(fresh.outcomes[:], b, buffer[:]); err != nil {
			return nil, err
		}
		// Into the slot before the cache has it: the cache clears the slot
		// when it lets the block go, which may be at once.
		fresh.slot.Store(fresh)
		if !c.blocks.Set(key, fresh, 1) {
			fresh.slot.CompareAndSwap(fresh, nil)
		}
		return fresh, nil
	})
	if err != nil {
		return nil, err
	}
	return loaded.(*block), nil
}

func (c *cache) close() { c.blocks.Close() }
