package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// realGames is a file of 56 games as players have it.
var realGames = filepath.Join(shared, "real-games.pdn")

// writeFile writes a file of the test.
func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	return file
}

// TestPositionOfAGame: by its number and ply, at its end by default, with moves
// played behind.
func TestPositionOfAGame(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "two.pdn", `[Event "one"]
[Result "1-0"]
1. c3-d4 d6-c5 2. b2-c3 1-0

[Event "two"]
[GameType "25"]
[SetUp "1"]
[FEN "B:Wc3,e3:Bb6,h8"]
1. ... b6-a5 (1... b6-c5) 2. c3-d4 *
`)
	for _, c := range []struct{ args, fen string }{
		{"--game|1|--ply|0", board.Start().FEN()},
		{"--ply|2", fenAfter(t, "c3-d4 d6-c5")},
		{"", fenAfter(t, "c3-d4 d6-c5 b2-c3")},
		{"--ply|1|--moves|d6-c5 b2-c3", fenAfter(t, "c3-d4 d6-c5 b2-c3")},
		{"--game|2", "B:Wd4,e3:Bh8,a5"},
		{"--game|2|--ply|0", "B:Wc3,e3:Bh8,b6"},
	} {
		args := append([]string{file}, strings.FieldsFunc(c.args, func(r rune) bool { return r == '|' })...)
		require.Equal(t, c.fen, analyseJSON(t, append(args, "--depth", "2")...).FEN, c.args)
		p, err := board.ParsePosition(c.fen)
		require.NoError(t, err)
		require.Equal(t, output(t, "", "diagram", "--fen", p.FEN()), output(t, "", append([]string{"diagram"}, args...)...))
	}
}

// fenAfter returns the position after moves from the start.
func fenAfter(t *testing.T, moves string) string {
	t.Helper()
	game, err := playMoves(board.Russian, "start", moves)
	require.NoError(t, err)
	return game.Position().FEN()
}

// TestPositionOfARealGame: the 21st ply of the third game.
func TestPositionOfARealGame(t *testing.T) {
	t.Parallel()
	r := analyseJSON(t, realGames, "--game", "3", "--ply", "21", "--depth", "3")
	require.Equal(t, byte('B'), r.FEN[0])
	require.Equal(t, 3, r.Depth)
}

// TestGamesHistoryCounts: what was played before the position is not forgotten.
func TestGamesHistoryCounts(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "drawn.pdn", `[FEN "W:WKa1:BKh2"]
1. a1-b2 h2-g1 2. b2-a1 g1-h2 3. a1-b2 h2-g1 4. b2-a1 g1-h2 1/2-1/2
`)
	require.Contains(t, output(t, "", "analyse", file), "drawn, 1/2-1/2: the position stands for the third time")
	require.Contains(t, output(t, "", "analyse", file, "--ply", "7", "--depth", "2"), "best ")
}

func TestGameSourceRefuses(t *testing.T) {
	t.Parallel()
	bad := writeFile(t, "bad.pdn", "[Event \"x\"]\n1. c3-d4 d6-c5 2. c3-d4 f6-g5 *\n")
	empty := writeFile(t, "empty.pdn", "")
	for _, c := range []struct {
		args string // parted by |
		code int
		says []string
	}{
		{"--game|2", exitUsage, []string{"--game wants a PDN file"}},
		{"--ply|0", exitUsage, []string{"--ply wants a PDN file"}},
		{bad + "|--ply|-1", exitUsage, []string{"--ply", "at least 0"}},
		{bad + "|--game|0", exitUsage, []string{"--game", "at least 1"}},
		{bad + "|--fen|start", exitUsage, []string{"--fen and", "want one of them"}},
		{bad + "|other.pdn", exitUsage, []string{`"other.pdn"`, "want one file"}},
		{"start", exitUsage, []string{`"start"`, "a position behind --fen"}},
		{bad, exitFailure, []string{"bad.pdn", "game 1", "line 2", "ply 3"}},
		{bad + "|--ply|4", exitFailure, []string{"bad.pdn", "game 1", "line 2", "ply 3"}},
		{bad + "|--game|2", exitFailure, []string{"bad.pdn", "game 2", "the last one is 1"}},
		{realGames + "|--ply|900", exitFailure, []string{"real-games.pdn", "ply 900", "the game has 83"}},
		{empty, exitFailure, []string{"empty.pdn", "no game found"}},
		{"no-such.pdn", exitFailure, []string{"no-such.pdn"}},
		{"testdata", exitFailure, []string{"testdata", "a directory"}},
	} {
		for _, command := range []string{"analyse", "diagram"} {
			a := bolshak(t, "", append([]string{command}, strings.Split(c.args, "|")...)...)
			require.Equal(t, c.code, a.code, "%s %s: %s", command, c.args, a.stderr)
			require.Empty(t, a.stdout)
			require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
			for _, part := range c.says {
				require.Contains(t, a.stderr, part)
			}
		}
	}
	require.Contains(t, output(t, "", "analyse", bad, "--ply", "2", "--depth", "2"), "best ", "what lies before the fault can be looked at")
}
