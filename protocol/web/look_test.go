package web

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn/annotate"
)

// TestLook: the board gets every legal move with all its routes.
func TestLook(t *testing.T) {
	t.Parallel()
	b := serve(t, nil).open(t)
	var l Look
	b.ask("look", path{Start: "W:WKe1:Bc3,b6,d6,d4"}, &l)
	require.True(t, l.Capture)
	require.Equal(t, "w", l.Side)
	p, err := board.ParseFEN(l.FEN)
	require.NoError(t, err)
	require.Equal(t, p.Hub()[1:], l.Squares)
	require.Len(t, l.Moves, movegen.Count(p))
	routes := 0
	for _, m := range l.Moves {
		routes += len(m.Routes)
		for _, r := range m.Routes {
			require.Equal(t, "e1", r[0])
		}
	}
	require.Equal(t, 6, routes)

	b.ask("look", path{Moves: []string{"c3-d4", "d6-c5", "21-17"}}, &l)
	require.Equal(t, 3, l.Ply)
	b.ask("look", path{Start: "W:WKa1:BKb8,Kd8", Moves: []string{"a1-b2", "b8-a7", "b2-a1", "a7-b8"}}, &l)
	require.Equal(t, 2, l.Stood)
	require.Equal(t, []count{{board.KingsOnly, 2, 15}, {board.Balance, 2, 5}}, l.Counts)
	require.ErrorContains(t, b.try("look", path{Start: "W:Wa2:Bb8"}, nil), "a2")
	require.ErrorContains(t, b.try("look", path{Moves: []string{"c3-d4", "e3-f4", "a1-b2"}}, nil), "ply 2")

	var x texts
	b.ask("texts", path{Start: "White: K e1, c1; Black: h6"}, &x)
	require.Equal(t, texts{"W:Wc1,Ke1:Bh6", x.Hub, x.English, x.Russian}, x)
	require.Contains(t, x.Russian, "Белые")
}

// TestAnalysisStartsMovesAndStops: lines come for the position that was asked for last,
// and a closed tab leaves no search behind.
func TestAnalysisStartsMovesAndStops(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	b := site.open(t)
	first := b.send("analyse", analyseArgs{Lines: 2})
	e := await(b, "lines", func(e linesEvent) bool { return e.Depth > 2 })
	require.Equal(t, first, e.Of)
	require.NotEmpty(t, e.Lines[0].Texts)

	second := b.send("analyse", analyseArgs{path: path{Moves: []string{"c3-d4"}}, Lines: 1})
	await(b, "lines", func(e linesEvent) bool { return e.Of == second && e.Depth > 1 })
	require.Contains(t, site.engine.params(), "multi-pv=2")

	b.ask("stop", nothing{}, nil)
	eventually(t, "the search ends", func() bool { return site.engine.searching.Load() == 0 })

	b.send("analyse", analyseArgs{Lines: 1})
	eventually(t, "the search begins", func() bool { return site.engine.searching.Load() == 1 })
	require.NoError(t, b.conn.CloseNow())
	eventually(t, "the search of a closed tab ends", func() bool { return site.engine.searching.Load() == 0 })
	require.ErrorContains(t, site.open(t).try("analyse", analyseArgs{path: path{Start: "W:W:Bb8"}}, nil), "over")
}

// TestTenAnalysesShareTheEngine: every tab gets lines although no analysis ends, and a
// game among them gets its moves.
func TestTenAnalysesShareTheEngine(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	var tabs []*tab
	for range 10 {
		b := site.open(t)
		b.send("analyse", analyseArgs{Lines: 1})
		tabs = append(tabs, b)
	}
	player := site.open(t)
	s := player.begin(Settings{You: "w", Level: 1})
	for range 2 {
		s = player.play(s.Look.Moves[0].Move)
	}
	require.Len(t, s.Played, 4)
	for _, b := range tabs {
		await(b, "lines", func(e linesEvent) bool { return e.Depth >= 1 })
	}
	require.EqualValues(t, 1, site.engine.searching.Load())
}

// TestSlowThinkingGivesWay: a search that does not end yields its move when others wait.
func TestSlowThinkingGivesWay(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	site.engine.slow = true
	a, b := site.open(t), site.open(t)
	a.begin(Settings{You: "b", Level: 1})
	eventually(t, "the engine thinks", func() bool { return site.engine.searching.Load() == 1 })
	b.send("analyse", analyseArgs{Lines: 1})
	await(b, "lines", func(linesEvent) bool { return true })
	await(a, "game", func(s GameState) bool { return len(s.Played) == 1 })
}

