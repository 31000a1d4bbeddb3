package tune

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// testGames is a number of games that fills a member and begins another.
const testGames = memberGames + 20

var (
	testStarts   = []board.Position{board.Start(), board.Start().Flip()}
	testSettings = NewSettings(3, 30, testStarts)
)

// generate brings a file to so many games.
func generate(t testing.TB, name string, games, threads int) {
	t.Helper()
	f, err := Resume(name, testSettings)
	require.NoError(t, err)
	require.NoError(t, Generate(t.Context(), f, GenerateOptions{
		Starts: testStarts, Settings: testSettings, Threads: threads, Games: games,
	}))
	require.NoError(t, f.Close())
}

// newGames returns a file of testGames games, played on one thread without a
// break, and its bytes.
func newGames(t testing.TB) (name string, data []byte) {
	t.Helper()
	playOnce.Do(func() {
		name := filepath.Join(t.TempDir(), "games.gz")
		generate(t, name, testGames, 1)
		played = fileBytes(t, name)
	})
	name = filepath.Join(t.TempDir(), "games.gz")
	require.NoError(t, os.WriteFile(name, played, 0o644))
	return name, played
}

var (
	playOnce sync.Once
	played   []byte // the bytes of newGames
)

func fileBytes(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return data
}

func TestGamesDependOnSettingsAlone(t *testing.T) {
	t.Parallel()
	_, once := newGames(t)
	for _, threads := range []int{1, 3} {
		again := filepath.Join(t.TempDir(), "again.gz")
		generate(t, again, testGames, threads)
		require.Equal(t, once, fileBytes(t, again), "%d threads", threads)
	}
}

// TestGamesAreReal replays what was written: from the openings to an end by the
// rules, with every kind of result.
func TestGamesAreReal(t *testing.T) {
	t.Parallel()
	name, _ := newGames(t)
	results := map[board.Result]int{}
	random, labels := 0, 0
	settings, err := Read(name, func(number int, g Game) error {
		require.Contains(t, testStarts, g.Start)
		game := board.NewGame(board.Russian, g.Start)
		for _, ply := range g.Plies {
			require.Equal(t, board.Ongoing, movegen.Outcome(game).Result, "game %d", number)
			game.Play(ply.Move)
			if ply.Random {
				random++
			}
		}
		require.Equal(t, g.Result, movegen.Outcome(game).Result, "game %d", number)
		results[g.Result]++
		labels += len(g.Labels(Decided))
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, testSettings, settings)
	require.Len(t, results, 3)
	require.Greater(t, random, 2*testGames)
	require.Greater(t, labels, 5*testGames)
}

func TestResumeEqualsUninterrupted(t *testing.T) {
	t.Parallel()
	_, whole := newGames(t)

	// Closed and made longer.
	name := filepath.Join(t.TempDir(), "longer.gz")
	generate(t, name, 1, 1)
	generate(t, name, memberGames+5, 2)
	generate(t, name, memberGames, 1) // enough already
	generate(t, name, testGames, 1)
	require.Equal(t, whole, fileBytes(t, name))

	// Interrupted: what is there is whole.
	name = filepath.Join(t.TempDir(), "interrupted.gz")
	f, err := Create(name, testSettings)
	require.NoError(t, err)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	err = Generate(ctx, f, GenerateOptions{
		Starts: testStarts, Settings: testSettings, Threads: 2,
		Progress: func(games, positions int) {
			require.Equal(t, f.Positions(), positions)
			if games == memberGames+3 {
				interrupt()
			}
		},
	})
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, f.Close())
	require.GreaterOrEqual(t, countGames(t, name), memberGames+3)
	generate(t, name, testGames, 1)
	require.Equal(t, whole, fileBytes(t, name))
}

func countGames(t testing.TB, name string) int {
	t.Helper()
	games := 0
	_, err := Read(name, func(number int, _ Game) error {
		require.Equal(t, games, number)
		games++
		return nil
	})
	require.NoError(t, err)
	return games
}

// TestPositionsEndGames: so many positions, and no game more.
func TestPositionsEndGames(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "games.gz")
	f, err := Create(name, testSettings)
	require.NoError(t, err)
	require.NoError(t, Generate(t.Context(), f, GenerateOptions{Starts: testStarts, Settings: testSettings, Positions: 200, Threads: 3}))
	require.GreaterOrEqual(t, f.Positions(), 200)
	require.NoError(t, f.Close())
	var each []int
	sum := 0
	_, err = Read(name, func(_ int, g Game) error {
		each = append(each, len(g.Labels(Decided)))
		sum += each[len(each)-1]
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, f.Positions(), sum)
	require.Less(t, sum-each[len(each)-1], 200)
}

