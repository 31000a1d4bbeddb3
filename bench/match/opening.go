package match

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"sync"

	"bolshak/board"
	"bolshak/movegen"
)

// Opening is where the two games of a pair begin: a position and the moves
// played from it before the engines think.
type Opening struct {
	// ID names the opening in records: table and code ("moves I-3") or file and
	// line ("book.fen:12").
	ID    string
	Start board.Position
	Moves []board.Move
}

// Game returns a game in which the opening has been played.
func (o Opening) Game(rules board.Rules) *board.Game {
	g := board.NewGame(rules, o.Start)
	for _, m := range o.Moves {
		g.Play(m)
	}
	return g
}

// check returns an error where no game can be played from the opening.
func (o Opening) check() error {
	// Who has won differs by variant, but not whether it is over.
	if out := movegen.Outcome(o.Game(board.Russian)); out.Result != board.Ongoing {
		return fmt.Errorf("the game is over in the opening's last position (%s), want one in which there is something to play", out.Reason)
	}
	return nil
}

// Order is the order in which openings are played.
type Order uint8

// The orders.
const (
	Sequential Order = iota // as the source has them, again and again
	Random                  // shuffled, and shuffled anew for every round through the source
)

// String returns the order's name.
func (o Order) String() string { return [...]string{"sequential", "random"}[o&1] }

// ParseOrder reads the name of an order.
func ParseOrder(name string) (Order, error) {
	switch name {
	case "sequential":
		return Sequential, nil
	case "random":
		return Random, nil
	}
	return 0, fmt.Errorf("unknown order %q: expected sequential or random", name)
}

// OpeningOptions says which openings are played.
type OpeningOptions struct {
	// Source is a table (see Tables), or else the name of a file; "" or "start"
	// is the start position alone. A file that is named like a table is meant by
	// a path, "./moves".
	Source string
	Order  Order
	Seed   uint64 // of the random order
	// SkipCaptures drops the openings after which the side to move must capture.
	SkipCaptures bool
	// Plies cuts the games of a PDN file off after so many; 0 takes them whole.
	Plies int
}

// Openings gives every pair its opening. It may be used by several goroutines.
type Openings struct {
	list    []Opening
	skipped int
	order   Order
	seed    uint64

	mu       sync.Mutex
	round    int // the round that shuffled belongs to
	shuffled []int
}

// LoadOpenings reads the openings. An error names the source, the line, and the
// column or ply where it has one.
func LoadOpenings(o OpeningOptions) (*Openings, error) {
	all, err := readSource(o.Source, o.Plies)
	if err != nil {
		return nil, err
	}
	kept := all
	if o.SkipCaptures {
		kept = nil
		for _, opening := range all {
			if !movegen.CanCapture(opening.Game(board.Russian).Position()) {
				kept = append(kept, opening)
			}
		}
	}
	switch {
	case len(all) == 0:
		return nil, fmt.Errorf("openings %q: none there, want at least one", o.Source)
	case len(kept) == 0:
		return nil, fmt.Errorf("openings %q: all %d start with a capture pending and are skipped, want at least one that does not", o.Source, len(all))
	}
	return &Openings{list: kept, skipped: len(all) - len(kept), order: o.Order, seed: o.Seed, round: -1}, nil
}

// Len returns the number of openings.
func (o *Openings) Len() int { return len(o.list) }

// Skipped returns the number of openings dropped for a pending capture.
func (o *Openings) Skipped() int { return o.skipped }

// At returns the opening of the pair with the given index, from 0. After the last
// opening they begin again. The same options and files give the same opening for
// a pair, whatever was asked before, so a resumed match goes on as it began.
func (o *Openings) At(pair int) Opening {
	n := len(o.list)
	if o.order == Sequential {
		return o.list[pair%n]
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if round := pair / n; round != o.round {
		o.round, o.shuffled = round, shuffle(n, o.seed, uint64(round))
	}
	return o.list[o.shuffled[pair%n]]
}

// shuffle returns a permutation of 0..n-1 that depends on seed and round alone
// (Fisher and Yates). It draws from the bare PCG generator, whose output is fixed
// by its definition: a journal must give the same openings to a later release.
func shuffle(n int, seed, round uint64) []int {
	source := rand.NewPCG(seed, round)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		// The high half of the product is even enough: its bias is below n/2^64.
		j, _ := bits.Mul64(source.Uint64(), uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// Fingerprint returns a text that is the same for the same openings in the same
// order, whatever file they came from.
func (o *Openings) Fingerprint() string {
	hash := sha256.New()
	for _, opening := range o.list {
		io.WriteString(hash, opening.Start.Hub())
		for _, m := range opening.Moves {
			io.WriteString(hash, " "+m.String())
		}
		io.WriteString(hash, "\n")
	}
	return fmt.Sprintf("%d openings, sha256 %s", len(o.list), hex.EncodeToString(hash.Sum(nil)[:8]))
}
