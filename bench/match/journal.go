package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bolshak/board"
)

// JournalOptions says where a match is recorded, and what it is.
type JournalOptions struct {
	Path   string
	Resume bool // go on with the journal that is there, if one is
	// PDN is the file of the games, rewritten from the journal when the match is
	// resumed; empty for none.
	PDN   string
	Event string // PDN's [Event]; empty for "?"
	Rules board.Rules
	// Settings is everything else by which a result could change: engines, limits,
	// openings, order and seed, adjudication. Names are unique.
	Settings []Setting
}

// settings returns all that must not change.
func (o JournalOptions) settings() []Setting {
	own := []Setting{{"variant", o.Rules.Name}, {"event", o.Event}, {"pdn", o.PDN}}
	return append(own, o.Settings...)
}

// Journal is the durable record of a match: a file with a header and a line for
// every finished game, in the order in which they ended. Whatever ends the process,
// kill -9 included, the games that Append returned for are there afterwards, and
// what was left of another line is dropped when the match is resumed.
//
// One process at a time holds a journal. It may be used by several goroutines.
type Journal struct {
	name string

	mu     sync.Mutex
	file   *os.File
	end    int64 // of the last line, in bytes
	games  []lineSpan
	done   map[GameID]bool
	pdn    *pdnFile // nil for none
	broken error    // the first failure to write
	repair int64    // bytes dropped when it was opened
}

// OpenJournal begins the journal of a match, or goes on with it. Without Resume
// neither the journal nor the PDN file may be there already. With it, a journal
// that is not there is begun, and one of other settings is refused with an error
// that names them.
func OpenJournal(o JournalOptions) (*Journal, error) {
	f, err := os.OpenFile(o.Path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{name: o.Path, file: f, done: map[GameID]bool{}}
	if o.PDN != "" {
		j.pdn = &pdnFile{name: o.PDN, event: o.Event, rules: o.Rules}
	}
	if err := j.open(o); err != nil {
		return nil, fmt.Errorf("journal %q: %w", o.Path, errors.Join(err, f.Close()))
	}
	return j, nil
}

// open locks the file, reads what it holds, and brings it and the PDN file to a
// whole state.
func (j *Journal) open(o JournalOptions) error {
	// 1. The file is ours alone.
	switch taken, err := lockPatiently(j.file); {
	case err != nil:
		return fmt.Errorf("lock: %w", err)
	case !taken:
		return errors.New("another process is playing this match: want one at a time")
	}
	info, err := j.file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("want a plain file")
	case info.Size() > 0 && !o.Resume:
		return errors.New("there already: want to resume it, or another name for a new match")
	}

	// 2. A new journal, or one that was killed before its header was whole.
	header, err := encodeLine(headerLine, journalHeader{journalVersion, o.settings()})
	if err != nil {
		return err
	}
	begun, err := io.ReadAll(io.NewSectionReader(j.file, 0, int64(len(header))))
	if err != nil {
		return err
	}
	if info.Size() < int64(len(header)) && bytes.HasPrefix(header, begun) {
		if err := j.begin(header); err != nil {
			return err
		}
		return j.writePDN()
	}

	// 3. The games that are there.
	content, err := scanJournal(io.NewSectionReader(j.file, 0, info.Size()))
	if err != nil {
		return err
	}
	if v := content.header.Version; v != journalVersion {
		return fmt.Errorf("line 1: version %d, want %d", v, journalVersion)
	}
	if text := differences(content.header.Settings, o.settings()); text != "" {
		return fmt.Errorf("it is of another match, want the same settings to resume it: %s", text)
	}
	j.games, j.end, j.repair = content.games, content.end, info.Size()-content.end
	for _, g := range j.games {
		j.done[g.id] = true
	}

	// 4. What a killed match left half done.
	if j.repair > 0 {
		if err := errors.Join(j.file.Truncate(j.end), j.file.Sync()); err != nil {
			return err
		}
	}
	return j.writePDN()
}

// lockPatience is how long a lock is waited for. What a killed match has just been
// starting keeps it for a moment.
const lockPatience = 500 * time.Millisecond

