package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
	"bolshak/protocol/pdn"
	"bolshak/protocol/web"
	"bolshak/search"
)

// browserPatience is how long a test waits for what has to come to pass in a browser.
// Only a machine that has stopped takes as long.
const browserPatience = 2 * time.Minute

// TestBrowser drives the board in Chromium as people do: by mouse, finger and keys.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a browser")
	}
	browser := startBrowser(t)
	if *update {
		takePicture(t, openPage(t, browser))
	}
	for name, test := range map[string]func(*testing.T, *page){
		"a whole game by mouse":       testWholeGame,
		"captures with several ways":  testCaptureWays,
		"PDN in and out":              testPDNInAndOut,
		"reload in the middle":        testReload,
		"analysis":                    testAnalysis,
		"keyboard alone":              testKeyboard,
		"Russian":                     testRussian,
		"telephone":                   testTelephone,
		"set up by drag and by words": testSetUp,
		"a match":                     testWatch,
	} {
		t.Run(name, func(t *testing.T) { test(t, openPage(t, browser)) })
	}
}

// takePicture takes the picture of the README: a game that is analysed.
func takePicture(t *testing.T, p *page) {
	text, err := os.ReadFile(filepath.Join(shared, "real-games.pdn"))
	require.NoError(t, err)
	r := pdn.NewReader(strings.NewReader(string(text)), "")
	g, err := r.Next()
	for ; err == nil && (g.Plies() < 50 || g.Plies() > 70); g, err = r.Next() {
	}
	require.NoError(t, err)
	g.Tags = []pdn.Tag{{Name: "Event", Value: "Club match"}, {Name: "White", Value: "Ann"}, {Name: "Black", Value: "Boris"}}
	text, err = pdn.Append(nil, g)
	require.NoError(t, err)
	p.size(1200, 790)
	p.load("analyse")
	p.tab("setup")
	p.fill("#paste-text", string(text))
	p.click("#paste button")
	p.until(fmt.Sprintf(`document.querySelectorAll("#analysis-moves .move").length === %d`, g.Plies()))
	p.tab("games")
	p.fill("#note-time", "0.3")
	p.click("#annotate-go")
	p.until(`!document.getElementById("progress").hidden`)
	p.until(`document.getElementById("progress").hidden`)
	p.tab("moves")
	p.until(`document.querySelector("#chart path, #chart polyline")`)
	p.do(chromedp.Click(chromedp.CSS("#analysis-moves .row:nth-of-type(12) .move:last-child")))
	p.click(".switch input")
	p.until(`Number(document.getElementById("engine-facts").innerText.match(/\d+/)?.[0]) >= 15`)
	quality := int64(90)
	picture, err := chromedp.Call(p.ctx, cdp.CaptureScreenshot, cdp.CaptureScreenshotParams{Format: cdp.CaptureScreenshotFormatWebp, Quality: &quality})
	require.NoError(t, err)
	require.Less(t, len(picture.Data), 100<<10)
	file := filepath.Join("..", "..", "protocol", "web", "testdata", "board.webp")
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, picture.Data, 0o644))
}

// startBrowser starts Chromium, or skips the test where there is none.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("no chromium in PATH: the browser tests are skipped; on Debian, apt-get install chromium")
	}
	profile, err := os.MkdirTemp("", "bolshak-browser-*")
	require.NoError(t, err)
	// Some process of the browser may still write: what cannot be removed is left.
	t.Cleanup(func() { _ = os.RemoveAll(profile) })
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, // which containers do not allow
		chromedp.Flag("force-prefers-reduced-motion", true), chromedp.UserDataDir(profile))
	ctx, cancel := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(options...))
	t.Cleanup(cancel)
	started := make(chan error, 1)
	go func() { started <- chromedp.Do(ctx) }()
	select {
	case err := <-started:
		if err != nil {
			t.Skipf("%s does not start, the browser tests are skipped: %v", program, err)
		}
	case <-time.After(browserPatience):
		t.Skipf("%s does not start, the browser tests are skipped", program)
	}
	t.Cleanup(func() {
		closing, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		_ = chromedp.Cancel(closing)
	})
	return ctx
}

