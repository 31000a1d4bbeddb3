package search

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a large page, in bytes.
const hugePage = 2 << 20

// adviseHugePages asks for large pages under the entries. A probe of a table of
// small ones waits for the page's place as long as for the entry itself. What
// cannot be had is done without.
func adviseHugePages(entries []entry) {
	first := uintptr(unsafe.Pointer(unsafe.SliceData(entries)))
	begin := (hugePage - first%hugePage) % hugePage
	size := uintptr(len(entries)) * entrySize
	end := size - (first+size)%hugePage
	if begin >= end || end > size {
		return
	}
	whole := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(entries))), size)
	_ = unix.Madvise(whole[begin:end], unix.MADV_HUGEPAGE) // advice may be refused
}
