package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
)

// patience is how long a test waits for what has to come. Nothing takes as long.
const patience = time.Minute

// fakeEngine counts material two plies deep. It is fast, knows no chance and, when
// analysing, reports ever deeper until it is stopped.
type fakeEngine struct {
	searching atomic.Int64 // searches that are on
	searches  atomic.Int64
	mu        sync.Mutex
	set       []string
	refusing  atomic.Bool // every search is an error
	slow      bool        // thinks until it is stopped
}

func (e *fakeEngine) Params() []hub.Param {
	return []hub.Param{
		{Name: "level", Type: hub.Int, Value: "12", Min: 1, Max: 12},
		{Name: "multi-pv", Type: hub.Int, Value: "1", Min: 1, Max: 10},
	}
}

func (e *fakeEngine) SetParam(name, value string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.set = append(e.set, name+"="+value)
	return nil
}

// params returns what was set so far.
func (e *fakeEngine) params() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.set)
}

func (e *fakeEngine) Init() error { return nil }
func (e *fakeEngine) NewGame()    {}

func (e *fakeEngine) Search(ctx context.Context, r hub.Request, report func(hub.Info)) (hub.Best, error) {
	e.searching.Add(1)
	defer e.searching.Add(-1)
	e.searches.Add(1)
	if e.refusing.Load() {
		return hub.Best{}, errors.New("out of order")
	}
	p := r.Game.Position()
	moves := movegen.Append(nil, p)
	slices.SortFunc(moves, func(a, b board.Move) int { return strings.Compare(a.String(), b.String()) })
	best, bestScore := moves[0], -1<<30
	for _, m := range moves {
		if s := -reply(p.After(m)); s > bestScore {
			best, bestScore = m, s
		}
	}
	for depth := 1; ; depth++ {
		report(hub.Info{Depth: depth, Line: 1, Score: hub.Score{Centimen: bestScore}, Nodes: uint64(100 * depth), Time: time.Millisecond, PV: []board.Move{best}})
		if r.Mode != hub.Analyze && !e.slow {
			return hub.Best{Move: best}, nil
		}
		select {
		case <-ctx.Done():
			return hub.Best{Move: best}, nil
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// reply returns the material after the best answer, for the side to move.
func reply(p board.Position) int {
	moves := movegen.Append(nil, p)
	if len(moves) == 0 {
		return -10000
	}
	best := -1 << 30
	for _, m := range moves {
		after := p.After(m)
		best = max(best, 100*(after.Opp().Count()-after.Own().Count()))
	}
	return best
}

// engineOptions makes an engine that runs in this process and speaks Hub over pipes.
// running counts those that do, started those that ever did.
func engineOptions(e hub.Engine, running, started *atomic.Int64) *EngineOptions {
	share := func(_ board.Position, s hub.Score) float64 {
		return min(max(0.5+float64(s.Centimen)/400, 0), 1)
	}
	return &EngineOptions{Share: share, Start: func() (Process, error) {
		inRead, inWrite := io.Pipe()
		outRead, outWrite := io.Pipe()
		done := make(chan struct{})
		running.Add(1)
		started.Add(1)
		go func() {
			defer close(done)
			defer running.Add(-1)
			_ = hub.Serve(context.Background(), inRead, outWrite, e, hub.ID{Name: "Fake", Version: "1"})
			_ = outWrite.Close()
		}()
		return Process{Output: outRead, Input: inWrite, Wait: func() {
			_ = inRead.Close()
			<-done
		}}, nil
	}}
}

// site is a server under test.
type site struct {
	*httptest.Server
	web     *Server
	engine  *fakeEngine
	running atomic.Int64 // engines
	started atomic.Int64
}

// serve starts a server; change, if not nil, changes its options.
func serve(t testing.TB, change func(*Options)) *site {
	t.Helper()
	s := &site{engine: &fakeEngine{}}
	o := Options{Games: t.TempDir()}
	o.Engine = engineOptions(s.engine, &s.running, &s.started)
	if change != nil {
		change(&o)
	}
	var err error
	s.web, err = New(t.Context(), o)
	require.NoError(t, err)
	s.Server = httptest.NewServer(s.web)
	t.Cleanup(s.end)
	return s
}

// end ends the server, and asserts that nothing of it is left.
func (s *site) end() {
	s.web.Close()
	s.Server.Close()
	if n := s.running.Load(); n != 0 {
		panic(fmt.Sprintf("%d engines are left", n))
	}
}

// tab is a browser's side of a conversation.
type tab struct {
	t    testing.TB
	conn *websocket.Conn
	id   int64
	kept map[string]json.RawMessage // the last event of a kind
}

// dial opens a socket as a page of the server does.
func (s *site) dial(ctx context.Context, header http.Header) (*websocket.Conn, *http.Response, error) {
	if header == nil {
		header = http.Header{}
	}
	if header.Get("Origin") == "" {
		header.Set("Origin", s.URL)
	}
	return websocket.Dial(ctx, strings.Replace(s.URL, "http", "ws", 1)+"/socket", &websocket.DialOptions{HTTPHeader: header, Subprotocols: []string{subprotocol}})
}

// open opens a tab.
func (s *site) open(t testing.TB) *tab {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	conn, _, err := s.dial(ctx, nil)
	require.NoError(t, err)
	conn.SetReadLimit(maxMessage)
	b := &tab{t: t, conn: conn, kept: map[string]json.RawMessage{}}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return b
}

// incoming is any message of the server.
type incoming struct {
	ID    int64           `json:"id"`
	OK    json.RawMessage `json:"ok"`
	Error string          `json:"error"`
	Event string          `json:"event"`
	Data  json.RawMessage `json:"data"`
}

// next reads a message.
func (b *tab) next() incoming {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	_, data, err := b.conn.Read(ctx)
	require.NoError(b.t, err)
	var m incoming
	require.NoError(b.t, json.Unmarshal(data, &m), string(data))
	if m.Event != "" {
		b.kept[m.Event] = m.Data
	}
	return m
}

// send sends a request, without waiting for its answer.
func (b *tab) send(do string, args any) int64 {
	b.t.Helper()
	b.id++
	raw, err := json.Marshal(args)
	require.NoError(b.t, err)
	data, err := json.Marshal(request{b.id, do, raw})
	require.NoError(b.t, err)
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	require.NoError(b.t, b.conn.Write(ctx, websocket.MessageText, data))
	return b.id
}

// try asks for something and returns the error.
func (b *tab) try(do string, args, into any) error {
	b.t.Helper()
	id := b.send(do, args)
	for {
		m := b.next()
		switch {
		case m.ID != id:
			continue
		case m.Error != "":
			return fmt.Errorf("%s", m.Error)
		case into != nil:
			reflect.ValueOf(into).Elem().SetZero() // what is left out is not what was there
			require.NoError(b.t, json.Unmarshal(m.OK, into), string(m.OK))
		}
		return nil
	}
}

// ask asks for something that has to go well.
func (b *tab) ask(do string, args, into any) {
	b.t.Helper()
	require.NoError(b.t, b.try(do, args, into))
}

// await reads until an event of a kind fits.
func await[E any](b *tab, event string, fits func(E) bool) E {
	b.t.Helper()
	for {
		m := b.next()
		if m.Event != event {
			continue
		}
		var e E
		require.NoError(b.t, json.Unmarshal(m.Data, &e), string(m.Data))
		if fits(e) {
			return e
		}
	}
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			require.FailNow(t, "it does not come to pass", what)
		}
	}
}