// countingEngine is our own engine, which counts its searches.
type countingEngine struct {
	*adapter
	searching atomic.Int64
}

func (e *countingEngine) Search(ctx context.Context, r hub.Request, report func(hub.Info)) (hub.Best, error) {
	e.searching.Add(1)
	defer e.searching.Add(-1)
	return e.adapter.Search(ctx, r, report)
}

// start starts the engine in this process.
func (e *countingEngine) start() (web.Process, error) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = hub.Serve(context.Background(), inRead, outWrite, e, engineID())
		_ = outWrite.Close()
	}()
	return web.Process{Output: outRead, Input: inWrite, Wait: func() {
		_ = inRead.Close()
		<-done
	}}, nil
}

// page is a tab with the board in it.
type page struct {
	*testing.T
	ctx    context.Context
	engine *countingEngine
	match  *web.Match
	url    string
	faults []string // of scripts
}

// openPage serves a board and opens a tab, without loading the board.
func openPage(t *testing.T, browser context.Context) *page {
	t.Helper()
	p := &page{T: t, engine: &countingEngine{adapter: newAdapter()}, match: web.NewMatch()}
	openings, err := webOpenings()
	require.NoError(t, err)
	server, err := web.New(t.Context(), web.Options{
		Engine: &web.EngineOptions{Start: p.engine.start, Params: []web.Param{{Name: "tt-size", Value: "16"}}},
		Games:  t.TempDir(), Terms: webTerms, Openings: openings, Match: p.match,
	})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	site := httptest.NewServer(server)
	t.Cleanup(site.Close)
	p.url = site.URL

	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	p.ctx = ctx
	require.NoError(t, chromedp.Listen(ctx, func(any) {}))
	messages := chromedp.Console(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.IsException() || m.Source == "security" {
				p.faults = append(p.faults, m.String())
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		require.Empty(t, p.faults, "faults of the scripts and of the policy")
	})
	p.size(1280, 800)
	return p
}

// do carries out steps.
func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, browserPatience)
	defer cancel()
	require.NoError(p, chromedp.Do(ctx, steps...))
}

func (p *page) size(width, height int64, options ...chromedp.EmulateViewportOption) {
	p.Helper()
	p.do(chromedp.EmulateViewport(width, height, options...))
}

// load loads the board in a mode and waits until it is ready.
func (p *page) load(mode string) {
	p.Helper()
	p.do(chromedp.Navigate(p.url + "/#" + mode))
	p.until(`document.body.dataset.ready`)
}

// script evaluates an expression.
func script[T any](p *page, expression string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, browserPatience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	require.NoError(p, err, expression)
	return value
}

// until waits until an expression is true.
func (p *page) until(expression string) {
	p.Helper()
	for deadline := time.Now().Add(browserPatience); !script[bool](p, "Boolean("+expression+")"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			require.FailNow(p, "does not come to pass", "%s\npage: %s", expression, script[string](p, `document.querySelector(".panel").innerText`))
		}
	}
}

// untilText waits until an element shows a text.
func (p *page) untilText(selector, want string) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector(%q).innerText.includes(%q)", selector, want))
}

