package hub

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of what an engine may send.
const (
	// MaxChatter is the number of bytes that an engine may send between two
	// commands; a search of hours sends a small part of it.
	MaxChatter = 64 << 20
	// maxEvents is the number of answers that may wait for the client. Info and
	// unknown lines do not count.
	maxEvents = 1024
)

// event is an answer of the engine that the client acts on.
type event struct {
	line Line
	at   time.Time // when it was read
}

// read takes in what the engine sends until it ends or is not bearable any more.
func (c *Client) read() {
	c.fault = c.readLines()
	close(c.ended)
}

func (c *Client) readLines() *Fault {
	var halfLine bool
	scanner := bufio.NewScanner(c.in)
	scanner.Buffer(make([]byte, 0, 16<<10), maxLine+2)
	scanner.Split(func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		if end := bytes.IndexByte(data, '\n'); end >= 0 {
			return end + 1, withoutEnd(data[:end+1]), nil
		}
		// What the end cuts off is no line: half a move may look like a whole one.
		halfLine = atEOF && len(data) > 0
		return 0, nil, nil
	})
	for scanner.Scan() {
		at := time.Now()
		if c.chatter.Add(int64(len(scanner.Bytes()))+1) > MaxChatter {
			return faultf(Garbled, "a flood: more than %d MiB without a command", MaxChatter>>20)
		}
		text := scanner.Text()
		if c.options.Log != nil {
			c.options.Log(false, text)
		}
		if fault := c.take(text, at); fault != nil {
			return fault
		}
	}
	switch err := scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return faultf(Garbled, "a line of more than %d bytes", maxLine)
	case err != nil:
		return &Fault{Disconnected, "the engine's output ended", err}
	case halfLine:
		return &Fault{Disconnected, "the engine's output ended in the middle of a line", io.ErrUnexpectedEOF}
	}
	return &Fault{Disconnected, "the engine's output ended", io.EOF}
}

// take deals with one line.
func (c *Client) take(text string, at time.Time) *Fault {
	if !c.ready.Load() && !utf8.ValidString(text) {
		// Old programs greet in the letters of their country.
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	if err := checkText(text); err != nil {
		return &Fault{Garbled, fmt.Sprintf("line %q", abbreviate(text)), err}
	}
	command := strings.TrimLeft(text, " \t"+string(byteOrderMark))
	switch command = command[:wordEnd(command, 0)]; command {
	case "info":
		if line, err := ParseLine(text); err == nil && c.outstanding.Load() {
			c.mu.Lock()
			c.last.read(line)
			c.reports++
			last := c.last
			c.mu.Unlock()
			if c.options.Report != nil {
				c.options.Report(lineNumber(line), last)
			}
		}
		return nil
	case "id", "param", "wait", "ready", "pong", "done", "error":
	default:
		return nil
	}

	line, err := ParseLine(text)
	if err != nil {
		if command != "done" {
			return nil
		}
		return &Fault{Garbled, fmt.Sprintf("line %q", abbreviate(text)), err}
	}
	if command == "done" && !c.outstanding.CompareAndSwap(true, false) {
		return nil // nobody asked
	}
	select {
	case c.events <- event{line, at}:
		return nil
	default:
		return faultf(Garbled, "a flood: more than %d answers that nobody asked for", maxEvents)
	}
}
