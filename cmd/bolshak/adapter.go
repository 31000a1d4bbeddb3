package main

import (
	"context"
	"math/bits"
	"runtime"
	"strconv"
	"time"

	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/movegen"
	"bolshak/protocol/hub"
	"bolshak/search"
)

// adapter makes a search.Engine what the Hub server needs: a hub.Engine.
type adapter struct {
	options      search.Options
	multiPV      int // lines when analysing
	moveOverhead time.Duration
	tables       tables
	engine       *search.Engine // nil before Init
}

// The ranges of parameters.
const (
	maxHubLines     = 64
	maxMoveOverhead = 5 * time.Second
)

func newAdapter() *adapter {
	return &adapter{
		options:      search.Options{Threads: 1, TableLog2: search.DefaultTableLog2},
		multiPV:      1,
		tables:       tables{pieces: endgame.MaxPieces},
		moveOverhead: search.DefaultMoveOverhead,
	}
}

// Params implements hub.Engine. A table larger than the machine's memory is
// out of range.
func (a *adapter) Params() []hub.Param {
	largest := bits.Len64(physicalMemory()/search.TableBytes(0)) - 1
	return []hub.Param{
		{Name: "threads", Type: hub.Int, Value: strconv.Itoa(a.options.Threads), Min: 1, Max: maxThreads},
		{Name: "tt-size", Type: hub.Int, Value: strconv.Itoa(a.options.TableLog2),
			Min: search.MinTableLog2, Max: min(largest, search.MaxTableLog2)},
		{Name: "bb-size", Type: hub.Int, Value: strconv.Itoa(a.tables.pieces), Max: endgame.MaxPieces},
		{Name: "bb-path", Type: hub.String, Value: a.tables.path},
		{Name: "multi-pv", Type: hub.Int, Value: strconv.Itoa(a.multiPV), Min: 1, Max: maxHubLines},
		{Name: "contempt", Type: hub.Int, Value: strconv.Itoa(a.options.Contempt), Min: -search.MaxContempt, Max: search.MaxContempt},
		{Name: "level", Type: hub.Int, Value: strconv.Itoa(a.options.Level), Max: search.MaxLevel},
		{Name: "move-overhead", Type: hub.Int, Value: strconv.FormatInt(a.moveOverhead.Milliseconds(), 10),
			Max: int(maxMoveOverhead.Milliseconds())},
	}
}

// SetParam implements hub.Engine.
func (a *adapter) SetParam(name, value string) error {
	if name == "bb-path" {
		return a.setTables(value, a.tables.pieces)
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return err
	}
	o := a.options
	switch name {
	case "threads":
		o.Threads = n
	case "tt-size":
		o.TableLog2 = n
	case "bb-size":
		return a.setTables(a.tables.path, n)
	case "contempt":
		o.Contempt = n
	case "level":
		o.Level = n
	case "multi-pv":
		a.multiPV = n
	case "move-overhead":
		a.moveOverhead = time.Duration(n) * time.Millisecond
	}
	if a.engine == nil || o == a.options {
		a.options = o
		return nil
	}
	if o.TableLog2 != a.options.TableLog2 {
		// The old table goes before the new one comes: memory may hold but one.
		a.engine = nil
		runtime.GC()
		a.options = o
		return a.Init()
	}
	if err := a.engine.Configure(o); err != nil {
		return err
	}
	a.options = o
	keepProcessor(o.Threads)
	return nil
}

// Init implements hub.Engine.
func (a *adapter) Init() (err error) {
	if a.engine == nil {
		a.options.Tables, a.options.TablePieces = a.tables.open()
	}
	a.engine, err = search.New(a.options)
	keepProcessor(a.options.Threads)
	return err
}

// keepProcessor lets Go run one goroutine more than there are search threads.
// Where they take every processor Go may use, a command is read only when the
// runtime interrupts one of them, which takes 10 ms and more; with one to spare
// the system wakes the reader at once.
func keepProcessor(threads int) {
	if n := max(runtime.NumCPU(), threads+1); n != runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(n)
	}
}

// NewGame implements hub.Engine.
func (a *adapter) NewGame() { a.engine.Clear() }

// Search implements hub.Engine.
func (a *adapter) Search(ctx context.Context, r hub.Request, report func(hub.Info)) (hub.Best, error) {
	l := a.limits(r)
	p := newPacer(min(max(l.MultiPV, 1), movegen.Count(r.Game.Position())), report)
	defer p.end()
	result, err := a.engine.Search(ctx, r.Game, l, func(i search.Info) {
		h := hubInfo(i)
		if l.MultiPV > 1 {
			h.Line = i.Line
		}
		p.take(h, i.Line, i.Partial)
	})
	if err != nil {
		return hub.Best{}, err
	}
	return hub.Best{Move: result.Best, Ponder: result.Ponder}, nil
}

// limits returns the limits of a request as the engine takes them.
func (a *adapter) limits(r hub.Request) search.Limits {
	l := search.Limits{
		Depth:    r.Limits.Depth,
		Nodes:    r.Limits.Nodes,
		MoveTime: r.Limits.MoveTime,
		Time:     r.Limits.Time,
		Inc:      r.Limits.Inc,
		Moves:    r.Limits.Moves,

		MoveOverhead: a.moveOverhead,

		Received: r.Received,
		Analyse:  r.Mode == hub.Analyze || r.Limits.Infinite,
	}
	if r.Mode == hub.Ponder {
		l.PonderHit = r.PonderHit
	}
	if r.Mode == hub.Analyze {
		l.MultiPV = a.multiPV
	}
	return l
}

// hubInfo returns what the engine reports as the protocol prints it.
func hubInfo(i search.Info) hub.Info {
	return hub.Info{
		Depth:     i.Depth,
		MeanDepth: i.MeanDepth,
		Score:     hubScore(i.Score),
		Nodes:     i.Nodes,
		Time:      i.Time,
		PV:        i.PV,
	}
}

// The scores of clients: above 90 men is a win. Endgames known to be won, their
// distance unknown, lie above that, the best evaluation just below.
const (
	knownCentimen = 9500
	mostCentimen  = 9000
)

// hubScore returns a score as the protocol has it.
func hubScore(s eval.Score) hub.Score {
	plies, ok := s.Plies()
	switch {
	case ok:
		return hub.Score{Win: plies}
	case s > eval.Max:
		return hub.Score{Centimen: knownCentimen + int(s-eval.Known)}
	case s < -eval.Max:
		return hub.Score{Centimen: -knownCentimen + int(s+eval.Known)}
	}
	return hub.Score{Centimen: int(min(max(s, -mostCentimen), mostCentimen))}
}
