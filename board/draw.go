package board

// Draw is the id of a reason for a draw (the table in rules.md). The empty
// Draw is none.
type Draw string

// The draws.
const (
	NoDraw     Draw = ""
	Repetition Draw = "repetition"
	KingsOnly  Draw = "kings-only"
	Balance    Draw = "balance"
	ThreeKings Draw = "three-kings"
	OnMainRoad Draw = "main-road"
	Agreement  Draw = "agreement"
)

// The limits of the counters. A "move" of rules.md that both sides make is two
// plies.
const (
	repetitions    = 3  // occurrences of a position
	kingsOnlyPlies = 30 // 15 moves of both sides
	threeKingMoves = 15 // moves of the stronger side
	mainRoadMoves  = 5  // moves of the stronger side
)

// balancePlies is the number of plies for which the balance may stand, by the
// number of pieces on the board: 5, 30 and 60 moves of both sides.
var balancePlies = [8]int32{2: 10, 3: 10, 4: 60, 5: 60, 6: 120, 7: 120}

// Counters counts towards the draws other than repetition. It is a value that
// goes from ply to ply with the position, in a game and on a search path
// alike. The zero Counters stands at the start.
type Counters struct {
	quietKings int32 // plies in a row in which a king moved and took nothing
	balance    int32 // plies since the last capture or promotion
	mainRoad   int32 // moves the stronger side made against a lone king on the main road
}

// After returns the counters after move m led from one position to the next.
func (c Counters) After(before Position, m Move, after Position) Counters {
	c.quietKings++
	if m.IsCapture() || !m.ByKing() {
		c.quietKings = 0
	}
	c.balance++
	if m.Converts() {
		c.balance = 0
	}
	// A move counts when the lone king was on the road before and after it,
	// and when the stronger side made it: then the lone king is to move.
	switch {
	case !after.loneKingOnRoad() || !before.loneKingOnRoad():
		c.mainRoad = 0
	case after.own&(after.own-1) == 0:
		c.mainRoad++
	}
	return c
}

// loneKingOnRoad reports whether one side has nothing but a king on the main
// road, no other piece stands there, and the other side has exactly three.
func (p Position) loneKingOnRoad() bool {
	road := (p.own | p.opp) & MainRoad
	if road&(road-1) != 0 || road&p.kings == 0 {
		return false
	}
	return road == p.own && p.opp.Count() == 3 || road == p.opp && p.own.Count() == 3
}

// Draw returns the draw that the counters give in position p, or NoDraw.
// Whether the side to move is lost on the board instead, which comes first, is
// not looked at, nor is repetition.
func (c Counters) Draw(p Position) Draw {
	switch {
	case c.balance < balancePlies[2] && c.mainRoad < mainRoadMoves:
		return NoDraw // no counter reaches its limit sooner
	case c.quietKings >= kingsOnlyPlies:
		return KingsOnly
	case c.balanceStood(p):
		return Balance
	case c.threeKings(p):
		return ThreeKings
	case c.mainRoad >= mainRoadMoves:
		return OnMainRoad
	}
	return NoDraw
}

// balanceStood reports the draw by an unchanged balance of few pieces.
func (c Counters) balanceStood(p Position) bool {
	n := p.Occupied().Count()
	return n < len(balancePlies) && c.balance >= balancePlies[n] &&
		p.own&p.kings != 0 && p.opp&p.kings != 0
}

// threeKings reports the draw by a lone king that stayed alive against three
// kings or more. Moves are counted since the balance arose; the stronger side
// made the last of them when the lone king is to move.
func (c Counters) threeKings(p Position) bool {
	if isLoneKing(p.own, p.kings) && (p.opp&p.kings).Count() >= 3 {
		return (c.balance+1)/2 >= threeKingMoves
	}
	if isLoneKing(p.opp, p.kings) && (p.own&p.kings).Count() >= 3 {
		return c.balance/2 >= threeKingMoves
	}
	return false
}

// isLoneKing reports whether the set is one square with a king on it.
func isLoneKing(set, kings Bits) bool {
	return set&kings != 0 && set&(set-1) == 0
}

// QuietKings returns the number of plies in a row in which a king moved and
// took nothing: as far back a position may have stood before.
func (c Counters) QuietKings() int { return int(c.quietKings) }

// PliesToDraw returns the least number of plies after which a counter that has
// begun to count may give a draw in p, if nothing is captured or promoted; a
// large number where none can.
func (c Counters) PliesToDraw(p Position) int {
	left := c.PliesOffRoad(p)
	if p.own&p.kings != 0 && p.opp&p.kings != 0 && (isLoneKing(p.own, p.kings) || isLoneKing(p.opp, p.kings)) {
		left = min(left, int(max(2*(mainRoadMoves-c.mainRoad)-1, 0)))
	}
	return left
}

// PliesOffRoad is PliesToDraw without the counter of the main road, which runs
// only while a lone king stays there.
func (c Counters) PliesOffRoad(p Position) int {
	left := int32(1 << 20)
	if c.quietKings > 0 {
		left = kingsOnlyPlies - c.quietKings
	}
	if p.own&p.kings == 0 || p.opp&p.kings == 0 {
		return int(max(left, 0))
	}
	if n := p.Occupied().Count(); n < len(balancePlies) {
		left = min(left, balancePlies[n]-c.balance)
	}
	if isLoneKing(p.own, p.kings) || isLoneKing(p.opp, p.kings) {
		left = min(left, 2*threeKingMoves-1-c.balance)
	}
	return int(max(left, 0))
}
