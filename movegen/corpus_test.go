package movegen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// TestCorpus compares the legal moves of 2,000 positions with Hub notation
// that was written by other generators.
func TestCorpus(t *testing.T) {
	t.Parallel()
	decoder := json.NewDecoder(bytes.NewReader(readData(t, "corpus.jsonl")))
	line := 0
	for {
		var entry struct {
			FEN string
			Hub []string
		}
		err := decoder.Decode(&entry)
		if err == io.EOF {
			break
		}
		line++
		require.NoError(t, err, "line %d", line)
		requireHub(t, entry.FEN, entry.Hub)
	}
	require.Equal(t, 2000, line)
}

// TestTextbookHub looks at the cases of the textbook that give Hub notation,
// and at the starts and ends of the moves in those that give all of them.
func TestTextbookHub(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, entry := range readJSON[[]struct {
		Name, FEN  string
		Moves, Hub []string
		Play       []string
	}](t, "textbook.json") {
		switch {
		case entry.Hub != nil:
			requireHub(t, entry.FEN, entry.Hub)
			checked++
		case entry.Moves != nil:
			p := position(t, entry.FEN)
			if len(entry.Play) > 0 && !slices.Contains(entry.Moves, entry.Play[0]) {
				g := board.NewGame(board.Russian, p) // the moves are those after the play
				play(t, g, entry.Play...)
				p = g.Position()
			}
			require.Equal(t, endings(entry.Moves), movesEndings(p), entry.Name)
			checked++
		}
	}
	require.Equal(t, 5, checked)
}

// endings returns the starts and ends of moves in algebraic notation, sorted,
// each pair once.
func endings(moves []string) []string {
	var pairs []string
	for _, text := range moves {
		squares := strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '-' })
		pairs = append(pairs, squares[0]+" "+squares[len(squares)-1])
	}
	slices.Sort(pairs)
	return slices.Compact(pairs)
}

// movesEndings is endings for the generated moves of p.
func movesEndings(p board.Position) []string {
	var pairs []string
	for _, m := range generated(p) {
		pairs = append(pairs, fmt.Sprintf("%v %v", m.From(), m.To()))
	}
	slices.Sort(pairs)
	return slices.Compact(pairs)
}

// requireHub compares the legal moves of a position with Hub notation.
func requireHub(t *testing.T, fen string, want []string) {
	t.Helper()
	want = slices.Sorted(slices.Values(want))
	got := hubForms(generated(position(t, fen)))
	if !slices.Equal(want, got) {
		require.Equal(t, want, got, fen)
	}
	require.Equal(t, len(want), movegen.Count(position(t, fen)), "Count in %s", fen)
}

// publicFault is an entry of testdata/public-faults.json: a case that some
// published program got wrong. The kinds not looked at here belong to other
// packages.
type publicFault struct {
	Kind, FEN, Note string
	Hub             []string
	Moves           string
	Ply             int
	Rule            board.Draw
}

// TestPublicFaultsMoves: positions whose moves published programs got wrong.
func TestPublicFaultsMoves(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, fault := range readPublicFaults(t, "moves") {
		requireHub(t, fault.FEN, fault.Hub)
		checked++
	}
	require.Equal(t, 9, checked)
}

// TestPublicFaultsDraws: games in which published programs missed a draw, or
// saw one too early.
func TestPublicFaultsDraws(t *testing.T) {
	t.Parallel()
	faults := readPublicFaults(t, "draw")
	require.Len(t, faults, 3)
	for _, fault := range faults {
		g := board.NewGame(board.Russian, position(t, fault.FEN))
		moves := strings.Fields(fault.Moves)
		require.GreaterOrEqual(t, len(moves), fault.Ply, fault.FEN)
		for ply, text := range moves[:fault.Ply] {
			require.Equal(t, board.Outcome{}, movegen.Outcome(g), "%s after %d plies", fault.FEN, ply)
			play(t, g, text)
		}
		require.Equal(t, board.Outcome{Result: board.Drawn, Reason: string(fault.Rule)}, movegen.Outcome(g), fault.FEN)
	}
}

// readPublicFaults returns the entries of one kind. In other kinds some fields
// have other types, so each entry is decoded on its own.
func readPublicFaults(t *testing.T, kind string) []publicFault {
	t.Helper()
	var faults []publicFault
	for i, raw := range readJSON[[]json.RawMessage](t, "public-faults.json") {
		var head struct{ Kind string }
		require.NoError(t, json.Unmarshal(raw, &head), "entry %d", i)
		if head.Kind != kind {
			continue
		}
		var fault publicFault
		require.NoError(t, json.Unmarshal(raw, &fault), "entry %d", i)
		faults = append(faults, fault)
	}
	return faults
}
