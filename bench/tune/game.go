// Package tune fits the weights of the evaluation: it plays training games and
// finds the weights that foretell their results best.
package tune

import (
	"fmt"
	"strconv"
	"strings"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// Game is a game of the engine against itself, ended by the rules.
type Game struct {
	Start  board.Position
	Plies  []Ply
	Result board.Result
}

// Ply is a move and how it was found.
type Ply struct {
	Move   board.Move
	Random bool       // drawn by lot
	Score  eval.Score // else the search's, for the side that moves
}

// String returns the game as a line of a file has it: the result, the position in
// which it began in Hub form, and the moves in Hub form, parted by blanks. A move
// has its score behind it in centimen, "22-17=35", as package eval counts wins; or
// a question mark where it was drawn by lot.
func (g Game) String() string {
	line := []byte(g.Result.String() + " " + g.Start.Hub())
	for _, p := range g.Plies {
		line = p.Move.AppendHub(append(line, ' '), board.FromB8)
		if p.Random {
			line = append(line, '?')
		} else {
			line = strconv.AppendInt(append(line, '='), int64(p.Score), 10)
		}
	}
	return string(line)
}

// ParseGame reads a line that String has written. Errors name the ply.
func ParseGame(line string) (Game, error) {
	words := strings.Fields(line)
	if len(words) < 2 {
		return Game{}, fmt.Errorf("%d words, want a result, a Hub position and moves", len(words))
	}
	var g Game
	if err := g.Result.UnmarshalText([]byte(words[0])); err != nil {
		return Game{}, err
	}
	if g.Result == board.Ongoing {
		return Game{}, fmt.Errorf("result %q: want that of a game that is over", words[0])
	}
	var err error
	if g.Start, err = board.ParseHub(words[1]); err != nil {
		return Game{}, err
	}
	p := g.Start
	for i, word := range words[2:] {
		ply, err := parsePly(p, word)
		if err != nil {
			return Game{}, fmt.Errorf("ply %d: %w", i+1, err)
		}
		g.Plies = append(g.Plies, ply)
		p = p.After(ply.Move)
	}
	return g, nil
}

func parsePly(p board.Position, word string) (Ply, error) {
	text, score, scored := strings.Cut(word, "=")
	text, random := strings.CutSuffix(text, "?")
	if scored == random {
		return Ply{}, fmt.Errorf("%q: want = and a score, or ?, behind the move", word)
	}
	m, err := movegen.Parse(p, text)
	if err != nil || random {
		return Ply{Move: m, Random: random}, err
	}
	n, err := strconv.ParseInt(score, 10, 32)
	if err != nil || n < -int64(eval.Win) || n > int64(eval.Win) {
		return Ply{}, fmt.Errorf("%q: score %q, want centimen from %d to %d", word, score, -eval.Win, eval.Win)
	}
	return Ply{Move: m, Score: eval.Score(n)}, nil
}

// Label is a position and what the game's result was for the side to move.
type Label struct {
	Position board.Position
	Points   uint8 // half points: 0 lost, 1 drawn, 2 won
}

// Decided is the score of the search, in centimen, beyond which a position is not
// worth learning from: the better side wins whatever the fine points are.
const Decided eval.Score = 800

// beyond reports whether the search's score is beyond a limit to either side.
func (p Ply) beyond(limit eval.Score) bool { return max(p.Score, -p.Score) > limit }

// Labels returns the positions to learn from: those behind the last random move,
// so that the result is that of play, which are quiet, meaning that the side to
// move cannot capture, and not beyond the score decided.
func (g Game) Labels(decided eval.Score) []Label {
	first := 0
	for i, ply := range g.Plies {
		if ply.Random {
			first = i + 1
		}
	}
	var labels []Label
	p := g.Start
	for i, ply := range g.Plies {
		if i >= first && !ply.beyond(decided) && !movegen.CanCapture(p) {
			labels = append(labels, Label{p, g.points(p.Side())})
		}
		p = p.After(ply.Move)
	}
	return labels
}

// points returns the half points of a side.
func (g Game) points(side board.Colour) uint8 {
	switch winner, ok := g.Result.Winner(); {
	case !ok:
		return 1
	case winner == side:
		return 2
	}
	return 0
}
