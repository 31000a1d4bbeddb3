package tune

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"bolshak/board"
)

// Settings is everything that decides how the games of a file are played, except
// for the program itself. They are the first line of the file, as JSON.
type Settings struct {
	Format string `json:"format"` // what the file is, and the version of its lines
	Seed   uint64 `json:"seed"`
	Nodes  int    `json:"nodes"`  // searched for a move on average; from half to one and a half times as many
	Starts string `json:"starts"` // fingerprint of the positions from which games begin
}

// fileFormat is the format of the files that are written and read here.
const fileFormat = "bolshak training games 1"

// NewSettings returns the settings for games from the given positions.
func NewSettings(seed uint64, nodes int, starts []board.Position) Settings {
	hash := sha256.New()
	for _, p := range starts {
		io.WriteString(hash, p.Hub()+"\n")
	}
	return Settings{fileFormat, seed, nodes, fmt.Sprintf("%d, sha256 %s", len(starts), hex.EncodeToString(hash.Sum(nil)[:8]))}
}

// memberGames is the number of games that are compressed and written at once.
const memberGames = 64

// File is a file of games that is being written: gzip, in members of 64 games,
// the header in one of its own. What stands behind the last whole member is left
// of a write that was cut off.
type File struct {
	file      *os.File
	end       int64 // of the members that will not change, in bytes
	pending   []string
	games     int
	positions int
	first     string // the first game
}

// Create begins a file of games, which must not be there already.
func Create(name string, s Settings) (*File, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, os.ErrExist):
		return nil, fmt.Errorf("%s: there already, want to resume it, or another name for new games", name)
	case err != nil:
		return nil, err
	}
	f := &File{file: file}
	if err := f.begin(s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, file.Close()))
	}
	return f, nil
}

// Resume opens a file of games to go on with it, or begins it where there is none.
// A file of other settings is refused.
func Resume(name string, s Settings) (*File, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f := &File{file: file}
	if err := f.goOn(s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, file.Close()))
	}
	return f, nil
}

// begin writes the header.
func (f *File) begin(s Settings) error {
	header, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return f.write(string(header) + "\n")
}

// goOn finds out what is in the file.
func (f *File) goOn(s Settings) error {
	r := reader{game: func(_ int, g Game) error {
		line := g.String()
		if f.games == 0 {
			f.first = line
		}
		f.games++
		f.positions += len(g.Labels(Decided))
		f.pending = append(f.pending, line)
		return nil
	}}
	r.member = func(end int64) {
		// The last member may be short, and is written anew with more.
		if f.end == 0 || len(f.pending) >= memberGames {
			f.end, f.pending = end, nil
		}
	}
	switch err := r.read(f.file); {
	case errors.Is(err, errTorn):
		if r.lines == 0 {
			return f.begin(s) // not even the header is whole
		}
	case err != nil:
		return err
	}
	if r.settings != s {
		return fmt.Errorf("begun with other settings: %s, want %s", differing(r.settings, s), differing(s, r.settings))
	}
	return nil
}

// differing returns in words what s has otherwise than other.
func differing(s, other Settings) string {
	var words []string
	if s.Seed != other.Seed {
		words = append(words, fmt.Sprintf("seed %d", s.Seed))
	}
	if s.Nodes != other.Nodes {
		words = append(words, fmt.Sprintf("nodes %d", s.Nodes))
	}
	if s.Starts != other.Starts {
		words = append(words, fmt.Sprintf("opening positions %s", s.Starts))
	}
	return strings.Join(words, ", ")
}

// Games returns the number of games in the file.
func (f *File) Games() int { return f.games }

// Positions returns the number of their positions to learn from, see Game.Labels.
func (f *File) Positions() int { return f.positions }

// Append adds a game. It is on the disk when 64 have come together, or the file
// is closed.
func (f *File) Append(g Game) error {
	line := g.String()
	if f.games == 0 {
		f.first = line
	}
	f.games++
	f.positions += len(g.Labels(Decided))
	if f.pending = append(f.pending, line); len(f.pending) < memberGames {
		return nil
	}
	return f.flush()
}

// flush writes the pending games.
func (f *File) flush() error {
	if len(f.pending) == 0 {
		return nil
	}
	text := strings.Join(f.pending, "\n") + "\n"
	f.pending = f.pending[:0]
	return f.write(text)
}

// write adds a member and cuts off what stands behind it.
func (f *File) write(text string) error {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if _, err := f.file.WriteAt(b.Bytes(), f.end); err != nil {
		return err
	}
	f.end += int64(b.Len())
	if err := f.file.Truncate(f.end); err != nil {
		return err
	}
	return f.file.Sync()
}

// Close writes what is pending and closes the file. It must be called once.
func (f *File) Close() error {
	err := f.flush()
	return errors.Join(err, f.file.Close())
}
