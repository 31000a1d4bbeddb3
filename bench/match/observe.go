package match

import (
	"time"

	"bolshak/board"
)

// Observer is shown the games of a match while they are played. Its methods are called
// from the goroutines of the slots, several at a time for different slots; they must not
// block for long, nor keep the game, which goes on.
type Observer interface {
	// GameBegun tells of a game of a slot, from 1: with its opening played, and what
	// the clocks of White and Black show, 0 where there is none. Of the record nothing
	// but how the game begins is there yet.
	GameBegun(slot int, r GameRecord, g *board.Game, clocks [2]time.Duration)
	// MovePlayed tells of the last move of the game.
	MovePlayed(slot int, g *board.Game, r Reply)
	// GameOver tells how a game ended.
	GameOver(slot int, r GameRecord)
}

// begun tells the observer, if there is one, of a game.
func (s *slot) begun(r GameRecord, g *board.Game, white, black int) {
	o := s.options
	if o.Observer != nil {
		o.Observer.GameBegun(s.number, r, g, [2]time.Duration{o.Engines[white].Limits.Clock.Time, o.Engines[black].Limits.Clock.Time})
	}
}

// played tells it of a move.
func (s *slot) played(g *board.Game, r Reply) {
	if s.options.Observer != nil {
		s.options.Observer.MovePlayed(s.number, g, r)
	}
}

// over tells it of a game's end.
func (s *slot) over(r GameRecord) {
	if s.options.Observer != nil {
		s.options.Observer.GameOver(s.number, r)
	}
}

// Row is an engine in a cross table.
type Row struct {
	Name  string
	Total Record
	// Against holds what it has scored against the engine of every row.
	Against []Record
}

// Rows returns the table, the best engine first.
func (t *Crosstable) Rows() []Row {
	ranking := t.Ranking()
	rows := make([]Row, len(ranking))
	for i, a := range ranking {
		rows[i] = Row{Name: t.names[a], Total: t.Total(a)}
		for _, b := range ranking {
			rows[i].Against = append(rows[i].Against, t.records[a][b])
		}
	}
	return rows
}
