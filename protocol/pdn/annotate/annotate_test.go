package annotate

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares text with a file under testdata, or writes it with -update.
func golden(t *testing.T, name string, text []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(name, text, 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), string(text))
}

// materialScore scores a position by the pieces on the board and by the first legal
// move, so that it does not depend on an engine.
func materialScore(_ context.Context, _ int, game *board.Game) (Score, error) {
	p := game.Position()
	balance := p.White().Count() - p.Black().Count()
	swing := map[int]float64{2: 0.06, 5: -0.12, 9: -0.3, 12: 0.2}[game.Plies()]
	s := Score{Centimen: 100*balance + int(100*swing), Chance: math.Round(100*(0.5+0.08*float64(balance)+swing)) / 100}
	line := []string{}
	for range 3 {
		moves := movegen.Append(nil, p)
		if len(moves) == 0 {
			break
		}
		line = append(line, moves[0].String())
		p = p.After(moves[0])
	}
	s.Line = strings.Join(line, " ")
	switch {
	case p.Occupied().Count() <= 3:
		s.Table, s.Win, s.Chance = "1-0", 9, 1
	case balance >= 6:
		s.Win, s.Chance = 17, 1
	case balance <= -6:
		s.Win, s.Chance = -16, 0
	}
	return s, nil
}

// readGames reads all games of a text.
func readGames(t *testing.T, text string) (games []*pdn.Game) {
	t.Helper()
	r := pdn.NewReader(strings.NewReader(text), "")
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games
		}
		require.NoError(t, err)
		games = append(games, g)
	}
}

// testGames are games with what annotating has to cope with: marks and variations that
// are there, another program's scores, an end on the board, a null move, no moves.
const testGames = `[White "Белые & Ко"]
[Black "Black <1>"]

1. c3-d4! {[%eval 0.3] [%clk 0:05:00] book} d6-c5 2. b2-c3 f6-g5 {endgame tables: drawn} 3. c3-b4? (3. g3-h4) 3... g5-h4
4. b4xd6 e7xc5 5. a3-b4 c5xa3 6. d4-c5 b6xd4 7. e3xc5 c7-b6 1-0

[FEN "W:WKa1,c3:Bd4,h8"]
1. c3xe5 h8-g7 2. a1-b2 g7-f6 3. e5xg7 1-0

[Event "A null move"]
1. c3-d4 d6-c5 2. -- c5-b4 *

[Event "No moves"]
*
`

// annotated annotates the test games.
func annotated(t *testing.T, text string, a Annotator) (pdnText []byte, reports []Report) {
	t.Helper()
	for _, g := range readGames(t, text) {
		r, err := a.Game(t.Context(), g)
		require.NoError(t, err)
		reports = append(reports, r)
		pdnText, err = pdn.Append(pdnText, g)
		require.NoError(t, err)
	}
	return pdnText, reports
}

func TestAnnotate(t *testing.T) {
	t.Parallel()
	positions := 0
	text, reports := annotated(t, testGames, Annotator{Score: materialScore, Workers: 1, MaxLine: 4, Done: func() { positions++ }})
	golden(t, "annotated.pdn", text)
	golden(t, "chart.svg", reports[0].Chart())
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	encoder.SetEscapeHTML(false)
	for _, r := range reports {
		require.NoError(t, encoder.Encode(r))
	}
	golden(t, "reports.jsonl", lines.Bytes())

	want := 0
	for _, g := range readGames(t, testGames) {
		want += Positions(g)
	}
	require.Equal(t, want, positions)

	// So many workers find the same.
	parallel, _ := annotated(t, testGames, Annotator{Score: materialScore, Workers: 7, MaxLine: 4})
	require.Equal(t, string(text), string(parallel))

	// Annotated again, nothing is there twice.
	again, _ := annotated(t, string(text), Annotator{Score: materialScore, Workers: 1, MaxLine: 4})
	require.Equal(t, string(text), string(again))
}

// TestChartIsXML: whatever the players are called.
func TestChartIsXML(t *testing.T) {
	t.Parallel()
	for _, moves := range []int{0, 1, 500} {
		r := Report{White: Player{Name: "<&\"\x00\xff"}, Black: Player{Name: "]]>"}, Start: Score{Chance: 1}, Moves: make([]Move, moves)}
		for i := range r.Moves {
			r.Moves[i] = Move{Ply: i + 1, Text: "a<b", Verdict: Verdict{Mark: []int{0, Blunder, Mistake, Inaccuracy}[i%4]}}
		}
		d := xml.NewDecoder(bytes.NewReader(r.Chart()))
		var err error
		for err == nil {
			_, err = d.Token()
		}
		require.Equal(t, io.EOF, err)
	}
}

func TestScoreText(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]Score{
		"+0.12": {Centimen: 12}, "-1.05": {Centimen: -105}, "+0.00": {}, "#1": {Win: 1}, "#9": {Win: 17}, "#-4": {Win: -8}, "1-0": {Over: "1-0", Win: 3},
	} {
		require.Equal(t, want, s.String())
	}
}

