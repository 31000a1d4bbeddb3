//go:build !linux

package search

// adviseHugePages does nothing where the system decides by itself.
func adviseHugePages([]entry) {}