// click clicks an element.
func (p *page) click(selector string) {
	p.Helper()
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

// tab opens a tab of the analysis. What is above it may still move, so the click does
// not go by way of a place on the screen.
func (p *page) tab(name string) {
	p.Helper()
	script[bool](p, fmt.Sprintf(`(document.querySelector("[data-tab=%s]").click(), true)`, name))
	p.until(fmt.Sprintf(`!document.querySelector("[data-of=%s]").hidden`, name))
}

// fill writes into a field.
func (p *page) fill(selector, text string) {
	p.Helper()
	p.do(chromedp.SetValue(chromedp.CSS(selector), text))
}

// place returns the middle of a square on the screen.
func (p *page) place(square string) (x, y float64) {
	p.Helper()
	at := script[[]float64](p, fmt.Sprintf(`(() => {
		const svg = document.querySelector("svg.board"), box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
		const turned = document.querySelector("#seat-near [data-side=b]") !== null;
		let x = %d, y = %d;
		if (turned) { x = 7 - x; y = 7 - y; }
		const scale = box.width / view.width;
		return [box.left + (100 * x + 50 - view.x) * scale, box.top + (100 * y + 50 - view.y) * scale];
	})()`, square[0]-'a', 7-(square[1]-'1')))
	return at[0], at[1]
}

// squares clicks squares, one after the other.
func (p *page) squares(names ...string) {
	p.Helper()
	for _, name := range names {
		x, y := p.place(name)
		p.do(chromedp.MouseClickXY(x, y))
	}
}

// savedGame is a game as the browser keeps it.
type savedGame struct {
	ID     string `json:"id"`
	You    string `json:"you"`
	Played []struct {
		Move, Text string
	} `json:"played"`
	Over *struct{ Result, Reason string } `json:"over"`
}

// saved returns the game that the browser keeps, once it has so many plies or is over.
func (p *page) saved(plies int) (s savedGame) {
	p.Helper()
	const read = `localStorage.getItem("bolshak.game")`
	p.until(fmt.Sprintf(`(() => { const g = JSON.parse(%s); return g && (g.over || g.played.length >= %d); })()`, read, plies))
	require.NoError(p, json.Unmarshal([]byte(script[string](p, read)), &s))
	return s
}

// replay returns the game as the rules have it.
func (s savedGame) replay(t *testing.T) *board.Game {
	t.Helper()
	g := board.NewGame(board.Russian, board.Start())
	for _, m := range s.Played {
		move, err := movegen.Parse(g.Position(), m.Move)
		require.NoError(t, err)
		g.Play(move)
	}
	return g
}

// radio chooses one of a form's options.
func (p *page) radio(name, value string) {
	p.Helper()
	p.click(fmt.Sprintf("input[name=%s][value=%s] + span", name, value))
}

func testWholeGame(t *testing.T, p *page) {
	player, err := search.New(search.Options{Threads: 1, TableLog2: 16})
	require.NoError(t, err)
	p.load("play")
	p.do(chromedp.SetJavascriptAttribute(chromedp.CSS("#level"), "value", "1"))
	p.click("#begin")
	s := p.saved(0)
	longest := 0
	for s.Over == nil {
		g := s.replay(t)
		require.Less(t, g.Plies(), 500)
		result, err := player.Search(t.Context(), g, search.Limits{Depth: 8}, nil)
		require.NoError(t, err)
		route := strings.FieldsFunc(movegen.Routes(g.Position(), result.Best)[0], func(r rune) bool { return r == ':' || r == '-' })
		longest = max(longest, len(route))
		// A route is clicked up to where no other move is left.
		p.squares(route[0], route[1])
		for _, next := range route[2:] {
			if script[float64](p, `document.querySelectorAll(".targets .target").length`) == 0 {
				break
			}
			p.squares(next)
		}
		s = p.saved(g.Plies() + 2)
	}
	out := movegen.Outcome(s.replay(t))
	require.Equal(t, out.Result.String(), s.Over.Result)
	require.Equal(t, out.Reason, s.Over.Reason)
	p.untilText("#game-status", map[string]string{"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw"}[s.Over.Result])
	require.Equal(t, len(s.Played), int(script[float64](p, `document.querySelectorAll("#game-moves .move").length`)))
	t.Logf("%d plies, longest route %d squares", len(s.Played), longest-1)

	p.click("#to-analysis")
	p.until(`document.body.dataset.now === "analyse"`)
	p.until(fmt.Sprintf(`document.querySelectorAll("#analysis-moves .move").length === %d`, len(s.Played)))
}

// position opens a position to analyse.
func (p *page) position(text string) {
	p.Helper()
	p.tab("setup")
	p.fill("#paste-text", text)
	p.click("#paste button")
	p.until(`!document.querySelector("[data-of=moves]").hidden`)
	p.until(`document.querySelectorAll("#analysis-moves .move").length === 0`)
}

func testCaptureWays(t *testing.T, p *page) {
	p.load("analyse")
	// From e1 one route goes on four ways at its end. From c1 two captures lead to
	// f8, and only the squares between tell them apart.
	for fen, end := range map[string]string{"W:WKe1:Bc3,b6,d6,d4": "", "B:WKc7,e7,d4,f4,Kh4,g3,b2,d2,h2:Bh6,Ka5,Kc1": "f8"} {
		start, err := board.ParseFEN(fen)
		require.NoError(t, err)
		moves := 0
		for _, m := range movegen.Append(nil, start) {
			if end != "" && (m.From() != board.C1 || m.To() != board.F8) {
				continue
			}
			moves++
			route := strings.Split(movegen.Routes(start, m)[0], ":")
			p.position(fen)
			p.until(`document.querySelectorAll(".targets .must").length > 0`)
			for i, square := range route {
				if i > 1 && script[float64](p, `document.querySelectorAll(".targets .target").length`) == 0 {
					break // there is one move left
				}
				p.squares(square)
			}
			p.until(`document.querySelectorAll("#analysis-moves .move").length === 1`)
			p.tab("games")
			p.until(fmt.Sprintf(`document.getElementById("fen").value === %q`, start.After(m).FEN()))
		}
		require.GreaterOrEqual(t, moves, 2)
	}
}

func testPDNInAndOut(t *testing.T, p *page) {
	const pdn = `[Event "Cup"]
[White "Ann"]
[Black "Bob"]
[Result "1/2-1/2"]

1. c3-d4 {centre} d6-c5 2. b2-c3 (2. g3-f4 $6 b6-a5) b6-a5 1/2-1/2

[Event "Cup"]
[White "Cid"]
[Black "Dan"]
[Result "1-0"]

1. g3-f4 h6-g5 1-0
`
	file := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(file, []byte(pdn), 0o600))
	p.load("analyse")
	p.tab("games")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}))
	p.until(`document.querySelectorAll("#game-list button").length === 2`)
	p.untilText("#game-list", "Cid – Dan")
	p.tab("moves")
	p.untilText("#analysis-moves", "centre")
	p.untilText("#analysis-moves .variation", "g3-f4?!")

	// A move more, by mouse, and a comment; then it is saved.
	p.click("#go-last")
	p.until(`document.querySelector("#analysis-moves .current")?.innerText === "b6-a5"`)
	p.squares("d4", "b6")
	p.untilText("#analysis-moves .current", "d4:b6")
	p.fill("#comment", "a note")
	script[bool](p, `document.getElementById("comment").dispatchEvent(new Event("change"))`)
	p.untilText("#analysis-moves", "a note")
	script[bool](p, `(URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return "#analyse"; }, true)`)
	p.tab("games")
	p.click("#save")
	p.until(`window.saved`)
	saved := strings.Join(strings.Fields(script[string](p, `window.saved`)), " ") // lines are wrapped
	require.Contains(t, saved, `[White "Ann"]`)
	require.Contains(t, saved, "{centre}")
	require.Contains(t, saved, "d4:b6")
	require.Contains(t, saved, "{a note}")
	require.Contains(t, saved, "(2. g3-f4")

	// It is annotated on the server, and the chart comes.
	p.fill("#note-time", "0.1")
	p.click("#annotate-go")
	p.until(`!document.getElementById("chart").hidden && document.getElementById("progress").hidden`)

	p.do(chromedp.Click(chromedp.CSS("#game-list li:nth-child(2) button")))
	p.tab("moves")
	p.untilText("#analysis-moves", "h6-g5")
}

