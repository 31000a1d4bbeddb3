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
	used    bool        // something was learned since the last Clear
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
	if e.table == nil || o.TableLog2 != e.options.TableLog2 {
		e.table = nil // give the old one back before the new one is made
		e.table = newTable(o.TableLog2)
	}
	e.options = o
	e.workers = nil
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
// stopped at once still returns a legal move. report, which may be nil, is
// called from this goroutine after every finished depth. A position without a
// legal move is ErrGameOver.
func (e *Engine) Search(ctx context.Context, g *board.Game, l Limits, report func(Info)) (Result, error) {
	var stop atomic.Bool
	stop.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()

	start := time.Now()
	c := newClock(l, start)
	defer c.startOn(l.PonderHit)()

	if g.Rules() != e.rules {
		e.Clear() // what is a win in one variant is a loss in the other
		e.rules = g.Rules()
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
		// Every second thread begins a ply deeper, so that the threads differ.
		group.Go(func() error {
			w.iterate(1+w.id%2, func(Info) {})
			return nil
		})
	}
	first.iterate(1, func(i Info) {
		first.shared.Store(first.nodes)
		i.Nodes, i.Time = teamNodes(e.workers), time.Since(start)
		if i.Line == 1 {
			lines = lines[:0]
		}
		lines = append(lines, i)
		if report != nil {
			report(i)
		}
	})
	stop.Store(true)
	_ = group.Wait() // the workers return no error

	result.Lines, result.Nodes, result.Time = lines, teamNodes(e.workers), time.Since(start)
	// The root may have found better in an iteration that was not finished.
	best := &first.root[0]
	result.Best = best.move
	if len(best.pv) > 1 {
		result.Ponder = best.pv[1]
	}
	return result, nil
}
