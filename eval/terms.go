package eval

import "bolshak/board"

// term is one thing that is counted for each side. First come the terms that
// count the squares of a set, then one for a man on each square, then one for
// each way to guard the first rank, then numbers.
type term int

// The terms that count the squares of a set.
const (
	man          term = iota
	king              // every king
	kingMainRoad      // kings on the main road
	kingTwin          // kings on the double corners' diagonals, a7-g1 and b8-h2
	stepLeft          // men that can step up-left
	stepRight         // men that can step up-right
	safeStep          // steps after which the man cannot be taken at once
	hanging           // pieces that the enemy could take if it were its turn
	triangle          // men with own pieces behind them on both sides
	chainOnLeft       // men with an own piece behind them on the left
	chainOnRight      // and on the right
	holeLeft          // empty squares between two own men, on a diagonal going left
	holeRight         // and on one going right
	blocked           // men with the enemy on both squares ahead
	freeMan           // men that no enemy can meet on the way to the last rank
	freeHalf          // those of them past the middle of the board
	freeLast          // those of them on the last rank but one
	centre            // pieces in the centre
	sets              // the number of these terms
)

// The terms behind them: 36 for the men's squares, by bit, of which the unused
// bits and the last rank never count; 16 for the men on the first rank, by their
// four bits; then the numbers.
const (
	firstSquare = sets
	firstGuard  = firstSquare + 36
	anyKing     = firstGuard + 16 // the side has a king
	imbalance   = anyKing + 1     // men on one wing more than on the other
	toMove      = anyKing + 2     // the side is to move
	opposition  = anyKing + 3     // to move and the tempi are even (1) or odd (-1), men only
	terms       = anyKing + 4     // the number of all terms
)

// The regions that terms speak of.
const (
	twinRoads = 1<<board.A7 | 1<<board.B6 | 1<<board.C5 | 1<<board.D4 | 1<<board.E3 | 1<<board.F2 | 1<<board.G1 |
		1<<board.B8 | 1<<board.C7 | 1<<board.D6 | 1<<board.E5 | 1<<board.F4 | 1<<board.G3 | 1<<board.H2
	centreSquares = 1<<board.C3 | 1<<board.D4 | 1<<board.E3 | 1<<board.F4 |
		1<<board.C5 | 1<<board.D6 | 1<<board.E5 | 1<<board.F6
	leftWing = 1<<board.A1 | 1<<board.A3 | 1<<board.A5 | 1<<board.A7 |
		1<<board.B2 | 1<<board.B4 | 1<<board.B6 | 1<<board.C1 | 1<<board.C3 | 1<<board.C5 | 1<<board.C7
	rightWing = 1<<board.H2 | 1<<board.H4 | 1<<board.H6 | 1<<board.G1 | 1<<board.G3 | 1<<board.G5 | 1<<board.G7 |
		1<<board.F2 | 1<<board.F4 | 1<<board.F6
	upperHalf = board.Board &^ (1<<18 - 1)
)

// sum returns the weights of everything that counts for v's side, but for the
// squares of its men and the patterns, which view.patterns returns.
//
// It is the evaluation's inner loop and written out: through an array of sets
// it takes five times as long. Trace counts the same terms one by one, and a
// test holds the two together.
func (v view) sum() weight {
	men, enemy, empty := v.men(), v.opp, v.empty()
	left, right := men<<4&empty, men<<5&empty
	takenLeft, takenRight := taken(enemy, empty)
	chainLeft, chainRight := men&(v.own<<5), men&(v.own<<4)

	w := n(men)*weights[man] +
		n(left)*weights[stepLeft] +
		n(right)*weights[stepRight] +
		n(safe(left, right, enemy, takenLeft, takenRight))*weights[safeStep] +
		n(v.own&(takenLeft|takenRight))*weights[hanging] +
		n(chainLeft&chainRight)*weights[triangle] +
		n(chainLeft)*weights[chainOnLeft] +
		n(chainRight)*weights[chainOnRight] +
		n(empty&(men<<4)&(men>>4))*weights[holeLeft] +
		n(empty&(men<<5)&(men>>5))*weights[holeRight] +
		n(men&(enemy>>4)&(enemy>>5))*weights[blocked] +
		n(v.own&centreSquares)*weights[centre] +
		guardWeights[men&board.Rank1] +
		weight(wings(men))*weights[imbalance]
	if free := men &^ below(enemy); free != 0 {
		w += n(free)*weights[freeMan] + n(free&upperHalf)*weights[freeHalf] + n(free&board.Rank7)*weights[freeLast]
	}
	if kings := v.own & v.kings; kings != 0 {
		w += n(kings)*weights[king] + n(kings&board.MainRoad)*weights[kingMainRoad] +
			n(kings&twinRoads)*weights[kingTwin] + weights[anyKing]
	}
	return w
}

// n returns the number of squares in a set as a factor for a weight.
func n(b board.Bits) weight { return weight(b.Count()) }

// turn returns the weights that count for the side to move alone.
func (v view) turn() weight { return weights[toMove] + weight(v.opposed())*weights[opposition] }

// taken returns the squares on which the enemy could take a piece along the
// diagonals going up-left, and along those going up-right.
func taken(enemy, empty board.Bits) (left, right board.Bits) {
	return enemy>>4&(empty<<4) | enemy<<4&(empty>>4), enemy>>5&(empty<<5) | enemy<<5&(empty>>5)
}

// safe returns the squares to which a man can step, left or right, without being
// taken there. It leaves the square behind it empty, so that an enemy straight
// ahead can take it.
func safe(left, right, enemy, takenLeft, takenRight board.Bits) board.Bits {
	return left&^(takenRight|enemy>>4) | right&^(takenLeft|enemy>>5)
}

// below returns the squares from which a man going up can come to one of the
// given pieces: the cones below them.
func below(pieces board.Bits) board.Bits {
	cone, row := board.Bits(0), pieces
	for range 7 {
		row = (row>>4 | row>>5) & board.Board
		cone |= row
		row = cone
	}
	return cone
}

// wings returns by how many men one wing outnumbers the other.
func wings(men board.Bits) int {
	n := (men & leftWing).Count() - (men & rightWing).Count()
	return max(n, -n)
}

// opposed returns who has the opposition in a position of men alone: 1 when the
// ranks that all men have gone are even in number, -1 when odd, seen by the side
// to move; 0 where there are kings.
func (v view) opposed() int {
	if v.kings != 0 {
		return 0
	}
	return 1 - 2*(((v.own|v.opp)&oddRanks).Count()&1)
}

// oddRanks are the ranks an odd number of steps from White's first.
const oddRanks = board.Rank2 * (1 | 1<<9 | 1<<18 | 1<<27)
