//go:build race

package search

// underRace is set where the race detector makes everything some ten times
// slower: the tests that are heavy then do less.
const underRace = true
