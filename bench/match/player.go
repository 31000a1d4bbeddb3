package match

import (
	"context"
	"fmt"
	"time"

	"bolshak/board"
	"bolshak/protocol/hub"
)

// Player is an engine that plays games, one at a time. The methods must be called
// from one goroutine at a time. Where the engine is to blame the error is a
// *Forfeit; a context that was cancelled gives the context's error, and what is
// left to do with the player then is Close.
type Player interface {
	// Start makes the engine ready to play. On a player that has been started
	// it puts a fresh engine in the old one's place, as is needed after a
	// Forfeit with Restart set. Its Forfeit has the reason Init.
	Start(ctx context.Context) error

	// NewGame readies engine and clock for a game. What is random in the game, the
	// jitter of the nodes, follows from the seed.
	NewGame(ctx context.Context, seed Seed) error

	// Move asks for a move in the game's present position, which has one. The
	// time it takes is booked on the player's clock. Beside a Forfeit the reply
	// holds what is known of the search.
	Move(ctx context.Context, g *board.Game) (Reply, error)

	// Close ends the engine and everything it has started, and waits for it.
	Close()
}

// Seed sets off a game's random numbers.
type Seed [2]uint64

// Reply is an engine's answer to a position.
type Reply struct {
	Move    board.Move
	Elapsed time.Duration // on the manager's clock, from go to done
	Left    time.Duration // on the engine's clock after the move; 0 without one

	// What the engine said of the position, for its own side; zero where it
	// did not say.
	Depth    int // plies
	Nodes    uint64
	Score    hub.Score
	HasScore bool
}

// Forfeit is the error by which an engine loses the game.
type Forfeit struct {
	Reason  string // TimeLoss, IllegalMove, Crash, Hang, Disconnect, Garbage, ErrorMessage or Init
	Detail  string // what happened, for people
	Restart bool   // the engine cannot go on; Start brings up a fresh one
	Err     error  // the cause, if there is one
}

// Error returns reason and detail.
func (f *Forfeit) Error() string { return f.Reason + ": " + f.Detail }

// Unwrap returns the cause.
func (f *Forfeit) Unwrap() error { return f.Err }

// errNotStarted is the loss of a player whose last Start failed.
var errNotStarted = &Forfeit{Reason: Init, Restart: true, Detail: "the engine is not running"}

// forfeitf returns a forfeit without a cause.
func forfeitf(reason string, restart bool, format string, args ...any) *Forfeit {
	return &Forfeit{Reason: reason, Restart: restart, Detail: fmt.Sprintf(format, args...)}
}

// PlayerOptions says how engines are treated. The zero value stands for the
// defaults.
type PlayerOptions struct {
	// Grace is how long an engine that has overstepped its time may take to
	// answer stop before it counts as hanging, and how long it may take to end
	// at quit before it is killed; DefaultGrace unless set.
	Grace time.Duration
	// Patience is how long a search may take where there is no clock;
	// DefaultPatience unless set.
	Patience time.Duration
	// Log, if not nil, is shown all traffic of engines that run as processes. It
	// is called from several goroutines and must not block for long.
	Log func(engine string, from Channel, line string)
}

// The defaults of PlayerOptions.
const (
	DefaultGrace    = 2 * time.Second
	DefaultPatience = 5 * time.Minute
)

// withDefaults fills in what is not set.
func (o PlayerOptions) withDefaults() PlayerOptions {
	if o.Grace <= 0 {
		o.Grace = DefaultGrace
	}
	if o.Patience <= 0 {
		o.Patience = DefaultPatience
	}
	return o
}

// Channel is where a line of an engine's traffic belongs.
type Channel byte

// The channels, as marks for a log.
const (
	ToEngine    Channel = '>'
	FromEngine  Channel = '<'
	EngineError Channel = '!' // its standard error
	Note        Channel = '#' // no traffic, but what the manager says of it
)

// NewPlayer returns the player of an engine, to be started. An error says what is
// wrong with the spec: a program or directory that does not exist, a parameter
// that the builtin engine does not have.
func NewPlayer(spec EngineSpec, o PlayerOptions) (Player, error) {
	o = o.withDefaults()
	if spec.Builtin {
		return newBuiltin(spec)
	}
	return newExternal(spec, o)
}
