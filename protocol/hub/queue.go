package hub

import "time"

// command is a line to be carried out.
type command struct {
	line Line
	at   time.Time // when it was read
}

// Bounds of the queue: a client that floods a running search must not eat the
// memory. One that pipes a few hundred searches at once is no flood.
const (
	maxQueued      = 4096
	maxQueuedBytes = 2 * maxLine
)

// queue holds the commands that wait for the end of a search.
type queue struct {
	commands []command
	bytes    int  // of their lines
	full     bool // something was dropped; so is all that comes after it
	lostPos  bool // a pos was dropped
}

// add appends a command of the given size and reports whether there was room.
// When there is none, nothing more is taken until reset, lest later commands
// be carried out without the earlier ones.
func (q *queue) add(c command, size int) bool {
	q.full = q.full || len(q.commands) >= maxQueued || q.bytes+size > maxQueuedBytes
	if q.full {
		q.lostPos = q.lostPos || c.line.Command == "pos"
		return false
	}
	q.commands = append(q.commands, c)
	q.bytes += size
	return true
}

func (q *queue) empty() bool { return len(q.commands) == 0 }

func (q *queue) first() command { return q.commands[0] }

func (q *queue) remove() { q.commands = q.commands[1:] }

// reset makes room again. It reports whether a pos was dropped.
func (q *queue) reset() (lostPos bool) {
	lostPos = q.lostPos
	*q = queue{}
	return lostPos
}

// holdsGo reports whether another search waits.
func (q *queue) holdsGo() bool {
	for _, c := range q.commands {
		if c.line.Command == "go" {
			return true
		}
	}
	return false
}
