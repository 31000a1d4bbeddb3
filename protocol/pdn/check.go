package pdn

import (
	"cmp"
	"slices"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
)

// Check returns what is wrong with a game that was read: its Problems, and where
// its results contradict each other or the board. They are in the order of the text.
func (g *Game) Check() []Problem {
	problems := slices.Clone(g.Problems)
	add := func(t token, what string) {
		problems = append(problems, Problem{Line: max(t.line, g.Line), Column: max(t.column, 1), What: what})
	}
	tagged, known := parseResult(g.tagged.text)
	if !known && strings.Trim(g.tagged.text, "?-. ") != "" {
		add(g.tagged, "tag Result \""+shorten(g.tagged.text)+"\" is no result, want 1-0, 0-1, 1/2-1/2 or *")
	}
	if known && tagged != "*" && g.ended.text != "" && g.ended.text != "*" && g.ended.text != tagged {
		add(g.ended, "the game ends "+g.ended.text+", but its tag Result says "+tagged)
	}
	if won, ok := g.stuckResult(); ok && (g.BothLost || g.Result != board.Ongoing && g.Result != won) {
		at := g.ended
		if at.text == "" || at.text == "*" {
			at = g.tagged
		}
		add(at, "the result is "+g.ResultText()+", but on the board it is "+won.String()+", for the side to move has no move")
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return problems
}

// ResultText returns the result as PDN writes it.
func (g *Game) ResultText() string {
	if g.BothLost {
		return bothLost
	}
	return g.Result.String()
}

// stuckResult returns the result that the last position is, if the side to move has
// no move in it; ok is false where it has, and where the moves could not be read.
func (g *Game) stuckResult() (result board.Result, ok bool) {
	for _, p := range g.Problems {
		if !p.Variation {
			return board.Ongoing, false
		}
	}
	p := g.Start
	for _, n := range g.Main() {
		p = n.After()
	}
	if g.First == nil || movegen.HasMove(p) {
		return board.Ongoing, false
	}
	return g.Rules.StuckResult(p.Side()), true
}
