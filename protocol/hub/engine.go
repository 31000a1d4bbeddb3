package hub

import (
	"context"
	"time"

	"bolshak/board"
)

// Engine is what Serve needs of an engine. All methods but Search are called
// between searches and from one goroutine; Search is called from another one,
// a single search at a time.
type Engine interface {
	// Params returns the parameters that work, with their present values, in
	// the order in which they are to be declared. The server declares variant,
	// ponder and numbering itself.
	Params() []Param

	// SetParam changes one of Params. The value has been checked against type
	// and range and is in its usual spelling. After an error the old value
	// stands.
	SetParam(name, value string) error

	// Init makes the engine ready to search. It is called once, at the command
	// init or before the first search; parameters may change before and after.
	// After an error it is called again the next time.
	Init() error

	// NewGame forgets what was learnt in earlier searches.
	NewGame()

	// Search looks for the best move in a position that has one. It keeps to
	// the limits and returns, within milliseconds after ctx is done, the best
	// move found so far: always a legal one, however early that is. It calls
	// report from the calling goroutine or others, one call at a time, not
	// after it has returned; report does not block.
	Search(ctx context.Context, request Request, report func(Info)) (Best, error)
}

// Warner is what an Engine may be besides: one that tells what went wrong without
// being in the way, such as endgame tables that cannot be read.
type Warner interface {
	// Warnings returns what happened since the last call. It is called after every
	// search, and the client is told by error messages before the done.
	Warnings() []error
}

// Mode is what a search is for.
type Mode uint8

// The modes.
const (
	Think   Mode = iota // find a move to play, within the limits
	Ponder              // the same on the opponent's time: the clock starts at PonderHit
	Analyze             // say what is known of the position until told to stop
)

// Request is one search.
type Request struct {
	// Game is the position to search with the moves that led to it. It is the
	// engine's own copy.
	Game *board.Game
	Mode Mode
	// Limits holds no clock (MoveTime, Time, Inc, Moves) when the mode is
	// Analyze or the level is infinite.
	Limits Limits
	// Received is when the go command was read. The clock runs from then on
	// unless the mode is Ponder.
	Received time.Time
	// PonderHit is closed when the opponent has played the expected move: the
	// clock of a Ponder search runs from then on. A channel rather than a
	// method, because the command may come before Search has begun.
	PonderHit <-chan struct{}
}

// Best is the result of a search.
type Best struct {
	Move   board.Move
	Ponder board.Move // the expected answer, or board.NoMove
}
