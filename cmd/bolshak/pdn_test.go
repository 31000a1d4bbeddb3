package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/protocol/pdn/annotate"
)

func TestPDNCheck(t *testing.T) {
	t.Parallel()
	a := bolshak(t, "", "pdn", "check", "--json", realGames)
	require.Equal(t, exitFailure, a.code)
	require.Equal(t, "bolshak: 1 problem, 55 of 56 games ok\n", a.stderr)
	require.JSONEq(t, `{"games":56,"plies":2648,"ok":55,"problems":[{"file":"`+filepath.ToSlash(realGames)+
		`","game":36,"line":595,"column":4,"ply":1,"what":"move 1. -: stands for a move that is not known"}]}`, a.stdout)

	a = bolshak(t, "", "pdn", "check", "--all", realGames)
	require.Equal(t, exitFailure, a.code)
	require.Equal(t, 57, strings.Count(a.stdout, "\n"))
	require.Contains(t, a.stdout, realGames+":1: game 1, 1-0: 83 plies, ok\n")
	require.Contains(t, a.stdout, realGames+":595:4: game 36, ply 1: move 1. -: stands for a move that is not known\n")
	require.Contains(t, a.stdout, realGames+": 56 games, 2648 plies, UTF-8: 55 ok\n")

	text, err := charmap.Windows1251.NewEncoder().String("[White \"Иванов\"]\r\n1. cd4 dc5 2-0\r\n")
	require.NoError(t, err)
	require.Equal(t, "standard input: 1 game, 2 plies, windows-1251: 1 ok\n",
		strings.Replace(output(t, text, "pdn", "check", "-"), "-:", "standard input:", 1))
	require.JSONEq(t, `{"games":1,"plies":2,"ok":1,"problems":[]}`, output(t, text, "pdn", "check", "-", "--json"))
}

// TestPDNCheckOfNoGames: each file that is none is told of, and the others are
// checked.
func TestPDNCheckOfNoGames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := []string{
		writeFile(t, "empty.pdn", ""),
		writeFile(t, "picture.pdn", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00"),
		writeFile(t, "long.pdn", "1. c3-d4 {"+strings.Repeat("long ", 1<<18)+"} d6-c5 *\n\n1. c3-d4 *"),
		dir,
		filepath.Join(dir, "none.pdn"),
		writeFile(t, "good.pdn", "1. c3-d4 *"),
	}
	a := bolshak(t, "", append([]string{"pdn", "check", "--json"}, files...)...)
	require.Equal(t, exitFailure, a.code)
	var r checkReport
	require.NoError(t, json.Unmarshal([]byte(a.stdout), &r))
	require.Equal(t, 3, r.Games)
	require.Equal(t, 4, r.Plies)
	require.Equal(t, 2, r.OK)
	require.Equal(t, []checkProblem{
		{File: files[0], What: "no games in it, want PDN"},
		{File: files[1], What: "not a text file, want PDN"},
		{File: files[2], Game: 1, Line: 1, Column: 10, What: "a comment longer than 1 MiB, which is not read"},
		{File: files[3], What: "is a directory, want a file of games"},
	}, r.Problems[:4])
	require.Len(t, r.Problems, 5)
	require.Equal(t, files[4], r.Problems[4].File)
}

