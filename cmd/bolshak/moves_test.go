package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMoves(t *testing.T) {
	t.Parallel()
	const twoRoutes = "W:Wd4:Be5,g5,g3,e3" // one move, played round either way
	for _, c := range []struct{ args, want string }{
		{"", "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4\n"},
		{"--notation|hub", "21-17 22-17 22-18 23-18 23-19 24-19 24-20\n"},
		{"--fen|W:W:Bb8", "\n"},
		{"--fen|" + twoRoutes, "d4:d4\n"},
		{"--fen|" + twoRoutes + "|--notation|full", "d4:f2:h4:f6:d4 d4:f6:h4:f2:d4\n"},
		{"--fen|" + twoRoutes + "|--notation|hub", "18x18x15x16x23x24\n"},
		// f8:b4 alone would fit two captures.
		{"--fen|W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "f8:b4 f8:h6:f4:d6:b4 h4:b6\n"},
		{"--json|--fen|W:W:Bb8", `{"fen":"W:W:Bb8","moves":[]}` + "\n"},
		{"--json|--notation|hub|--fen|Белые: a1; черные: Д.h8", `{"fen":"W:Wa1:BKh8","moves":["29-25"]}` + "\n"},
	} {
		args := []string{"moves"}
		if c.args != "" {
			args = append(args, strings.Split(c.args, "|")...)
		}
		require.Equal(t, c.want, output(t, "", args...), c.args)
	}
}

// corpusLine is a line of corpus.jsonl.
type corpusLine struct {
	FEN   string
	Moves []string
	Hub   []string
}

// TestMovesOfTheCorpus reads the positions of the corpus as a batch.
func TestMovesOfTheCorpus(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join(shared, "corpus.jsonl"))
	require.NoError(t, err)
	var corpus []corpusLine
	var fens strings.Builder
	for scanner := bufio.NewScanner(bytes.NewReader(data)); scanner.Scan(); {
		var line corpusLine
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &line))
		corpus = append(corpus, line)
		fens.WriteString(line.FEN + "\n")
	}
	require.Len(t, corpus, 2000)

	for notation, want := range map[string]func(corpusLine) []string{
		"full": func(l corpusLine) []string { return l.Moves },
		"hub":  func(l corpusLine) []string { return l.Hub },
	} {
		lines := strings.Split(output(t, fens.String(), "moves", "--batch", "--notation", notation), "\n")
		require.Len(t, lines, len(corpus)+1)
		objects := strings.Split(output(t, fens.String(), "moves", "--batch", "--json", "--notation", notation), "\n")
		require.Len(t, objects, len(corpus)+1)
		for i, c := range corpus {
			sorted := slices.Clone(want(c))
			slices.Sort(sorted)
			require.Equal(t, strings.Join(sorted, " "), lines[i], c.FEN)
			var r movesReport
			require.NoError(t, json.Unmarshal([]byte(objects[i]), &r))
			require.Equal(t, movesReport{c.FEN, sorted}, r)
		}
	}
}

// TestABadLineOfABatchLosesNothing: the others are carried out.
func TestABadLineOfABatchLosesNothing(t *testing.T) {
	t.Parallel()
	in := "\uFEFFW:Wa1:Bh8\r\n\r\nW:Wa2:Bh8\r\nstart\n\xff\x00\n" + strings.Repeat("x", 1<<20) + "\n  B:Wa1:Bh8  \nW:W:Bb8"
	a := bolshak(t, in, "moves", "--batch")
	require.Equal(t, exitFailure, a.code)
	require.Equal(t, "a1-b2\na3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4\nh8-g7\n\n", a.stdout)
	complaints := strings.Split(a.stderr, "\n")
	require.Len(t, complaints, 5, a.stderr)
	require.Contains(t, complaints[0], "bolshak: line 3: ")
	require.Contains(t, complaints[0], "a2")
	require.Contains(t, complaints[1], "bolshak: line 5: ")
	require.Contains(t, complaints[2], "bolshak: line 6: ")
	require.Less(t, len(complaints[2]), 1000)
	require.Equal(t, "bolshak: 3 of the lines hold no position", complaints[3])
	require.Empty(t, complaints[4])

	require.Empty(t, output(t, "", "moves", "--batch"))
	require.Empty(t, output(t, "\n\n", "moves", "--batch", "--json"))
}
