package movegen

import "bolshak/board"

// A Move tells which pieces are taken, not in which order: one move may have
// several routes. A route is the squares on which the capturing piece lands,
// one for every piece taken. It determines the move, for between two landings
// exactly one piece is taken; so full forms of different moves never agree.

// routeSearch looks for the routes of one capture.
type routeSearch struct {
	opp       board.Bits // the opponent's pieces
	empty     board.Bits // the free squares, the start among them
	promotion board.Bits // where a man becomes a king
	target    board.Bits // the pieces that the move takes
	to        board.Square
	want      []board.Square // squares that must be landed on, in this order

	yield func(route []board.Square) bool // false ends the search
	route []board.Square                  // the landings so far
	dead  map[routeState]bool             // states that lead nowhere
}

// routeState is how far a capture has come. Whether a man has become a king on
// the way follows from the pieces taken: it has if and only if one of them
// stood next to the last rank.
type routeState struct {
	at    board.Square
	taken board.Bits
	met   int // squares of want that were landed on
}

// walkRoutes calls yield with every route of the capture m in position p that
// lands on the squares of want in this order, whatever lies between, until
// yield returns false. The routes come in the byte order of their text. The
// slice is reused between calls. A move that is not legal in p has no route.
func walkRoutes(p board.Position, m board.Move, want []board.Square, yield func(route []board.Square) bool) {
	r := routeSearch{
		opp:       p.Opp(),
		empty:     p.Empty() | m.From().Bit(),
		promotion: board.PromotionRank(p.Side()),
		target:    m.Captured(),
		to:        m.To(),
		want:      want,
		yield:     yield,
		dead:      map[routeState]bool{},
	}
	r.walk(routeState{at: m.From()}, m.ByKing())
}

// hasRoute reports whether the capture m can land on the given squares in this
// order, whatever lies between and behind.
func hasRoute(p board.Position, m board.Move, want []board.Square) bool {
	found := false
	walkRoutes(p, m, want, func([]board.Square) bool {
		found = true
		return false
	})
	return found
}

// walk goes on from a state. It reports whether a route was found from there
// and whether the search goes on.
func (r *routeSearch) walk(s routeState, king bool) (found, goesOn bool) {
	if s.taken == r.target {
		if s.at != r.to || s.met < len(r.want) {
			return false, true
		}
		return true, r.yield(r.route)
	}
	if r.dead[s] {
		return false, true
	}
	legs := r.legs(s, king)
	for _, land := range squaresByName {
		for _, l := range legs {
			if !l.land.Has(land) {
				continue
			}
			next := routeState{land, s.taken | l.victim, s.met}
			if s.met < len(r.want) && r.want[s.met] == land {
				next.met++
			}
			r.route = append(r.route, land)
			below, on := r.walk(next, king || r.promotion.Has(land))
			r.route = r.route[:len(r.route)-1]
			found = found || below
			if !on {
				return found, false
			}
		}
	}
	if !found {
		r.dead[s] = true
	}
	return found, true
}

// leg is one piece taken and the squares that may be landed on behind it.
type leg struct{ victim, land board.Bits }

// legs returns the legs by direction that take a piece of the target; land is
// empty where there is none.
func (r *routeSearch) legs(s routeState, king bool) (legs [4]leg) {
	opp := r.opp &^ s.taken
	for d := upLeft; d <= downRight; d++ {
		if king {
			legs[d&3] = kingLeg(d, s.at, opp, r.empty)
		} else {
			v := s.at.Bit().Shift(step[d&3]) & opp
			legs[d&3] = leg{v, v.Shift(step[d&3]) & r.empty}
		}
		if legs[d&3].victim&r.target == 0 {
			legs[d&3] = leg{}
		}
	}
	return legs
}

// kingLeg returns the leg of a king in one direction. Where the capture can go
// on from some of the squares behind the victim, these are the only ones.
func kingLeg(d direction, at board.Square, opp, empty board.Bits) leg {
	v := victim(d, at, opp, empty)
	if v == 0 {
		return leg{}
	}
	land := reach(d, v.First(), empty)
	var goesOn board.Bits
	for b := land; b != 0; b = b.Rest() {
		if kingCanCapture(b.First(), opp&^v, empty) {
			goesOn |= b.First().Bit()
		}
	}
	if goesOn != 0 {
		land = goesOn
	}
	return leg{v, land}
}

// squaresByName holds the squares in the order of their names: a1, a3, ... h8.
var squaresByName = makeSquaresByName()

func makeSquaresByName() (squares [32]board.Square) {
	for i := range squares {
		file, n := i/4, i%4
		squares[i] = board.SquareAt(file, 2*n+file%2)
	}
	return squares
}