func TestPDNConvert(t *testing.T) {
	t.Parallel()
	games := writeFile(t, "a.pdn", "[White \"А\"]\n1. cd4! (1. gf4 {a} $14) dc5 {[%clk 0:05:00]} 2. bc3 1-1\n[FEN \"W:WKa1:BKb8\"]\n1. a1-c3 *\n")
	for _, form := range pdnForms {
		golden(t, "convert-"+form+".golden", output(t, "", "pdn", "convert", "--to", form, games))
	}
	require.Equal(t, "B:Wd4,a3,c3,e3,g3,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,f6,h6,c5\nB:WKc3:BKb8\n",
		output(t, "", "pdn", "convert", "--to", "fen", "--last", games))

	// What was converted is converted to the same, and by numbers back again.
	algebraic := output(t, "", "pdn", "convert", games)
	require.Equal(t, algebraic, output(t, algebraic, "pdn", "convert", "-"))
	require.Equal(t, algebraic, output(t, output(t, "", "pdn", "convert", "--to", "numeric", games), "pdn", "convert", "-"))

	// A game that cannot be read in full is told of and does not cost the others.
	out := filepath.Join(t.TempDir(), "out.pdn")
	a := bolshak(t, "", "pdn", "convert", realGames, "-o", out)
	require.Equal(t, exitFailure, a.code)
	require.Contains(t, a.stderr, "game 36, line 595, column 4, ply 1: move 1. -")
	require.Contains(t, a.stderr, "bolshak: 1 game could not be read in full\n")
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, output(t, string(text), "pdn", "check", "-"), "56 games, 2648 plies, UTF-8: 56 ok")
	require.NoFileExists(t, out+".tmp")

	a = bolshak(t, "", "pdn", "convert", games, "-o", games)
	require.Equal(t, exitFailure, a.code)
	require.Contains(t, a.stderr, "is read, want another name to write to")
}

func TestPDNUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string // parted by |
		code int
		says string
	}{
		{"pdn", exitUsage, "pdn: want one of annotate, check, convert"},
		{"pdn|chek", exitUsage, `pdn: unknown command "chek", want one of annotate, check, convert`},
		{"pdn|check", exitUsage, "pdn check: want a file of games, or - for the standard input"},
		{"pdn|convert", exitUsage, "pdn convert: want a file of games"},
		{"pdn|convert|x|--to|xml", exitUsage, "want one of algebraic, numeric, fen, json"},
		{"pdn|convert|x|--last", exitUsage, "--last wants --to fen"},
		{"pdn|convert|nowhere.pdn", exitFailure, "nowhere.pdn: "},
		{"pdn|convert|-", exitFailure, "standard input: no games in it"},
		{"pdn|annotate", exitUsage, "pdn annotate: want one file of games"},
		{"pdn|annotate|-", exitUsage, "want a file, not the standard input"},
		{"pdn|annotate|x|--json", exitUsage, "--json wants -o"},
		{"pdn|annotate|x|-o|y|--chart|y", exitUsage, "-o and --chart want a file each"},
		{"pdn|annotate|nowhere.pdn", exitFailure, "nowhere.pdn: "},
		{"pdn|annotate|x|--depth|0", exitUsage, "--depth"},
		{"pdn|annotate|x|--time|1", exitUsage, "--time"},
	} {
		a := bolshak(t, "", strings.Split(c.args, "|")...)
		require.Equal(t, c.code, a.code, c.args)
		require.Contains(t, a.stderr, c.says)
		require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
		require.Empty(t, a.stdout)
	}
}

// TestPDNAnnotate: what comes of a file with the real engine, whatever it thinks.
func TestPDNAnnotate(t *testing.T) {
	t.Parallel()
	games := writeFile(t, "a.pdn", "[White \"А\"]\n1. cd4 dc5 2. bc3 fg5 *\n\n[FEN \"W:WKa1,Ka3,Kc1:BKb8\"]\n1. c1-d2 b8-a7 2. a1-c3 *\n")
	dir := t.TempDir()
	out, chart := filepath.Join(dir, "out.pdn"), filepath.Join(dir, "chart.svg")
	summary := output(t, "", "pdn", "annotate", games, "--depth", "3", "--threads", "2", "-o", out, "--chart", chart)
	require.Contains(t, summary, "game 1, А - ?, *, 4 plies\n  White: accuracy ")
	require.Contains(t, summary, "game 2, ? - ?, *, 3 plies\n")
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, string(text), "[Annotator \"Bolshak, depth 3\"]")
	require.Contains(t, string(text), "1. c3-d4")
	require.Equal(t, 2, strings.Count(string(text), "{White: accuracy "))
	require.Contains(t, output(t, "", "pdn", "check", out), "2 games, 7 plies, UTF-8: 2 ok")
	for _, name := range []string{"chart-1.svg", "chart-2.svg"} {
		require.FileExists(t, filepath.Join(dir, name))
	}
	for _, name := range []string{out + ".journal", out + ".tmp", chart} {
		require.NoFileExists(t, name)
	}

	// One thread finds the same, and so does a run without a file.
	require.Equal(t, string(text), output(t, "", "pdn", "annotate", games, "--depth", "3"))

	// A line of JSON for each game.
	lines := strings.Split(strings.TrimSpace(output(t, "", "pdn", "annotate", games, "--depth", "3", "-o", out, "--json")), "\n")
	require.Len(t, lines, 2)
	var r annotate.Report
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &r))
	require.Len(t, r.Moves, 4)
	require.Equal(t, "c3-d4", r.Moves[0].Text)
}

