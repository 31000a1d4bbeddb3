package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"bolshak/board"
	"bolshak/protocol/hub"
)

// external plays with an engine that is a program of its own.
type external struct {
	spec    EngineSpec
	options PlayerOptions
	path    string   // of the program
	process *process // nil before Start and after Close
	broken  bool     // not worth a quit: kill it
	timer   timer
}

// newExternal looks for program and directory.
func newExternal(spec EngineSpec, o PlayerOptions) (*external, error) {
	path, err := findProgram(spec.Dir, spec.Cmd)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", spec.Name, err)
	}
	return &external{spec: spec, options: o, path: path, timer: newTimer(spec)}, nil
}

func (e *external) Start(ctx context.Context) error {
	e.Close()
	ctx, cancel := context.WithTimeout(ctx, e.spec.InitTimeout)
	defer cancel()
	p, err := startProcess(e.path, e.spec, e.options.Log)
	if err != nil {
		return &Forfeit{Reason: Init, Detail: err.Error(), Restart: true, Err: err}
	}
	e.process, e.broken = p, false
	if err := e.introduce(ctx); err != nil {
		err = e.forfeit(err)
		var forfeit *Forfeit
		if errors.As(err, &forfeit) {
			forfeit.Reason, forfeit.Restart = Init, true
		}
		e.broken = true
		e.Close()
		return err
	}
	return nil
}

// introduce goes through the start-up of the protocol.
func (e *external) introduce(ctx context.Context) error {
	client := e.process.client
	if err := client.Hello(ctx); err != nil {
		return err
	}
	for _, p := range e.spec.Params {
		if err := declared(client.Params(), p.Name); err != nil {
			return err
		}
		if err := client.SetParam(ctx, p.Name, p.Value); err != nil {
			return err
		}
	}
	return client.Init(ctx)
}

// declared returns an error for a parameter that the engine would silently
// ignore.
func declared(params []hub.Param, name string) error {
	names := make([]string, len(params))
	for i, p := range params {
		if p.Name == name {
			return nil
		}
		names[i] = p.Name
	}
	return forfeitf(Init, true, "key %q: the engine declares no such parameter, it has: %s", "param."+name, strings.Join(names, ", "))
}

func (e *external) NewGame(ctx context.Context, seed Seed) error {
	e.timer.reset(seed)
	if e.process == nil {
		return errNotStarted
	}
	ctx, cancel := context.WithTimeout(ctx, e.spec.InitTimeout)
	defer cancel()
	return e.forfeit(e.process.client.NewGame(ctx))
}

func (e *external) Move(ctx context.Context, g *board.Game) (Reply, error) {
	if e.process == nil {
		return Reply{}, errNotStarted
	}
	// 1. Everything that does not belong on the clock.
	if err := e.prepare(ctx, g); err != nil {
		return Reply{}, e.forfeit(err)
	}

	// 2. The search, and where it takes too long the end of it.
	answer, err := e.think(ctx)
	reply := Reply{
		Move:     answer.Move,
		Elapsed:  answer.Elapsed,
		Depth:    answer.Report.Depth,
		Nodes:    answer.Report.Nodes,
		Score:    answer.Report.Score,
		HasScore: answer.Report.HasScore,
	}

	// 3. The verdict. Who is late has lost by that, whatever the move.
	var fault *hub.Fault
	if illegal := errors.As(err, &fault) && fault.Kind == hub.Illegal; err != nil && !illegal {
		return reply, e.forfeit(err)
	}
	verdict := e.timer.judge(g.Position(), &reply)
	if f, ok := verdict.(*Forfeit); err != nil && ok && f.Reason == IllegalMove {
		return reply, e.forfeit(err) // says what is wrong with the move
	}
	return reply, verdict
}

// prepare hands position and limits to the engine. How long that takes is not on
// the clock.
func (e *external) prepare(ctx context.Context, g *board.Game) error {
	ctx, cancel := context.WithTimeout(ctx, e.spec.InitTimeout)
	defer cancel()
	return e.process.client.Prepare(ctx, g, e.timer.next())
}

// think lets the engine search. Once its time is over it is told to stop, so that
// its late answer comes now and not in the next game; one that does not answer
// that either hangs.
func (e *external) think(ctx context.Context) (hub.Answer, error) {
	budget, timed := e.timer.budget()
	if !timed {
		budget = e.options.Patience
	}
	thinking, cancel := context.WithTimeout(ctx, budget+e.timer.margin)
	defer cancel()
	answer, err := e.process.client.Think(thinking)
	if !isFault(err, hub.TimedOut) {
		return answer, err
	}
	message := answer.Message
	stopping, cancel := context.WithTimeout(ctx, e.options.Grace)
	defer cancel()
	answer, err = e.process.client.Stop(stopping)
	switch {
	case isFault(err, hub.TimedOut) && message != "":
		return answer, forfeitf(ErrorMessage, true, "go: the engine's error message: %s; no answer after it", message)
	case isFault(err, hub.TimedOut):
		return answer, forfeitf(Hang, true, "no answer within %v, nor %v after stop", budget+e.timer.margin, e.options.Grace)
	case err == nil && !timed:
		return answer, forfeitf(Hang, false, "no answer within %v, only after stop", budget)
	}
	return answer, err
}

// forfeit turns an error of the client into the loss that it is.
func (e *external) forfeit(err error) error {
	var forfeit *Forfeit
	var fault *hub.Fault
	switch {
	case errors.As(err, &forfeit):
	case errors.As(err, &fault):
		forfeit = &Forfeit{Detail: fault.Error(), Restart: true, Err: fault}
		switch fault.Kind {
		case hub.TimedOut: // searches are judged elsewhere: see think
			forfeit.Reason, forfeit.Detail = Hang, fmt.Sprintf("%s: there were %v (key %q)", fault.Detail, e.spec.InitTimeout, "init")
		case hub.Disconnected:
			forfeit.Reason, forfeit.Detail = e.process.fate(fault.Error())
		case hub.Illegal:
			forfeit.Reason, forfeit.Restart = IllegalMove, false
		case hub.Refused:
			forfeit.Reason = ErrorMessage
		default:
			forfeit.Reason = Garbage
		}
		if forfeit.Restart {
			if said := e.process.stderr.text(); said != "" {
				forfeit.Detail += "; its last words: " + said
			}
		}
	case err == nil:
		return nil
	default:
		e.broken = true
		return err
	}
	e.broken = e.broken || forfeit.Restart
	return forfeit
}

func (e *external) Close() {
	if e.process == nil {
		return
	}
	grace := e.options.Grace
	if e.broken {
		grace = 0
	}
	e.process.close(grace)
	e.process = nil
}

// isFault reports whether err is a fault of the given kind.
func isFault(err error, kind hub.FaultKind) bool {
	var fault *hub.Fault
	return errors.As(err, &fault) && fault.Kind == kind
}

// exitPatience is how long a program whose output has ended may take to exit
// before it counts as one that goes on.
const exitPatience = 500 * time.Millisecond