func TestPDNInAndOut(t *testing.T) {
	t.Parallel()
	b := serve(t, nil).open(t)
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "real-games.pdn"))
	require.NoError(t, err)
	var file pdnFile
	b.ask("readPDN", readArgs{Text: string(text), Index: 3}, &file)
	require.Greater(t, len(file.Games), 50)
	require.NotNil(t, file.Game)
	require.Equal(t, file.Games[2].Plies, len(file.Game.Nodes))

	tree := pdnGame{
		Rules: "russian", Result: "1/2-1/2", Comment: "before", Tags: []pdnTag{{"White", "A"}, {"Event", "E \"x\""}},
		Nodes: []pdnNode{
			{Parent: -1, Move: "c3-d4", Comment: "good", NAGs: []int{1}},
			{Parent: 0, Move: "d6-c5"}, {Parent: 1, Move: "b2-c3"},
			{Parent: 0, Move: "b6-a5", NAGs: []int{2}}, {Parent: 3, Move: "b2-c3"},
			{Parent: -1, Move: "e3-f4", Lead: "or"},
		},
	}
	var written struct{ Text string }
	b.ask("writePDN", tree, &written)
	b.ask("readPDN", readArgs{Text: written.Text}, &file)
	require.Empty(t, file.Game.Problems, written.Text)
	require.Equal(t, "before", file.Game.Comment)
	require.Equal(t, "1/2-1/2", file.Game.Result)
	var again struct{ Text string }
	b.ask("writePDN", file.Game, &again)
	require.Equal(t, written.Text, again.Text)
	require.Len(t, file.Game.Nodes, len(tree.Nodes))

	for _, bad := range []pdnGame{
		{Result: "*", Nodes: []pdnNode{{Parent: 0, Move: "c3-d4"}}},
		{Result: "*", Nodes: []pdnNode{{Parent: -1, Move: "c3-d5"}}},
		{Result: "7"},
		{Result: "*", Start: "W:Wa1:Ba1"},
	} {
		require.Error(t, b.try("writePDN", bad, nil))
	}
	require.Error(t, b.try("readPDN", readArgs{Text: "  "}, nil))
}

// TestAnnotate: every position is looked at once, from the last to the first, and what
// gives something away is marked as package annotate would.
func TestAnnotate(t *testing.T) {
	t.Parallel()
	b := serve(t, nil).open(t)
	// With the last move Black puts a man where it is taken for nothing.
	moves := []string{"c3-b4", "b6-a5", "b4-c5", "d6:b4", "a3:c5", "a7-b6"}
	id := b.send("annotate", annotateArgs{path: path{Moves: moves}, Seconds: 0.05})
	want := len(moves)
	var shares []float64 // of White, from the last
	marks := map[int]int{}
	for {
		n := await(b, "annotated", func(annotated) bool { return true })
		require.Equal(t, id, n.Of)
		require.Empty(t, n.Error)
		require.Equal(t, want, n.Ply)
		require.NotNil(t, n.Score)
		require.NotNil(t, n.Share)
		shares = append(shares, *n.Share)
		if n.NAG != 0 {
			marks[n.Ply] = n.NAG
			require.NotEmpty(t, n.Best)
			before, after := shares[len(shares)-1], shares[len(shares)-2]
			require.InDelta(t, math.Abs(before-after), n.Loss, 1e-9)
		}
		want--
		if n.Done {
			break
		}
	}
	require.Equal(t, -1, want)
	require.Equal(t, map[int]int{5: annotate.Blunder}, marks)
	require.ErrorContains(t, b.try("annotate", annotateArgs{Seconds: 0}, nil), "seconds")
	b.ask("stopAnnotate", nothing{}, nil)
}

func TestNumberedLine(t *testing.T) {
	t.Parallel()
	p := board.Start()
	require.Equal(t, "3. a b 4. c", numberedLine(p, 4, []string{"a", "b", "c"}))
	black := p.Flip()
	require.Equal(t, "1... a 2. b", numberedLine(black, 0, []string{"a", "b"}))
	require.Equal(t, "3... a 4. b", numberedLine(black, 5, []string{"a", "b"}))
}

func TestBucket(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := newBucket(10, 3)
	l.filled = now
	for range 3 {
		require.True(t, l.take(now))
	}
	require.False(t, l.take(now))
	require.True(t, l.take(now.Add(101*time.Millisecond)))
	require.False(t, l.take(now.Add(102*time.Millisecond)))
}
