package movegen

import "bolshak/board"

// Outcome returns how the game stands and why. A side to move that is stuck
// ends the game by the variant's rule, whatever the draw counters say; then
// come the draws.
func Outcome(g *board.Game) board.Outcome {
	p := g.Position()
	if !HasMove(p) {
		reason := board.NoMoves
		if p.Own() == 0 {
			reason = board.NoPieces
		}
		return board.Outcome{Result: g.Rules().StuckResult(p.Side()), Reason: reason}
	}
	if draw := g.Draw(); draw != board.NoDraw {
		return board.Outcome{Result: board.Drawn, Reason: string(draw)}
	}
	return board.Outcome{}
}
