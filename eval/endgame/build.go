package endgame

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
)

// BuildOptions say which tables are built.
type BuildOptions struct {
	Dir       string // is made where it does not exist
	Pieces    int    // classes of 2 to so many pieces, at most MaxPieces
	Distances bool   // also of classes with more than EmbeddedPieces pieces, which have values alone otherwise
	Threads   int    // 0 for one per processor
	MemoryMiB int    // bound of what is held at a time; 0 for none
	// Progress is told now and then how far the build is, one call at a time but
	// from several goroutines. It may be nil.
	Progress func(Progress)
}

// Progress says how far a long task has come.
type Progress struct {
	Class       Class // that is worked on
	Done, Total int64 // positions
}

// Build generates tables class after class and writes each to its file as soon
// as it is found. Classes whose files are there and sound are kept, so that a
// build that was stopped goes on where it was. One that was killed while it wrote
// may leave a file whose name ends in .part, which nothing reads.
func Build(ctx context.Context, o BuildOptions) error {
	if o.Pieces < 2 || o.Pieces > MaxPieces {
		return fmt.Errorf("tables of %d pieces: want 2 to %d", o.Pieces, MaxPieces)
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return err
	}
	b := &builder{o: o, store: store{
		dir: o.Dir, distances: o.Distances, threads: o.Threads, limit: int64(o.MemoryMiB) * bytesPerMiB,
	}}
	for n := 2; n <= o.Pieces; n++ {
		b.progress.Total += positions(n)
	}
	for n := 2; n <= o.Pieces; n++ {
		for _, c := range Classes(n) {
			if c != c.pair() {
				continue
			}
			if err := b.class(ctx, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// positions returns the number of positions with n pieces and one side to move.
func positions(n int) (total int64) {
	for _, c := range Classes(n) {
		total += int64(newIndex(c).size)
	}
	return total
}

// builder is a build under way.
type builder struct {
	o        BuildOptions
	store    store
	mu       sync.Mutex
	progress Progress
	before   int64 // positions done before the class that is worked on
}

// class builds the tables of a class and of its mirror.
func (b *builder) class(ctx context.Context, c Class) error {
	m := c.Mirror()
	b.report(c, 0)
	b.before = b.progress.Done
	size := int64(newIndex(c).size)
	all := size
	if m != c {
		all += int64(newIndex(m).size)
	}
	if b.have(c) && b.have(m) {
		b.report(c, all)
		return nil
	}

	// Two bytes a position while it is generated, one for what comes out, and
	// one for what is written.
	if err := b.store.prepare(ctx, c, 3*all+size); err != nil {
		return err
	}
	distances := b.distances(c)
	g := newGenerator(c, &b.store.known, distances, b.o.Threads)
	// To look at the positions takes about half of the time.
	g.looked = func(positions int) { b.report(c, int64(positions/2)) }
	found, err := g.run(ctx)
	if err != nil {
		return err
	}
	for i, v := range found {
		if i == 1 && m == c {
			break
		}
		if err := writeTable(ctx, b.o.Dir, v, distances, b.o.Threads); err != nil {
			return err
		}
		b.store.keep(v)
	}
	// What generation held is large: it must not wait until the heap has
	// doubled.
	runtime.GC()
	b.report(c, b.before+all-b.progress.Done)
	return nil
}

// distances reports whether the table of a class is to hold distances.
func (b *builder) distances(c Class) bool {
	return b.o.Distances || c.Pieces() <= EmbeddedPieces
}

// have reports whether the file of a class is there, sound, and of the kind
// that is asked for.
func (b *builder) have(c Class) bool {
	f, closer, err := openChecked(tableName(b.o.Dir, c))
	if err != nil {
		return false
	}
	return errors.Join(closer.Close()) == nil && (f.distances() || !b.distances(c))
}

// report tells of so many more positions.
func (b *builder) report(c Class, positions int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.progress.Class = c
	b.progress.Done += positions
	if b.o.Progress != nil {
		b.o.Progress(b.progress)
	}
}
