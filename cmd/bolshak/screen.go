package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// screen shows rows of text. On a terminal new rows take the place of the old
// ones; anywhere else they follow them.
type screen struct {
	out    io.Writer
	width  func() int // columns of the terminal; nil where there is none
	height func() int // rows of the terminal; nil for no end
	drawn  int        // rows to be drawn over
}

func newScreen(out io.Writer) *screen {
	s := &screen{out: out}
	f, ok := out.(*os.File)
	// The consoles of older Windows print control sequences as they are.
	if ok && isTerminal(f) && os.Getenv("TERM") != "dumb" && runtime.GOOS != "windows" {
		s.width = func() int {
			columns, _, err := term.GetSize(int(f.Fd()))
			if err != nil || columns < 2 {
				return 80
			}
			return columns
		}
		s.height = func() int {
			_, rows, err := term.GetSize(int(f.Fd()))
			if err != nil || rows < 2 {
				return 24
			}
			return rows
		}
	}
	return s
}

// keep writes a row that stays.
func (s *screen) keep(row string) error {
	err := s.draw([]string{row})
	s.drawn = 0
	return err
}

// draw shows rows. On a terminal they are cut at its right border, and there are
// no more than fit: what wraps or scrolls away could not be drawn over.
func (s *screen) draw(rows []string) error {
	var b strings.Builder
	s.goBack(&b)
	if s.height != nil {
		rows = rows[:min(len(rows), s.height()-1)]
	}
	for _, row := range rows {
		if s.width != nil {
			row = row[:min(len(row), s.width()-1)]
		}
		b.WriteString(row + "\n")
	}
	s.drawn = len(rows)
	_, err := io.WriteString(s.out, b.String())
	return err
}

// finish shows the rows drawn last for good and in full.
func (s *screen) finish(rows []string) error {
	if s.width == nil {
		return nil
	}
	var b strings.Builder
	s.goBack(&b)
	for _, row := range rows {
		b.WriteString(row + "\n")
	}
	s.drawn = 0
	_, err := io.WriteString(s.out, b.String())
	return err
}

// goBack moves the cursor to the first row to be drawn over and clears what
// follows.
func (s *screen) goBack(b *strings.Builder) {
	if s.width == nil {
		return
	}
	if s.drawn > 0 {
		fmt.Fprintf(b, "\x1b[%dA", s.drawn)
	}
	b.WriteString("\r\x1b[J")
}
