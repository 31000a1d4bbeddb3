// Package search decides what to play: a parallel iterative-deepening
// alpha-beta search over a shared transposition table.
package search

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"bolshak/board"
	"bolshak/eval"
)

// ErrGameOver is returned for a position without a legal move.
var ErrGameOver = errors.New("no legal move: the game is over")

// Engine searches positions. It keeps its table and histories from one search
// to the next. Its methods must not be called while Search runs.
type Engine struct {
	options Options
	table   *table
	workers []*worker
	rules   board.Rules // of the last search
	draw    eval.Score  // what a draw was worth to White then
	used    bool        // something was learned since the last Clear
	player  *Engine     // searches at the level; nil until it is asked to
}

// New returns an engine; it fails where an option is out of range.
func New(o Options) (*Engine, error) {
	e := &Engine{}
	return e, e.Configure(o)
}

// Configure changes the options. Another size of the table loses its contents.
func (e *Engine) Configure(o Options) error {
	o.Threads = max(o.Threads, 1)
	if o.TableLog2 == 0 {
		o.TableLog2 = DefaultTableLog2
	}
	if o.TableLog2 < MinTableLog2 || o.TableLog2 > MaxTableLog2 {
		return fmt.Errorf("table size %d: want log2 of the number of entries, %d..%d", o.TableLog2, MinTableLog2, MaxTableLog2)
	}
	if o.Contempt < -MaxContempt || o.Contempt > MaxContempt {
		return fmt.Errorf("contempt %d: want centimen, %d..%d", o.Contempt, -MaxContempt, MaxContempt)
	}
	if o.Level < 0 || o.Level > MaxLevel {
		return fmt.Errorf("level %d: want 1..%d, or 0 for full strength", o.Level, MaxLevel)
	}
	if e.table == nil || o.TableLog2 != e.options.TableLog2 {
		e.table = nil // give the old one back before the new one is made
		e.table = newTable(o.TableLog2)
	}
	e.options = o
	e.workers, e.player = nil, nil
	for id := range o.Threads {
		e.workers = append(e.workers, newWorker(id, o))
	}
	return nil
}

// Options returns the options in force.
func (e *Engine) Options() Options { return e.options }

// Clear forgets everything learned: the table and the histories. A table that
// was never used is left alone: touching its memory for the first time takes
// longer than many a search.
func (e *Engine) Clear() {
	if !e.used {
		return
	}
	e.used = false
	e.table.clear(len(e.workers))
	for _, w := range e.workers {
		w.history = history{}
	}
}

// Search looks for the best move in the game's present position until a limit
// is reached or ctx is done, and returns the best found so far; a search
// stopped at once still returns a legal move. A position without a legal move
// is ErrGameOver.
//
// report, which may be nil, is called from this goroutine with the lines of
// every finished depth. In searches of more than a second it is also called in
// the middle of a depth, with Info.Partial set, when the best move changes or
// its score leaves the window (the score is then a bound), and once a second
// with what was reported last and the nodes and the time of the moment. Several
// threads vote on the move to play; where the winner is not the one reported so
// far, its line is reported in the end.
func (e *Engine) Search(ctx context.Context, g *board.Game, l Limits, report func(Info)) (Result, error) {
	if e.options.Level > 0 && !l.Analyse {
		return e.searchAtLevel(ctx, g, l, report)
	}
	var stop atomic.Bool
	stop.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()

	start := time.Now()
	c := newClock(l, start)
	defer c.startOn(l.PonderHit)()

	draw := -e.options.contempt(l)
	if g.Position().Side() == board.Black {
		draw = -draw
	}
	if g.Rules() != e.rules || draw != e.draw {
		e.Clear() // what is a win in one variant is a loss in the other, and a draw has its price
		e.rules, e.draw = g.Rules(), draw
	}
	e.used = true
	e.table.age()
	for _, w := range e.workers {
		w.prepare(g, l, e.workers, e.table, c, &stop)
	}
	first := e.workers[0]
	if len(first.root) == 0 {
		return Result{}, ErrGameOver
	}

	var result Result
	var lines []Info
	var group errgroup.Group
	for _, w := range e.workers[1:] {
		group.Go(func() error {
			w.iterate()
			return nil
		})
	}
	first.report = func(i Info) {
		if i.Line == 1 && !i.Partial {
			lines = lines[:0]
		}
		if !i.Partial {
			lines = append(lines, i)
		}
		if report != nil {
			report(i)
		}
	}
	first.iterate()
	stop.Store(true)
	_ = group.Wait() // the workers return no error

	chosen := elect(e.workers)
	if chosen != first {
		first.say(chosen.info(0, chosen.finished))
	}
	first.report = nil
	result.Lines, result.Nodes, result.Time = lines, teamNodes(e.workers), time.Since(start)
	// The root may have found better in an iteration that was not finished.
	best := &chosen.root[0]
	result.Best = best.move
	if len(best.pv) > 1 {
		result.Ponder = best.pv[1]
	}
	return result, nil
}
