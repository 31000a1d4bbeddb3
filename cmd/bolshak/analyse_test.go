package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
	"bolshak/search"
)

// analyseJSON carries out analyse --json with a small table.
func analyseJSON(t *testing.T, args ...string) analysisReport {
	t.Helper()
	text := output(t, "", append([]string{"analyse", "--json", "--hash", "4"}, args...)...)
	require.Equal(t, 1, strings.Count(text, "\n"), text)
	var r analysisReport
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	return r
}

// requireLegal plays a line.
func requireLegal(t *testing.T, p board.Position, pv []string) {
	t.Helper()
	for _, text := range pv {
		m, err := movegen.Parse(p, text)
		require.NoError(t, err)
		p = p.After(m)
	}
}

func TestAnalyseJSON(t *testing.T) {
	t.Parallel()
	r := analyseJSON(t, "--depth", "7", "--multi-pv", "3", "--moves", "c3-d4 d6-c5")
	game, err := playMoves(board.Russian, "start", "c3-d4 d6-c5")
	require.NoError(t, err)
	require.Equal(t, game.Position().FEN(), r.FEN)
	require.Equal(t, 7, r.Depth)
	require.Positive(t, r.Nodes)
	require.Positive(t, r.Seconds)
	require.Nil(t, r.Outcome)
	require.Len(t, r.Lines, 3)
	require.Equal(t, r.Best, r.Lines[0].PV[0])
	first := map[string]bool{}
	for i, line := range r.Lines {
		requireLegal(t, game.Position(), line.PV)
		require.NotEmpty(t, line.PV)
		first[line.PV[0]] = true
		require.NotNil(t, line.Score)
		require.Nil(t, line.Win)
		if i > 0 {
			require.LessOrEqual(t, *line.Score, *r.Lines[i-1].Score)
		}
	}
	require.Len(t, first, 3, "two lines begin with the same move")
}

// TestAnalyseSeesTheEnd: wins and losses are counted in plies.
func TestAnalyseSeesTheEnd(t *testing.T) {
	t.Parallel()
	won := analyseJSON(t, "--depth", "6", "--fen", "W:Wc3:Bd4")
	require.Equal(t, "c3:e5", won.Best)
	require.Equal(t, 1, *won.Lines[0].Win)
	require.Nil(t, won.Lines[0].Score)

	lost := analyseJSON(t, "--depth", "6", "--fen", "B:Wc3:Ba5")
	require.Equal(t, -2, *lost.Lines[0].Win)

	given := analyseJSON(t, "--depth", "6", "--fen", "W:Wc3:Be5", "--variant", "losing")
	require.Equal(t, "c3-d4", given.Best)
	require.Equal(t, 2, *given.Lines[0].Win)
}

func TestAnalyseKeepsToItsLimits(t *testing.T) {
	t.Parallel()
	nodes := analyseJSON(t, "--nodes", "20000")
	require.LessOrEqual(t, nodes.Nodes, uint64(20000))

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	timed := bolshakUntil(ctx, "", "analyse", "--time", "200ms", "--threads", "2", "--hash", "4")
	require.Equal(t, exitOK, timed.code, timed.stderr)
	require.Contains(t, timed.stdout, "best ")
	require.NoError(t, ctx.Err(), "it went on without end")

	// One node is not enough for a depth, but there is always a move.
	least := bolshak(t, "", "analyse", "--nodes", "1", "--hash", "1")
	require.Equal(t, exitOK, least.code)
	require.Contains(t, least.stdout, "best ")
}

// TestAnalyseEndsWithASignal: it has no limit, and prints what it found.
func TestAnalyseEndsWithASignal(t *testing.T) {
	t.Parallel()
	for _, json := range []bool{false, true} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		args := []string{"analyse", "--hash", "4"}
		if json {
			args = append(args, "--json")
		}
		a := bolshakUntil(ctx, "", args...)
		require.Equal(t, exitOK, a.code, a.stderr)
		require.Empty(t, a.stderr)
		require.Contains(t, a.stdout, "best")
	}
}

