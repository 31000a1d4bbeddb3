package web

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"
)

// get asks for a page under a name of the server.
func (s *site) get(t *testing.T, path, host string, cookies ...*http.Cookie) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	require.NoError(t, err)
	if host != "" {
		r.Host = host
	}
	for _, c := range cookies {
		r.AddCookie(c)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// TestPages: every page comes with its type and the strict policy, none asks another
// host for anything, and all together are small.
func TestPages(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	total := 0
	for address, p := range pages() {
		answer := s.get(t, address, "")
		require.Equal(t, http.StatusOK, answer.StatusCode, address)
		require.Equal(t, p.kind, answer.Header.Get("Content-Type"), address)
		require.NotEmpty(t, p.kind, address)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.Equal(t, p.data, body)
		total += len(body)

		csp := answer.Header.Get("Content-Security-Policy")
		require.Contains(t, csp, "default-src 'none'")
		require.NotContains(t, csp, "unsafe")
		require.Equal(t, "nosniff", answer.Header.Get("X-Content-Type-Options"))
		text := strings.ReplaceAll(string(body), "http://www.w3.org/", "")
		require.NotContains(t, text, "http://", address)
		require.NotContains(t, text, "https://", address)
		if strings.HasSuffix(p.kind, "html; charset=utf-8") {
			require.NotContains(t, text, "style=")
			require.NotContains(t, text, "onclick=")
		}
	}
	require.Less(t, total, 300<<10, "the size of all pages")
	require.Equal(t, http.StatusNotFound, s.get(t, "/../game.go", "").StatusCode)
	require.Equal(t, http.StatusNotFound, s.get(t, "/assets/", "").StatusCode)
	t.Logf("%d bytes in %d files", total, len(pages()))
}

func TestMethods(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	answer, err := http.Post(s.URL, "text/plain", strings.NewReader("x"))
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, http.StatusMethodNotAllowed, answer.StatusCode)
}

// TestForeignNames: a name that was made to lead to this machine does not get in.
func TestForeignNames(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for host, want := range map[string]int{
		"localhost:8064": 200, "127.0.0.1": 200, "127.1.2.3:80": 200, "[::1]:8064": 200, "board.localhost": 200,
		"evil.example": 421, "evil.example:8064": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example": 421, "192.168.1.1": 421,
	} {
		require.Equal(t, want, s.get(t, "/", host).StatusCode, host)
	}
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for origin, want := range map[string]int{
		s.URL: http.StatusSwitchingProtocols, "http://evil.example": http.StatusForbidden, "null": http.StatusForbidden,
		"http://127.0.0.1:1": http.StatusForbidden, "http://localhost": http.StatusForbidden, "file://": http.StatusForbidden,
	} {
		conn, answer, err := s.dial(t.Context(), http.Header{"Origin": {origin}})
		require.Equal(t, want, answer.StatusCode, origin)
		if err == nil {
			_ = conn.CloseNow()
		}
	}
	// No origin at all is no page of ours either.
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/socket", nil)
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, http.StatusForbidden, answer.StatusCode)
}

func TestToken(t *testing.T) {
	t.Parallel()
	token := rand.Text()
	s := serve(t, func(o *Options) { o.Token = token })
	require.Equal(t, http.StatusUnauthorized, s.get(t, "/", "").StatusCode)
	require.Equal(t, http.StatusUnauthorized, s.get(t, "/?token=wrong", "").StatusCode)
	require.Equal(t, http.StatusUnauthorized, s.get(t, "/app.js?token=", "").StatusCode)
	_, answer, err := s.dial(t.Context(), nil)
	require.Error(t, err)
	require.Equal(t, http.StatusUnauthorized, answer.StatusCode)

	entered := s.get(t, "/?token="+token, "other.example")
	require.Equal(t, http.StatusSeeOther, entered.StatusCode)
	require.Equal(t, "/", entered.Header.Get("Location"))
	cookies := s.get(t, "/?token="+token, "").Cookies()
	require.Len(t, cookies, 1)
	require.True(t, cookies[0].HttpOnly)
	require.Equal(t, http.SameSiteStrictMode, cookies[0].SameSite)
	require.Equal(t, http.StatusOK, s.get(t, "/", "", cookies...).StatusCode)
	conn, _, err := s.dial(t.Context(), http.Header{"Cookie": {cookies[0].Name + "=" + cookies[0].Value}})
	require.NoError(t, err)
	_ = conn.CloseNow()
}

