package board

import "slices"

// Game is a position and the moves played from it. It knows every position
// that stood on the board and the draw counters at each; whether a move is
// legal and whether the side to move is stuck is asked of package movegen.
type Game struct {
	rules     Rules
	moves     []Move
	positions []Position // one more than moves: positions[0] is the start
	counters  []Counters // beside positions
}

// NewGame returns a game that begins in position start.
func NewGame(rules Rules, start Position) *Game {
	return &Game{rules: rules, positions: []Position{start}, counters: []Counters{{}}}
}

// Play appends a move, which must be legal in the present position.
func (g *Game) Play(m Move) {
	before := g.Position()
	after := before.After(m)
	g.counters = append(g.counters, g.Counters().After(before, m, after))
	g.positions = append(g.positions, after)
	g.moves = append(g.moves, m)
}

// Undo takes the last move back. It reports whether there was one.
func (g *Game) Undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.moves, g.positions, g.counters = g.moves[:n-1], g.positions[:n], g.counters[:n]
	return true
}

// Rules returns the variant that is played.
func (g *Game) Rules() Rules { return g.rules }

// Plies returns the number of moves played, counted one by one.
func (g *Game) Plies() int { return len(g.moves) }

// Start returns the position in which the game began.
func (g *Game) Start() Position { return g.positions[0] }

// Position returns the present position.
func (g *Game) Position() Position { return g.positions[len(g.positions)-1] }

// At returns the position after the given number of plies, 0 to Plies.
func (g *Game) At(ply int) Position { return g.positions[ply] }

// Moves returns the moves played, in order, as a copy.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Counters returns the draw counters in the present position.
func (g *Game) Counters() Counters { return g.counters[len(g.counters)-1] }

// Clone returns a game that can go its own way.
func (g *Game) Clone() *Game {
	return &Game{g.rules, slices.Clone(g.moves), slices.Clone(g.positions), slices.Clone(g.counters)}
}

// Occurrences returns how many times the present position has stood on the
// board, this time included.
func (g *Game) Occurrences() int {
	n, now := 1, g.Position()
	for ply := len(g.moves) - 1; ply >= 0; ply-- {
		if m := g.moves[ply]; m.IsCapture() || !m.ByKing() {
			break // nothing before such a move can come back
		}
		if g.positions[ply] == now {
			n++
		}
	}
	return n
}

// Draw returns the reason for which the game is drawn in the present position,
// or NoDraw. A side to move that is stuck has lost (or won) all the same; see
// movegen.Outcome, which looks at both.
func (g *Game) Draw() Draw {
	if g.Occurrences() >= repetitions {
		return Repetition
	}
	return g.Counters().Draw(g.Position())
}
