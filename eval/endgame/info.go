package endgame

import (
	"errors"
	"io/fs"
	"os"

	"bolshak/board"
)

// Info describes the table of a class.
type Info struct {
	Class     Class
	Positions int64 // with the side to move that the class names first
	Wins      int64 // of the side to move
	Draws     int64
	Losses    int64
	Distances bool           // whether distances are kept
	Plies     int            // of the longest win; 0 without distances or wins
	Longest   board.Position // that is won so, White to move; the empty board where Plies is 0
	Bytes     int64          // of the file
}

// Info describes all tables there are, by number of pieces and then in the
// order of Classes.
func (t *Tables) Info() []Info {
	var list []Info
	for n := 2; n <= t.Largest(); n++ {
		for _, c := range Classes(n) {
			if tb := t.classes[c.key()]; tb != nil {
				list = append(list, tb.file.info())
			}
		}
	}
	return list
}

// ReadInfo describes the tables of up to so many pieces in one folder, in the
// order of Info. It reads no further than their block indexes.
func ReadInfo(dir string, pieces int) ([]Info, error) {
	var list []Info
	for n := 2; n <= pieces; n++ {
		for _, c := range Classes(n) {
			switch i, err := readInfo(tableName(dir, c)); {
			case err == nil:
				list = append(list, i)
			case !errors.Is(err, fs.ErrNotExist):
				return nil, err
			}
		}
	}
	return list, nil
}

// readInfo describes one file.
func readInfo(name string) (Info, error) {
	opened, err := os.Open(name)
	if err != nil {
		return Info{}, err
	}
	f, err := openStat(name, opened)
	if err = errors.Join(err, opened.Close()); err != nil {
		return Info{}, err
	}
	return f.info(), nil
}

// info describes a file.
func (f *file) info() Info {
	h := f.head
	i := Info{
		Class:     f.index.class,
		Positions: int64(h.Positions),
		Wins:      int64(h.Wins),
		Draws:     int64(h.Draws),
		Losses:    int64(h.Losses),
		Distances: f.distances(),
		Plies:     int(h.Plies),
		Bytes:     f.base + int64(h.DataBytes),
	}
	if h.Plies > 0 && h.Longest < h.Positions {
		i.Longest = f.index.unrank(int(h.Longest)).position()
	}
	return i
}