// TestTokensThatNoCookieCanHave: with such a token nobody came in, for the cookie had
// lost some of it.
func TestTokensThatNoCookieCanHave(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"шашки", `a "b"; c\d,e`, "a b&c", "\x01"} {
		s := serve(t, func(o *Options) { o.Token = token })
		jar, err := cookiejar.New(nil)
		require.NoError(t, err)
		client := http.Client{Jar: jar}
		answer, err := client.Get(s.URL + "/?token=" + url.QueryEscape(token))
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusOK, answer.StatusCode, token)
	}
}

// TestMalformedFrames: what is no request ends the conversation, and no other.
func TestMalformedFrames(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	good := s.open(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for name, c := range map[string]struct {
		kind websocket.MessageType
		data string
		want websocket.StatusCode
	}{
		"binary":   {websocket.MessageBinary, "{}", websocket.StatusUnsupportedData},
		"no JSON":  {websocket.MessageText, "look", websocket.StatusInvalidFramePayloadData},
		"empty":    {websocket.MessageText, "", websocket.StatusInvalidFramePayloadData},
		"a list":   {websocket.MessageText, "[1]", websocket.StatusInvalidFramePayloadData},
		"no verb":  {websocket.MessageText, `{"id":1}`, websocket.StatusInvalidFramePayloadData},
		"too long": {websocket.MessageText, strings.Repeat(" ", maxMessage+1), websocket.StatusMessageTooBig},
	} {
		conn, _, err := s.dial(ctx, nil)
		require.NoError(t, err, name)
		// A server that has closed may not take all of it any more.
		_ = conn.Write(ctx, c.kind, []byte(c.data))
		for err == nil {
			_, _, err = conn.Read(ctx)
		}
		if status := websocket.CloseStatus(err); status != -1 {
			require.Equal(t, c.want, status, name)
		}
		_ = conn.CloseNow()
	}
	// Bytes that are no frame at all.
	raw, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	fmt.Fprintf(raw, "GET /socket HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: %s\r\n\r\n",
		s.Listener.Addr(), s.URL, subprotocol)
	require.NoError(t, raw.SetDeadline(time.Now().Add(patience)))
	reader := bufio.NewReader(raw)
	first, err := reader.ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, first, "101")
	_, err = raw.Write([]byte(strings.Repeat("\xff\x13nonsense", 50)))
	require.NoError(t, err)
	_, err = io.Copy(io.Discard, reader)
	if err != nil {
		require.NotContains(t, err.Error(), "timeout")
	}
	_ = raw.Close()

	var l Look
	good.ask("look", path{}, &l)
	require.Len(t, l.Moves, 7)
}

func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	b := serve(t, nil).open(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if b.conn.Write(ctx, websocket.MessageText, []byte(`{"id":1,"do":"stop"}`)) != nil {
				return
			}
		}
	}()
	var err error
	for err == nil {
		_, _, err = b.conn.Read(ctx)
	}
	require.NoError(t, ctx.Err(), "the conversation is ended")
	// What the server has not read any more may cost its last words.
	if status := websocket.CloseStatus(err); status != -1 {
		require.Equal(t, websocket.StatusPolicyViolation, status)
	}
}

// TestSlowReaders: who does not read what he asks for is let go, however much there is
// for him, and holds nobody up.
func TestSlowReaders(t *testing.T) {
	t.Parallel()
	o := newOutbox()
	big := strings.Repeat("x", 1<<20)
	for range 100 {
		o.latest("lines", big)
	}
	require.Len(t, o.queue, 1)
	require.False(t, o.overflown())
	for range 9 {
		o.event("annotated", big)
	}
	require.True(t, o.overflown())
	require.Empty(t, o.queue)
	_, err := o.next(t.Context())
	require.ErrorIs(t, err, errTooSlow)

	s := serve(t, nil)
	slow := s.open(t)
	moves := make([]string, 0, 400)
	for range 100 {
		moves = append(moves, "e1-d2", "b8-a7", "d2-e1", "a7-b8")
	}
	asked := path{Start: "W:WKe1:BKb8", Moves: moves[:8]}
	for range 30 {
		slow.send("look", asked) // and never reads
	}
	quick := s.open(t)
	var l Look
	quick.ask("look", path{}, &l)
	require.Len(t, l.Moves, 7)
}

