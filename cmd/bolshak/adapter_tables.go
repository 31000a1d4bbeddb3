package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"bolshak/eval/endgame"
)

// tables are the endgame tables of the Hub engine.
type tables struct {
	path   string // folders of larger tables, as in $PATH
	pieces int    // up to so many are used; 0: none
	cache  int    // memory for their blocks, MiB; 0: the default
	opened *endgame.Tables

	mu     sync.Mutex // a table may fail in the middle of a search
	faults []error
}

// open opens the tables, and closes those opened before. It returns them with
// the number of pieces up to which they are used; nil where they are not.
func (t *tables) open() (*endgame.Tables, int) {
	t.warn(t.close())
	if t.pieces == 0 {
		return nil, 0
	}
	t.opened = openTables(t.path, endgame.Options{MaxPieces: t.pieces, CacheMiB: t.cache, Fault: t.warn})
	return t.opened, t.pieces
}

func (t *tables) close() error {
	opened := t.opened
	t.opened = nil
	return opened.Close()
}

// warn remembers a fault until it is asked for.
func (t *tables) warn(err error) {
	if err == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.faults = append(t.faults, err)
}

// checkFolders reports the first of the folders of a path that is none.
func checkFolders(path string) error {
	for _, dir := range filepath.SplitList(path) {
		switch info, err := os.Stat(dir); {
		case err != nil:
			return err
		case !info.IsDir():
			return fmt.Errorf("%s is no folder", dir)
		}
	}
	return nil
}

// setTables uses the tables of other folders, or with other numbers of pieces.
func (a *adapter) setTables(path string, pieces int) error {
	if path != a.tables.path {
		if err := checkFolders(path); err != nil {
			return fmt.Errorf("parameter bb-path: %w: want folders of endgame tables", err)
		}
	}
	changed := path != a.tables.path || pieces != a.tables.pieces
	a.tables.path, a.tables.pieces = path, pieces
	if a.engine == nil || !changed {
		return nil
	}
	o := a.options
	o.Tables, o.TablePieces = a.tables.open()
	a.options = o
	return a.engine.Configure(o)
}

// Warnings implements hub.Warner.
func (a *adapter) Warnings() []error {
	a.tables.mu.Lock()
	defer a.tables.mu.Unlock()
	faults := a.tables.faults
	a.tables.faults = nil
	return faults
}

// Close closes the tables. No search may run any more.
func (a *adapter) Close() error {
	return a.tables.close()
}
