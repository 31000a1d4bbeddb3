package main

import (
	"context"
	"time"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/search"
)

const (
	// opponentTableLog2 is the size of the opponent's table: 64 MiB.
	opponentTableLog2 = 22
	// adviserTableLog2 is that of whoever gives hints and judges draws: 4 MiB.
	adviserTableLog2 = 18

	// A hint is thought about for so many nodes, and an offer of a draw.
	hintNodes  = 400_000
	offerNodes = 100_000

	// An offer is accepted by an opponent who is no better than drawMargin, in
	// centimen, but not early: before drawPlies with more than drawPieces.
	drawMargin = 10
	drawPlies  = 20
	drawPieces = 8
)

// opponent plays against the human and, by a mind of its own, gives him hints
// and answers his offers.
type opponent struct {
	engine  *search.Engine
	adviser *search.Engine // nil until it is asked
	tables  *endgame.Tables
}

// newOpponent returns an opponent of a level, 0 for full strength.
func newOpponent(level, threads int, seed uint64) (*opponent, error) {
	tables, err := endgame.Embedded()
	if err != nil {
		return nil, err
	}
	o := &opponent{tables: tables}
	o.engine, err = search.New(o.options(level, threads, seed))
	return o, err
}

// options returns the options of a level. It uses no transposition table but the
// level's own.
func (o *opponent) options(level, threads int, seed uint64) search.Options {
	options := search.Options{Level: level, Threads: threads, TableLog2: opponentTableLog2, Tables: o.tables, Seed: seed}
	if level > 0 {
		options.TableLog2 = search.MinTableLog2
	}
	return options
}

// level returns the level, 0 for full strength.
func (o *opponent) level() int { return o.engine.Options().Level }

// setLevel changes the level.
func (o *opponent) setLevel(level int) error {
	old := o.engine.Options()
	return o.engine.Configure(o.options(level, old.Threads, old.Seed))
}

// newGame begins a game with other random numbers.
func (o *opponent) newGame() error {
	options := o.engine.Options()
	options.Seed++
	o.engine.Clear()
	return o.engine.Configure(options)
}

// move returns the opponent's move. A clock limits its thinking, or else
// moveTime where no level does.
func (o *opponent) move(ctx context.Context, g *board.Game, c *playClock, moveTime time.Duration) (board.Move, error) {
	limits := search.Limits{MoveOverhead: search.DefaultMoveOverhead}
	switch {
	case c.on():
		limits.Time, limits.Inc = max(c.of(g.Position().Side()), time.Millisecond), c.time.increment
	case o.level() == 0:
		limits.MoveTime = moveTime
	}
	result, err := o.engine.Search(ctx, g, limits, nil)
	if err == nil {
		err = ctx.Err()
	}
	return result.Best, err
}

// advise looks at a position with all the strength there is. The score is that of
// the side to move.
func (o *opponent) advise(ctx context.Context, g *board.Game, nodes uint64) (board.Move, eval.Score, error) {
	if o.adviser == nil {
		var err error
		if o.adviser, err = search.New(search.Options{TableLog2: adviserTableLog2, Tables: o.tables}); err != nil {
			return board.NoMove, 0, err
		}
	}
	result, err := o.adviser.Search(ctx, g, search.Limits{Nodes: nodes}, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || len(result.Lines) == 0 {
		return result.Best, 0, err
	}
	return result.Best, result.Lines[0].Score, nil
}

// accepts reports whether the opponent takes a draw that the side to move offers.
func (o *opponent) accepts(ctx context.Context, g *board.Game) (bool, error) {
	if g.Plies() < drawPlies && g.Position().Occupied().Count() > drawPieces {
		return false, nil
	}
	_, score, err := o.advise(ctx, g, offerNodes)
	return -score <= drawMargin, err
}