// TestPDNAnnotateResumes: what was found before an interruption is kept and not
// searched again, and the journal is gone when all is done.
func TestPDNAnnotateResumes(t *testing.T) {
	t.Parallel()
	games := writeFile(t, "a.pdn", "1. cd4 dc5 *\n")
	out := filepath.Join(t.TempDir(), "out.pdn")
	command := []string{"pdn", "annotate", games, "--time", "24h", "-o", out}
	// It is interrupted in the first position, which it would search for a day.
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		defer cancel()
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if text, err := os.ReadFile(out + ".journal"); err == nil && strings.HasSuffix(string(text), "\n") {
				return
			}
		}
	}()
	a := bolshakUntil(ctx, "", command...)
	<-watched
	require.Equal(t, exitInterrupted, a.code, a.stderr)
	require.Contains(t, a.stderr, "the same command goes on from there")
	require.NoFileExists(t, out)

	// Another search is not mixed with it.
	b := bolshak(t, "", "pdn", "annotate", games, "--time", "30ms", "-o", out)
	require.Equal(t, exitFailure, b.code)
	require.Contains(t, b.stderr, "belongs to a run with other settings")

	// As if it had been interrupted later.
	journal, err := os.OpenFile(out+".journal", os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	for ply := range 3 {
		_, err = fmt.Fprintf(journal, "{\"game\":1,\"ply\":%d,\"score\":%d,\"chance\":0.5}\n", ply, 111*ply)
		require.NoError(t, err)
	}
	require.NoError(t, journal.Close())
	output(t, "", command...)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, string(text), "{[%eval +1.11]} d6-c5 {[%eval +2.22]} *")
	require.NoFileExists(t, out+".journal")
}

// TestExpectedShare: from nothing to all of a point, the same for both sides.
func TestExpectedShare(t *testing.T) {
	t.Parallel()
	p := board.Start()
	require.InDelta(t, 0.5, expectedShare(p, 0), 1e-3)
	require.Equal(t, 1.0, expectedShare(p, eval.WinIn(9)))
	require.Equal(t, 0.0, expectedShare(p, eval.LossIn(8)))
	require.Greater(t, expectedShare(p, 100), expectedShare(p, 50))
	require.InDelta(t, 1, expectedShare(p, 80)+expectedShare(p, -80), 1e-3)
}

// TestTableVerdicts: what the tables know stands in the place of what a search found.
func TestTableVerdicts(t *testing.T) {
	t.Parallel()
	nine := 9
	found := annotate.Score{Centimen: 120, Win: 0, Chance: 0.7}
	for _, c := range []struct {
		value endgame.Value
		plies *int
		side  board.Colour
		want  annotate.Score
	}{
		{endgame.Win, &nine, board.White, annotate.Score{Centimen: 120, Win: 9, Chance: 1, Table: "1-0"}},
		{endgame.Win, &nine, board.Black, annotate.Score{Centimen: -120, Win: -9, Chance: 0, Table: "0-1"}},
		{endgame.Loss, nil, board.White, annotate.Score{Centimen: 120, Chance: 0, Table: "0-1"}},
		{endgame.Draw, nil, board.Black, annotate.Score{Chance: 0.5, Table: "1/2-1/2"}},
	} {
		s := found
		applyTable(&s, &tableReport{Value: c.value.String(), Plies: c.plies})
		require.Equal(t, c.want, forWhite(s, c.side))
	}
}
