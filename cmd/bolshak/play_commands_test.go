package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// TestPlayCommands: what the words do, in either language.
func TestPlayCommands(t *testing.T) {
	t.Parallel()
	said := scripted(t, "help\nmoves\nпомощь\n")
	require.Equal(t, 2, strings.Count(said, "take your last move back"))
	require.Contains(t, said, "\na3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4\n")
	require.True(t, strings.HasSuffix(said, "\nGood-bye.\n"), "the end of the input is polite")

	said = scripted(t, "hint\n")
	hint := regexp.MustCompile(`Hint: 1\. (\S+) \([+-]\d\.\d\d\)`).FindStringSubmatch(said)
	require.NotNil(t, hint, said)
	_, err := movegen.Parse(board.Start(), hint[1])
	require.NoError(t, err)

	said = scripted(t, "подсказка\n", "--fen", "W:WKa1,c3:Ba5", "--lang", "ru")
	require.Regexp(t, `Подсказка: 1\. \S+ \(до выигрыша ходов: \d+\)`, said)
	said = scripted(t, "hint\n", "--fen", "W:Wg1:BKd8,Kf8,Kh8")
	require.Regexp(t, `Hint: 1\. \S+ \(loses in \d+ moves\)`, said)

	said = scripted(t, "undo\ncd4\nundo\ngame\n22-18\nundo\nназад\n")
	require.Equal(t, 2, strings.Count(said, "There is no move of yours to take back."))
	require.Contains(t, said, "Moves so far: \n")

	said = scripted(t, "draw\ndraw\n")
	require.Equal(t, 1, strings.Count(said, "Bolshak plays on."))
	require.Contains(t, said, "offered a draw at this move already")
	said = scripted(t, "ничья\ndraw\nhint\ngo\nresign\nc3-d4\nnew\nsurely\n", "--fen", "W:WKa1:BKb8")
	require.Contains(t, said, "Draw by agreement. 1/2-1/2.")
	require.Equal(t, 5, strings.Count(said, "The game is over."))
	require.Equal(t, 2, strings.Count(said, "You play White."))

	said = scripted(t, "resign\nundo\nnew black\nnew green\nnew white\n")
	require.Contains(t, said, "White resigns. Black wins, 0-1.")
	require.Contains(t, said, "You play Black.")
	require.Contains(t, said, `"green" is no colour`)
	require.Equal(t, 2, strings.Count(said, "You play White."))

	said = scripted(t, "level\nlevel 20\nуровень full\nlevel 21\n")
	for _, want := range []string{"plays at level 2.", "plays at level 20.", "plays at full strength.", `"21" is no level`} {
		require.Contains(t, said, want)
	}

	said = scripted(t, "новая\nзаново Чёрные\nуровень полный\nуровень 3\nзаново зелёные\nзаново белыми\n", "--lang", "ru")
	for _, want := range []string{"Вы играете чёрными.", "Сила игры: полная сила.", "Сила игры: уровень 3.", `"зелёные" — не цвет`} {
		require.Contains(t, said, want)
	}
	require.Equal(t, 2, strings.Count(said, "Вы играете белыми."))

	said = scripted(t, "flip\nboard\n")
	require.Contains(t, said, "1    w   w   w   w\n", "turned: white men stand on top")
	require.Contains(t, said, "   h g f e d c b a\n")
	require.Contains(t, said, "\nW:W")

	said = scripted(t, "go\n")
	require.Contains(t, said, "You play Black.\nBolshak plays 1. ")

	said = scripted(t, "a1-a2\n\n  \ne5\n", "--fen", "W:Wc3:Bd4")
	require.Equal(t, 2, strings.Count(said, "is no move here. You may play: c3:e5"))
	require.Equal(t, 3, strings.Count(said, "You must capture."))
}

// TestPlayTakesBackTheEnd: a lost game can be gone on with.
func TestPlayTakesBackTheEnd(t *testing.T) {
	t.Parallel()
	said := scripted(t, "c3:e5\nundo\nc3:e5\nquit\n", "--fen", "W:Wc3:Bd4")
	require.Equal(t, 2, strings.Count(said, "Black has no pieces left. White wins, 1-0."))
}

// TestPlayReadsAnything: whatever is typed, the game goes on.
func TestPlayReadsAnything(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("c3-d4 ", 200_000)
	said := scripted(t, "\uFEFFmoves\r\n\x00\xff\xfe\n"+long+"\n%s%d\nmoves", "--fen", "W:Wc3:Bh8")
	require.Equal(t, 2, strings.Count(said, "\nc3-b4 c3-d4\n"), "the last line needs no end")
	require.Less(t, len(said), 20_000)
	require.NotContains(t, said, "MISSING")
}

// FuzzPlay: no line does harm. Lines that would touch files are left out.
func FuzzPlay(f *testing.F) {
	for _, line := range []string{"c3-d4\nundo\nundo", "hint", "level 99999999999999999999", "new \nnew black\nresign\nresign\nundo", "?\nb\nu\nq", "go\ngo\ndraw"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		if len(lines) > 200 {
			t.Skip() // hints take their time
		}
		for line := range strings.Lines(lines) {
			for _, word := range []string{"save", "load", "сохранить", "загрузить"} {
				if strings.Contains(strings.ToLower(line), word) {
					t.Skip()
				}
			}
		}
		a := bolshak(t, lines, "play", "--level", "1", "--lang", "en", "--fen", "W:Wc3,e3:Bb6,d6")
		require.Equal(t, exitOK, a.code, a.stderr)
		require.Contains(t, a.stdout, "Good-bye")
	})
}
