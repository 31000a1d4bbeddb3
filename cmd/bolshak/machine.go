package main

import (
	"math"
	"os"
	"sync"

	"github.com/shirou/gopsutil/v4/mem"
	"golang.org/x/term"
)

// physicalMemory returns the bytes of memory this machine has; a bound that is
// never reached where it does not tell.
var physicalMemory = sync.OnceValue(func() uint64 {
	m, err := mem.VirtualMemory()
	if err != nil || m.Total == 0 {
		return math.MaxInt64
	}
	return m.Total
})

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
