package reference

import (
	"fmt"
	"slices"

	"bolshak/board"
)

// Path is one way to make a move: the square it starts from and every square
// on which the piece lands. A king that takes two pieces in a row on one line
// has landed between them, although it did not turn there.
type Path struct {
	Move    board.Move
	Squares []board.Square
}

// Moves returns the legal moves, each once, sorted by value.
func Moves(p board.Position) []board.Move {
	moves, _ := MovesAndRoutes(p)
	return moves
}

// MovesAndRoutes returns the legal moves, each once and sorted by value, and
// how many ways there are to make them in all: captures that differ by nothing
// but their path are one move (rules.md, "What is one move").
func MovesAndRoutes(p board.Position) (moves []board.Move, routes int) {
	walk(p, func(m board.Move, _ []place) { moves = append(moves, m) })
	routes = len(moves)
	slices.Sort(moves)
	return slices.Compact(moves), routes
}

// Paths returns every way to make every legal move, in no promised order.
func Paths(p board.Position) []Path {
	var paths []Path
	walk(p, func(m board.Move, landings []place) {
		squares := make([]board.Square, len(landings))
		for i, at := range landings {
			squares[i] = at.square()
		}
		paths = append(paths, Path{m, squares})
	})
	return paths
}

// CanCapture reports whether the side to move has a piece to take.
func CanCapture(p board.Position) bool { return read(p).canCapture() }

// After returns the position after a legal move, made on the array and
// validated and keyed afresh by board.New. A move that no piece of the side to
// move can have made, or a position that cannot be, is an error.
func After(p board.Position, m board.Move) (board.Position, error) {
	d := read(p)
	if !d.own(placeOf(m.From())) {
		return board.Position{}, fmt.Errorf("move %v: %v has no piece on %v", m, p.Side(), m.From())
	}
	d.play(m)
	return d.write()
}

// play makes a legal move on the diagram.
func (d *diagram) play(m board.Move) {
	from, to := placeOf(m.From()), placeOf(m.To())
	piece := d.at(from)
	d.set(from, empty)
	for rest := m.Captured(); rest != 0; rest = rest.Rest() {
		d.set(placeOf(rest.First()), empty)
	}
	if m.Promotes() {
		piece = d.king()
	}
	d.set(to, piece)
	d.side = d.side.Other()
}

// walk calls found for every way to make every legal move, with the start and
// the landing squares, which the callee must not keep.
func walk(p board.Position, found func(board.Move, []place)) {
	d := read(p)
	mustCapture := d.canCapture()
	for file := range 8 {
		for rank := range 8 {
			at := place{file, rank}
			switch {
			case !d.own(at):
			case mustCapture:
				d.captures(at, found)
			case isKing(d.at(at)):
				d.kingSteps(at, found)
			default:
				d.manSteps(at, found)
			}
		}
	}
}

// manSteps finds the quiet moves of a man: one square diagonally forward to an
// empty square.
func (d *diagram) manSteps(from place, found func(board.Move, []place)) {
	for _, direction := range diagonals {
		to := from.step(direction)
		if direction.rank == d.forward() && d.free(to) {
			found(board.ManMove(from.square(), to.square(), 0, to.rank == d.lastRank()), []place{from, to})
		}
	}
}

// kingSteps finds the quiet moves of a king: any number of empty squares along
// a diagonal.
func (d *diagram) kingSteps(from place, found func(board.Move, []place)) {
	for _, direction := range diagonals {
		for to := from.step(direction); d.free(to); to = to.step(direction) {
			found(board.KingMove(from.square(), to.square(), 0), []place{from, to})
		}
	}
}

// canCapture reports whether any piece of the side to move can capture.
func (d *diagram) canCapture() bool {
	for file := range 8 {
		for rank := range 8 {
			at := place{file, rank}
			if d.own(at) && d.canJump(at, isKing(d.at(at))) {
				return true
			}
		}
	}
	return false
}

// canJump reports whether a man or a king could take something from the square.
func (d *diagram) canJump(at place, king bool) bool {
	for _, direction := range diagonals {
		if _, ok := d.victim(at, direction, king); ok {
			return true
		}
	}
	return false
}

// victim returns the enemy that a man or a king on the square takes in a
// direction: the neighbour of a man, the first piece on a king's way, with an
// empty square right behind it.
func (d *diagram) victim(at, direction place, king bool) (place, bool) {
	victim := at.step(direction)
	for king && d.free(victim) {
		victim = victim.step(direction)
	}
	return victim, d.enemy(victim) && d.free(victim.step(direction))
}

// capture is a capture on the way. The piece that makes it is off the board,
// so that the square it started from counts as empty; what it has taken
// stands there as taken.
type capture struct {
	*diagram
	from     place
	wasKing  bool // when it started
	king     bool // by now
	landings []place
	victims  []place
	found    func(board.Move, []place)
}

// captures finds the captures of one piece.
func (d *diagram) captures(from place, found func(board.Move, []place)) {
	piece := d.at(from)
	c := &capture{
		diagram:  d,
		from:     from,
		wasKing:  isKing(piece),
		king:     isKing(piece),
		landings: []place{from},
		found:    found,
	}
	d.set(from, empty)
	c.jump(from)
	d.set(from, piece)
}

// jump takes the next piece in every direction, and reports a move where the
// capture has come to its end.
func (c *capture) jump(at place) {
	end := true
	for _, direction := range diagonals {
		victim, ok := c.victim(at, direction, c.king)
		if !ok {
			continue
		}
		end = false
		was := c.at(victim)
		c.set(victim, taken)
		c.victims = append(c.victims, victim)
		for _, to := range c.landingSquares(victim, direction) {
			c.land(to)
		}
		c.victims = c.victims[:len(c.victims)-1]
		c.set(victim, was)
	}
	if end && len(c.victims) > 0 {
		c.found(c.move(at), c.landings)
	}
}

// land puts the piece down behind a victim and goes on from there. A man on
// the last rank is a king at once.
func (c *capture) land(to place) {
	king := c.king
	c.king = king || to.rank == c.lastRank()
	c.landings = append(c.landings, to)
	c.jump(to)
	c.landings = c.landings[:len(c.landings)-1]
	c.king = king
}

// landingSquares returns where the piece may land behind a victim: a man on
// the next square; a king on any empty square up to the next piece, but on one
// from which the capture goes on if there is such a square.
func (c *capture) landingSquares(victim, direction place) []place {
	behind := victim.step(direction)
	if !c.king {
		return []place{behind}
	}
	var all, goingOn []place
	for to := behind; c.free(to); to = to.step(direction) {
		all = append(all, to)
		if c.canJump(to, true) {
			goingOn = append(goingOn, to)
		}
	}
	if len(goingOn) > 0 {
		return goingOn
	}
	return all
}

// move returns the capture, ended on the square, as a move.
func (c *capture) move(to place) board.Move {
	var victims board.Bits
	for _, at := range c.victims {
		victims |= at.square().Bit()
	}
	if c.wasKing {
		return board.KingMove(c.from.square(), to.square(), victims)
	}
	return board.ManMove(c.from.square(), to.square(), victims, c.king)
}
