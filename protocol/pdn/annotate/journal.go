package annotate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Journal keeps the scores that were found in a file, a line each, so that a run that
// was killed goes on where it was.
type Journal struct {
	file  *os.File
	name  string
	known map[place]Score
}

// place is a position of a game.
type place struct {
	Game int `json:"game"`
	Ply  int `json:"ply"`
}

// journalLine is a line of the file.
type journalLine struct {
	place
	Score
}

// OpenJournal opens the journal of a run with the given settings, or begins one. A
// line that a kill has cut short is dropped. A journal of other settings is an error.
func OpenJournal(name, settings string) (*Journal, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, name: name, known: map[place]Score{}}
	if err := j.read(settings); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return j, nil
}

// read reads what is there and makes ready to write behind it.
func (j *Journal) read(settings string) error {
	head, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	head = append(head, '\n')
	r := bufio.NewReader(j.file)
	first, err := r.ReadBytes('\n')
	switch {
	case err == io.EOF && bytes.HasPrefix(head, first): // new, or killed at once
		if err := j.file.Truncate(0); err != nil {
			return err
		}
		_, err := j.file.WriteAt(head, 0)
		return errors.Join(err, j.seek(int64(len(head))))
	case err != nil && err != io.EOF:
		return err
	case !bytes.Equal(first, head):
		return fmt.Errorf("belongs to a run with other settings or another file, want the same as before, or remove it")
	}
	whole := int64(len(first))
	for {
		text, err := r.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		var l journalLine
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("byte %d: %w", whole, err)
		}
		j.known[l.place] = l.Score
		whole += int64(len(text))
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	return j.seek(whole)
}

// seek makes the next write stand at an offset.
func (j *Journal) seek(offset int64) error {
	_, err := j.file.Seek(offset, io.SeekStart)
	return err
}

// Known returns the score of a position that was there when the journal was opened. It
// is safe for many goroutines.
func (j *Journal) Known(game, ply int) (Score, bool) {
	s, ok := j.known[place{game, ply}]
	return s, ok
}

// Keep writes a score. It is not safe for several goroutines at a time.
func (j *Journal) Keep(game, ply int, s Score) error {
	text, err := json.Marshal(journalLine{place{game, ply}, s})
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(text, '\n'))
	return err
}

// Close closes the file, which stays.
func (j *Journal) Close() error { return j.file.Close() }

// Remove closes the file and removes it.
func (j *Journal) Remove() error { return errors.Join(j.file.Close(), os.Remove(j.name)) }
