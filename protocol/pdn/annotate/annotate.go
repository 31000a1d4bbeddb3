// Package annotate comments games move by move: what every position is worth, which
// moves gave something away and what was better, and how well each side has played.
// Who searches the positions is the caller's business.
package annotate

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

// Score is what a position is worth, from White's view.
type Score struct {
	Centimen int `json:"score"` // 1/100 of a man
	// Win is the number of plies to a win that was found, negative for one of Black's;
	// 0 for none.
	Win int `json:"win,omitempty"`
	// Chance is White's share of the point that is expected, 0 to 1: the chance of a
	// win and half of that of a draw.
	Chance float64 `json:"chance"`
	// Table is what the endgame tables know: "1-0", "0-1" or "1/2-1/2"; empty for
	// nothing.
	Table string `json:"table,omitempty"`
	// Over is the result of a game that is over in the position; empty where it goes on.
	Over string `json:"over,omitempty"`
	// Line is the line expected, the best move first, in Hub form, parted by blanks.
	Line string `json:"line,omitempty"`
}

// String returns the score as a comment has it: "+0.12" in men, "#9" for a win of
// White's in 9 of its own moves, "#-4" for one of Black's in 4.
func (s Score) String() string {
	switch {
	case s.Over != "":
		return s.Over
	case s.Win > 0:
		return fmt.Sprintf("#%d", (s.Win+1)/2)
	case s.Win < 0:
		return fmt.Sprintf("#-%d", (1-s.Win)/2)
	}
	return fmt.Sprintf("%+.2f", float64(s.Centimen)/100)
}

// Scorer returns what the present position of a game, which is not over, is worth.
// worker tells which of so many calls at a time this one is, from 0.
type Scorer func(ctx context.Context, worker int, game *board.Game) (Score, error)

// Annotator annotates games.
type Annotator struct {
	// Score scores positions, Workers of them at a time.
	Score   Scorer
	Workers int
	// Known returns what is known of a position of a game from before, so that it is
	// not scored again; from any goroutine. Keep is told what was found, one at a time.
	// Both may be nil.
	Known func(game, ply int) (Score, bool)
	Keep  func(game, ply int, s Score) error
	// Done is called after every position, one at a time; nil for nobody.
	Done func()
	// MaxLine is how many moves of a better line are given, at most.
	MaxLine int
}

// Game annotates a game in place and returns how it went. Positions behind a null
// move are not looked at. An error is the scorer's, or that of ctx.
func (a *Annotator) Game(ctx context.Context, g *pdn.Game) (Report, error) {
	positions, err := a.score(ctx, g)
	if err != nil {
		return Report{}, err
	}
	r := newReport(g, positions)
	for ply, n := range g.Main() {
		if ply >= len(positions) {
			break
		}
		before, after := positions[ply-1], positions[ply]
		m := newMove(n, ply, before, after)
		r.add(n.Position.Side(), m)
		if err := a.comment(n, m, before, after); err != nil {
			return Report{}, fmt.Errorf("game %d, ply %d: %w", g.Index, ply, err)
		}
	}
	r.comment(g)
	return r, nil
}

// Positions returns how many positions of a game are scored.
func Positions(g *pdn.Game) int {
	n := 1
	for _, move := range g.Main() {
		if move.Move == board.NoMove {
			break
		}
		n++
	}
	return n
}

// score scores the positions of a game, the first and the one after every move.
func (a *Annotator) score(ctx context.Context, g *pdn.Game) ([]Score, error) {
	scores := make([]Score, Positions(g))
	var next atomic.Int64
	var one sync.Mutex // Keep and Done
	group, ctx := errgroup.WithContext(ctx)
	for worker := range max(a.Workers, 1) {
		group.Go(func() error {
			for {
				ply := int(next.Add(1)) - 1
				if ply >= len(scores) {
					return nil
				}
				s, known, err := a.scoreOne(ctx, worker, g, ply)
				if err != nil {
					return fmt.Errorf("game %d, ply %d: %w", g.Index, ply, err)
				}
				scores[ply] = s
				one.Lock()
				err = a.done(g.Index, ply, s, known)
				one.Unlock()
				if err != nil {
					return err
				}
			}
		})
	}
	return scores, group.Wait()
}

