package movegen

import (
	"fmt"
	"strings"
)

// Notation is a way of writing moves (rules.md, "Notation").
type Notation uint8

// The notations.
const (
	// Hub is the protocol's form by numbers: "22-17", "22x15x18".
	Hub Notation = iota
	// Full names every square on which a capture lands: "a3:c5:e7:g5".
	Full
	// Short names start and end, "a3:g5", and gives the full form where that
	// fits two different moves.
	Short
)

// notationNames holds the names by Notation.
var notationNames = [...]string{Hub: "hub", Full: "full", Short: "short"}

// String returns the name that ParseNotation reads.
func (n Notation) String() string {
	if int(n) < len(notationNames) {
		return notationNames[n]
	}
	return fmt.Sprintf("Notation(%d)", uint8(n))
}

// ParseNotation returns the notation with the given name: hub, full or short.
func ParseNotation(name string) (Notation, error) {
	for n, known := range notationNames {
		if strings.EqualFold(known, strings.TrimSpace(name)) {
			return Notation(n), nil
		}
	}
	return 0, fmt.Errorf("notation %q: not known, want one of %s", name, strings.Join(notationNames[:], ", "))
}
