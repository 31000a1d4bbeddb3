package main

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// TestPlayTellsDraws by the rule, with its counter, and what was near before.
func TestPlayTellsDraws(t *testing.T) {
	t.Parallel()
	for fen, c := range map[string]struct{ near, draw string }{
		"W:WKa1:BKb8":         {"Towards a draw: 3 of 5 moves without a capture or a promotion.", "has stood for 5 moves of each side with 2 pieces"},
		"W:WKa1:BKd8,Kf8,Kh6": {"Towards a draw: ", "Draw: "},
	} {
		s := startPlaying(t, board.Russian, fen, "--level", "14")
		s.playOut(board.White, 9)
		require.Equal(t, board.Drawn, movegen.Outcome(s.game).Result, fen)
		s.until(c.draw)
		require.Contains(t, s.said.String(), c.near)
		require.Equal(t, exitOK, s.end())
	}
}

// TestPlayToldADrawThatWasNotNear: of any lone king, five moves before the main road
// that it does not hold.
func TestPlayToldADrawThatWasNotNear(t *testing.T) {
	t.Parallel()
	require.NotContains(t, scripted(t, "", "--fen", "W:WKe1,Kc1,Kg1,a3,c3:BKh2"), "draw:")
	require.Contains(t, scripted(t, "", "--fen", "W:WKe1,Kc1,Kg1:BKh8"), "0 of 5 moves with the lone king on the main road")
}

// TestPlayShowsTheLastMove on the board, and no longer when it is taken back.
func TestPlayShowsTheLastMove(t *testing.T) {
	t.Parallel()
	said := scripted(t, "", "--fen", "W:Wc1:Bh8,a7", "--moves", "c1-b2")
	require.Contains(t, said, "\n1    .   .  [.]  .\n2  .   .   .  [w]\n", "Black sits below")
	said = scripted(t, "c3-d4\nundo\n", "--fen", "W:Wc3,h4:Bh8")
	_, undone, _ := strings.Cut(said, "Bolshak plays")
	require.Contains(t, undone, "[")
	require.NotContains(t, undone[strings.LastIndex(undone, "8  "):], "[")
}

// TestPlayRepetition: the second time is told, the third ends the game.
func TestPlayRepetition(t *testing.T) {
	t.Parallel()
	s := &playSession{
		out: &playOutput{w: io.Discard}, say: english, file: gameFile{},
		game: board.NewGame(board.Russian, mustPosition(t, "W:WKa1,Kc1,h4:BKh2,a7")), human: board.White,
	}
	var said strings.Builder
	s.out.w = &said
	for range 2 {
		for _, text := range []string{"c1-d2", "h2-g1", "d2-c1", "g1-h2"} {
			require.Equal(t, board.Ongoing, s.over.Result)
			m, err := movegen.Parse(s.game.Position(), text)
			require.NoError(t, err)
			s.play(m)
			if !s.finish() {
				s.show()
			}
		}
	}
	require.Contains(t, said.String(), "has stood twice")
	require.Contains(t, said.String(), "Draw by repetition: the position stands for the third time. 1/2-1/2.")
}

// mustPosition reads a position.
func mustPosition(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParsePosition(fen)
	require.NoError(t, err)
	return p
}
