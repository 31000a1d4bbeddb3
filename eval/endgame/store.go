package endgame

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"bolshak/movegen"
)

// store holds the outcomes of classes while others are generated or verified,
// and reads them from files when they are needed.
type store struct {
	dir       string // of the files; embedded tables stand in for missing ones, and for all without a folder
	distances bool   // whether a file without distances is refused
	threads   int
	limit     int64 // bytes to be held
	known     values
	held      int64
	order     []Class // those held, the oldest first
}

// bytesPerMiB turns sizes into bytes.
const bytesPerMiB = 1 << 20

// open opens the file of a class.
func (s *store) open(c Class) (*file, func() error, error) {
	if s.dir != "" {
		f, closer, err := openChecked(tableName(s.dir, c))
		if err == nil {
			return f, closer.Close, nil
		}
		if c.Pieces() > EmbeddedPieces || !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, err
		}
	}
	small, err := Embedded()
	if err != nil {
		return nil, nil, err
	}
	tb := small.classes[c.key()]
	if tb == nil {
		return nil, nil, fmt.Errorf("class %v: not in the program: %w", c, fs.ErrNotExist)
	}
	return tb.file, func() error { return nil }, nil
}

// keep adds the outcomes of a class.
func (s *store) keep(v *classValues) {
	c := v.index.class
	if s.known[c.key()] == nil {
		s.known[c.key()] = v
		s.held += int64(v.index.size)
		s.order = append(s.order, c)
	}
}

// needed lists the classes that are held while a class and its mirror are
// worked on, each after those it depends on: all with fewer pieces, and those to
// which promotions lead.
func needed(c Class) []Class {
	var list []Class
	for n := 2; n < c.Pieces(); n++ {
		list = append(list, Classes(n)...)
	}
	if c.OwnMen > 0 {
		up := Class{c.OwnMen - 1, c.OwnKings + 1, c.OppMen, c.OppKings}
		list = append(list, up, up.Mirror())
	}
	if c.OppMen > 0 {
		up := Class{c.OwnMen, c.OwnKings, c.OppMen - 1, c.OppKings + 1}
		list = append(list, up, up.Mirror())
	}
	return list
}

// prepare makes room for work on a class that takes so many bytes, and reads
// the classes that it needs.
func (s *store) prepare(ctx context.Context, c Class, work int64) error {
	need := needed(c)
	wanted := make(map[Class]bool)
	total := work
	for _, n := range need {
		if !wanted[n] {
			wanted[n] = true
			total += int64(newIndex(n).size)
		}
	}
	if s.limit > 0 && total > s.limit {
		return fmt.Errorf("class %v: needs %d MiB of memory, and %d are allowed", c, total/bytesPerMiB+1, s.limit/bytesPerMiB)
	}
	missing := work
	for n := range wanted {
		if s.known[n.key()] == nil {
			missing += int64(newIndex(n).size)
		}
	}
	s.drop(missing, wanted)
	for _, n := range need {
		if s.known[n.key()] == nil {
			if err := s.read(ctx, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// drop lets go of classes that are not wanted until so many bytes are free.
func (s *store) drop(bytes int64, wanted map[Class]bool) {
	kept := s.order[:0]
	for _, c := range s.order {
		if s.limit > 0 && s.held+bytes > s.limit && !wanted[c] {
			s.held -= int64(s.known[c.key()].index.size)
			s.known[c.key()] = nil
			continue
		}
		kept = append(kept, c)
	}
	s.order = kept
}

// read reads a class from its file.
func (s *store) read(ctx context.Context, c Class) error {
	f, closeFile, err := s.open(c)
	if err != nil {
		return err
	}
	var v *classValues
	if s.distances && !f.distances() {
		err = fmt.Errorf("table %s: holds no distances: another build, without them, has written it", f.name)
	} else {
		v, err = s.load(ctx, f)
	}
	if err = errors.Join(err, closeFile()); err != nil {
		return err
	}
	s.keep(v)
	return nil
}

// load unpacks a file and finds the outcomes of positions with a capture
// pending, which files do not keep. The classes to which captures lead must be
// held.
func (s *store) load(ctx context.Context, f *file) (*classValues, error) {
	outcomes, err := f.unpack()
	if err != nil {
		return nil, err
	}
	v := &classValues{index: f.index, outcomes: outcomes}
	err = inChunks(ctx, f.index.size, s.threads, func(lo, hi int) {
		var moves moveList
		pl := f.index.unrank(lo)
		for i := lo; i < hi; i++ {
			if p := pl.position(); movegen.CanCapture(p) {
				o := s.known.best(p, moves.of(p))
				if !f.distances() {
					o = o.short()
				}
				v.outcomes[i] = o
			}
			f.index.next(&pl)
		}
	})
	return v, err
}
