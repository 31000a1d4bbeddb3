package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
	"bolshak/search"
)

// scripted plays a session whose input is known beforehand, and returns what it
// says.
func scripted(t *testing.T, lines string, args ...string) string {
	t.Helper()
	return output(t, lines, append([]string{"play", "--lang", "en", "--seed", "1", "--level", "2"}, args...)...)
}

// playing is a session in which the test answers what is said.
type playing struct {
	t      *testing.T
	in     io.WriteCloser
	lines  chan string // what was said and not yet read
	game   *board.Game // as the test follows it
	said   strings.Builder
	cancel context.CancelFunc
	end    func() int // waits for the end, and returns the exit status
}

// startPlaying starts a session from a position.
func startPlaying(t *testing.T, rules board.Rules, fen string, args ...string) *playing {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	args = append([]string{"play", "--lang", "en", "--seed", "5", "--fen", fen, "--variant", rules.Name}, args...)
	var session sync.WaitGroup
	var code int
	var stderr bytes.Buffer
	lines := make(chan string, 100_000) // nobody waits for the test to read
	session.Go(func() {
		code = run(ctx, args, inR, outW, &stderr)
		outW.Close()
	})
	session.Go(func() {
		defer close(lines)
		for said := bufio.NewScanner(outR); said.Scan(); {
			lines <- said.Text()
		}
	})
	p, err := board.ParsePosition(fen)
	require.NoError(t, err)
	s := &playing{t: t, in: inW, lines: lines, game: board.NewGame(rules, p), cancel: cancel}
	s.end = func() int {
		inW.Close()
		for line := range s.lines {
			s.said.WriteString(line + "\n")
		}
		session.Wait()
		require.Empty(t, stderr.String())
		return code
	}
	t.Cleanup(func() {
		cancel()
		inW.Close()
		outR.Close()
		session.Wait()
	})
	return s
}

// until reads on to a line that matches, and returns what its groups match.
func (s *playing) until(pattern string) []string {
	s.t.Helper()
	wanted := regexp.MustCompile(pattern)
	for line := range s.lines {
		s.said.WriteString(line + "\n")
		if found := wanted.FindStringSubmatch(line); found != nil {
			return found
		}
	}
	require.Fail(s.t, "the session has ended", "before %q:\n%s", pattern, s.said.String())
	return nil
}

// send types a line.
func (s *playing) send(line string) {
	s.t.Helper()
	_, err := io.WriteString(s.in, line+"\n")
	require.NoError(s.t, err)
}

// playOut plays the human's side as a search of the given depth does until the
// game is over on the test's board.
func (s *playing) playOut(human board.Colour, depth int) {
	s.t.Helper()
	engine, err := search.New(search.Options{TableLog2: 14})
	require.NoError(s.t, err)
	for movegen.Outcome(s.game).Result == board.Ongoing {
		p := s.game.Position()
		if p.Side() != human {
			text := s.until(`^Bolshak plays \d+\.+ (\S+)$`)[1]
			m, err := movegen.Parse(p, text)
			require.NoError(s.t, err)
			s.game.Play(m)
			continue
		}
		result, err := engine.Search(s.t.Context(), s.game, search.Limits{Depth: depth}, nil)
		require.NoError(s.t, err)
		s.send(movegen.Format(p, result.Best, movegen.Short))
		s.game.Play(result.Best)
	}
}

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

// TestPlayOpenings: by lot, another for every game, the same for the same seed.
func TestPlayOpenings(t *testing.T) {
	t.Parallel()
	first := scripted(t, "game\nnew\ngame\n", "--opening")
	require.Equal(t, first, scripted(t, "game\nnew\ngame\n", "--opening"))
	games := regexp.MustCompile(`Moves so far: (1\. .*)`).FindAllStringSubmatch(first, -1)
	require.GreaterOrEqual(t, len(games), 4)
	require.NotEqual(t, games[0][1], games[len(games)-1][1])
	require.NotEqual(t, first, scripted(t, "game\nnew\ngame\n", "--opening", "--seed", "2"))
	require.Contains(t, scripted(t, "", "--opening=flying", "--variant", "losing"), "giveaway")
}

// TestPlayFlag: who has no time left has lost; the session goes on.
func TestPlayFlag(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, board.Russian, "start", "--time", "0.002")
	s.until(`^White has no time left. Black wins, 0-1.$`)
	s.send("undo")
	s.until("^There is no move of yours to take back.")
	require.Equal(t, exitOK, s.end())
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

// TestPlayOnAClock: at full strength the engine plays on its clock, which lets it
// make its only move at once.
func TestPlayOnAClock(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, board.Russian, "W:Wc3:Bd4,h8", "--time", "60+1", "--level", "full", "--colour", "black")
	s.until(`^Bolshak plays 1\. c3:e5$`)
	s.until(`^Clock: White \d+:\d\d:\d\d, Black 1:00:01$`)
	require.Equal(t, exitOK, s.end())
}

// TestPlayMoveTime: without level and clock the time for a move counts.
func TestPlayMoveTime(t *testing.T) {
	t.Parallel()
	said := scripted(t, "c3-d4\n", "--level", "full", "--move-time", "20ms", "--threads", "2")
	require.Contains(t, said, "against Bolshak, full strength.")
	require.Contains(t, said, "Bolshak plays 1... ")
}

// TestPlayRefuses: bad flags are told before anything is played.
func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]struct {
		code int
		says string
	}{
		"--level 0":                      {exitUsage, "1 to 20, or full"},
		"--level 21":                     {exitUsage, "1 to 20, or full"},
		"--time 5+":                      {exitUsage, "want minutes"},
		"--lang de":                      {exitUsage, "want en or ru"},
		"--colour pink":                  {exitUsage, "want white, black or random"},
		"--opening=none":                 {exitUsage, "want one of moves, flying, basic150"},
		"--opening flying":               {exitUsage, "--opening=flying"},
		"--opening --fen start":          {exitUsage, "--opening"},
		"--fen W:Wa2:Bb8":                {exitFailure, "a2"},
		"--fen start --moves c3-c4":      {exitFailure, "ply 1"},
		"nowhere.pdn":                    {exitFailure, "nowhere.pdn"},
		"testdata":                       {exitFailure, "testdata"},
		"testdata/moves.json --game 999": {exitFailure, "testdata"},
	} {
		a := bolshak(t, "", append([]string{"play"}, strings.Fields(args)...)...)
		require.Equal(t, want.code, a.code, args)
		require.Contains(t, a.stderr, want.says, args)
		require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
		require.Empty(t, a.stdout, args)
	}
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
