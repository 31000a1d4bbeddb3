// Package pdn writes games in Portable Draughts Notation (PDN 3.0, the
// draughts world's PGN) and splits PDN text into tokens. It knows nothing of
// engines or matches: whoever has a game fills in a Game.
package pdn

import "bolshak/board"

// Game is a game as PDN holds it.
type Game struct {
	// Rules is the variant. It is written as [GameType], and as [Variant] where
	// it is not the game that type stands for (giveaway).
	Rules board.Rules
	// Tags are the tags in the order in which they are written, besides Result,
	// GameType, Variant, SetUp and FEN, which follow from the other fields. The
	// seven of the roster may come in any order, or be missing.
	Tags []Tag
	// Start is the position in which the game begins.
	Start board.Position
	// Moves are the moves from there.
	Moves []Move
	// Comment stands behind the last move, or alone where there are no moves.
	Comment string
	// Result stands in the tag and at the end.
	Result board.Result
}

// Tag is a tag pair, [Name "Value"].
type Tag struct{ Name, Value string }

// Move is a move and the comment behind it; empty for none.
type Move struct {
	Move    board.Move
	Comment string
}