// TestAnalyseOutput: a row per depth, the best move at the end.
func TestAnalyseOutput(t *testing.T) {
	t.Parallel()
	rows := strings.Split(strings.TrimSpace(output(t, "", "analyse", "--depth", "5", "--multi-pv", "2", "--hash", "4")), "\n")
	require.Len(t, rows, 1+5*2+1)
	require.Equal(t, []string{"depth", "score", "nodes", "Mn/s", "seconds", "line"}, strings.Fields(rows[0]))
	for i, row := range rows[1 : len(rows)-1] {
		fields := strings.Fields(row)
		var depth, longest int
		_, err := fmt.Sscanf(fields[0], "%d/%d", &depth, &longest)
		require.NoError(t, err)
		require.Equal(t, 1+i/2, depth)
		require.GreaterOrEqual(t, longest, depth)
		requireLegal(t, board.Start(), fields[5:])
	}
	require.Equal(t, "best "+strings.Fields(rows[9])[5], rows[len(rows)-1])
	require.NotContains(t, strings.Join(rows, ""), "\x1b", "control sequences are for terminals")
}

// shuffle is the moves of two kings that go to and fro so many times.
func shuffle(times int) string {
	return strings.Repeat("a1-b2 h2-g1 b2-a1 g1-h2 ", times)
}

// TestAnalyseOfAGameThatIsOver says who has won or why it is drawn.
func TestAnalyseOfAGameThatIsOver(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, args, text string // args parted by |
		outcome          outcomeReport
	}{
		{"no pieces", "--fen|W:W:Bb8", "Black wins, 0-1: White, to move, has no pieces", outcomeReport{"0-1", "no pieces"}},
		{"no moves", "--fen|B:Wa3:Bb4,d6|--moves|d6-c5", "Black wins, 0-1: White, to move, has no moves", outcomeReport{"0-1", "no moves"}},
		{"taken", "--fen|B:Wf4,g3,e5:Bh6|--moves|h6-g5 f4:h6", "White wins, 1-0: Black, to move, has no pieces", outcomeReport{"1-0", "no pieces"}},
		{"giveaway", "--variant|losing|--fen|W:W:Bb8", "White wins, 1-0: White, to move, has no pieces", outcomeReport{"1-0", "no pieces"}},
		{"repetition", "--fen|W:WKa1:BKh2|--moves|" + shuffle(2),
			"drawn, 1/2-1/2: the position stands for the third time (repetition)", outcomeReport{"1/2-1/2", "repetition"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			args := strings.Split(c.args, "|")
			require.Equal(t, c.text+"\n", output(t, "", append([]string{"analyse"}, args...)...))
			r := analyseJSON(t, args...)
			require.Empty(t, r.Lines)
			require.NotNil(t, r.Lines)
			require.Empty(t, r.Best)
			require.Equal(t, c.outcome, *r.Outcome)
		})
	}
}

// TestAnalyseTellsTheEndInMoves: for people in moves of the side to move, in
// JSON in plies.
func TestAnalyseTellsTheEndInMoves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, row, best string }{
		{"--fen|W:Wc3:Bd4", "wins in 1", "best c3:e5, White wins in 1 move"},
		{"--fen|B:Wc3:Ba5", "loses in 1", "best a5-b4, Black loses in 1 move"},
		{"--fen|W:Wc3:Be5|--variant|losing", "wins in 1", "best c3-d4, White wins in 1 move"},
		{"--fen|W:WKe1,c1,f2:BKh6,b6,e5,e7,g7|--moves|f2-e3 h6:d2", "wins in 3", ", White wins in 3 moves"},
	} {
		text := output(t, "", append([]string{"analyse", "--depth", "6", "--hash", "4"}, strings.Split(c.args, "|")...)...)
		require.Contains(t, text, c.row+" ", c.args)
		require.True(t, strings.HasSuffix(text, c.best+"\n"), text)
	}
	for s, text := range map[eval.Score]string{
		12: "+0.12", -1500: "-15.00", eval.Known + 30: "wins", -eval.Known: "loses",
		eval.WinIn(0): "wins in 0", eval.WinIn(3): "wins in 2", eval.LossIn(4): "loses in 2",
	} {
		require.Equal(t, text, scoreText(s))
	}
}

