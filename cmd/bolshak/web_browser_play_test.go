package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/search"
)

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
