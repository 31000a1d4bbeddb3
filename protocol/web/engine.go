package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bolshak/board"
	"bolshak/protocol/hub"
)

// EngineOptions says which engine the server drives.
type EngineOptions struct {
	// Start starts the engine. The server closes both ends before it calls Wait.
	Start func() (Process, error)
	// Params are Hub parameters that are set before init. The server itself sets
	// variant, level and multi-pv, where the engine has them.
	Params    []Param
	Numbering board.Numbering // of the squares in moves
	// Share returns the share of the point, 0 to 1, that the side to move can expect at
	// a score. Without it no moves are marked when a game is annotated.
	Share func(board.Position, hub.Score) float64
}

// Param is a parameter of an engine.
type Param struct{ Name, Value string }

// Process is a running engine.
type Process struct {
	Output io.ReadCloser
	Input  io.WriteCloser
	// Wait ends what is left of it, by force where need be, and waits for that.
	Wait func()
}

// engine shares one Hub engine among all who ask. Jobs are done in the order in
// which they come. An analysis, which has no end of its own, gives way after a slice
// to whoever waits, and queues up again; its engine still has the table, so it is
// soon where it was. A search for a move that takes long gives way too, with the best
// move so far.
type engine struct {
	options EngineOptions

	mu      sync.Mutex
	queue   []*job
	arrived chan struct{} // of capacity 1: there is something new in the queue
	giveWay func()        // asks the running job to; nil where none runs

	talk *talk // of the worker alone
}

// How long a job runs before it gives way to others.
const (
	analysisSlice = 400 * time.Millisecond
	thinkingSlice = 3 * time.Second
)

// What an engine is allowed to take, besides its searches.
const (
	startPatience = 20 * time.Second
	stopPatience  = 10 * time.Second
	// thinkPatience is how much longer than its limits a search may take.
	thinkPatience = 30 * time.Second
	// longestThink bounds searches without a limit of time.
	longestThink = 10 * time.Minute
)

// job is a search that somebody wants.
type job struct {
	ctx    context.Context // of who wants it
	game   *board.Game
	limits hub.Limits
	level  int                // of play; 0 for full strength
	lines  int                // of an analysis; 0 where a move is wanted
	began  func()             // may be nil: the engine turns to it
	report func([]hub.Report) // may be nil: what was found so far, ten times a second at most
	done   chan found         // of capacity 1
}

// found is the end of a job.
type found struct {
	answer  hub.Answer
	reports []hub.Report // by line
	err     error
}

// errBusy is given where too many wait already.
var errBusy = errors.New("the engine has too much to do, try again later")

// maxQueue bounds the jobs that wait.
const maxQueue = 1000

func newEngine(o EngineOptions) *engine {
	return &engine{options: o, arrived: make(chan struct{}, 1)}
}

// do has a job done and waits for it, or until the job's context is done.
func (e *engine) do(j *job) found {
	j.done = make(chan found, 1)
	e.mu.Lock()
	if len(e.queue) >= maxQueue {
		e.mu.Unlock()
		return found{err: errBusy}
	}
	e.enqueue(j)
	e.mu.Unlock()
	select {
	case f := <-j.done:
		return f
	case <-j.ctx.Done():
		e.drop(j)
		return found{err: j.ctx.Err()}
	}
}

// enqueue puts a job at the end. The lock is held.
func (e *engine) enqueue(j *job) {
	e.queue = append(e.queue, j)
	if e.giveWay != nil {
		e.giveWay()
	}
	select {
	case e.arrived <- struct{}{}:
	default:
	}
}

// drop takes a job that nobody waits for any more out of the queue.
func (e *engine) drop(j *job) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.queue = slices.DeleteFunc(e.queue, func(other *job) bool { return other == j })
}

// next waits for a job; nil once ctx is done.
func (e *engine) next(ctx context.Context) *job {
	for {
		e.mu.Lock()
		if len(e.queue) > 0 && ctx.Err() == nil {
			j := e.queue[0]
			e.queue = slices.Delete(e.queue, 0, 1)
			e.mu.Unlock()
			return j
		}
		e.mu.Unlock()
		select {
		case <-e.arrived:
		case <-ctx.Done():
			return nil
		}
	}
}

// run does jobs until ctx is done, and ends the engine then.
func (e *engine) run(ctx context.Context) {
	defer e.close()
	for {
		j := e.next(ctx)
		if j == nil {
			return
		}
		if j.ctx.Err() != nil {
			continue
		}
		f, again := e.search(ctx, j)
		if !again {
			j.done <- f
			continue
		}
		e.mu.Lock()
		e.enqueue(j)
		e.mu.Unlock()
	}
}

// search does one job; again is set where it has given way before its end.
func (e *engine) search(ctx context.Context, j *job) (f found, again bool) {
	// 1. The engine, ready for this position.
	if err := e.ready(ctx); err != nil {
		return found{err: err}, false
	}
	t := e.talk
	if err := t.prepare(ctx, j); err != nil {
		return found{err: e.failed(err)}, false
	}
	t.reports.begin(j)

	// 2. The search, until it ends, nobody wants it any more or others wait.
	searching, end := context.WithCancelCause(ctx)
	defer end(nil)
	defer context.AfterFunc(j.ctx, func() { end(j.ctx.Err()) })()
	release := e.giveWayAfter(j.slice(), end)
	if j.began != nil {
		j.began()
	}
	searching, cancel := context.WithTimeout(searching, j.patience())
	defer cancel()
	answer, err := t.think(searching, j)
	release()

	// 3. What came of it.
	unfinished := searching.Err() != nil && err != nil
	if unfinished {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopPatience)
		defer cancel()
		answer, err = t.client.Stop(stopping)
	}
	f = found{answer: answer, reports: t.reports.end()}
	switch {
	case err != nil:
		f.err = e.failed(err)
	case !unfinished:
	case j.ctx.Err() != nil:
		f.err = j.ctx.Err()
	case ctx.Err() != nil:
		f.err = context.Cause(ctx)
	case errors.Is(context.Cause(searching), errGiveWay):
		return f, j.lines > 0
	default:
		f.err = e.failed(fmt.Errorf("no move after %v", j.patience()))
	}
	return f, false
}

