package endgame

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// EmbeddedPieces is the number of pieces up to which the program carries tables.
const EmbeddedPieces = 4

// The embedded tables hold distances. They are made by this program.
//
//go:generate go run bolshak/cmd/bolshak egdb build --pieces 4 --dir tables
//go:embed tables/*.egdb
var embedded embed.FS

// Tables are endgame tables that can be asked for values. They may be used from
// several goroutines. A nil *Tables knows nothing.
type Tables struct {
	classes [classKeys]*table
	pieces  int // with all classes up to so many
	largest int // with any class of so many
	cache   *cache
	closers []io.Closer
}

// table is the table of one class.
type table struct {
	file     *file
	index    *index
	slots    []slot                    // of the blocks of a class that is not kept unpacked
	unpacked atomic.Pointer[[]outcome] // of a small class, when it has been asked for
	unpack   sync.Once
	off      atomic.Bool // it could not be read
	fault    func(error)
}

// unpackedSize is the number of positions up to which a class is kept unpacked.
const unpackedSize = 1 << 20

// Embedded returns the tables in the program: all classes of up to
// EmbeddedPieces pieces, with distances. They are opened at the first call and
// shared; a class is unpacked when it is first asked for. They need not be
// closed. An error means that the program was built from damaged files.
func Embedded() (*Tables, error) { return openEmbedded() }

var openEmbedded = sync.OnceValues(func() (*Tables, error) {
	t := new(Tables)
	entries, err := embedded.ReadDir("tables")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		data, err := embedded.ReadFile("tables/" + entry.Name())
		if err != nil {
			return nil, err
		}
		f, err := openFile("embedded/"+entry.Name(), bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, err
		}
		t.add(f, nil)
	}
	t.count()
	if t.pieces != EmbeddedPieces {
		return nil, fmt.Errorf("embedded endgame tables: complete up to %d pieces, want %d", t.pieces, EmbeddedPieces)
	}
	return t, nil
})

// add adds the table of a file.
func (t *Tables) add(f *file, fault func(error)) {
	tb := &table{file: f, index: f.index, fault: fault}
	if f.index.size > unpackedSize {
		tb.slots = make([]slot, len(f.blocks))
	}
	t.classes[f.index.class.key()] = tb
}

// count finds up to how many pieces there are tables.
func (t *Tables) count() {
	complete := true
	t.pieces = 1
	for n := 2; n <= MaxPieces; n++ {
		have := 0
		for _, c := range Classes(n) {
			if t.classes[c.key()] != nil {
				have++
			}
		}
		if have > 0 {
			t.largest = n
		}
		complete = complete && have == len(Classes(n))
		if complete {
			t.pieces = n
		}
	}
}

// Pieces returns the number of pieces up to which every class is there.
func (t *Tables) Pieces() int {
	if t == nil {
		return 0
	}
	return t.pieces
}

// Largest returns the largest number of pieces of which a class is there.
func (t *Tables) Largest() int {
	if t == nil {
		return 0
	}
	return t.largest
}

// Close frees what the tables hold. They must not be used any more.
func (t *Tables) Close() error {
	if t == nil {
		return nil
	}
	if t.cache != nil {
		t.cache.close()
		t.cache = nil
	}
	var errs []error
	for _, c := range t.closers {
		errs = append(errs, c.Close())
	}
	t.closers = nil
	return errors.Join(errs...)
}
