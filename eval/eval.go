package eval

import "bolshak/board"

// Evaluate returns the value of p for the side to move, within ±Max. It is a
// sum of weighted terms, each counted for the side to move less the same for
// the opponent, and blended between weights for the opening and for the ending
// by the number of men left. What is counted stands in terms.go and pattern.go,
// what it is worth in weights.go and patterns.bin. Positions in which the side to move can capture should
// be resolved first.
func Evaluate(p board.Position) Score {
	us, them := views(p)
	return (us.sum() + us.turn() + us.patterns() - them.sum()).blend(phase(p))
}

// phase returns the number of men on the board, at most maxPhase.
func phase(p board.Position) int { return min((p.Occupied() &^ p.Kings()).Count(), maxPhase) }

// EvaluateLosing is Evaluate for giveaway: pieces are a burden, and a king is a
// lighter one than a man because it can be given away from afar.
func EvaluateLosing(p board.Position) Score {
	own, opp, kings := p.Own(), p.Opp(), p.Kings()
	return -Score(losingMan*(own.Count()-opp.Count()) + losingKing*((own&kings).Count()-(opp&kings).Count()))
}
