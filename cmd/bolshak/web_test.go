package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/protocol/hub"
)

// webPatience is how long a test waits for the program.
const webPatience = 2 * time.Minute

// startWeb starts a command that serves the board, and returns the address it prints.
func startWeb(t *testing.T, args ...string) (cmd *exec.Cmd, address string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("ends the program by an interrupt")
	}
	cmd = binary(t, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, after, ok := strings.Cut(lines.Text(), "http://"); ok {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return cmd, "http://" + after
		}
	}
	require.FailNow(t, "no address was printed")
	return nil, ""
}

// talkTo opens the socket of a board, sends a request and returns the messages up to
// one that holds the text.
func talkTo(t *testing.T, address, cookie, request, until string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), webPatience)
	defer cancel()
	header := http.Header{"Origin": {strings.TrimSuffix(address, "/")}}
	if cookie != "" {
		header.Set("Cookie", cookie)
	}
	conn, _, err := websocket.Dial(ctx, strings.Replace(address, "http", "ws", 1)+"socket", &websocket.DialOptions{HTTPHeader: header, Subprotocols: []string{"bolshak.1"}})
	require.NoError(t, err)
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(1 << 20)
	require.NoError(t, conn.Write(ctx, websocket.MessageText, []byte(request)))
	var all strings.Builder
	for {
		_, data, err := conn.Read(ctx)
		require.NoError(t, err, all.String())
		require.True(t, json.Valid(data))
		all.Write(data)
		if strings.Contains(string(data), until) {
			return all.String()
		}
	}
}

// TestWeb: the program serves the board, its engine plays, and an interrupt ends both
// with the status of success.
func TestWeb(t *testing.T) {
	t.Parallel()
	cmd, address := startWeb(t, "web", "--listen", "127.0.0.1:0", "--games", t.TempDir())
	answer, err := http.Get(address)
	require.NoError(t, err)
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Contains(t, string(body), "<title>Bolshak</title>")

	said := talkTo(t, address, "", `{"id":1,"do":"play","args":{"you":"b","level":1,"table":"moves"}}`, `"side":"b"`)
	require.Contains(t, said, `"levels":`)
	require.Contains(t, said, `"opening":"moves `)
	said = talkTo(t, address, "", `{"id":1,"do":"look","args":{"start":"W:WKa1,Kc1,Ke1:BKb8"}}`, `"id":1`)
	require.Contains(t, said, `"verdict":`)
	said = talkTo(t, address, "", `{"id":1,"do":"terms","args":{}}`, `"id":1`)
	require.Contains(t, said, `"wdl":`)

	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait())
}

// TestWebWithAToken: at an address that others can reach the printed token is needed.
func TestWebWithAToken(t *testing.T) {
	t.Parallel()
	cmd, address := startWeb(t, "web", "--listen", "0.0.0.0:0", "--games", t.TempDir(), "--token", "a b&c")
	_, token, ok := strings.Cut(address, "/?token=")
	require.True(t, ok, address)
	require.Equal(t, "a+b%26c", token)
	port := address[strings.LastIndex(address, ":"):strings.Index(address, "/?")]
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]int{"/": 401, "/?token=x": 401, "/?token=" + token: 303} {
		answer, err := client.Get("http://127.0.0.1" + port + path)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, want, answer.StatusCode, path)
	}
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait())
}

// TestWebDrivesAnotherEngine: any program that speaks Hub, with parameters of its own.
func TestWebDrivesAnotherEngine(t *testing.T) {
	t.Parallel()
	own := binary(t).Path
	cmd, address := startWeb(t, "web", "--listen", "127.0.0.1:0", "--games", t.TempDir(), "--engine", "name=Other cmd='"+own+" hub' param.tt-size=16 param.threads=2")
	said := talkTo(t, address, "", `{"id":1,"do":"analyse","args":{"lines":2}}`, `"depth":`)
	require.Contains(t, said, `"event":"lines"`)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait())
}

// TestWebOpensABrowserThatStays: some openers last as long as the browser, and the
// board was not served until it was closed.
func TestWebOpensABrowserThatStays(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("makes a program that stands for xdg-open")
	}
	folder := t.TempDir()
	opened := filepath.Join(folder, "opened")
	opener := "#!/bin/sh\necho \"$1\" >'" + opened + "'\nexec sleep 600\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(opener), 0o700))
	t.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	cmd, address := startWeb(t, "web", "--listen", "127.0.0.1:0", "--games", t.TempDir(), "--open")
	client := http.Client{Timeout: webPatience}
	answer, err := client.Get(address)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(opened)
		return string(text) == address+"\n"
	}, webPatience, 20*time.Millisecond)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait())
}

// TestWebShare: a game that is annotated in the browser is judged as pdn annotate
// does.
func TestWebShare(t *testing.T) {
	t.Parallel()
	p := board.Start()
	require.Equal(t, 1.0, webShare(p, hub.Score{Win: 9}))
	require.Equal(t, 0.0, webShare(p, hub.Score{Win: -9}))
	for _, s := range []eval.Score{-300, -20, 0, 75} {
		require.Equal(t, expectedShare(p, s), webShare(p, hubScore(s)))
	}
}

// TestWebTermsInRussian: the browser knows every term of the evaluation by a Russian
// name.
func TestWebTermsInRussian(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(filepath.Join("..", "..", "protocol", "web", "assets", "text.js"))
	require.NoError(t, err)
	_, known, ok := strings.Cut(string(source), "const terms = {")
	require.True(t, ok)
	known, _, _ = strings.Cut(known, "};")
	for _, fen := range []string{"W:W21-32:B1-12", "W:WKa1,Ka3,c3,d4,e5,b6,h2:BKb8,Kh6,d6,f6,c7", "B:WKb2,g7,h4:BKf8,Kd4,a5,c3"} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		for _, term := range webTerms(p).Terms {
			if kind := regexp.MustCompile(`^(man on|guards|pattern) `).FindString(term.Name); kind != "" {
				require.Contains(t, string(source), ".replace(/^"+kind+"/, ")
				continue
			}
			require.Regexp(t, `[ {"]`+term.Name+`"?: "`, known)
		}
	}
}

func TestWebMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--engine", "name=x"}, exitUsage, `--engine: key "cmd" is missing`},
		{[]string{"--engine", "name=x cmd=./e depth=3"}, exitUsage, "limits are not set here"},
		{[]string{"--engine", "cmd=no-such-program-here"}, exitFailure, "no-such-program-here"},
		{[]string{"--engine", "nonsense"}, exitUsage, "expected key=value"},
		{[]string{"--listen", "nonsense"}, exitFailure, "--listen:"},
		{[]string{"--listen", "127.0.0.1:99999"}, exitFailure, "--listen:"},
		{[]string{"surprise"}, exitUsage, "unexpected argument"},
	} {
		a := bolshak(t, "", append([]string{"web", "--games", t.TempDir()}, c.args...)...)
		require.Equal(t, c.code, a.code, a.stderr)
		require.Contains(t, a.stderr, c.want)
		require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
	}
}

// TestMatchInTheBrowser: a match that is played is shown.
func TestMatchInTheBrowser(t *testing.T) {
	t.Parallel()
	cmd, address := startWeb(t, "match", "--engine", "name=A cmd=builtin", "--engine", "name=B cmd=builtin",
		"--each", "depth=6", "--games", "100000", "--web=127.0.0.1:0")
	said := talkTo(t, address, "", `{"id":1,"do":"watch","args":{}}`, `"event":"match"`)
	require.Contains(t, said, `"white":"A"`)
	require.Contains(t, said, `"total":100000`)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	_ = cmd.Wait()
	require.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode())
}
