package board

import (
	"fmt"
	"strings"
)

// Rules is a variant as data. The moves are the same in all variants here;
// they differ in what the end of a game means.
type Rules struct {
	// Name is the variant's name in the Hub protocol and on the command line.
	Name string
	// GameType is the variant's number in PDN's [GameType] tag.
	GameType int
	// StuckWins is set where a side without a legal move has won (giveaway)
	// rather than lost.
	StuckWins bool
}

// The variants.
var (
	// Russian draughts, shashki.
	Russian = Rules{Name: "russian", GameType: 25}
	// Losing is giveaway, poddavki: who has no move left has won.
	Losing = Rules{Name: "losing", GameType: 25, StuckWins: true}
)

// Variants lists the variants in the order in which they are offered.
var Variants = []Rules{Russian, Losing}

// ParseRules returns the variant with the given name.
func ParseRules(name string) (Rules, error) {
	names := make([]string, len(Variants))
	for i, r := range Variants {
		if strings.EqualFold(r.Name, strings.TrimSpace(name)) {
			return r, nil
		}
		names[i] = r.Name
	}
	return Rules{}, fmt.Errorf("variant %q: not known, want one of %s", name, strings.Join(names, ", "))
}

// StuckResult returns the result of a game in which side, to move, has no
// piece or no legal move.
func (r Rules) StuckResult(side Colour) Result {
	if (side == White) == r.StuckWins {
		return WhiteWins
	}
	return BlackWins
}