// TestMarks: what a move gives away decides, for both sides alike.
func TestMarks(t *testing.T) {
	t.Parallel()
	g := readGames(t, "1. c3-d4 d6-c5")[0]
	for _, c := range []struct {
		before, after float64
		line          string
		mark          int
	}{
		{0.5, 0.46, "", 0}, {0.5, 0.45, "", Inaccuracy}, {0.5, 0.41, "", Inaccuracy}, {0.5, 0.4, "", Mistake}, {0.5, 0.3, "", Blunder},
		{0.5, 0.9, "", 0}, {0.5, 0.1, "played", 0},
	} {
		for _, n := range []*pdn.Node{g.First, g.First.Next} {
			before, after := Score{Chance: c.before}, Score{Chance: c.after}
			if n.Position.Side() == board.Black {
				before.Chance, after.Chance = 1-c.before, 1-c.after
			}
			if c.line == "played" {
				before.Line = n.Move.String() + " 1-1"
			}
			require.Equal(t, c.mark, newMove(n, 1, before, after).Mark, "%+v", c)
		}
	}
	forced := readGames(t, "1. c3-d4 b6-c5 2. d4xb6")[0]
	m := newMove(forced.First.Next.Next, 3, Score{Chance: 0.9}, Score{Chance: 0.1})
	require.True(t, m.Forced)
	require.Zero(t, m.Mark)

	require.InDelta(t, 100, accuracy(0), 1e-3)
	require.InDelta(t, 63.6, accuracy(0.1), 0.2)
	require.Zero(t, accuracy(1))
}

// TestResume: a run that was broken off goes on where it was, and finds the same.
func TestResume(t *testing.T) {
	t.Parallel()
	want, _ := annotated(t, testGames, Annotator{Score: materialScore, Workers: 2, MaxLine: 4})
	name := filepath.Join(t.TempDir(), "x.journal")
	scored := map[string]int{}
	broken := errors.New("killed")
	for run := 0; ; run++ {
		require.Less(t, run, 50)
		j, err := OpenJournal(name, "settings")
		require.NoError(t, err)
		left := 4 // positions before it is killed
		var one sync.Mutex
		a := Annotator{Workers: 2, MaxLine: 4, Known: j.Known, Keep: j.Keep,
			Score: func(ctx context.Context, worker int, game *board.Game) (Score, error) {
				one.Lock()
				defer one.Unlock()
				if left == 0 {
					return Score{}, broken
				}
				left--
				scored[game.Start().FEN()+game.Position().FEN()]++
				return materialScore(ctx, worker, game)
			}}
		var text []byte
		killed := false
		for _, g := range readGames(t, testGames) {
			if _, err := a.Game(t.Context(), g); err != nil {
				require.ErrorIs(t, err, broken)
				killed = true
				break
			}
			text, err = pdn.Append(text, g)
			require.NoError(t, err)
		}
		if !killed {
			require.Greater(t, run, 3)
			require.Equal(t, string(want), string(text))
			require.NoError(t, j.Remove())
			require.NoFileExists(t, name)
			break
		}
		require.NoError(t, j.Close())
		// The last line may be cut short.
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		require.NoError(t, err)
		_, err = f.WriteString(`{"game":1,"pl`)
		require.NoError(t, errors.Join(err, f.Close()))
	}
}

// TestJournalOfOthers: a journal that goes with something else is left alone.
func TestJournalOfOthers(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "x.journal")
	j, err := OpenJournal(name, "depth 8")
	require.NoError(t, err)
	require.NoError(t, j.Keep(1, 2, Score{Centimen: 3}))
	require.NoError(t, j.Close())
	_, err = OpenJournal(name, "depth 9")
	require.ErrorContains(t, err, "belongs to a run with other settings or another file, want the same as before, or remove it")
	j, err = OpenJournal(name, "depth 8")
	require.NoError(t, err)
	s, ok := j.Known(1, 2)
	require.True(t, ok)
	require.Equal(t, Score{Centimen: 3}, s)
	require.NoError(t, j.Close())

	require.NoError(t, os.WriteFile(name, []byte("\"depth 8\"\nrubbish\n"), 0o644))
	_, err = OpenJournal(name, "depth 8")
	require.ErrorContains(t, err, "byte 10: ")
	_, err = OpenJournal(t.TempDir(), "depth 8")
	require.Error(t, err)
}

// TestCancel: an annotation that is broken off says so.
func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	a := Annotator{Workers: 3, Score: func(ctx context.Context, _ int, _ *board.Game) (Score, error) {
		cancel()
		<-ctx.Done()
		return Score{}, nil
	}}
	_, err := a.Game(ctx, readGames(t, testGames)[0])
	require.ErrorIs(t, err, context.Canceled)
}