// lockPatiently is lockFile with patience.
func lockPatiently(f *os.File) (taken bool, err error) {
	for begun := time.Now(); ; time.Sleep(lockPatience / 50) {
		if taken, err = lockFile(f); taken || err != nil || time.Since(begun) > lockPatience {
			return taken, err
		}
	}
}

// begin writes the header.
func (j *Journal) begin(header []byte) error {
	if j.pdn != nil {
		if err := j.pdn.checkNew(); err != nil {
			return err
		}
	}
	if _, err := j.file.WriteAt(header, 0); err != nil {
		return err
	}
	j.end = int64(len(header))
	return errors.Join(j.file.Sync(), syncDirectory(filepath.Dir(j.name)))
}

// writePDN makes the PDN file from the games in the journal, if there is one.
func (j *Journal) writePDN() error {
	if j.pdn == nil {
		return nil
	}
	return j.pdn.rewrite(j.each)
}

// Append records a finished game, durably, and then appends it to the PDN file.
// A record with an illegal move, or of a game that is there already, is an error
// and changes nothing. After a failure to write every further call fails: the
// match should end, and be resumed once there is room.
func (j *Journal) Append(r GameRecord) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.append(r); err != nil {
		return fmt.Errorf("journal %q: %w", j.name, err)
	}
	return nil
}

func (j *Journal) append(r GameRecord) error {
	// 1. Nothing is written that could not be read, or written as PDN.
	if j.broken != nil {
		return j.broken
	}
	if err := r.check(); err != nil {
		return err
	}
	if j.done[r.ID] {
		return fmt.Errorf("game %v: recorded already", r.ID)
	}
	writer := j.pdn
	if writer == nil {
		writer = &pdnFile{rules: board.Russian}
	}
	text, err := writer.text(r)
	if err != nil {
		return err
	}
	line, err := encodeLine(gameLine, r)
	if err != nil {
		return fmt.Errorf("game %v: %w", r.ID, err)
	}

	// 2. The line, in one piece, at the place where the last one ends.
	if _, err := j.file.WriteAt(line, j.end); err != nil {
		j.broken = errors.Join(err, j.file.Truncate(j.end))
		return j.broken
	}
	if err := j.file.Sync(); err != nil {
		j.broken = err
		return err
	}
	j.games = append(j.games, lineSpan{r.ID, j.end, len(line)})
	j.done[r.ID] = true
	j.end += int64(len(line))

	// 3. PDN, after the line: what is missing there is made up for by resuming.
	if j.pdn != nil {
		j.broken = j.pdn.append(r.ID, text)
	}
	return j.broken
}

// Games returns the number of games recorded.
func (j *Journal) Games() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.games)
}

// Each calls f with every game recorded, in the order of pairs, and stops at its
// first error. The games are read from the file one by one; f must not call the
// journal.
func (j *Journal) Each(f func(GameRecord) error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.each(f)
}

func (j *Journal) each(f func(GameRecord) error) error {
	sorted := slices.Clone(j.games)
	slices.SortFunc(sorted, func(a, b lineSpan) int { return a.id.Compare(b.id) })
	var line []byte
	for _, span := range sorted {
		line = slices.Grow(line[:0], span.length)[:span.length]
		if _, err := j.file.ReadAt(line, span.offset); err != nil {
			return fmt.Errorf("game %v: %w", span.id, err)
		}
		body, ok := decodeLine(gameLine, line)
		if !ok {
			return fmt.Errorf("game %v: its line was changed by somebody else", span.id)
		}
		var r GameRecord
		if err := json.Unmarshal(body, &r); err != nil {
			return fmt.Errorf("game %v: %w", span.id, err)
		}
		if err := f(r); err != nil {
			return err
		}
	}
	return nil
}

// Close brings the games of the PDN file in order and gives the journal free.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	var err error
	if j.pdn != nil {
		if !j.pdn.sorted {
			err = j.pdn.rewrite(j.each)
		}
		err = errors.Join(err, j.pdn.close())
	}
	j.broken = os.ErrClosed
	if err = errors.Join(err, unlockFile(j.file), j.file.Close()); err != nil {
		return fmt.Errorf("journal %q: %w", j.name, err)
	}
	return nil
}
