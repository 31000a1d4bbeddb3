// Package hub speaks the Hub protocol, version 2, between a program that plays
// draughts and the one that uses it: one line, one message. Serve is the
// engine's side of it; Line is the grammar of a message.
package hub

import (
	"context"
	"fmt"
	"io"
)

// ID introduces the engine to the client. Empty fields are left out.
type ID struct {
	Name, Version, Author, Country string
}

// line returns the id message.
func (id ID) line() Line {
	line := Line{Command: "id"}
	for _, a := range []Arg{
		{Name: "name", Value: id.Name},
		{Name: "version", Value: id.Version},
		{Name: "author", Value: id.Author},
		{Name: "country", Value: id.Country},
	} {
		if a.Value != "" {
			line.Args = append(line.Args, a)
		}
	}
	return line
}

// Serve reads commands from in and answers on out until quit or the end of the
// input, which both give nil, or until ctx is done. At the end a running search
// is cancelled and waited for; at the end of the input, unlike at quit, its done
// is still sent.
//
// Commands that come while a search runs and cannot be carried out beside it
// wait for its end, in order (see session).
//
// An error is that of ctx, of reading or of writing. After ctx or out ended it,
// a goroutine may remain that waits in in.Read: it ends with that call.
func Serve(ctx context.Context, in io.Reader, out io.Writer, e Engine, id ID) error {
	s := newSession(e, id, newOutput(out))
	input := newInput(in)
	err := s.run(ctx, input)
	input.close()
	if closeErr := s.out.close(); err == nil && closeErr != nil {
		err = fmt.Errorf("writing answers: %w", closeErr)
	}
	return err
}
