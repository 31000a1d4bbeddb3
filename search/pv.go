package search

import "bolshak/board"

// pv is a principal variation: the line of best play from a node on.
type pv struct {
	moves [maxPly]board.Move
	n     int
}

// set makes the line the given move followed by rest.
func (v *pv) set(m board.Move, rest *pv) {
	v.moves[0] = m
	v.n = 1 + copy(v.moves[1:], rest.moves[:rest.n])
}
