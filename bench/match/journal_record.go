package match

import (
	"fmt"
	"math"
	"strings"
	"time"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

// GameID names a game of a match: the index of its pair, from 0 and over all
// pairings of a tournament, and 0 or 1 for the game of that pair.
type GameID struct {
	Pair int `json:"pair"`
	Game int `json:"game"`
}

// String returns the game as PDN's [Round] has it, both counted from 1: "12.2".
func (id GameID) String() string { return fmt.Sprintf("%d.%d", id.Pair+1, id.Game+1) }

// Compare orders games by pair, then by game.
func (id GameID) Compare(other GameID) int {
	if id.Pair != other.Pair {
		return id.Pair - other.Pair
	}
	return id.Game - other.Game
}

// valid reports whether there is such a game.
func (id GameID) valid() bool { return id.Pair >= 0 && (id.Game == 0 || id.Game == 1) }

// GameRecord is a finished game as the journal keeps it: everything that the
// statistics and PDN need.
type GameRecord struct {
	ID          GameID       `json:"id"`
	White       string       `json:"white"` // engine's name
	Black       string       `json:"black"`
	WhiteLimits string       `json:"white_limits"` // Limits.String
	BlackLimits string       `json:"black_limits"`
	Result      board.Result `json:"result"`
	Reason      string       `json:"reason"`           // one of Reasons
	Detail      string       `json:"detail,omitempty"` // what exactly happened, for people
	Started     time.Time    `json:"started"`
	Opening     string       `json:"opening"` // Opening.ID
	Start       string       `json:"start"`   // FEN of Opening.Start
	Book        int          `json:"book"`    // so many of the first moves are the opening's
	Moves       []MoveRecord `json:"moves"`   // from Start on, the opening's included
}

// MoveRecord is a move of a game and what its engine said of it. A move of the
// opening has the move alone.
type MoveRecord struct {
	Move     string  `json:"move"`              // Hub form, numbered from b8
	Centimen *int    `json:"score,omitempty"`   // from the mover's view; nil without a score and for a proven one
	Win      int     `json:"win,omitempty"`     // proven win in so many plies; negative: loss
	Depth    int     `json:"depth,omitempty"`   // plies
	Seconds  float64 `json:"seconds,omitempty"` // on the manager's clock
}

// NewMoveRecord returns the record of an engine's move.
func NewMoveRecord(r Reply) MoveRecord {
	m := MoveRecord{Move: r.Move.String(), Depth: r.Depth, Seconds: math.Round(r.Elapsed.Seconds()*1e6) / 1e6}
	switch {
	case !r.HasScore:
	case r.Score.Win != 0:
		m.Win = r.Score.Win
	default:
		m.Centimen = &r.Score.Centimen
	}
	return m
}

// OpeningMoves returns the records of an opening's moves.
func OpeningMoves(o Opening) []MoveRecord {
	records := make([]MoveRecord, len(o.Moves))
	for i, m := range o.Moves {
		records[i].Move = m.String()
	}
	return records
}

// comment returns what PDN says of the move: score, depth and time, such as
// "+0.12/15 0.034s". The score is from the mover's view, as cutechess has it; a
// proven win in 17 plies is "+W17", a loss "-W16". What is not known is left out.
func (m MoveRecord) comment() string {
	score := ""
	switch {
	case m.Win > 0:
		score = fmt.Sprintf("+W%d", m.Win)
	case m.Win < 0:
		score = fmt.Sprintf("-W%d", -m.Win)
	case m.Centimen != nil:
		score = fmt.Sprintf("%+.2f", float64(*m.Centimen)/100)
	}
	if score != "" {
		score += fmt.Sprintf("/%d ", m.Depth)
	}
	return score + fmt.Sprintf("%.3fs", m.Seconds)
}

// PDN returns the game for writing. An error names the ply of a move that is not
// legal, or what else is wrong with the record.
func (r GameRecord) PDN(event string, rules board.Rules) (*pdn.Game, error) {
	start, err := board.ParseFEN(r.Start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	g := &pdn.Game{Rules: rules, Start: start, Result: r.Result}
	comments := &g.Comments // behind the last move
	p := start
	for i, move := range r.Moves {
		m, err := movegen.Parse(p, move.Move)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		comment := "book"
		if i >= r.Book {
			comment = move.comment()
		}
		n := g.Add(m)
		n.Comments = []string{comment}
		comments = &n.Comments
		p = p.After(m)
	}
	if r.Detail != "" {
		*comments = append(*comments, r.Detail)
	}
	g.Tags = append(r.tags(), pdn.Tag{Name: "PlyCount", Value: fmt.Sprint(len(r.Moves))})
	if event != "" {
		g.Tags = append(g.Tags, pdn.Tag{Name: "Event", Value: event})
	}
	return g, nil
}

// tags returns the tags that follow from the record's head. [TimeControl] is what
// PDN means by it where an engine has a clock, "10+0.1", and else the limit by its
// name, "nodes=2000"; engines with different limits have a tag each.
func (r GameRecord) tags() []pdn.Tag {
	tags := []pdn.Tag{
		{Name: "White", Value: r.White},
		{Name: "Black", Value: r.Black},
		{Name: "Round", Value: r.ID.String()},
		{Name: "Opening", Value: r.Opening},
	}
	if !r.Started.IsZero() {
		at := r.Started.UTC()
		tags = append(tags,
			pdn.Tag{Name: "Date", Value: at.Format("2006.01.02")},
			pdn.Tag{Name: "UTCDate", Value: at.Format("2006.01.02")},
			pdn.Tag{Name: "UTCTime", Value: at.Format("15:04:05")})
	}
	white, black := strings.TrimPrefix(r.WhiteLimits, "tc="), strings.TrimPrefix(r.BlackLimits, "tc=")
	if white == black {
		tags = append(tags, pdn.Tag{Name: "TimeControl", Value: white})
	} else {
		tags = append(tags, pdn.Tag{Name: "WhiteTimeControl", Value: white}, pdn.Tag{Name: "BlackTimeControl", Value: black})
	}
	return append(tags, pdn.Tag{Name: "Termination", Value: r.Reason})
}

// check returns an error for a record that is not that of a finished game.
func (r GameRecord) check() error {
	switch {
	case !r.ID.valid():
		return fmt.Errorf("pair %d, game %d: want a pair of 0 or more and game 0 or 1", r.ID.Pair, r.ID.Game)
	case r.White == "" || r.Black == "":
		return fmt.Errorf("game %v: an engine without a name", r.ID)
	case r.Result == board.Ongoing:
		return fmt.Errorf("game %v: no result, want a finished game", r.ID)
	case r.Reason == "":
		return fmt.Errorf("game %v: no reason for its result", r.ID)
	case r.Book < 0 || r.Book > len(r.Moves):
		return fmt.Errorf("game %v: %d moves of the opening, want 0 to %d", r.ID, r.Book, len(r.Moves))
	}
	return nil
}
