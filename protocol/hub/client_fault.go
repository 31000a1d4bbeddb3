package hub

import "fmt"

// FaultKind says in what way an engine failed its client.
type FaultKind uint8

// The kinds of faults.
const (
	// TimedOut: no answer before the deadline of the context.
	TimedOut FaultKind = iota + 1
	// Disconnected: the engine's output ended, or it takes no input any more.
	Disconnected
	// Garbled: the engine sent what no client can make sense of. That is a line
	// of more than 1 MiB; one with control characters, or after init with bytes
	// that are not UTF-8; a done without a move or whose move has not the form
	// of one; more than MaxChatter bytes without being asked anything. Commands
	// and arguments that are only unknown are ignored, as Hub has it, and so is
	// an info that cannot be read.
	Garbled
	// Illegal: the move of a done may not be played in the position, or fits
	// several moves.
	Illegal
	// Refused: the engine sent error in answer to what was asked.
	Refused
)

// String returns the kind's name.
func (k FaultKind) String() string {
	names := [...]string{TimedOut: "timed out", Disconnected: "disconnected", Garbled: "garbled", Illegal: "illegal move", Refused: "refused"}
	if k == 0 || int(k) >= len(names) {
		return fmt.Sprintf("FaultKind(%d)", uint8(k))
	}
	return names[k]
}

// Fault is the error of a Client where the engine is to blame.
type Fault struct {
	Kind   FaultKind
	Detail string // what was expected and what came, for people
	Err    error  // the cause, if there is one
}

// Error returns the detail and the cause.
func (f *Fault) Error() string {
	if f.Err != nil {
		return f.Detail + ": " + f.Err.Error()
	}
	return f.Detail
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// faultf returns a fault without a cause.
func faultf(kind FaultKind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Detail: fmt.Sprintf(format, args...)}
}