func testReload(t *testing.T, p *page) {
	p.load("play")
	p.do(chromedp.SetJavascriptAttribute(chromedp.CSS("#level"), "value", "2"))
	p.radio("you", "b")
	p.click("#begin")
	s := p.saved(1)
	g := s.replay(t)
	m := movegen.Append(nil, g.Position())[0]
	route := strings.FieldsFunc(movegen.Routes(g.Position(), m)[0], func(r rune) bool { return r == ':' || r == '-' })
	p.squares(route...)
	before := p.saved(3)

	p.load("play")
	p.do(chromedp.Reload())
	p.until(`document.body.dataset.ready`)
	p.until(fmt.Sprintf(`document.querySelectorAll("#game-moves .move").length === %d`, len(before.Played)))
	require.Equal(t, before.Played, p.saved(3).Played)
	require.True(t, script[bool](p, `document.querySelector("#seat-near [data-side=b]") !== null`), "Black is below")

	// It goes on, by a typed move this time.
	g = before.replay(t)
	m = movegen.Append(nil, g.Position())[0]
	p.fill("#move", movegen.Format(g.Position(), m, movegen.Short))
	script[bool](p, `(document.getElementById("typed").requestSubmit(), true)`)
	require.GreaterOrEqual(t, len(p.saved(5).Played), 5)
	p.click("#undo")
	p.until(`JSON.parse(localStorage.getItem("bolshak.game")).played.length === 3`)
}

