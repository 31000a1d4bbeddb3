package search

// Sizes and limits of the search.
const (
	// MaxDepth is the deepest iteration, in plies.
	MaxDepth = 120
	// maxPly bounds the length of a line, extensions and quiescence included.
	maxPly = 192

	// clockNodes is the number of nodes between two looks at the clock.
	clockNodes = 1024

	// nearDraw is the distance of a draw by a counter, in plies, from which on
	// table entries are kept apart by that distance.
	nearDraw = 16
)

// Options sets up an engine. Every technique of the search has a field here, so
// that its worth can be measured in a match.
type Options struct {
	Threads   int // search threads; less than 1 is 1
	TableLog2 int // log2 of the number of table entries

	NoTable       bool // do not look positions up in the table
	NoKillers     bool
	NoHistory     bool
	NoSingleReply bool // do not extend a single legal reply
}

// The table's sizes as log2 of the number of entries of 16 bytes.
const (
	MinTableLog2     = 10
	DefaultTableLog2 = 23 // 128 MiB
	MaxTableLog2     = 36
)

// TableBytes returns the memory that a table of 2^log2 entries takes.
func TableBytes(log2 int) uint64 { return entrySize << log2 }
