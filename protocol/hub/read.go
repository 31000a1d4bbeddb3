package hub

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxLine is the length, in bytes without the line end, from which on a line is
// skipped. The longest games stay far below it.
const maxLine = 1 << 20

// errLineTooLong tells the reader's user to go on with the next line.
var errLineTooLong = fmt.Errorf("a line of %d bytes or more, skipped", maxLine)

// lineReader reads lines of bounded length.
type lineReader struct {
	r   *bufio.Reader
	buf []byte
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 16<<10)}
}

// next returns the next line without its line end, LF or CRLF. The last line
// needs none. A line that is too long is read to its end and reported as
// errLineTooLong; any other error, io.EOF among them, is the end of the input.
func (l *lineReader) next() (string, error) {
	l.buf = l.buf[:0]
	tooLong := false
	for {
		part, err := l.r.ReadSlice('\n')
		if !tooLong {
			l.buf = append(l.buf, part...)
			tooLong = len(withoutEnd(l.buf)) >= maxLine
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(l.buf) == 0:
			return "", err
		case tooLong:
			l.buf = nil
			return "", errLineTooLong
		}
		// An error behind the last line comes back at the next call.
		return string(withoutEnd(l.buf)), nil
	}
}

// withoutEnd cuts the line end off.
func withoutEnd(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}
