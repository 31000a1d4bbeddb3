package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/movegen"
	"bolshak/protocol/hub"
	"bolshak/search"
)

// builtinTableLog2 is the builtin engine's tt-size unless it is given. It is
// smaller than that of the program, because the table is cleared for every game.
const builtinTableLog2 = 20 // 16 MiB

// builtin plays with our own engine inside the process.
type builtin struct {
	options search.Options
	engine  *search.Engine
	timer   timer
}

// newBuiltin reads the parameters.
func newBuiltin(spec EngineSpec) (*builtin, error) {
	tables, err := endgame.Embedded()
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", spec.Name, err)
	}
	b := &builtin{options: search.Options{Threads: 1, TableLog2: builtinTableLog2, Tables: tables}, timer: newTimer(spec)}
	for _, p := range spec.Params {
		var n int64
		var err error
		switch p.Name {
		case "threads":
			n, err = parseCount(p.Value, 1, maxBuiltinThreads)
			b.options.Threads = int(n)
		case "tt-size":
			n, err = parseCount(p.Value, search.MinTableLog2, search.MaxTableLog2)
			b.options.TableLog2 = int(n)
		case "level":
			n, err = parseCount(p.Value, 1, int64(search.MaxLevel))
			b.options.Level = int(n)
		default:
			err = errors.New("the builtin engine has none of this name: expected threads, tt-size or level")
		}
		if err != nil {
			return nil, fmt.Errorf("engine %s: key %q: %w", spec.Name, "param."+p.Name, err)
		}
	}
	return b, nil
}

// maxBuiltinThreads is against slips of the keyboard.
const maxBuiltinThreads = 1024

func (b *builtin) Start(context.Context) error {
	b.engine = nil // give the old table back first
	engine, err := search.New(b.options)
	if err != nil {
		return &Forfeit{Reason: Init, Detail: err.Error(), Restart: true, Err: err}
	}
	b.engine = engine
	return nil
}

func (b *builtin) NewGame(_ context.Context, seed Seed) error {
	b.timer.reset(seed)
	if b.engine == nil {
		return errNotStarted
	}
	b.engine.Clear()
	if b.options.Level == 0 {
		return nil
	}
	b.options.Seed = seed[0] ^ seed[1] | 1
	return b.engine.Configure(b.options)
}

func (b *builtin) Move(ctx context.Context, g *board.Game) (Reply, error) {
	if b.engine == nil {
		return Reply{}, errNotStarted
	}
	// The engine keeps its limits itself; the clock only judges it.
	start := time.Now()
	result, err := b.engine.Search(ctx, g, b.limits(), nil)
	reply := Reply{Move: result.Best, Elapsed: time.Since(start)}
	if ctx.Err() != nil {
		return reply, context.Cause(ctx)
	}
	if err != nil {
		return reply, &Forfeit{Reason: Crash, Detail: err.Error(), Err: err}
	}
	if len(result.Lines) > 0 {
		info := result.Lines[0]
		reply.Depth, reply.Nodes, reply.Score, reply.HasScore = info.Depth, info.Nodes, builtinScore(info.Score), true
	}
	err = b.timer.judge(g.Position(), &reply)
	return reply, err
}

// limits returns the limits of the next move.
func (b *builtin) limits() search.Limits {
	l := b.timer.next()
	limits := search.Limits{Depth: l.Depth, Nodes: l.Nodes, MoveTime: l.MoveTime, Moves: l.Moves, MoveOverhead: search.DefaultMoveOverhead}
	if l.Time > 0 {
		limits.Time, limits.Inc = max(l.Time-l.Inc, 1), l.Inc
	}
	return limits
}

// builtinScore returns a score as Hub has it.
func builtinScore(s eval.Score) hub.Score {
	if plies, ok := s.Plies(); ok {
		return hub.Score{Win: plies}
	}
	return hub.Score{Centimen: int(s)}
}

func (b *builtin) Close() { b.engine = nil }

// judge books the time of a reply and checks the move.
func (t *timer) judge(p board.Position, r *Reply) error {
	budget, _ := t.budget()
	inTime := t.spend(r.Elapsed)
	r.Left = t.left()
	switch {
	case !inTime:
		return forfeitf(TimeLoss, false, "%v for a move, there were %v and a margin of %v", r.Elapsed, budget, t.margin)
	case !slices.Contains(movegen.Append(nil, p), r.Move):
		return forfeitf(IllegalMove, false, "%v in %s", r.Move, p.FEN())
	}
	return nil
}
