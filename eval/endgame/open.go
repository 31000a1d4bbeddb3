package endgame

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Options say which tables are opened.
type Options struct {
	Dirs      []string // folders with tables; where a class is in several, the first counts
	MaxPieces int      // classes with more pieces are left out, embedded ones too; 0 for none
	CacheMiB  int      // memory for unpacked blocks, MiB; 0 for DefaultCacheMiB
	// Fault is told once for each table that cannot be read any more while the
	// tables are in use; its class is then off. It may be nil.
	Fault func(error)
}

// DefaultCacheMiB is the memory for unpacked blocks where none is asked for.
const DefaultCacheMiB = 64

// SearchPath returns the folders in which tables are looked for: those that are
// named, separated as in $PATH, those in $BOLSHAK_EGDB, and bolshak/egdb in the
// user's cache folder, if that exists.
func SearchPath(named string) []string {
	dirs := filepath.SplitList(named)
	dirs = append(dirs, filepath.SplitList(os.Getenv("BOLSHAK_EGDB"))...)
	if dir, err := UserDir(); err == nil {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// UserDir returns the folder of tables in the user's cache folder, whether or
// not it exists.
func UserDir() (string, error) {
	parent, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(parent, "bolshak", "egdb"), nil
}

// Open returns the embedded tables together with larger ones from folders. The
// files are read once to compare checksums. An error names a folder or a table
// and what is wrong with it, or the classes that are missing: what is left can
// be used. Close the tables after use.
func Open(o Options) (*Tables, []error) {
	small, err := Embedded()
	if err != nil {
		return new(Tables), []error{err}
	}
	t := &Tables{classes: small.classes}
	if o.MaxPieces == 0 {
		o.MaxPieces = MaxPieces
	}
	faulty := make(map[Class]bool)
	var faults []error
	for i, dir := range o.Dirs {
		if !slices.Contains(o.Dirs[:i], dir) {
			faults = append(faults, t.addDir(dir, o, faulty)...)
		}
	}
	for n := o.MaxPieces + 1; n <= EmbeddedPieces; n++ {
		for _, c := range Classes(n) {
			t.classes[c.key()] = nil
		}
	}
	t.count()
	faults = append(faults, t.missing(faulty)...)
	if t.largest > EmbeddedPieces {
		if t.cache, err = newCache(o.CacheMiB); err != nil {
			return small, append(faults, err, t.Close())
		}
	}
	return t, faults
}

// addDir adds the tables of a folder that are not there yet.
func (t *Tables) addDir(dir string, o Options, faulty map[Class]bool) (faults []error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return []error{fmt.Errorf("folder of endgame tables: %w", err)}
	}
	for _, entry := range entries {
		base, isTable := strings.CutSuffix(entry.Name(), Extension)
		if !isTable {
			continue
		}
		name := filepath.Join(dir, entry.Name())
		class, err := ParseClass(base)
		if err != nil {
			faults = append(faults, fmt.Errorf("table %s: %w", name, err))
			continue
		}
		if class.Pieces() > o.MaxPieces || class.Pieces() <= EmbeddedPieces || t.classes[class.key()] != nil {
			continue
		}
		f, closer, err := openChecked(name)
		if err != nil {
			faults = append(faults, err)
			faulty[class] = true
			continue
		}
		t.closers = append(t.closers, closer)
		t.add(f, o.Fault)
	}
	return faults
}

// openChecked opens a table's file and compares all checksums.
func openChecked(name string) (*file, io.Closer, error) {
	opened, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	f, err := openStat(name, opened)
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return nil, nil, errors.Join(err, opened.Close())
	}
	return f, opened, nil
}

func openStat(name string, opened *os.File) (*file, error) {
	info, err := opened.Stat()
	if err != nil {
		return nil, err
	}
	return openFile(name, opened, info.Size())
}

// missing returns an error for each number of pieces of which only some classes
// are there.
func (t *Tables) missing(faulty map[Class]bool) (faults []error) {
	for n := EmbeddedPieces + 1; n <= MaxPieces; n++ {
		var names []string
		for _, c := range Classes(n) {
			if t.classes[c.key()] == nil && !faulty[c] {
				names = append(names, c.String())
			}
		}
		if len(names) == 0 || len(names) == len(Classes(n)) {
			continue
		}
		all := len(names)
		if all > 5 {
			names = append(names[:5], "...")
		}
		faults = append(faults, fmt.Errorf("endgame tables of %d pieces: %d of %d classes are missing (%s)",
			n, all, len(Classes(n)), strings.Join(names, ", ")))
	}
	return faults
}
