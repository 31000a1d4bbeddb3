package pdn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bolshak/board"
)

// gameTypes are the games that PDN has numbers for.
var gameTypes = map[int]string{
	0: "chess", 1: "Chinese chess",
	20: "international draughts", 21: "English draughts", 22: "Italian draughts", 23: "American pool checkers",
	24: "Spanish draughts", 25: "Russian draughts", 26: "Brazilian draughts", 27: "Canadian draughts",
	28: "Portuguese draughts", 29: "Czech draughts", 30: "Turkish draughts", 31: "Thai draughts",
	40: "Frisian draughts", 41: "Spantsiretti",
}

// parseGameType reads a [GameType]: the number of the game and, behind commas, who
// begins, width and height of the board, its notation and whether it is turned. Only
// the number and the corner from which numbers are counted matter. An error says that
// the game is another.
func parseGameType(value string) (board.Numbering, error) {
	fields := strings.Split(value, ",")
	number := strings.TrimSpace(fields[0])
	n, err := strconv.Atoi(number)
	if err != nil {
		return board.FromB8, fmt.Errorf("GameType %q: not known, want 25 (Russian draughts)", shorten(value))
	}
	if n != board.Russian.GameType {
		if name, ok := gameTypes[n]; ok {
			return board.FromB8, fmt.Errorf("GameType %d is %s, want 25 (Russian draughts)", n, name)
		}
		return board.FromB8, fmt.Errorf("GameType %d: not known, want 25 (Russian draughts)", n)
	}
	if len(fields) > 4 && strings.EqualFold(strings.TrimSpace(fields[4]), "N0") {
		return board.FromA1, nil
	}
	return board.FromB8, nil
}

// losingNames are the names of giveaway in a [Variant], without blanks.
var losingNames = []string{"losing", "giveaway", "poddavki", "suicide", "antidraughts", "anti", "russianlosing", "russiangiveaway", "поддавки", "обратные"}

// isLosing reports whether a [Variant] is giveaway.
func isLosing(value string) bool {
	folded := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(value))
	return slices.Contains(losingNames, folded)
}
