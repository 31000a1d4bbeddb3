// Package pdn reads and writes games in Portable Draughts Notation (PDN 3.0,
// the draughts world's PGN), with their variations and comments, as real Russian
// game files have them. It knows nothing of engines or matches: whoever has a
// game fills in a Game.
package pdn

import (
	"fmt"
	"iter"
	"strings"

	"bolshak/board"
)

// Game is a game as PDN holds it.
type Game struct {
	// Rules is the variant. It is written as [GameType], and as [Variant] where
	// it is not the game that type stands for (giveaway).
	Rules board.Rules
	// Tags are the tags in the order in which they stand in the file, all of them.
	// The writer does not need Result, GameType, SetUp and FEN: they follow from
	// the other fields, whatever stands here.
	Tags []Tag
	// Start is the position in which the game begins.
	Start board.Position
	// Comments stand before the first move, or alone where there are no moves.
	Comments []string
	// First is the first move; nil where there are none.
	First *Node
	// Result is the result at the end of the movetext, else the one of the tag.
	Result board.Result
	// BothLost is set where the result is "0-0", which is no draw: Result is
	// board.Ongoing then.
	BothLost bool

	// Index is the number of the game in its file, from 1, and Line where it
	// begins. Both are 0 in a game that was not read.
	Index, Line int
	// Problems are what is wrong with the text of the game, in its order. What
	// could be read is there all the same.
	Problems []Problem

	last          *Node // the last move that Add has made
	ended, tagged token // the result at the end and the tag Result, of a game that was read
}

// Tag is a tag pair, [Name "Value"].
type Tag struct{ Name, Value string }

// Node is a move of a game or a variation and what stands beside it.
type Node struct {
	// Move is the move; board.NoMove for a null move, which passes the turn.
	Move board.Move
	// Position is the position in which it is played.
	Position board.Position
	// Text is the move as the file has it, marks such as "!" included.
	Text string
	// NAGs are its numeric annotation glyphs: $1 is "!", $2 "?", $3 "!!", $4 "??",
	// $5 "!?", $6 "?!".
	NAGs []int
	// Lead are the comments before the move that are not behind the move before
	// it: at the beginning of a variation, or after the variations of that move.
	Lead []string
	// Comments are the comments behind the move, clock marks such as
	// "[%clk 0:05:00]" included; see Clock.
	Comments []string
	// Variations are the first moves of the lines that are given instead of this
	// move, from the same Position.
	Variations []*Node
	// Next is the move that follows; nil at the end of the line.
	Next *Node

	// Line and Column are where the move stands, in lines and characters from 1.
	Line, Column int
}

// Problem is what is wrong with a game, and where.
type Problem struct {
	Line, Column int    // in lines and characters from 1
	Ply          int    // of the move, from the start of the game, from 1; 0 where it is none
	What         string // one line of text
	// Variation is set where it is in a variation: the game itself goes on.
	Variation bool
}

// String returns the problem as a message has it.
func (p Problem) String() string {
	place := fmt.Sprintf("line %d, column %d", p.Line, p.Column)
	if p.Ply > 0 {
		place += fmt.Sprintf(", ply %d", p.Ply)
	}
	return place + ": " + p.What
}

// Tag returns the value of the first tag with the given name, whatever its case;
// empty where there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// SetTag gives a tag a value; one that the game has not stands last.
func (g *Game) SetTag(name, value string) {
	for i, t := range g.Tags {
		if strings.EqualFold(t.Name, name) {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// Main returns the moves of the game itself, without variations, with their
// plies, from 1.
func (g *Game) Main() iter.Seq2[int, *Node] { return g.First.Following() }

// Plies returns how many moves the game itself has.
func (g *Game) Plies() int {
	plies := 0
	for range g.Main() {
		plies++
	}
	return plies
}

// At returns the position after the given number of plies of the game itself; ok
// is false where there are not so many.
func (g *Game) At(ply int) (p board.Position, ok bool) {
	if ply == 0 {
		return g.Start, true
	}
	for i, n := range g.Main() {
		if i == ply {
			return n.After(), true
		}
	}
	return board.Position{}, false
}

// Replay returns the game with its first plies moves played, all of them where
// plies is negative, so that draws and repetitions count. A ply that the game does
// not have, and a null move, is an error that names it.
func (g *Game) Replay(plies int) (*board.Game, error) {
	game := board.NewGame(g.Rules, g.Start)
	for ply, n := range g.Main() {
		if game.Plies() == plies {
			break
		}
		if n.Move == board.NoMove {
			return nil, fmt.Errorf("ply %d: a null move, which cannot be played", ply)
		}
		game.Play(n.Move)
	}
	if game.Plies() < plies {
		return nil, fmt.Errorf("ply %d: the game has %d", plies, game.Plies())
	}
	return game, nil
}

// Add appends a move to the game itself and returns it. It is not looked at
// whether the move is legal: Append does that.
func (g *Game) Add(m board.Move) *Node {
	if g.last == nil {
		for _, n := range g.Main() {
			g.last = n
		}
	}
	n := &Node{Move: m, Position: g.Start}
	if g.last == nil {
		g.First = n
	} else {
		n.Position = g.last.After()
		g.last.Next = n
	}
	g.last = n
	return n
}

// Following returns n and the moves behind it in its line, counted from 1; none
// where n is nil.
func (n *Node) Following() iter.Seq2[int, *Node] {
	return func(yield func(int, *Node) bool) {
		for i := 1; n != nil; n, i = n.Next, i+1 {
			if !yield(i, n) {
				return
			}
		}
	}
}

// After returns the position after the move.
func (n *Node) After() board.Position { return after(n.Position, n.Move) }

// after returns the position after a move or a null move.
func after(p board.Position, m board.Move) board.Position {
	if m != board.NoMove {
		return p.After(m)
	}
	passed, err := board.New(p.White(), p.Black(), p.Kings(), p.Side().Other())
	if err != nil {
		return p // p is no position that the board package makes
	}
	return passed
}
