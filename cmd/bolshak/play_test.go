package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// TestPlayGames: whole games over pipes end as the rules say, and are on the disk
// then, move by move.
func TestPlayGames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules board.Rules
		human board.Colour
		args  []string
	}{
		"white":    {board.Russian, board.White, []string{"--level", "1"}},
		"black":    {board.Russian, board.Black, []string{"--level", "3", "--colour", "black", "--time", "60+5"}},
		"giveaway": {board.Losing, board.White, []string{"--level", "2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "games.pdn")
			s := startPlaying(t, c.rules, "start", append(c.args, "--pdn", file)...)
			s.playOut(c.human, 3)
			o := movegen.Outcome(s.game)
			s.until(regexp.QuoteMeta(english["result "+o.Result.String()]))
			s.until(`^Another game: "new"`)
			s.send("quit")
			s.until("^Good-bye")
			require.Equal(t, exitOK, s.end())

			games := savedGames(t, file)
			require.Len(t, games, 1)
			saved, err := games[0].Replay(-1)
			require.NoError(t, err)
			require.Equal(t, s.game.Moves(), saved.Moves())
			require.Equal(t, o.Result, games[0].Result)
			require.Equal(t, c.rules, games[0].Rules)
			names := map[board.Colour]string{board.White: games[0].Tag("White"), board.Black: games[0].Tag("Black")}
			require.Equal(t, "Player", names[c.human])
			require.Contains(t, names[c.human.Other()], "Bolshak, level ")
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, c.human == board.Black, strings.Contains(string(text), "[%clk "), "the clock is kept where there is one")
		})
	}
}

// TestPlayInterrupted: Ctrl-C ends it politely, whoever is to move.
func TestPlayInterrupted(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"the human thinks":  {"--level", "1"},
		"the engine thinks": {"--colour", "black", "--level", "full", "--move-time", "1h"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startPlaying(t, board.Russian, "start", args...)
			s.until("^   . . . . . . . .$")
			s.cancel()
			s.until("^Good-bye")
			require.Equal(t, exitOK, s.end())
		})
	}
}

// TestPlayOfAGameThatIsOver tells so and goes on.
func TestPlayOfAGameThatIsOver(t *testing.T) {
	t.Parallel()
	said := scripted(t, "moves\nundo\nboard\n", "--fen", "W:W:Bb8")
	require.Contains(t, said, "White has no pieces left. Black wins, 0-1.")
	said = scripted(t, "", "--fen", "W:W:Bb8", "--variant", "losing")
	require.Contains(t, said, "White has no pieces left. White wins, 1-0.")
}

// TestPlayOutputBroken: nobody reads what is said.
func TestPlayOutputBroken(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	r, w := io.Pipe()
	r.Close()
	code := run(t.Context(), []string{"play", "--level", "1"}, strings.NewReader("c3-d4\n"), w, &stderr)
	require.Equal(t, exitFailure, code)
	require.Contains(t, stderr.String(), "closed pipe")
}
