package match

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"bolshak/board"
	"bolshak/protocol/pdn"
)

// pdnFile is the game file that goes with a journal. Its content follows from the
// journal, so it is never synced game by game, and made anew where it may not be
// whole.
type pdnFile struct {
	name  string
	event string
	rules board.Rules

	file *os.File
	last *GameID // the last game written
	// sorted tells that the games stand in order. They are appended as they end,
	// which with several at a time is another order.
	sorted bool
}

// checkNew returns an error where the name is taken: nobody's games are
// overwritten.
func (p *pdnFile) checkNew() error {
	switch info, err := os.Lstat(p.name); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("PDN file %q: want a plain file", p.name)
	case info.Size() > 0:
		return fmt.Errorf("PDN file %q: there already: want another name for a new match", p.name)
	}
	return nil
}

// text returns a game as the file has it.
func (p *pdnFile) text(r GameRecord) ([]byte, error) {
	g, err := r.PDN(p.event, p.rules)
	if err != nil {
		return nil, fmt.Errorf("game %v: %w", r.ID, err)
	}
	text, err := pdn.Append(nil, g)
	if err != nil {
		return nil, fmt.Errorf("game %v: %w", r.ID, err)
	}
	return text, nil
}

// append writes the text of a game behind the others.
func (p *pdnFile) append(id GameID, text []byte) error {
	if p.last != nil && p.last.Compare(id) > 0 {
		p.sorted = false
	}
	p.last = &id
	_, err := p.file.Write(text)
	return err
}

// rewrite makes the file anew from the games that each yields in order, and opens
// it for more. Whoever reads it meanwhile sees the old file or the new one, whole.
func (p *pdnFile) rewrite(each func(func(GameRecord) error) error) error {
	if err := p.close(); err != nil {
		return err
	}
	p.last, p.sorted = nil, true
	temporary := p.name + ".tmp"
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	err = each(func(r GameRecord) error {
		text, err := p.text(r)
		if err != nil {
			return err
		}
		p.last = &r.ID
		_, err = w.Write(text)
		return err
	})
	err = errors.Join(err, w.Flush(), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(temporary, p.name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	p.file, err = os.OpenFile(p.name, os.O_WRONLY|os.O_APPEND, 0)
	return err
}

// close closes the file, if it is open.
func (p *pdnFile) close() error {
	if p.file == nil {
		return nil
	}
	err := errors.Join(p.file.Sync(), p.file.Close())
	p.file = nil
	return err
}
