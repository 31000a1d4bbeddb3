package endgame

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"bolshak/movegen"
)

// VerifyOptions say which tables are verified.
type VerifyOptions struct {
	Dir       string // embedded tables stand in for files that are missing; "" for them alone
	Pieces    int    // classes of 2 to so many pieces
	Threads   int    // 0 for one per processor
	MemoryMiB int    // bound of what is held at a time; 0 for none
	// Progress is told of every step, from the goroutine that called Verify. It
	// may be nil.
	Progress func(Progress)
}

// Verified says what Verify has looked at.
type Verified struct {
	Classes   int
	Positions int64
	Missing   []Class // without a file, and so not looked at
}

// Verify compares the outcome of every position with the best that its moves
// lead to, distances included where they are kept, and the counts in the
// headers and all checksums with what the files hold. It stops at the first
// class with a fault; the error names the table, the position and both outcomes.
func Verify(ctx context.Context, o VerifyOptions) (Verified, error) {
	if o.Pieces < 2 || o.Pieces > MaxPieces {
		return Verified{}, fmt.Errorf("tables of %d pieces: want 2 to %d", o.Pieces, MaxPieces)
	}
	if o.Dir != "" {
		if _, err := os.Stat(o.Dir); err != nil {
			return Verified{}, fmt.Errorf("folder of endgame tables: %w", err)
		}
	}
	v := &verifier{o: o, store: store{dir: o.Dir, threads: o.Threads, limit: int64(o.MemoryMiB) * bytesPerMiB}}
	for n := 2; n <= o.Pieces; n++ {
		v.progress.Total += positions(n)
	}
	for n := 2; n <= o.Pieces; n++ {
		for _, c := range Classes(n) {
			if err := v.class(ctx, c); err != nil {
				return v.done, err
			}
		}
	}
	return v.done, nil
}

// verifier is a verification under way.
type verifier struct {
	o        VerifyOptions
	store    store
	progress Progress
	done     Verified
}

// class verifies one class if it is there.
func (v *verifier) class(ctx context.Context, c Class) (err error) {
	v.report(c, 0)
	f, closeFile, err := v.store.open(c)
	if errors.Is(err, fs.ErrNotExist) {
		v.done.Missing = append(v.done.Missing, c)
		v.report(c, int64(newIndex(c).size))
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeFile()) }()

	m := c.Mirror()
	size := int64(f.index.size)
	if err := v.store.prepare(ctx, c, size+int64(newIndex(m).size)); err != nil {
		return err
	}
	for _, needed := range [2]Class{m, c} {
		if v.store.known[needed.key()] == nil {
			if err := v.store.read(ctx, needed); err != nil {
				return err
			}
		}
	}
	if err := v.compare(ctx, f); err != nil {
		return err
	}
	v.done.Classes++
	v.done.Positions += size
	v.report(c, size)
	return nil
}

// compare looks at all positions of a class.
func (v *verifier) compare(ctx context.Context, f *file) error {
	have := v.store.known[f.index.class.key()]
	counted := header{Flags: f.head.Flags}
	have.summarise(&counted)
	if h := f.head; h.Wins != counted.Wins || h.Draws != counted.Draws || h.Losses != counted.Losses ||
		h.Plies != counted.Plies || h.Longest != counted.Longest {
		return fmt.Errorf("table %s: its header counts %d wins, %d draws, %d losses, the longest win %d plies; it holds %d, %d, %d and %d",
			f.name, h.Wins, h.Draws, h.Losses, h.Plies, counted.Wins, counted.Draws, counted.Losses, counted.Plies)
	}

	var mu sync.Mutex
	var fault error
	err := inChunks(ctx, f.index.size, v.o.Threads, func(lo, hi int) {
		var moves moveList
		pl := f.index.unrank(lo)
		for i := lo; i < hi; i++ {
			p := pl.position()
			best := v.store.known.best(p, moves.of(p))
			if !f.distances() {
				best = best.short()
			}
			// A position with a capture pending was not read from the file but
			// found just so.
			if got := have.outcomes[i]; got != best && !movegen.CanCapture(p) {
				mu.Lock()
				fault = fmt.Errorf("table %s: position %s: the table says %v, its moves %v",
					f.name, p.FEN(), describe(got, f.distances()), describe(best, f.distances()))
				mu.Unlock()
				return
			}
			f.index.next(&pl)
		}
	})
	return errors.Join(err, fault)
}

// describe returns an outcome for a message.
func describe(o outcome, distances bool) string {
	if o == drawn || !distances {
		return o.value().String()
	}
	return fmt.Sprintf("%v in %d plies", o.value(), o.plies())
}

// report tells of so many more positions.
func (v *verifier) report(c Class, positions int64) {
	v.progress.Class = c
	v.progress.Done += positions
	if v.o.Progress != nil {
		v.o.Progress(v.progress)
	}
}
