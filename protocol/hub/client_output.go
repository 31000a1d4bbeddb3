package hub

import (
	"context"
	"io"
	"sync"
)

// clientOutput writes from a goroutine of its own, so that an engine that does
// not read cannot hold the client up.
type clientOutput struct {
	w       io.WriteCloser
	texts   chan []byte
	written chan error
	writer  sync.WaitGroup
	once    sync.Once
}

func newClientOutput(w io.WriteCloser) *clientOutput {
	o := &clientOutput{w: w, texts: make(chan []byte), written: make(chan error, 1)}
	o.writer.Go(func() {
		for text := range o.texts {
			_, err := o.w.Write(text)
			o.written <- err
		}
	})
	return o
}

// write writes the text. After an error, that of ctx included, no other call may
// follow.
func (o *clientOutput) write(ctx context.Context, text []byte) error {
	select {
	case o.texts <- text:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-o.written:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close closes the engine's input and waits for the goroutine.
func (o *clientOutput) close() {
	o.once.Do(func() {
		close(o.texts)
		_ = o.w.Close()
		o.writer.Wait()
	})
}
