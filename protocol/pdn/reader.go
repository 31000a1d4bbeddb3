package pdn

import (
	"errors"
	"fmt"
	"io"
	"os"

	"bolshak/board"
)

// Reader reads the games of a file one after another, in memory that does not
// depend on the size of the file. The encoding is found by the content: UTF-8,
// UTF-16, windows-1251, cp866 or koi8-r.
//
// A game ends at its result, at the tags of the next one, and at move number 1.
// Where there are neither tags nor numbers, an empty line ends it too.
type Reader struct {
	name    string
	decoder *decoder
	lexer   *lexer
	ahead   []token // read and not yet used
	err     error   // of the lexer, behind what is ahead

	index int          // games read
	moves []board.Move // room for the legal moves of a position
}

// NewReader returns a reader of the games in r. The name is for messages; empty for
// none.
func NewReader(r io.Reader, name string) *Reader {
	d := newDecoder(r)
	return &Reader{name: name, decoder: d, lexer: newLexer(d)}
}

// Next returns the next game, or io.EOF behind the last one. What is wrong with a
// game stands in its Problems, and the games behind it are read all the same. An
// error is one of the file: it cannot be read, or is no text.
func (r *Reader) Next() (*Game, error) {
	for {
		t, err := r.peek(0)
		switch {
		case err == io.EOF:
			return nil, io.EOF
		case err != nil:
			return nil, r.failure(err)
		case t.kind == resultText && t.text == "*":
			r.drop() // stands between games
			continue
		}
		if g, err := r.game(); g != nil || err != nil {
			return g, err
		}
	}
}

// failure returns an error of the file with its name.
func (r *Reader) failure(err error) error {
	if r.name == "" {
		return err
	}
	return openError(r.name, err)
}

// Encoding returns the name of the encoding that was found so far: "UTF-8",
// "windows-1251", "cp866", "koi8-r" or "UTF-16".
func (r *Reader) Encoding() string { return r.decoder.name() }

// game reads a game; nil where there are only comments.
func (r *Reader) game() (*Game, error) {
	r.index++
	b := newBuilder(r)
	for !b.done {
		t, err := r.peek(0)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, r.failure(err)
		}
		b.read(t)
	}
	g := b.finish()
	if g == nil {
		r.index--
	}
	return g, nil
}

// peek returns the token that is i further on than the next one.
func (r *Reader) peek(i int) (token, error) {
	for len(r.ahead) <= i {
		if r.err != nil {
			return token{}, r.err
		}
		t, err := r.lexer.next()
		if err != nil {
			r.err = err
			return token{}, err
		}
		r.ahead = append(r.ahead, t)
	}
	return r.ahead[i], nil
}

// drop passes over the next token.
func (r *Reader) drop() {
	r.ahead = r.ahead[:copy(r.ahead, r.ahead[1:])]
}

// File is a file of games.
type File struct {
	*Reader
	file *os.File
}

// Open opens a file of games. An error names the file and why it cannot be read: it is
// not there, or a directory.
func Open(name string) (*File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, openError(name, err)
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a directory, want a file of games")
	}
	if err != nil {
		return nil, errors.Join(openError(name, err), file.Close())
	}
	return &File{Reader: NewReader(file, name), file: file}, nil
}

// openError returns an error that names the file once.
func openError(name string, err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