func testAnalysis(t *testing.T, p *page) {
	p.load("analyse")
	p.click(".switch input")
	p.until(`document.querySelectorAll("#engine-lines .score").length === 3`)
	p.untilText("#engine-facts", "depth")
	p.until(`document.querySelectorAll(".arrows .arrow").length === 3`)
	require.EqualValues(t, 1, p.engine.searching.Load())

	// The lines follow the position: Black's answers begin with a Black man.
	p.squares("c3", "d4")
	p.untilText("#analysis-moves", "c3-d4")
	p.until(`/^[a-h][678]/.test(document.querySelector("#engine-lines .line")?.innerText ?? "")`)
	p.click("#engine-lines .line-move")
	p.until(`document.querySelectorAll("#analysis-moves .move").length === 2`)

	p.tab("terms")
	p.until(`document.querySelectorAll("#terms tbody tr").length > 0`)

	p.click(".switch input")
	p.untilText("#engine-lines", "The engine is off")
	for deadline := time.Now().Add(browserPatience); p.engine.searching.Load() > 0; time.Sleep(10 * time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "the search ends")
	}
}

func testKeyboard(t *testing.T, p *page) {
	p.load("play")
	p.tabTo("#begin")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.saved(0)
	p.tabTo("svg.board")
	p.untilText("#say", "c3 white man")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.untilText("#say", "c3 taken up, can go to b4, d4")
	p.do(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter))
	s := p.saved(2)
	require.Equal(t, "c3-d4", s.Played[0].Text)
	p.untilText("#say", "Engine: "+s.Played[1].Text)

	// Back and forward through the game, and a move by its name.
	p.tabTo("#game-moves")
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	p.until(`document.querySelector("#game-moves .current").innerText === "c3-d4"`)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.until(fmt.Sprintf(`document.querySelector("#game-moves .current").innerText === %q`, s.Played[1].Text))
	p.do(chromedp.KeyEvent("/"))
	p.until(`document.activeElement.id === "move"`)
	position := s.replay(t).Position()
	m := movegen.Append(nil, position)[0]
	p.do(chromedp.KeyEvent(movegen.Format(position, m, movegen.Short)), chromedp.KeyEvent(kb.Enter))
	require.GreaterOrEqual(t, len(p.saved(4).Played), 3)
}

// tabTo goes to an element by the tabulator.
func (p *page) tabTo(selector string) {
	p.Helper()
	for range 60 {
		if script[bool](p, fmt.Sprintf("document.activeElement?.matches(%q) ?? false", selector)) {
			return
		}
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	require.FailNow(p, "no way there by the tabulator", selector)
}

func testRussian(t *testing.T, p *page) {
	agent := script[string](p, "navigator.userAgent")
	_, err := chromedp.Call(p.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: "ru-RU,ru;q=0.9"})
	require.NoError(t, err)
	p.load("play")
	require.Equal(t, "ru", script[string](p, "document.documentElement.lang"))
	p.untilText("#begin", "Играть")
	english := script[[]string](p, `[...document.querySelectorAll("[data-t], [data-t-title]")].map((e) => e.dataset.t ? e.textContent : e.title)
		.filter((text) => /[A-Za-z]{3}/.test(text) && !/ENG|PDN|FEN|Bolshak/.test(text))`)
	require.Empty(t, english)
	p.click("#begin")
	p.untilText("#game-status", "Ваш ход")
	p.click("#language")
	p.untilText("#game-status", "Your move")
	require.Equal(t, "en", script[string](p, "document.documentElement.lang"))
	p.do(chromedp.Reload())
	p.until(`document.body.dataset.ready`)
	p.untilText("#game-status", "Your move")
}

