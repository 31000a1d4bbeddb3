package bench

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
)

// Shot is a position in which a sacrifice wins by force, and no other move does.
type Shot struct {
	Position board.Position
	Best     board.Move   // the sacrifice
	Grade    int          // plies: a search so deep, or deeper, found it when it was mined
	Gain     int          // what Line wins, in men; a king counts kingMen
	Line     []board.Move // the sacrifice and how it wins, to where nothing hangs
}

// kingMen is what a king counts for in Shot.Gain.
const kingMen = 3

// shotsText is a copy of testdata/shots.fen, where other programs look for it;
// a test keeps the two equal.
//
//go:embed shots.fen
var shotsText string

// Shots returns the tactical suite, mined from games of this engine against
// itself, by grade; shots.fen says how.
func Shots() ([]Shot, error) { return parseShots(shotsText) }

// parseShots reads a FEN a line and behind a # what is known of it, key=value.
// Lines without a FEN are comments. Errors name the line.
func parseShots(text string) ([]Shot, error) {
	var shots []Shot
	number := 0
	for line := range strings.Lines(text) {
		number++
		fen, facts, _ := strings.Cut(line, "#")
		if fen = strings.TrimSpace(fen); fen == "" {
			continue
		}
		s, err := parseShot(fen, facts)
		if err != nil {
			return nil, fmt.Errorf("shots, line %d: %w", number, err)
		}
		shots = append(shots, s)
	}
	return shots, nil
}

// parseShot reads the position, the best move, its grade, its gain and its line.
func parseShot(fen, facts string) (s Shot, err error) {
	if s.Position, err = board.ParseFEN(fen); err != nil {
		return s, err
	}
	values := map[string]string{}
	for _, fact := range strings.Fields(facts) {
		key, value, _ := strings.Cut(fact, "=")
		values[key] = value
	}
	if s.Best, err = movegen.Parse(s.Position, values["best"]); err != nil {
		return s, fmt.Errorf("best: %w", err)
	}
	if s.Grade, err = strconv.Atoi(values["depth"]); err != nil || s.Grade < 1 {
		return s, fmt.Errorf("depth %q: want plies, at least 1", values["depth"])
	}
	if s.Gain, err = strconv.Atoi(values["gain"]); err != nil || s.Gain < 1 {
		return s, fmt.Errorf("gain %q: want men, at least 1", values["gain"])
	}
	p := s.Position
	for i, move := range strings.Split(values["line"], ",") {
		m, err := movegen.Parse(p, move)
		if err != nil {
			return s, fmt.Errorf("line, ply %d: %w", i+1, err)
		}
		p = p.After(m)
		s.Line = append(s.Line, m)
	}
	if s.Line[0] != s.Best {
		return s, fmt.Errorf("line %q: want it to begin with the best move, %s", values["line"], values["best"])
	}
	return s, nil
}
