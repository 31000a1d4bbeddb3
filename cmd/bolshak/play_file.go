package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bolshak/board"
	"bolshak/protocol/pdn"
)

// gameFile is where games are saved. A game is written behind what a file holds;
// saved again it takes its own place.
type gameFile struct {
	auto string // the file of --pdn; empty for none

	places map[string]place // of the present game, by file
}

// place is where the present game stands in a file, in bytes.
type place struct{ begin, end int64 }

// forget is for another game: it has no places yet.
func (f *gameFile) forget() { f.places = nil }

// write writes the text of the present game to a file.
func (f *gameFile) write(name string, text []byte) (err error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
	}()
	size, err := file.Seek(0, 2)
	if err != nil {
		return err
	}
	key, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	at, ok := f.places[key]
	if !ok || at.end != size { // others have written behind it
		if at.begin, err = lineBehind(file, size); err != nil {
			return err
		}
	}
	if _, err := file.WriteAt(text, at.begin); err != nil {
		return err
	}
	at.end = at.begin + int64(len(text))
	if f.places == nil {
		f.places = map[string]place{}
	}
	f.places[key] = at
	return file.Truncate(at.end)
}

// lineBehind ends a last line that has no end, with an empty line behind it, and
// returns where the next game begins.
func lineBehind(file *os.File, size int64) (int64, error) {
	var last [1]byte
	if size == 0 {
		return 0, nil
	}
	if _, err := file.ReadAt(last[:], size-1); err != nil || last[0] == '\n' {
		return size, err
	}
	n, err := file.WriteAt([]byte("\n\n"), size)
	return size + int64(n), err
}

// save writes the game to a file.
func (s *playSession) save(name string) error {
	text, err := pdn.Append(nil, s.record(time.Now()))
	if err != nil {
		return err
	}
	return s.file.write(name, text)
}

// record returns the game as PDN has it.
func (s *playSession) record(now time.Time) *pdn.Game {
	g := &pdn.Game{Rules: s.game.Rules(), Start: s.game.Start(), Result: s.over.Result}
	names := [2]string{board.White: s.say.text("player"), board.Black: s.say.text("player")}
	names[s.human.Other()] = "Bolshak, " + s.levelText()
	g.SetTag("Event", s.say.text("event"))
	g.SetTag("Date", now.Format("2006.01.02"))
	g.SetTag("White", names[board.White])
	g.SetTag("Black", names[board.Black])
	if s.clock.on() {
		g.SetTag("TimeControl", fmt.Sprintf("%g+%g", s.clock.time.base.Seconds(), s.clock.time.increment.Seconds()))
	}
	loaded := s.game.Plies() - len(s.clock.past) // moves that were made on no clock
	comments := &g.Comments
	for i, m := range s.game.Moves() {
		n := g.Add(m)
		if s.clock.on() && i >= loaded {
			left := s.clock.after(i-loaded, s.game.At(i).Side())
			n.Comments = append(n.Comments, "[%clk "+clockMark(left)+"]")
		}
		comments = &n.Comments
	}
	if s.over.Result != board.Ongoing {
		*comments = append(*comments, s.reasonText())
	}
	return g
}

// clockMark returns a time as PDN's %clk has it, "0:04:58".
func clockMark(d time.Duration) string {
	s := int(max(d, 0).Seconds())
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