// TestTornFile: wherever a file is cut off, reading it says so, and it is gone on
// with as if nothing had happened.
func TestTornFile(t *testing.T) {
	t.Parallel()
	_, whole := newGames(t)
	for _, size := range []int{0, 1, 5, 20, len(whole) / 2, len(whole) - 1} {
		name := filepath.Join(t.TempDir(), "torn.gz")
		require.NoError(t, os.WriteFile(name, whole[:size], 0o644))
		_, err := Read(name, func(int, Game) error { return nil })
		require.ErrorIs(t, err, errTorn, "%d bytes", size)
		require.ErrorContains(t, err, "torn.gz")
		generate(t, name, testGames, 2)
		require.Equal(t, whole, fileBytes(t, name), "%d bytes", size)
	}
}

// zipped compresses a text.
func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// header is a file's first line.
const header = `{"format":"bolshak training games 1","seed":1,"nodes":100,"starts":"1"}` + "\n"

func TestBadFiles(t *testing.T) {
	t.Parallel()
	damaged := zipped(t, header+"1-0 "+startHub+" 22-17=0\n")
	damaged[len(damaged)-6]++ // in the checksum
	for _, c := range []struct {
		data []byte
		says []string
	}{
		{[]byte("1-0 " + startHub), []string{"byte 0", "want gzip"}},
		{zipped(t, "[Event \"?\"]\n"), []string{"line 1", "header"}},
		{zipped(t, `{"format":"bolshak training games 2"}`), []string{"line 1", "bolshak training games 1"}},
		{zipped(t, header+"1-0 "+startHub+" 22-17=0\n1-0 "+startHub+" 22-17=0 1-2=0\n"), []string{"line 3", "ply 2"}},
		{append(zipped(t, header), zipped(t, "1-0 W\n")...), []string{"line 2"}},
		{append(zipped(t, header), "rubbish"...), []string{"behind line 1", "want gzip"}},
		{damaged, []string{"byte 0", "checksum"}},
	} {
		name := filepath.Join(t.TempDir(), "bad.gz")
		require.NoError(t, os.WriteFile(name, c.data, 0o644))
		_, err := Read(name, func(int, Game) error { return nil })
		for _, part := range append(c.says, "bad.gz") {
			require.ErrorContains(t, err, part)
		}
		_, err = Resume(name, testSettings)
		require.Error(t, err)
		require.Equal(t, c.data, fileBytes(t, name), "it was not ours to change")
	}
	_, err := Load([]string{filepath.Join(t.TempDir(), "missing.gz")}, 1, 0, Decided)
	require.ErrorContains(t, err, "missing.gz")
}

func TestOtherGamesAreNotMixed(t *testing.T) {
	t.Parallel()
	name, data := newGames(t)
	_, err := Create(name, testSettings)
	require.ErrorContains(t, err, "there already")
	_, err = Resume(name, NewSettings(4, 31, testStarts))
	require.ErrorContains(t, err, "seed 3, nodes 30, want seed 4, nodes 31")
	_, err = Resume(name, NewSettings(3, 30, testStarts[:1]))
	require.ErrorContains(t, err, "opening positions")
	require.Equal(t, data, fileBytes(t, name))

	// Another program would have played game 1 otherwise.
	text, err := gzip.NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	plain, err := io.ReadAll(text)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(plain), "\n")
	other := append(zipped(t, lines[0]), zipped(t, lines[2])...)
	require.NoError(t, os.WriteFile(name, other, 0o644))
	f, err := Resume(name, testSettings)
	require.NoError(t, err)
	require.ErrorIs(t, Generate(t.Context(), f, GenerateOptions{Starts: testStarts, Settings: testSettings, Games: 5}), errOtherEngine)
	require.NoError(t, f.Close())
	require.Equal(t, 1, countGames(t, name))
}

// TestRecompressedFile: a file that gzip has packed anew, in one member, is read
// and gone on with all the same.
func TestRecompressedFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "games.gz")
	generate(t, name, 5, 1)
	r, err := gzip.NewReader(bytes.NewReader(fileBytes(t, name)))
	require.NoError(t, err)
	plain, err := io.ReadAll(r)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, zipped(t, string(plain)), 0o644))
	generate(t, name, 9, 1)
	require.Equal(t, 9, countGames(t, name))
}

func TestHeldOutIsATenthOfTheGames(t *testing.T) {
	t.Parallel()
	name, _ := newGames(t)
	s, err := Load([]string{name, name}, 1, 0, eval.Win)
	require.NoError(t, err)
	require.Len(t, s.Sources, 2)
	require.Equal(t, testGames, s.Sources[1].Games)
	held, all := s.HeldOut.Games(), s.Train.Games()+s.HeldOut.Games()
	require.InDelta(t, 0.1, float64(held)/float64(all), 0.095) // of a few games
	require.Zero(t, held%2, "the same game twice is on the same side")

	other, err := Load([]string{name, name}, 2, 0, eval.Win)
	require.NoError(t, err)
	require.NotEqual(t, s.HeldOut.Positions(), other.HeldOut.Positions())
}
