package web

import (
	"strings"

	"bolshak/board"
	"bolshak/movegen"
)

// Look is a position as the board in the browser needs it. The rules stay here: it
// gets every legal move with all its routes.
type Look struct {
	FEN     string   `json:"fen"`
	Squares string   `json:"squares"` // 1 to 32, of w b W B e
	Side    string   `json:"side"`    // "w" or "b", to move
	Ply     int      `json:"ply"`
	Moves   []choice `json:"moves"`   // none where the game is over
	Capture bool     `json:"capture"` // the moves are captures
	Last    *played  `json:"last,omitempty"`
	Over    *over    `json:"over,omitempty"`
	Counts  []count  `json:"counts,omitempty"`
	Stood   int      `json:"stood"` // how often the position has stood on the board
	Verdict *verdict `json:"verdict,omitempty"`
}

// choice is a legal move: by which squares it may go, the first being where it
// starts. No two moves share a whole route.
type choice struct {
	Move   string     `json:"move"`
	Text   string     `json:"text"`
	Routes [][]string `json:"routes"`
}

// played is a move that was made, for the eye.
type played struct {
	Move  string   `json:"move"`
	Text  string   `json:"text"`
	Route []string `json:"route"`
	Taken []string `json:"taken,omitempty"`
}

// over is how a game has ended.
type over struct {
	Result board.Result `json:"result"`
	Reason string       `json:"reason"`
}

// count is a counter towards a draw, in moves.
type count struct {
	Draw  board.Draw `json:"draw"`
	Moves int        `json:"moves"`
	Limit int        `json:"limit"`
}

// maxRoutes bounds the routes that are sent of one move. A composed position of many
// kings may have more than anybody would click through.
const maxRoutes = 200

// look returns how a game stands.
func (s *Server) look(g *board.Game) Look {
	p := g.Position()
	l := Look{
		FEN: p.FEN(), Squares: p.Hub()[1:], Side: sideLetter(p.Side()), Ply: g.Plies(),
		Moves: []choice{}, Capture: movegen.CanCapture(p), Stood: g.Occurrences(),
	}
	if n := g.Plies(); n > 0 {
		last := newPlayed(g.At(n-1), g.Moves()[n-1])
		l.Last = &last
	}
	if out := movegen.Outcome(g); out.Result != board.Ongoing {
		l.Over = &over{out.Result, out.Reason}
	} else {
		for _, m := range movegen.Append(nil, p) {
			l.Moves = append(l.Moves, newChoice(p, m))
		}
	}
	for _, c := range g.Counters().Counts(p) {
		l.Counts = append(l.Counts, count{c.Draw, c.Moves, c.Limit})
	}
	if s.options.Verdict != nil {
		if v, ok := s.options.Verdict(p, g.Rules()); ok {
			l.Verdict = newVerdict(v, p.Side())
		}
	}
	return l
}

// newChoice returns a legal move for the board.
func newChoice(p board.Position, m board.Move) choice {
	c := choice{Move: m.String(), Text: movegen.Format(p, m, movegen.Short)}
	for i, route := range movegen.Routes(p, m) {
		if i == maxRoutes {
			break
		}
		c.Routes = append(c.Routes, squaresOf(route))
	}
	return c
}

// squaresOf returns the squares of a move's full form.
func squaresOf(full string) []string {
	return strings.FieldsFunc(full, func(r rune) bool { return r == ':' || r == '-' })
}

// newPlayed returns a move that was made in p. Which of several routes it took
// nobody knows any more; the first will do.
func newPlayed(p board.Position, m board.Move) played {
	d := played{
		Move: m.String(), Text: movegen.Format(p, m, movegen.Short),
		Route: squaresOf(movegen.Format(p, m, movegen.Full)),
	}
	for b := m.Captured(); b != 0; b = b.Rest() {
		d.Taken = append(d.Taken, b.First().String())
	}
	return d
}

// sideLetter returns "w" or "b".
func sideLetter(c board.Colour) string { return string("wb"[c&1]) }

// texts are a position in the forms in which it is passed on.
type texts struct {
	FEN     string `json:"fen"`
	Hub     string `json:"hub"`
	English string `json:"en"`
	Russian string `json:"ru"`
}

func newTexts(p board.Position) texts {
	return texts{p.FEN(), p.Hub(), p.Written(board.InEnglish), p.Written(board.InRussian)}
}
