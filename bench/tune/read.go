package tune

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// errTorn is the error of a file that ends in the middle of a member.
var errTorn = errors.New("cut off")

// maxMember bounds a member, in bytes of text, lest a small file fill the memory.
const maxMember = 1 << 30

// Read reads a file of games and calls game for each, with its number from 0. It
// returns the file's settings. Errors name the file and the line, the header's
// being line 1; a file that was cut off is one, told after its whole games.
func Read(name string, game func(number int, g Game) error) (Settings, error) {
	file, err := os.Open(name)
	if err != nil {
		return Settings{}, err
	}
	defer file.Close()
	r := reader{game: game}
	if err := r.read(file); err != nil {
		return Settings{}, fmt.Errorf("%s: %w", name, err)
	}
	return r.settings, nil
}

// reader reads a file of games.
type reader struct {
	game   func(number int, g Game) error
	member func(end int64) // called behind every member; may be nil

	settings Settings
	lines    int // read so far
}

// read reads everything. A last member that is not whole is errTorn; none of its
// games is read.
func (r *reader) read(from io.Reader) error {
	counted := &countingReader{r: from}
	buffered := bufio.NewReader(counted)
	unzip := new(gzip.Reader)
	for {
		switch _, err := buffered.Peek(1); {
		case err == io.EOF && r.lines == 0:
			return fmt.Errorf("%w: the file is empty, want a header and games", errTorn)
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		begin := counted.n - int64(buffered.Buffered())
		text, err := readMember(unzip, buffered)
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
			return fmt.Errorf("%w behind line %d: want it gone on with first (--resume)", errTorn, r.lines)
		case err != nil:
			return fmt.Errorf("byte %d, behind line %d: %w: want gzip", begin, r.lines, err)
		}
		for line := range strings.Lines(text) {
			if err := r.line(strings.TrimRight(line, "\r\n")); err != nil {
				return fmt.Errorf("line %d: %w", r.lines+1, err)
			}
			r.lines++
		}
		if r.member != nil {
			r.member(counted.n - int64(buffered.Buffered()))
		}
	}
}

// readMember returns the text of the next member.
func readMember(unzip *gzip.Reader, from *bufio.Reader) (string, error) {
	if magic, _ := from.Peek(2); !strings.HasPrefix("\x1f\x8b", string(magic)) {
		return "", gzip.ErrHeader
	}
	if err := unzip.Reset(from); err != nil {
		return "", err
	}
	unzip.Multistream(false)
	var text strings.Builder
	n, err := io.Copy(&text, io.LimitReader(unzip, maxMember+1))
	if err == nil && n > maxMember {
		err = fmt.Errorf("a member of more than %d bytes", maxMember)
	}
	return text.String(), err
}

// line reads a line: the header first, then games.
func (r *reader) line(text string) error {
	if r.lines > 0 {
		g, err := ParseGame(text)
		if err != nil {
			return err
		}
		return r.game(r.lines-1, g)
	}
	if err := json.Unmarshal([]byte(text), &r.settings); err != nil || r.settings.Format != fileFormat {
		return fmt.Errorf("want the header of a file of %q", fileFormat)
	}
	return nil
}

// countingReader counts the bytes that were read through it.
type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
