package board

// Count is how far a counter of a draw has come, in moves as rules.md counts them:
// those that both sides have made, or the stronger side alone.
type Count struct {
	Draw         Draw
	Moves, Limit int
}

// Counts returns the counters that may end the game in position p as a draw, with
// what they have counted so far, for those who show them. Repetition is not among
// them; see Game.Occurrences.
func (c Counters) Counts(p Position) []Count {
	var counts []Count
	if c.quietKings >= 2 {
		counts = append(counts, Count{KingsOnly, int(c.quietKings) / 2, kingsOnlyPlies / 2})
	}
	n := p.Occupied().Count()
	if n < len(balancePlies) && balancePlies[n] > 0 && p.own&p.kings != 0 && p.opp&p.kings != 0 {
		counts = append(counts, Count{Balance, int(c.balance) / 2, int(balancePlies[n]) / 2})
	}
	switch {
	case isLoneKing(p.own, p.kings) && (p.opp&p.kings).Count() >= 3:
		counts = append(counts, Count{ThreeKings, int(c.balance+1) / 2, threeKingMoves})
	case isLoneKing(p.opp, p.kings) && (p.own&p.kings).Count() >= 3:
		counts = append(counts, Count{ThreeKings, int(c.balance) / 2, threeKingMoves})
	}
	if p.loneKingOnRoad() {
		counts = append(counts, Count{OnMainRoad, int(c.mainRoad), mainRoadMoves})
	}
	return counts
}