func testTelephone(t *testing.T, p *page) {
	p.size(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	for _, mode := range []string{"play", "analyse"} {
		p.load(mode)
		p.do(chromedp.Reload())
		p.until(`document.body.dataset.ready`)
		p.until(`document.querySelectorAll(".piece").length === 24`)
		require.LessOrEqual(t, script[float64](p, `document.documentElement.scrollWidth`), 360.0, mode)
		require.Greater(t, script[float64](p, `document.querySelector("svg.board").getBoundingClientRect().width`), 320.0, mode)
	}
	p.load("play")
	p.do(chromedp.Reload())
	p.until(`document.body.dataset.ready`)
	p.click("#begin")
	p.saved(0)
	for _, square := range []string{"c3", "d4"} {
		x, y := p.place(square)
		p.do(chromedp.TapXY(x, y))
	}
	require.Equal(t, "c3-d4", p.saved(2).Played[0].Text)
}

func testSetUp(t *testing.T, p *page) {
	p.load("analyse")
	p.tab("setup")
	p.click("#setup-clear")
	p.until(`document.querySelectorAll(".piece").length === 0`)
	p.click("[data-kind=W]")
	p.squares("e1")
	p.click("[data-kind=b]")
	p.squares("c3", "b6", "d6", "f6")
	p.until(`document.querySelectorAll(".piece").length === 5`)
	fromX, fromY := p.place("f6")
	toX, toY := p.place("d4")
	p.do(chromedp.DragAndDropXY(fromX, fromY, toX, toY))
	p.click("#setup-done")
	p.until(`!document.querySelector("[data-of=moves]").hidden`)
	p.tab("games")
	p.until(`document.getElementById("fen").value === "W:WKe1:Bb6,d6,d4,c3"`)

	p.tab("setup")
	p.fill("#paste-text", "Белые: Д.h6; черные: пр.b8")
	p.click("#paste button")
	p.until(`!document.querySelector("[data-of=moves]").hidden`)
	p.until(`document.querySelectorAll(".piece").length === 2`)
	p.tab("setup")
	p.fill("#paste-text", "W:Wa2:Bb8")
	p.click("#paste button")
	p.untilText("#setup-error", "a2")
}

func testWatch(t *testing.T, p *page) {
	g := board.NewGame(board.Russian, board.Start())
	p.match.Begin(1, web.MatchGame{Number: 1, White: "New", Black: "Old", Game: g, Clock: [2]time.Duration{time.Minute, time.Minute}})
	p.match.Begin(2, web.MatchGame{Number: 2, White: "Old", Black: "New", Game: g})
	p.load("watch")
	p.untilText("#seat-far", "Old")
	for _, text := range []string{"c3-d4", "d6-c5"} {
		m, err := movegen.Parse(g.Position(), text)
		require.NoError(t, err)
		g.Play(m)
		p.match.Move(1, web.MatchMove{Game: g, Left: 30 * time.Second, Depth: 12, Score: hub.Score{Centimen: 21}, HasScore: true})
	}
	p.untilText("#watch-moves", "d6-c5")
	p.untilText("#seat-near", "+0.21")
	p.match.End(2, board.Drawn, "repetition")
	p.match.Stand(web.Standing{
		Games: 2, Total: 100, Wins: 1, Draws: 1, Elo: [2]float64{12.5, 30}, LLR: &web.LLR{Value: 1, Bounds: [2]float64{-2.94, 2.94}, Verdict: "continue"},
		Table: []web.StandingRow{{Name: "New", Games: 2, Points: 1.5, Against: [][3]int{{}, {1, 1, 0}}}, {Name: "Old", Games: 2, Points: 0.5, Against: [][3]int{{0, 1, 1}, {}}}},
	})
	p.untilText("#watch-facts", "12.5")
	p.untilText("#cross", "1-1-0")
	p.untilText("#watch-test", "LLR")
	p.click("#boards button:nth-child(2)")
	p.untilText("#seat-near", "Old")
	p.untilText("#boards", "Draw, third repetition")
}