// done tells what was found.
func (a *Annotator) done(game, ply int, s Score, known bool) error {
	if a.Done != nil {
		a.Done()
	}
	if a.Keep == nil || known {
		return nil
	}
	return a.Keep(game, ply, s)
}

// scoreOne scores the position after so many plies; known tells that it was not
// searched.
func (a *Annotator) scoreOne(ctx context.Context, worker int, g *pdn.Game, ply int) (s Score, known bool, err error) {
	game, err := g.Replay(ply)
	if err != nil {
		return Score{}, false, err
	}
	if o := movegen.Outcome(game); o.Result != board.Ongoing {
		return over(o), true, nil
	}
	if a.Known != nil {
		if s, ok := a.Known(g.Index, ply); ok {
			return s, true, nil
		}
	}
	s, err = a.Score(ctx, worker, game)
	if err == nil {
		err = ctx.Err() // the search was cut short
	}
	return s, false, err
}

// over returns the score of a game that is over.
func over(o board.Outcome) Score {
	s := Score{Over: o.Result.String(), Chance: 0.5}
	if winner, ok := o.Result.Winner(); ok {
		s.Chance = 0
		if winner == board.White {
			s.Chance = 1
		}
	}
	return s
}

// evalMark is a score in a comment, ours or another program's.
var evalMark = regexp.MustCompile(`\[%eval [^\]]*\]\s*`)

// comment writes beside a move what its position is worth, how it was, and what was
// better.
func (a *Annotator) comment(n *pdn.Node, m Move, before, after Score) error {
	text := ""
	if after.Over == "" {
		text = "[%eval " + after.String() + "]"
	}
	if after.Table != "" && (after.Table != before.Table || m.Mark != 0) {
		text += " endgame tables: " + tableText(after.Table)
	}
	var comments []string
	if text != "" {
		comments = append(comments, text)
	}
	for _, c := range n.Comments {
		if c = strings.TrimSpace(evalMark.ReplaceAllString(c, "")); c != "" && !strings.HasPrefix(c, "endgame tables: ") {
			comments = append(comments, c)
		}
	}
	n.Comments = comments
	if m.Mark == 0 {
		return nil
	}
	if !slices.ContainsFunc(n.NAGs, func(nag int) bool { return pdn.Mark(nag) != "" }) {
		n.NAGs = slices.Insert(n.NAGs, 0, m.Mark)
	}
	first, last, err := a.better(n.Position, before.Line)
	if err != nil || first == nil {
		return err
	}
	last.Comments = []string{"[%eval " + before.String() + "]"}
	if !slices.ContainsFunc(n.Variations, func(v *pdn.Node) bool { return v.Move == first.Move }) {
		n.Variations = append(n.Variations, first)
	}
	return nil
}

// tableText says for people what the tables know.
func tableText(result string) string {
	switch result {
	case board.WhiteWins.String():
		return "White wins"
	case board.BlackWins.String():
		return "Black wins"
	}
	return "drawn"
}

// better returns the first moves of a line as nodes.
func (a *Annotator) better(p board.Position, line string) (first, last *pdn.Node, err error) {
	for i, text := range strings.Fields(line) {
		if i == a.MaxLine {
			break
		}
		m, err := movegen.Parse(p, text)
		if err != nil {
			return nil, nil, fmt.Errorf("the line expected: %w", err)
		}
		n := &pdn.Node{Move: m, Position: p}
		if first == nil {
			first = n
		} else {
			last.Next = n
		}
		last, p = n, p.After(m)
	}
	return first, last, nil
}
