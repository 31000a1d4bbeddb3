package main

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"bolshak/protocol/hub"
	"bolshak/protocol/web"
)

// browserPatience is how long a test waits for what has to come to pass in a browser.
// Only a machine that has stopped takes as long.
const browserPatience = 2 * time.Minute

// startBrowser starts Chromium, or skips the test where there is none.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("takes minutes under the race detector; the tests of protocol/web are run there")
	}
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
		Engine: &web.EngineOptions{Start: p.engine.start, Share: webShare, Params: []web.Param{{Name: "tt-size", Value: "16"}}},
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

// click clicks an element, once it can be clicked and no longer moves: what was done
// before may still be on its way to the server and back.
func (p *page) click(selector string) {
	p.Helper()
	p.until(fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		if (!element || element.disabled) return false;
		const { x, y, width, height } = element.getBoundingClientRect(), before = element.boxBefore;
		element.boxBefore = [x, y, width, height].join();
		return width > 0 && element.boxBefore === before;
	})()`, selector))
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

// radio chooses one of a form's options.
func (p *page) radio(name, value string) {
	p.Helper()
	p.click(fmt.Sprintf("input[name=%s][value=%s] + span", name, value))
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
