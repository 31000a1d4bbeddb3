package match

import "fmt"

// Tournament says who plays whom.
type Tournament uint8

// The tournaments. With two engines both are the same.
const (
	RoundRobin Tournament = iota // each against each
	Gauntlet                     // the first against each of the others
)

// String returns the tournament's name.
func (t Tournament) String() string { return [...]string{"roundrobin", "gauntlet"}[t&1] }

// ParseTournament reads the name of a tournament.
func ParseTournament(name string) (Tournament, error) {
	switch name {
	case "roundrobin":
		return RoundRobin, nil
	case "gauntlet":
		return Gauntlet, nil
	}
	return 0, fmt.Errorf("unknown tournament %q: expected roundrobin or gauntlet", name)
}

// pairing holds the indices of two engines. The first one is White in the first
// game of each pair.
type pairing [2]int

// pairings returns who plays whom, in the order of play.
func (t Tournament) pairings(engines int) []pairing {
	var list []pairing
	for a := range engines {
		for b := a + 1; b < engines; b++ {
			list = append(list, pairing{a, b})
		}
		if t == Gauntlet {
			break
		}
	}
	return list
}

// schedule numbers the games of a tournament. Pairs are numbered round by round: a
// round is one pair of every pairing, all of them from the same opening. So the
// table is even whenever a tournament ends, and more rounds can be added to it.
type schedule struct {
	pairings []pairing
	rounds   int
}

// pairs returns the number of pairs.
func (s schedule) pairs() int { return len(s.pairings) * s.rounds }

// pairing returns who plays a pair.
func (s schedule) pairing(pair int) pairing { return s.pairings[pair%len(s.pairings)] }

// round returns the round of a pair, from 0.
func (s schedule) round(pair int) int { return pair / len(s.pairings) }

// colours returns who has White and Black in a game.
func (s schedule) colours(id GameID) (white, black int) {
	p := s.pairing(id.Pair)
	return p[id.Game], p[1-id.Game]
}