// errGiveWay ends a search because others wait.
var errGiveWay = errors.New("others wait for the engine")

// giveWayAfter lets the search that begins end once it has had its slice and others
// wait. release is to be called when it is over.
func (e *engine) giveWayAfter(slice time.Duration, end context.CancelCauseFunc) (release func()) {
	began := time.Now()
	var timer *time.Timer
	e.mu.Lock()
	defer e.mu.Unlock()
	e.giveWay = func() {
		if timer == nil {
			timer = time.AfterFunc(max(slice-time.Since(began), 0), func() { end(errGiveWay) })
		}
	}
	if len(e.queue) > 0 {
		e.giveWay()
	}
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.giveWay = nil
		if timer != nil {
			timer.Stop()
		}
	}
}

// slice returns how long a job runs while others wait.
func (j *job) slice() time.Duration {
	if j.lines > 0 {
		return analysisSlice
	}
	return thinkingSlice
}

// patience returns how long a search may take at all.
func (j *job) patience() time.Duration {
	switch {
	case j.lines > 0 && j.limits.Infinite:
		return 1000 * time.Hour
	case j.limits.MoveTime > 0:
		return j.limits.MoveTime + thinkPatience
	case j.limits.Time > 0:
		return j.limits.Time + thinkPatience
	}
	return longestThink
}

// ready starts the engine where none is running.
func (e *engine) ready(ctx context.Context) error {
	if e.talk != nil {
		return nil
	}
	t, err := startTalk(ctx, e.options)
	if err != nil {
		return fmt.Errorf("the engine does not start: %w", err)
	}
	e.talk = t
	return nil
}

// failed puts an end to an engine that has failed, and returns what to say of it. The
// next job gets a fresh one.
func (e *engine) failed(err error) error {
	var fault *hub.Fault
	if errors.As(err, &fault) && fault.Kind == hub.Illegal {
		return fmt.Errorf("the engine: %w", err) // the conversation goes on
	}
	e.close()
	return fmt.Errorf("the engine has failed: %w", err)
}

// close ends the engine.
func (e *engine) close() {
	if e.talk != nil {
		e.talk.close()
		e.talk = nil
	}
}

// talk is the conversation with a running engine.
type talk struct {
	process Process
	client  *hub.Client
	set     map[string]string // parameters as they were set last
	reports reports
}

// startTalk starts an engine and introduces us.
func startTalk(ctx context.Context, o EngineOptions) (*talk, error) {
	process, err := o.Start()
	if err != nil {
		return nil, err
	}
	t := &talk{process: process, set: map[string]string{}}
	t.client = hub.NewClient(process.Output, process.Input, hub.ClientOptions{Numbering: o.Numbering, Report: t.reports.take})
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	if err := t.introduce(ctx, o.Params); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *talk) introduce(ctx context.Context, params []Param) error {
	if err := t.client.Hello(ctx); err != nil {
		return err
	}
	for _, p := range params {
		if _, ok := t.param(p.Name); !ok {
			return fmt.Errorf("param.%s: the engine has no such parameter", p.Name)
		}
		if err := t.client.SetParam(ctx, p.Name, p.Value); err != nil {
			return err
		}
		t.set[p.Name] = p.Value
	}
	if err := t.client.Init(ctx); err != nil {
		return err
	}
	return t.client.NewGame(ctx)
}

// param returns a parameter as the engine has declared it.
func (t *talk) param(name string) (hub.Param, bool) {
	for _, p := range t.client.Params() {
		if p.Name == name {
			return p, true
		}
	}
	return hub.Param{}, false
}

// prepare hands over parameters and position.
func (t *talk) prepare(ctx context.Context, j *job) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), startPatience)
	defer cancel()
	wanted := []Param{{"variant", j.game.Rules().Name}}
	if level, ok := t.param("level"); ok {
		value := level.Value // as the engine has it, full strength
		if j.level > 0 {
			value = strconv.Itoa(j.level)
		}
		wanted = append(wanted, Param{"level", value})
	}
	if j.lines > 0 {
		wanted = append(wanted, Param{"multi-pv", strconv.Itoa(j.lines)})
	}
	for _, p := range wanted {
		if _, ok := t.param(p.Name); !ok || t.set[p.Name] == p.Value {
			continue
		}
		if err := t.client.SetParam(ctx, p.Name, p.Value); err != nil {
			return err
		}
		t.set[p.Name] = p.Value
	}
	return t.client.Prepare(ctx, j.game, j.limits)
}

// think searches for a move or analyses.
func (t *talk) think(ctx context.Context, j *job) (hub.Answer, error) {
	if j.lines > 0 {
		return t.client.Analyze(ctx)
	}
	return t.client.Think(ctx)
}

// close ends conversation and engine.
func (t *talk) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	t.client.Quit(ctx)
	t.client.Close()
	t.process.Wait()
}

// name returns how the engine calls itself.
func (t *talk) name() string {
	id := t.client.ID()
	if id.Name == "" {
		return "an engine without a name"
	}
	return strings.TrimSpace(id.Name + " " + id.Version)
}

// variants returns the rules that the engine can play by.
func (t *talk) variants() []string {
	p, ok := t.param("variant")
	if !ok {
		return []string{board.Russian.Name}
	}
	var names []string
	for _, r := range board.Variants {
		if slices.Contains(p.Values, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}