// TestTwoHundredSockets: all are served, and nothing of them is left.
func TestTwoHundredSockets(t *testing.T) {
	// Not parallel: it counts goroutines.
	before := runtime.NumGoroutine()
	s := serve(t, nil)
	const sockets = 200
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var clients sync.WaitGroup
	errs := make(chan error, sockets)
	conns := make(chan *websocket.Conn, sockets)
	for i := range sockets {
		clients.Go(func() {
			conn, _, err := s.dial(ctx, nil)
			if err != nil {
				errs <- err
				return
			}
			conns <- conn
			for j, do := range []string{"look", "analyse", "texts"} {
				data, _ := json.Marshal(request{int64(j + 1), do, json.RawMessage(`{"moves":["c3-d4"],"lines":1}`)})
				if err := conn.Write(ctx, websocket.MessageText, data); err != nil {
					errs <- err
					return
				}
			}
			for answers := 0; answers < 3; {
				_, data, err := conn.Read(ctx)
				if err != nil {
					errs <- err
					return
				}
				var m incoming
				if err := json.Unmarshal(data, &m); err != nil || m.Error != "" {
					errs <- fmt.Errorf("%w %s", err, m.Error)
					return
				}
				if m.ID > 0 {
					answers++
				}
			}
			// Half of them say goodbye, half are just gone.
			if i%2 == 0 {
				_ = conn.CloseNow()
			}
		})
	}
	clients.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	close(conns)
	s.end()
	for conn := range conns {
		_ = conn.CloseNow()
	}
	http.DefaultClient.CloseIdleConnections()
	eventually(t, "goroutines are gone", func() bool { return runtime.NumGoroutine() <= before+2 })
	require.Zero(t, s.engine.searching.Load())
}

func TestTooManySockets(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.web.mu.Lock()
	s.web.sockets = maxSockets
	s.web.mu.Unlock()
	_, answer, err := s.dial(t.Context(), nil)
	require.Error(t, err)
	require.Equal(t, http.StatusServiceUnavailable, answer.StatusCode)
}

// FuzzRequests: no request, however it is made, brings the server down or goes without
// an answer.
func FuzzRequests(f *testing.F) {
	for do := range handlers {
		f.Add(do, `{}`)
		f.Add(do, `{"start":"W:Wa1:Bh8","moves":["a1-b2"],"you":"w","level":1,"lines":3,"seconds":0.02,"text":"1. c3-d4 d6-c5 *","game":"x","move":"a1-b2"}`)
	}
	f.Add("writePDN", `{"result":"*","nodes":[{"parent":-1,"move":"c3-d4"},{"parent":5,"move":"x"}]}`)
	f.Add("play", `{"you":"b","clock":{"base":1e300,"inc":-1}}`)
	s := serve(f, func(o *Options) { o.Games = "" })
	f.Fuzz(func(t *testing.T, do, args string) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ses := &session{server: s.web, ctx: ctx, out: newOutbox()}
		defer ses.close()
		ses.handle(request{7, do, json.RawMessage(args)})
		for {
			data, err := ses.out.next(ctx)
			require.NoError(t, err)
			var m incoming
			require.NoError(t, json.Unmarshal(data, &m), string(data))
			if m.ID == 7 {
				return
			}
		}
	})
}

// FuzzJournal: any bytes are a game or an error.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"you\":\"w\",\"level\":1}\n{\"move\":\"22-18\"}\n{\"plies\":0}\n{\"over\":{\"result\":\"0-1\",\"reason\":\"resignation\"}}\n"))
	f.Add([]byte("{\"you\":\"b\",\"clock\":{\"base\":60,\"inc\":1},\"moves\":[\"c3-d4\"]}\n{\"move\":\"9-13\",\"left\":[60,59.5]}\n{\"left\":[1"))
	s := serve(f, func(o *Options) { o.Games = "" })
	f.Fuzz(func(t *testing.T, data []byte) {
		lg, err := s.web.replay(data)
		if err == nil {
			lg.id = newID()
			_ = lg.state()
		}
	})
}
