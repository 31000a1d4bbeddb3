package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/search"
)

// batchAnswer is a line that analyse --batch prints, of either kind.
type batchAnswer struct {
	analysisReport
	Error string `json:"error"`
}

// readAnswers reads JSON lines.
func readAnswers(t *testing.T, text string) (answers []batchAnswer) {
	t.Helper()
	for line := range strings.Lines(text) {
		var a batchAnswer
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		answers = append(answers, a)
	}
	return answers
}

// TestBatch: an answer a line in the order of the lines, whatever the number of
// threads, and the same as for the position alone.
func TestBatch(t *testing.T) {
	t.Parallel()
	var fens []string
	for _, p := range readOpenings(t)[:60] {
		fens = append(fens, p.FEN())
	}
	file := filepath.Join(t.TempDir(), "positions.txt")
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(fens, "\r\n")), 0o644))
	var first []batchAnswer
	for _, threads := range []string{"1", "2", "5"} {
		text := output(t, "", "analyse", "--batch", file, "--depth", "5", "--threads", threads, "--multi-pv", "2")
		answers := readAnswers(t, text)
		require.Len(t, answers, len(fens))
		for i := range answers {
			require.Equal(t, fens[i], answers[i].FEN)
			require.Equal(t, i+1, answers[i].Line)
			require.Equal(t, 5, answers[i].Depth)
			require.Positive(t, answers[i].Nodes)
			answers[i].Seconds = 0
		}
		if first == nil {
			first = answers
		}
		require.Equal(t, first, answers)
	}
	alone := analyseJSON(t, "--fen", fens[41], "--depth", "5", "--multi-pv", "2")
	alone.Seconds, alone.Line = 0, 42
	require.Equal(t, first[41].analysisReport, alone)
}

// TestBatchGoesOnBehindABadLine names it, and says so at the end.
func TestBatchGoesOnBehindABadLine(t *testing.T) {
	t.Parallel()
	in := "\uFEFF# positions of today\n\nstart\nnonsense\n  W:Wc3:Bd4 \n" + strings.Repeat("x", maxBatchLine+1) + "\nW:W:Bb8\nW:Wa2:Bb8"
	a := bolshak(t, in, "analyse", "--batch", "--nodes", "500", "--json")
	require.Equal(t, exitFailure, a.code)
	require.Equal(t, "bolshak: standard input: 3 of 6 lines hold no position\n", a.stderr)
	answers := readAnswers(t, a.stdout)
	require.Len(t, answers, 6)
	for i, want := range []struct {
		line      int
		fen, says string
	}{
		{3, board.Start().FEN(), ""}, {4, "", `"nonsense"`}, {5, "W:Wc3:Bd4", ""},
		{6, "", "longer than 65536 bytes"}, {7, "W:W:Bb8", ""}, {8, "", "a2"},
	} {
		require.Equal(t, want.line, answers[i].Line)
		require.Equal(t, want.fen, answers[i].FEN)
		require.Contains(t, answers[i].Error, want.says)
		require.Equal(t, want.says == "", answers[i].Error == "")
	}
	require.Equal(t, 1, *answers[2].Lines[0].Win)
	require.Equal(t, outcomeReport{"0-1", "no pieces"}, *answers[4].Outcome)
}

// TestBatchAnswersAtOnce: whoever waits for an answer before the next line gets it.
func TestBatchAnswersAtOnce(t *testing.T) {
	t.Parallel()
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(context.Background(), []string{"analyse", "--batch", "--depth", "3", "--threads", "3"}, in, out, io.Discard)
		out.Close()
	}()
	reader := bufio.NewReader(answers)
	for i := range 5 {
		fmt.Fprintln(ask, "start")
		line, err := reader.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, i+1, readAnswers(t, line)[0].Line)
	}
	ask.Close()
	_, err := reader.ReadString('\n')
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, exitOK, <-code)
}

// TestBatchEndsWithASignal: even while its input is silent and its searches
// would take forever.
func TestBatchEndsWithASignal(t *testing.T) {
	t.Parallel()
	in, ask := io.Pipe()
	defer ask.Close()
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"analyse", "--batch", "--time", "100h", "--threads", "2", "--hash", "2"}, in, io.Discard, io.Discard)
	}()
	for range 3 { // the third is read while two are searched
		fmt.Fprintln(ask, "start")
	}
	cancel()
	require.Equal(t, exitInterrupted, <-code)
}

// TestBatchStopsWhereNobodyReads: an output that fails is told, and ends it.
func TestBatchStopsWhereNobodyReads(t *testing.T) {
	t.Parallel()
	b := analysisBatch(t)
	err := b.run(t.Context(), strings.NewReader(strings.Repeat("start\n", 1000)), failing{})
	require.ErrorIs(t, err, errFull)
}

// TestBatchReadsToAFault: what was read before is analysed all the same.
func TestBatchReadsToAFault(t *testing.T) {
	t.Parallel()
	b := analysisBatch(t)
	var out strings.Builder
	err := b.run(t.Context(), io.MultiReader(strings.NewReader("start\nstart\n"), failing{}), &out)
	require.ErrorIs(t, err, errFull)
	require.ErrorContains(t, err, "line 3")
	require.Len(t, readAnswers(t, out.String()), 2)
}

// analysisBatch returns a batch of two threads.
func analysisBatch(t *testing.T) *batch {
	t.Helper()
	b := &batch{rules: board.Russian, limits: search.Limits{Depth: 3, Analyse: true}}
	for range 2 {
		engine, err := search.New(search.Options{Threads: 1, TableLog2: 16})
		require.NoError(t, err)
		b.engines = append(b.engines, engine)
	}
	return b
}

var errFull = errors.New("no space left")

// failing neither reads nor writes.
type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errFull }
func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestBatchRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string // parted by |
		code int
		says []string
	}{
		{"", exitUsage, []string{"--depth, --nodes or --time"}},
		{"--depth|3|--fen|start", exitUsage, []string{"--fen and --batch"}},
		{"--depth|3|--moves|c3-d4", exitUsage, []string{"--moves and --batch"}},
		{"--depth|3|--ply|3", exitUsage, []string{"--ply and --batch"}},
		{"--depth|3|--search-moves|c3-d4", exitUsage, []string{"--search-moves and --batch"}},
		{"--depth|3", exitFailure, []string{"standard input: empty"}},
		{"--depth|3|no-such-file", exitFailure, []string{"no-such-file", "no such file"}},
		{"--depth|3|testdata", exitFailure, []string{"testdata: a directory"}},
	} {
		a := bolshak(t, "", append([]string{"analyse", "--batch"}, strings.FieldsFunc(c.args, func(r rune) bool { return r == '|' })...)...)
		require.Equal(t, c.code, a.code, "%s: %s", c.args, a.stderr)
		require.Empty(t, a.stdout)
		for _, part := range c.says {
			require.Contains(t, a.stderr, part)
		}
	}
}
