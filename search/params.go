package search

import (
	"bolshak/eval"
	"bolshak/eval/endgame"
)

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

// The techniques' numbers, found by matches; see each technique.
const (
	aspirationDepth  = 4  // plies from which on the window is narrow
	aspirationWindow = 10 // centimen to either side of the last score
	aspirationGrowth = 3  // by which the side that failed widens

	reverseFutilityDepth  = 4  // plies left, at most
	reverseFutilityMargin = 80 // centimen a ply

	futilityDepth  = 3  // plies left, at most
	futilityMargin = 60 // centimen a ply

	singularDepth  = 6 // plies left, at least
	singularMargin = 2 // centimen a ply by which the others must be worse
	singularShort  = 3 // plies by which the table's entry may fall short

	reductionDepth   = 3 // plies left, at least
	reductionMoves   = 3 // moves searched without a reduction
	reductionBase    = 0.7
	reductionDivisor = 1.5
)

// Options sets up an engine. Every technique of the search has a field here, so
// that its worth can be measured in a match.
type Options struct {
	Threads   int // search threads; less than 1 is 1
	TableLog2 int // log2 of the number of table entries
	Contempt  int // centimen that a draw costs the side to move at the root, in play

	// Tables are the endgame tables that are asked; nil is none. TablePieces is
	// the most pieces with which they are, 0 for as many as they hold.
	Tables      *endgame.Tables
	TablePieces int

	// Level is the strength of play for people, 1 to MaxLevel; 0 is all there is.
	// An analysis takes no notice.
	Level int
	// Seed sets off what is random in a level's play: the same seed chooses the
	// same move in the same game. With 0 no two games need be the same.
	Seed uint64

	NoTable       bool // do not look positions up in the table
	NoKillers     bool
	NoHistory     bool
	NoSingleReply bool // do not extend a single legal reply
	NoAspiration  bool // search the root with an open window
	NoReductions  bool // do not reduce late moves

	NoSingular        bool // do not extend a move that is better than all others
	NoProvenWins      bool // a proven win or loss in the table must be deep enough too
	NoPromotions      bool // quiescence does not promote quietly
	NoSteadiness      bool // give every move the same share of the clock
	NoReverseFutility bool
	NoEndgames        bool // do not ask the endgame tables
	NoFutility        bool
}

// MaxContempt bounds the contempt to either side, in centimen.
const MaxContempt = 100

// contempt returns the contempt of a search: an analysis tells the truth.
func (o Options) contempt(l Limits) eval.Score {
	if l.Analyse {
		return 0
	}
	return eval.Score(o.Contempt)
}

// The table's sizes as log2 of the number of entries of 16 bytes.
const (
	MinTableLog2     = 10
	DefaultTableLog2 = 23 // 128 MiB
	MaxTableLog2     = 36
)

// TableBytes returns the memory that a table of 2^log2 entries takes.
func TableBytes(log2 int) uint64 { return entrySize << log2 }
