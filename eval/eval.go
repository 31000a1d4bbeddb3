package eval

import "bolshak/board"

// Evaluate returns the value of p for the side to move, within ±Max, from what
// stands on the board alone: material, how far the men have gone, and the men
// that guard the first rank. Positions in which something can be captured
// should be resolved first.
func Evaluate(p board.Position) Score {
	own, opp, kings := p.Own(), p.Opp(), p.Kings()
	score := material(own, opp, kings)
	side := p.Side()
	return score + menScore(own&^kings, opp&^kings, side) - menScore(opp&^kings, own&^kings, side.Other())
}

// EvaluateLosing is Evaluate for giveaway: pieces are a burden, a king can be
// given away less easily than a man is, and men further on have less to go.
func EvaluateLosing(p board.Position) Score {
	own, opp, kings := p.Own(), p.Opp(), p.Kings()
	return -Score(man*(own.Count()-opp.Count()) + losingKing*((own&kings).Count()-(opp&kings).Count()))
}

// material returns the balance of men and kings.
func material(own, opp, kings board.Bits) Score {
	return Score(man*((own&^kings).Count()-(opp&^kings).Count()) + king*((own&kings).Count()-(opp&kings).Count()))
}

// Ranks with the given bit of their number set, seen from White: the sum of
// ranks of a set of men takes three counts instead of eight.
const (
	rankBit0 = board.Rank2 | board.Rank2<<9 | board.Rank2<<18 | board.Rank2<<27&board.Board
	rankBit1 = (board.Rank1 | board.Rank2) << 9 * (1 | 1<<18) & board.Board
	rankBit2 = board.Board &^ (1<<18 - 1)
)

// menScore returns the score of one side's men.
func menScore(men, enemyMen board.Bits, c board.Colour) Score {
	first := board.Rank1
	ranks := (men & rankBit0).Count() + 2*(men&rankBit1).Count() + 4*(men&rankBit2).Count()
	if c == board.Black {
		first = board.Rank8
		ranks = 7*men.Count() - ranks
	}
	score := advance * ranks
	if enemyMen != 0 {
		score += guard * (men & first).Count()
	}
	return Score(score)
}
