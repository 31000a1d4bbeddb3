package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
	"bolshak/protocol/pdn"
	"bolshak/protocol/web"
)

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
	p.click("#analysis-moves .row:nth-of-type(12) .move:last-child")
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