// TestAnalyseTellsTheTablesVerdict: as the first row, and in JSON; of giveaway the
// tables know nothing.
func TestAnalyseTellsTheTablesVerdict(t *testing.T) {
	t.Parallel()
	plies := func(n int) *int { return &n }
	for _, c := range []struct {
		fen, row string
		report   *tableReport
	}{
		{"W:WKe1,Kc1,Ka1:BKh6", "endgame tables: White wins in 4 moves", &tableReport{"win", plies(7)}},
		{"B:Wc3:Ba5", "endgame tables: Black loses in 1 move", &tableReport{"loss", plies(2)}},
		{"W:WKa1:BKh2", "endgame tables: drawn", &tableReport{"draw", nil}},
		{"start", "", nil},
	} {
		text := output(t, "", "analyse", "--fen", c.fen, "--depth", "3", "--hash", "4")
		require.Equal(t, c.row != "", strings.HasPrefix(text, c.row+"\n  depth "), text)
		require.Contains(t, text, "  depth ")
		require.Equal(t, c.report, analyseJSON(t, "--fen", c.fen, "--depth", "3").Table)
		batch := output(t, c.fen, "analyse", "--batch", "--depth", "3")
		require.Equal(t, c.report, readAnswers(t, batch)[0].Table)
	}
	require.Nil(t, analyseJSON(t, "--fen", "B:Wc3:Ba5", "--variant", "losing", "--depth", "3").Table)
	require.Equal(t, "endgame tables: Black wins", (&tableReport{Value: "win"}).describe(board.Black))
}

// TestAnalyseSearchMoves: the others do not exist.
func TestAnalyseSearchMoves(t *testing.T) {
	t.Parallel()
	r := analyseJSON(t, "--depth", "5", "--search-moves", "g3-f4 a3-b4", "--multi-pv", "7")
	require.Len(t, r.Lines, 2)
	require.ElementsMatch(t, []string{"g3-f4", "a3-b4"}, []string{r.Lines[0].PV[0], r.Lines[1].PV[0]})
	rows := strings.Split(output(t, "", "analyse", "--depth", "3", "--hash", "4",
		"--search-moves", "g3-f4 g3-f4 a3-b4", "--multi-pv", "7"), "\n")
	require.Len(t, rows, 1+3*2+1+1)
	a := bolshak(t, "", "analyse", "--search-moves", "g3-f4 a3-b5")
	require.Equal(t, exitFailure, a.code)
	require.Contains(t, a.stderr, "--search-moves, move 2: ")
}

// TestAnalysisWithinADepth: on a terminal a row is drawn anew, elsewhere only
// finished depths are rows.
func TestAnalysisWithinADepth(t *testing.T) {
	t.Parallel()
	whole := search.Info{Depth: 20, SelDepth: 31, Line: 1, Nodes: 1000, PV: movegen.Append(nil, board.Start())[:1]}
	partial := whole
	partial.Partial, partial.Nodes = true, 7654321
	for _, terminal := range []bool{false, true} {
		var out strings.Builder
		v := newAnalysisView(&out, board.Start(), search.Limits{})
		if terminal {
			v.screen.width = func() int { return 80 }
		}
		v.report(partial)
		require.Empty(t, out.String(), "of a depth of which nothing is known")
		v.report(whole)
		v.report(partial)
		require.NoError(t, v.conclude(search.Result{Best: whole.PV[0]}))
		require.Contains(t, out.String(), "20/31")
		require.Equal(t, terminal, strings.Contains(out.String(), "7654321"))
	}
}
