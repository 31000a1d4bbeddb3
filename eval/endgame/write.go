package endgame

import (
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"

	"bolshak/movegen"
)

// writeTable writes the table of a class into a folder. The file appears under
// its name when it is complete.
func writeTable(ctx context.Context, dir string, v *classValues, distances bool, threads int) error {
	p, err := pack(ctx, v, distances, threads)
	if err != nil {
		return err
	}
	name := tableName(dir, v.index.class)
	// A name of its own, for another build may be writing the same table.
	f, err := os.CreateTemp(dir, filepath.Base(name)+".*.part")
	if err != nil {
		return err
	}
	err = f.Chmod(0o644)
	for _, bytes := range append([][]byte{p.front}, p.blocks...) {
		if err == nil {
			_, err = f.Write(bytes)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("table %s: %w", name, err)
	}
	return nil
}

// tableName returns the name of the file of a class in a folder.
func tableName(dir string, c Class) string { return filepath.Join(dir, c.String()+Extension) }

// packed is a table as it goes into a file.
type packed struct {
	front  []byte
	blocks [][]byte
}

// pack compresses the outcomes of a class.
func pack(ctx context.Context, v *classValues, distances bool, threads int) (packed, error) {
	h := header{
		Magic: fileMagic, Version: fileVersion, BlockSize: blockSize,
		Material:  [4]uint8{uint8(v.index.class.OwnMen), uint8(v.index.class.OwnKings), uint8(v.index.class.OppMen), uint8(v.index.class.OppKings)},
		Positions: uint64(v.index.size),
	}
	if distances {
		h.Flags |= keepsDistances
	}
	v.summarise(&h)

	smooth, counts, err := v.smooth(ctx, threads)
	if err != nil {
		return packed{}, err
	}
	c := newCode(counts)
	e, err := newEncoder(c)
	if err != nil {
		return packed{}, err
	}
	p := packed{blocks: make([][]byte, blockCount(v.index.size))}
	err = inChunks(ctx, v.index.size, threads, func(lo, hi int) {
		for ; lo < hi; lo += blockSize {
			p.blocks[lo/blockSize] = e.append(nil, smooth[lo:min(lo+blockSize, hi)])
		}
	})
	if err != nil {
		return packed{}, err
	}
	entries, end := make([]blockEntry, len(p.blocks)), uint32(0)
	for i, b := range p.blocks {
		end += uint32(len(b))
		entries[i] = blockEntry{End: end, Sum: crc32.Checksum(b, castagnoli)}
	}
	h.CodeBytes, h.DataBytes = uint32(2*len(c.tokens)), uint64(end)
	p.front, err = front(h, c, entries)
	return p, err
}

// summarise counts the values and finds the longest win.
func (v *classValues) summarise(h *header) {
	var counts [256]uint64
	for _, o := range v.outcomes {
		counts[o]++
	}
	top := drawn
	for o, n := range counts {
		switch outcome(o).value() {
		case Win:
			h.Wins += n
			if n > 0 {
				top = outcome(o)
			}
		case Draw:
			h.Draws += n
		default:
			h.Losses += n
		}
	}
	if h.Flags&keepsDistances == 0 || top == drawn {
		return
	}
	h.Plies = uint32(top.plies())
	for i, o := range v.outcomes {
		if o == top {
			h.Longest = uint64(i)
			return
		}
	}
}

// smooth returns the outcomes as they are stored, and how often each token
// occurs in them. The probe looks at the captures of a position with one
// pending, so that its own outcome is free: it goes on with the one before it.
func (v *classValues) smooth(ctx context.Context, threads int) ([]outcome, *[tokens]int, error) {
	stored := make([]outcome, v.index.size)
	var total [tokens]int
	var mu sync.Mutex
	err := inChunks(ctx, v.index.size, threads, func(lo, hi int) {
		var counts [tokens]int
		for ; lo < hi; lo += blockSize {
			block := stored[lo:min(lo+blockSize, hi)]
			copy(block, v.outcomes[lo:])
			v.smoothBlock(block, lo)
			eachRun(block, func(o outcome, n int) { counts[tokenOf(o, n)]++ })
		}
		mu.Lock()
		defer mu.Unlock()
		for t, n := range counts {
			total[t] += n
		}
	})
	return stored, &total, err
}

// smoothBlock sets the outcomes of positions with a capture pending in a block
// that begins with position lo.
func (v *classValues) smoothBlock(block []outcome, lo int) {
	pl := v.index.unrank(lo)
	last, first := drawn, -1 // the first that is not free
	for i := range block {
		if movegen.CanCapture(pl.position()) {
			block[i] = last
		} else {
			last = block[i]
			if first < 0 {
				first = i
			}
		}
		v.index.next(&pl)
	}
	if first > 0 {
		fill(block[:first], block[first])
	}
}
