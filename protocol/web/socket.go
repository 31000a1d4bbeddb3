package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Bounds of what a conversation may cost.
const (
	maxSockets   = 256
	maxMessage   = 4 << 20          // bytes of a request
	maxBacklog   = 8 << 20          // bytes that a slow reader may be behind
	writeTimeout = 30 * time.Second // for one message
	pingPeriod   = 30 * time.Second
	pingTimeout  = time.Minute

	requestRate  = 40  // a second, on average
	requestBurst = 200 // at once
)

// serveSocket holds a conversation.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	if !isOwnOrigin(r) {
		http.Error(w, "the page comes from somewhere else", http.StatusForbidden)
		return
	}
	if !s.addSocket(1) {
		http.Error(w, "too many are here already", http.StatusServiceUnavailable)
		return
	}
	defer s.addSocket(-1)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols: []string{subprotocol},
		// Checked above, with the port and without exceptions.
		InsecureSkipVerify: true,
	})
	if err != nil {
		return // it has been answered
	}
	defer func() { _ = conn.CloseNow() }()
	if conn.Subprotocol() != subprotocol {
		_ = conn.Close(websocket.StatusPolicyViolation, "want the subprotocol "+subprotocol+": reload the page")
		return
	}
	conn.SetReadLimit(maxMessage)

	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	out := newOutbox()
	ses := &session{server: s, ctx: ctx, out: out}
	var writers sync.WaitGroup
	writers.Go(func() { write(ctx, cancel, conn, out) })
	writers.Go(func() { ping(ctx, cancel, conn) })
	out.event("hello", s.hello)
	status, reason := read(ctx, conn, ses)
	cancel()
	ses.close()
	writers.Wait()
	_ = conn.Close(status, reason)
}

// addSocket counts the sockets. It reports whether there may be one more; Close waits
// for those there are.
func (s *Server) addSocket(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n > 0 {
		if s.closed || s.sockets >= maxSockets {
			return false
		}
		s.tasks.Add(1)
	} else {
		s.tasks.Done()
	}
	s.sockets += n
	return true
}

// read takes requests until the conversation is over. It returns what to say at the
// end.
func read(ctx context.Context, conn *websocket.Conn, ses *session) (websocket.StatusCode, string) {
	limit := newBucket(requestRate, requestBurst)
	for {
		kind, data, err := conn.Read(ctx)
		switch {
		case ctx.Err() != nil:
			if ses.out.overflown() {
				return websocket.StatusPolicyViolation, "reads too slowly"
			}
			return websocket.StatusGoingAway, "the server ends"
		case err != nil:
			return websocket.StatusNormalClosure, ""
		case kind != websocket.MessageText:
			return websocket.StatusUnsupportedData, "want text"
		case !limit.take(time.Now()):
			return websocket.StatusPolicyViolation, "too many requests"
		}
		var r request
		if err := json.Unmarshal(data, &r); err != nil || r.Do == "" {
			return websocket.StatusInvalidFramePayloadData, "want a request as JSON"
		}
		ses.handle(r)
	}
}

// write sends what is in the outbox until ctx is done or the reader has gone or fallen
// too far behind; then it ends the conversation.
func write(ctx context.Context, cancel context.CancelFunc, conn *websocket.Conn, out *outbox) {
	defer cancel()
	for {
		data, err := out.next(ctx)
		if err != nil {
			return
		}
		sending, done := context.WithTimeout(ctx, writeTimeout)
		err = conn.Write(sending, websocket.MessageText, data)
		done()
		if err != nil {
			return
		}
	}
}

// ping finds out whether the other side is still there: a telephone that went to sleep
// must not keep the engine at work.
func ping(ctx context.Context, cancel context.CancelFunc, conn *websocket.Conn) {
	defer cancel()
	beat := time.NewTicker(pingPeriod)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		}
		asking, done := context.WithTimeout(ctx, pingTimeout)
		err := conn.Ping(asking)
		done()
		if err != nil {
			return
		}
	}
}

// bucket limits a rate: it fills by so many tokens a second.
type bucket struct {
	rate, size, tokens float64
	filled             time.Time
}

func newBucket(rate, size float64) *bucket {
	return &bucket{rate: rate, size: size, tokens: size, filled: time.Now()}
}

// take takes a token. It reports false where there is none.
func (b *bucket) take(now time.Time) bool {
	b.tokens = min(b.size, b.tokens+b.rate*now.Sub(b.filled).Seconds())
	b.filled = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// outbox holds what is to be sent. Of events that replace one another the last alone
// is kept.
type outbox struct {
	mu      sync.Mutex
	queue   []message
	size    int  // bytes of queue
	full    bool // the reader is too slow
	arrived chan struct{}
}

// message is a text to be sent; a later one with the same name replaces it.
type message struct {
	name string
	data []byte
}

var errTooSlow = errors.New("the reader is too slow")

func newOutbox() *outbox { return &outbox{arrived: make(chan struct{}, 1)} }

// event queues an event.
func (o *outbox) event(name string, data any) { o.put("", event{name, data}) }

// latest queues an event that replaces one of the same name that was not sent yet.
func (o *outbox) latest(name string, data any) { o.put(name, event{name, data}) }

func (o *outbox) put(name string, content any) {
	data, err := json.Marshal(content)
	if err != nil {
		panic(err) // a defect: our own types can all be written
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.full {
		return
	}
	// The new one stands behind all that is older than it.
	o.queue = slices.DeleteFunc(o.queue, func(m message) bool {
		if name == "" || m.name != name {
			return false
		}
		o.size -= len(m.data)
		return true
	})
	o.queue, o.size = append(o.queue, message{name, data}), o.size+len(data)
	if o.size > maxBacklog {
		o.full, o.queue, o.size = true, nil, 0
	}
	select {
	case o.arrived <- struct{}{}:
	default:
	}
}

// next waits for something to send.
func (o *outbox) next(ctx context.Context) ([]byte, error) {
	for {
		o.mu.Lock()
		switch {
		case o.full:
			o.mu.Unlock()
			return nil, errTooSlow
		case len(o.queue) > 0:
			m := o.queue[0]
			o.queue = o.queue[1:]
			o.size -= len(m.data)
			o.mu.Unlock()
			return m.data, nil
		}
		o.mu.Unlock()
		select {
		case <-o.arrived:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (o *outbox) overflown() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.full
}
