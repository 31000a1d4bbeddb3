package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

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
	const points = `document.querySelector("#chart polyline").getAttribute("points").split(" ").length`
	require.EqualValues(t, 6, script[float64](p, points))
	// The scores are those of the moves, which may become another's variation: they were
	// by number, and stood at moves that nobody had looked at.
	p.tab("moves")
	p.click("#analysis-moves .variation .move")
	p.click("#promote")
	p.until(points + " === 3")
	p.tab("games")

	p.click("#game-list li:nth-child(2) button")
	p.until(`document.querySelector("#game-list li:nth-child(2) button.current")`)
	p.tab("moves")
	p.untilText("#analysis-moves", "h6-g5")
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
