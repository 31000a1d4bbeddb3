package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/protocol/pdn"
)

// savedGames reads the games of a file, in which nothing may be wrong.
func savedGames(t *testing.T, name string) (games []*pdn.Game) {
	t.Helper()
	file, err := pdn.Open(name)
	require.NoError(t, err)
	defer file.Close()
	for {
		g, err := file.Next()
		if err == io.EOF {
			return games
		}
		require.NoError(t, err)
		require.Empty(t, g.Problems)
		games = append(games, g)
	}
}

// TestPlaySaves: a game has one place in a file, behind what was there, and can be
// gone on with.
func TestPlaySaves(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "my games.pdn")
	const there = "[Event \"other\"]\n\n1. c3-b4 *"
	require.NoError(t, os.WriteFile(file, []byte(there), 0o644))
	said := scripted(t, "save "+file+"\nc3-d4\nsave "+file+"\nresign\nsave "+file+"\nsave\n")
	require.Equal(t, 3, strings.Count(said, "Saved to "+file))
	require.Contains(t, said, "Save where?")

	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(text, []byte(there+"\n\n")), string(text))
	games := savedGames(t, file)
	require.Len(t, games, 2)
	require.Equal(t, 2, games[1].Plies())
	require.Equal(t, board.BlackWins, games[1].Result)
	require.Contains(t, string(text), "{White resigns.}")

	said = scripted(t, "load "+file+" 2\nc1-d2\nquit\n")
	require.Contains(t, said, "Moves so far: 1. c3-d4 ")
	require.Contains(t, said, "You play White.")
	said = scripted(t, "", file, "--game", "2", "--ply", "1")
	require.Contains(t, said, "You play Black.")
	require.Contains(t, said, "Moves so far: 1. c3-d4\n")

	for name, want := range map[string]string{
		"":                                      "Load what?",
		dir:                                     "Not loaded: ",
		filepath.Join(dir, "none.pdn"):          "Not loaded: ",
		filepath.Join(dir, "none.pdn") + " 7":   "Not loaded: ",
		file + " 3":                             "game 3: the last one is 2",
		filepath.Join("testdata", "moves.json"): "Not loaded: ",
	} {
		said := scripted(t, "load "+name+"\nmoves\n")
		require.Contains(t, said, want)
		require.Contains(t, said, "c3-d4", "the game goes on")
	}
	require.Contains(t, scripted(t, "save "+dir+"\n"), "Not saved: ")
}

// TestPlayKeepsGames: with --pdn every game is written that was begun, and no
// other.
func TestPlayKeepsGames(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.pdn")
	scripted(t, "quit\n", "--pdn", file)
	scripted(t, "moves\nnew\n", "--pdn", file, "--fen", "W:W:Bb8")
	require.NoFileExists(t, file)
	scripted(t, "c3-d4\nnew\nnew\nresign\nnew\ng3-f4\n", "--pdn", file)
	games := savedGames(t, file)
	require.Len(t, games, 3)
	require.Equal(t, []board.Result{board.Ongoing, board.BlackWins, board.Ongoing},
		[]board.Result{games[0].Result, games[1].Result, games[2].Result})
	require.Equal(t, 2, games[2].Plies())

	a := bolshak(t, "c3-d4\n", "play", "--level", "1", "--lang", "en", "--pdn", filepath.Dir(file))
	require.Equal(t, exitOK, a.code)
	require.Contains(t, a.stdout, "Not saved: ")
}
