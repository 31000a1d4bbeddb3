package main

import (
	"fmt"
	"io"

	"bolshak/eval/endgame"
)

// openTables opens the endgame tables in the program, and larger ones in the
// folders that are named, separated as in $PATH, and in the usual ones. o.Fault is
// told what is wrong with some of them, at once or while they are in use; the
// others can be used. Close them.
func openTables(folders string, o endgame.Options) *endgame.Tables {
	o.Dirs = endgame.SearchPath(folders)
	tables, faults := endgame.Open(o)
	for _, fault := range faults {
		o.Fault(fault)
	}
	return tables
}

// tellFault returns a function that writes a warning about a table.
func tellFault(w io.Writer) func(error) {
	return func(fault error) { fmt.Fprintf(w, "bolshak: warning: %v\n", fault) }
}
