package pdn

import (
	"fmt"
	"strings"

	"bolshak/board"
)

// How much of a game is kept. A game beyond it is no game, but a file that must not
// fill the memory.
const (
	maxNodes    = 50_000
	maxTags     = 1_000
	maxDepth    = 100     // variations inside variations
	maxText     = 2 << 20 // bytes of comments, with textCost for each
	textCost    = 32
	maxNAGs     = 64 // of a move
	maxProblems = 20
)

// fewTags is below how many tags the first one again does not begin another game:
// there is a program that writes Black's name as [White], too.
const fewTags = 3

// builder makes a game of tokens.
type builder struct {
	reader *Reader
	game   *Game
	done   bool

	lines    []line // the game itself, then the variations that are open
	deeper   int    // parentheses inside the last of them, too deep to be read
	nodes    int    // moves of all lines
	text     int    // bytes of comments
	numbered bool   // a move number was seen
	bare     bool   // and stands just before, without dots
	played   int    // moves of the game itself, read or not
	begun    bool   // the movetext was
	foreign  bool   // the tags say that it is another game, which is a problem already
	nu       board.Numbering
	result   token // the last result seen
	inside   token // the last result seen in a variation

	tags      map[string]token // by name, in lower case
	suspended bool             // so many problems that no more are kept
}

// line is the game itself or a variation.
type line struct {
	last     *Node // nil before the first move
	first    **Node
	position board.Position
	ply      int      // of the next move, from 1
	lead     []string // comments before the next move
	ahead    []*Node  // variations that stand before the move that they replace
	lost     bool     // a move could not be read, so that none behind it can
	open     token    // the parenthesis
	isAhead  bool     // it is one of ahead of the line around it
}

// newBuilder returns a builder of the next game.
func newBuilder(r *Reader) *builder {
	g := &Game{Rules: board.Russian, Start: board.Start(), Index: r.index}
	b := &builder{reader: r, game: g, tags: map[string]token{}}
	b.lines = []line{{first: &g.First, position: g.Start, ply: 1}}
	return b
}

// top returns the line that is read.
func (b *builder) top() *line { return &b.lines[len(b.lines)-1] }

// inVariation reports whether a variation is read.
func (b *builder) inVariation() bool { return len(b.lines) > 1 }

// read takes the next token, unless it is the next game's.
func (b *builder) read(t token) {
	if b.startsNext(t) {
		b.done = true
		return
	}
	b.reader.drop()
	if b.game.Line == 0 && t.kind != comment && t.kind != moveNumber {
		b.game.Line = t.line
	}
	if b.deeper > 0 {
		b.skip(t)
		return
	}
	switch t.kind {
	case tagPair:
		b.tag(t)
	case fault:
		b.problem(t, 0, "%s", t.text)
	case comment:
		b.comment(t)
	case resultText:
		b.end(t)
	default:
		b.begin()
		b.movetext(t)
	}
}

// startsNext reports whether a token is the first of the next game.
func (b *builder) startsNext(t token) bool {
	switch t.kind {
	case tagPair:
		if b.begun {
			return true
		}
		_, again := b.tags[strings.ToLower(t.name)]
		first := len(b.game.Tags) >= fewTags && strings.EqualFold(t.name, b.game.Tags[0].Name)
		alone := strings.EqualFold(t.name, "Event") || strings.EqualFold(t.name, "FEN")
		return again && (t.afterBlank || first || alone)
	case moveNumber:
		if b.inVariation() || t.number != 1 || t.dots >= 3 || b.played == 0 || b.played == 1 && len(b.tags) > 0 {
			return false
		}
		after, err := b.reader.peek(1) // "1. ... d6-c5" goes on
		return err != nil || after.kind != moveNumber || after.number != 0
	case moveText:
		return t.afterBlank && b.begun && !b.numbered && len(b.tags) == 0 && !b.inVariation()
	}
	return false
}

// end takes a result. In a variation it ends that, which is no end of the game.
func (b *builder) end(t token) {
	if b.inVariation() {
		b.inside = t
		return
	}
	b.begin()
	b.result, b.done = t, true
}

// movetext takes a token that is neither a tag, a comment nor a result.
func (b *builder) movetext(t token) {
	switch t.kind {
	case moveNumber:
		b.numbered = true
		b.bare = t.dots == 0
		return
	case moveText:
		b.move(t)
	case annotation:
		b.annotate(t)
	case openParen:
		b.open(t)
	case closeParen:
		b.close(t)
	case setUp:
		b.setUp(t)
	}
	b.bare = false
}

// lose ends the reading of the line for what is wrong at a token. That the moves of
// another game do not fit needs no second problem.
func (b *builder) lose(t token, ply int, format string, args ...any) {
	if !b.foreign {
		b.problem(t, ply, format, args...)
	}
	b.top().lost = true
}

// problem keeps what is wrong at a token. The ply is the move's, or 0.
func (b *builder) problem(t token, ply int, format string, args ...any) {
	if b.suspended {
		return
	}
	what := fmt.Sprintf(format, args...)
	if len(b.game.Problems) == maxProblems {
		b.suspended = true
		what = "more problems in this game, which are not told"
	}
	b.game.Problems = append(b.game.Problems, Problem{
		Line: t.line, Column: t.column, Ply: ply, What: what, Variation: b.inVariation(),
	})
}

// finish returns the game; nil where there were only comments and numbers.
func (b *builder) finish() *Game {
	if b.game.Line == 0 {
		return nil
	}
	b.begin()
	for b.inVariation() {
		open := b.top().open
		b.closeLine()
		if !b.inVariation() {
			b.problem(open, 0, "the variation is not closed, want a ) behind it")
		}
	}
	b.keepLead(b.top())
	g := b.game
	t := b.result
	if t.text == "" {
		t = b.inside
	}
	g.ended = t
	g.tagged = b.tags["result"]
	text := t.text
	if text == "" || text == "*" {
		if tagged, ok := parseResult(g.tagged.text); ok {
			text = tagged
		}
	}
	g.BothLost = text == bothLost
	for _, r := range []board.Result{board.WhiteWins, board.BlackWins, board.Drawn} {
		if r.String() == text {
			g.Result = r
		}
	}
	return g
}
