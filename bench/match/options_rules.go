package match

import (
	"fmt"
	"math"
	"strings"
)

// ResignRule adjudicates a game as lost for an engine whose own score was -Score
// or less on Moves of its moves in a row. The zero ResignRule never does.
type ResignRule struct {
	Score int // centimen, above 0
	Moves int // of that engine
}

// ParseResign reads "score=4 moves=5", the score in men as engines report it. Both
// must be there.
func ParseResign(text string) (ResignRule, error) {
	var r ResignRule
	seen, err := parseKeys(commaSeparated(text), func(key, value string) error {
		switch key {
		case "score":
			return setScore(&r.Score, value, 1)
		case "moves":
			return setMoves(&r.Moves, value, 1)
		}
		return unknownKey("score", "moves")
	})
	if err == nil {
		err = needKeys(seen, "score=4 moves=5", "score", "moves")
	}
	if err != nil {
		return ResignRule{}, fmt.Errorf("resign: %w", err)
	}
	return r, nil
}

// String returns the rule in the form ParseResign reads, or "" for none.
func (r ResignRule) String() string {
	if r.Moves == 0 {
		return ""
	}
	return fmt.Sprintf("score=%v moves=%d", float64(r.Score)/100, r.Moves)
}

// DrawRule adjudicates a game as drawn when the scores of both engines were
// between -Score and Score on Moves moves of each in a row, and From moves of
// each have been played in all. The zero DrawRule never does.
type DrawRule struct {
	Score int // centimen, 0 or more
	Moves int // of each side
	From  int // moves of each side since the opening
}

// ParseDraw reads "score=0.05 moves=8 from=30", the score in men as engines report
// it. from is 0 unless given; the others must be there.
func ParseDraw(text string) (DrawRule, error) {
	var r DrawRule
	seen, err := parseKeys(commaSeparated(text), func(key, value string) error {
		switch key {
		case "score":
			return setScore(&r.Score, value, 0)
		case "moves":
			return setMoves(&r.Moves, value, 1)
		case "from":
			return setMoves(&r.From, value, 0)
		}
		return unknownKey("score", "moves", "from")
	})
	if err == nil {
		err = needKeys(seen, "score=0.05 moves=8 from=30", "score", "moves")
	}
	if err != nil {
		return DrawRule{}, fmt.Errorf("draw: %w", err)
	}
	return r, nil
}

// String returns the rule in the form ParseDraw reads, or "" for none.
func (r DrawRule) String() string {
	if r.Moves == 0 {
		return ""
	}
	return fmt.Sprintf("score=%v moves=%d from=%d", float64(r.Score)/100, r.Moves, r.From)
}

// commaSeparated lets the words of an adjudication rule be separated by commas.
func commaSeparated(text string) string { return strings.ReplaceAll(text, ",", " ") }

// needKeys returns an error for the first of the keys that was not seen.
func needKeys(seen map[string]bool, example string, keys ...string) error {
	for _, key := range keys {
		if !seen[key] {
			return fmt.Errorf("key %q is missing: expected a text such as %q", key, example)
		}
	}
	return nil
}

// setScore reads a score in men into centimen, at least low. Scores near 100 men
// are wins in Hub, so a larger one is a slip (of a user used to centipawns).
func setScore(centimen *int, text string, low int) error {
	men, err := parseNumber(text, float64(low)/100, 100)
	if err != nil {
		return fmt.Errorf("bad value %q: expected a score in men from %v to 100", text, float64(low)/100)
	}
	*centimen = int(math.Round(men * 100))
	return nil
}

// setMoves reads a number of moves, at least low.
func setMoves(moves *int, text string, low int64) error {
	n, err := parseCount(text, low, maxMoves)
	*moves = int(n)
	return err
}
