package match

import (
	"encoding/json"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// drawnMoves returns the openings of the test games.
var drawnMoves = sync.OnceValue(func() *Openings {
	o, err := LoadOpenings(OpeningOptions{Source: "moves"})
	if err != nil {
		panic(err)
	}
	return o
})

// missing yields the games of pairs 0 to pairs-1 that the journal lacks, in
// order.
func missing(j *Journal, pairs int) iter.Seq[GameID] {
	return func(yield func(GameID) bool) {
		for _, id := range allGames(pairs) {
			if !j.done[id] && !yield(id) {
				return
			}
		}
	}
}

// testRecord returns the record of a random game that depends on id alone.
func testRecord(id GameID) GameRecord {
	random := rand.New(rand.NewPCG(uint64(id.Pair), uint64(id.Game)))
	o := drawnMoves().At(id.Pair)
	g := o.Game(board.Russian)
	r := GameRecord{
		ID: id, White: "A", Black: "B", WhiteLimits: "tc=1+0.01", BlackLimits: "nodes=2000",
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Opening: o.ID, Start: o.Start.FEN(), Book: len(o.Moves), Moves: OpeningMoves(o),
	}
	if id.Game == 1 {
		r.White, r.Black, r.WhiteLimits, r.BlackLimits = r.Black, r.White, r.BlackLimits, r.WhiteLimits
	}
	out := movegen.Outcome(g)
	for ; out.Result == board.Ongoing && g.Plies() < 40; out = movegen.Outcome(g) {
		moves := movegen.Append(nil, g.Position())
		m := moves[random.IntN(len(moves))]
		g.Play(m)
		reply := []Reply{cp(random.IntN(400) - 200), won(random.IntN(99) - 49), mute}[random.IntN(3)]
		reply.Move, reply.Depth, reply.Elapsed = m, random.IntN(30), time.Duration(random.IntN(1e9))
		r.Moves = append(r.Moves, NewMoveRecord(reply))
	}
	if out.Result == board.Ongoing {
		out = board.Outcome{Result: board.Drawn, Reason: MaxPlies}
	}
	r.Result, r.Reason = out.Result, out.Reason
	return r
}

// testJournal returns options for a journal in a directory.
func testJournal(dir string, resume bool) JournalOptions {
	return JournalOptions{
		Path: filepath.Join(dir, "match.jsonl"), PDN: filepath.Join(dir, "match.pdn"), Resume: resume,
		Event: "test", Rules: board.Russian,
		Settings: []Setting{{"engine 1", "name=A"}, {"engine 2", "name=B"}, {"seed", "1"}},
	}
}

// recorded returns the games of a journal in the order Each gives them, each of
// them checked to be whole.
func recorded(t *testing.T, j *Journal) (ids []GameID) {
	t.Helper()
	require.NoError(t, j.Each(func(r GameRecord) error {
		require.Equal(t, testRecord(r.ID), r)
		ids = append(ids, r.ID)
		return nil
	}))
	require.Len(t, ids, j.Games())
	return ids
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// allGames returns the games of so many pairs.
func allGames(pairs int) (ids []GameID) {
	for pair := range pairs {
		ids = append(ids, GameID{pair, 0}, GameID{pair, 1})
	}
	return ids
}

func TestJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := testJournal(dir, false)
	j, err := OpenJournal(o)
	require.NoError(t, err)
	require.Equal(t, allGames(3), slices.Collect(missing(j, 3)))
	order := []GameID{{1, 0}, {0, 1}, {2, 1}, {0, 0}}
	for i, id := range order {
		require.NoError(t, j.Append(testRecord(id)))
		require.Equal(t, wantPDN(t, order[:i+1]...), readFile(t, o.PDN), "games are appended as they end")
	}
	require.ErrorContains(t, j.Append(testRecord(GameID{0, 1})), "game 1.2: recorded already")
	require.Equal(t, []GameID{{1, 1}, {2, 0}, {3, 0}, {3, 1}}, slices.Collect(missing(j, 4)))
	for id := range missing(j, 4) {
		require.Equal(t, GameID{1, 1}, id)
		break
	}
	require.Equal(t, []GameID{{0, 0}, {0, 1}, {1, 0}, {2, 1}}, recorded(t, j))

	_, err = OpenJournal(testJournal(dir, true))
	require.ErrorContains(t, err, "another process is playing this match")
	require.NoError(t, j.Close())
	require.Equal(t, wantPDN(t, GameID{0, 0}, GameID{0, 1}, GameID{1, 0}, GameID{2, 1}), readFile(t, o.PDN))
	require.ErrorIs(t, j.Append(testRecord(GameID{1, 1})), os.ErrClosed)

	_, err = OpenJournal(o)
	require.ErrorContains(t, err, `match.jsonl": there already: want to resume it, or another name`)

	o.Resume = true
	j, err = OpenJournal(o)
	require.NoError(t, err)
	require.Zero(t, j.repair)
	for id := range missing(j, 3) {
		require.NoError(t, j.Append(testRecord(id)))
	}
	require.Empty(t, slices.Collect(missing(j, 3)))
	require.Equal(t, allGames(3), recorded(t, j))
	require.NoError(t, j.Close())
	require.Equal(t, wantPDN(t, allGames(3)...), readFile(t, o.PDN))

	// Every line is JSON by itself.
	lines := strings.Split(strings.TrimSuffix(readFile(t, o.Path), "\n"), "\n")
	require.Len(t, lines, 7)
	for _, line := range lines {
		require.True(t, json.Valid([]byte(line)), line)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2, "nothing but the journal and the games is left")
}

func TestJournalOfOtherSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j, err := OpenJournal(testJournal(dir, true)) // there is none yet: it is begun
	require.NoError(t, err)
	require.NoError(t, j.Append(testRecord(GameID{})))
	require.NoError(t, j.Close())
	before := readFile(t, testJournal(dir, true).Path)

	for _, c := range []struct {
		name   string
		change func(*JournalOptions)
		want   string
	}{
		{"engine", func(o *JournalOptions) { o.Settings[1].Value = "name=C" }, `want the same settings to resume it: engine 2 was "name=B" and is now "name=C"`},
		{"missing", func(o *JournalOptions) { o.Settings = o.Settings[:2] }, `: seed was "1" and is not set now`},
		{"added", func(o *JournalOptions) { o.Settings = append(o.Settings, Setting{"draw", "x"}) }, `: draw was not set and is now "x"`},
		{"two", func(o *JournalOptions) { o.Settings[0].Name = "engine"; o.Rules = board.Losing }, `: variant was "russian" and is now "losing"; engine 1 was "name=A" and is not set now; engine was not set and is now "name=A"`},
		{"PDN file", func(o *JournalOptions) { o.PDN = "" }, "pdn was "},
		{"event", func(o *JournalOptions) { o.Event = "x" }, `event was "test" and is now "x"`},
	} {
		o := testJournal(dir, true)
		c.change(&o)
		_, err := OpenJournal(o)
		require.ErrorContains(t, err, c.want, c.name)
		require.ErrorContains(t, err, o.Path)
	}
	require.Equal(t, before, readFile(t, testJournal(dir, true).Path))
}

func TestJournalErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := testJournal(dir, true)
	name := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	version2, err := encodeLine(headerLine, journalHeader{Version: 2})
	require.NoError(t, err)
	for _, c := range []struct {
		name   string
		change func(*JournalOptions)
		want   string
	}{
		{"no journal", func(o *JournalOptions) { o.Path = name("a", "some text\n") }, "not the journal of a match"},
		{"no journal, without a line break", func(o *JournalOptions) { o.Path = name("b", "x") }, "not the journal of a match"},
		{"version", func(o *JournalOptions) { o.Path = name("c", string(version2)) }, "line 1: version 2, want 1"},
		{"directory", func(o *JournalOptions) { o.Path = dir }, "journal: open"},
		{"no directory", func(o *JournalOptions) { o.Path = filepath.Join(dir, "no", "no") }, "journal: open"},
		{"games of somebody else", func(o *JournalOptions) { o.PDN = name("d", "[Event \"dear\"]") }, "d\": there already: want another name"},
		{"games in a directory", func(o *JournalOptions) { o.PDN = dir }, "want a plain file"},
	} {
		changed := o
		changed.Path = filepath.Join(dir, strings.ReplaceAll(c.name, " ", "-")+".jsonl")
		c.change(&changed)
		_, err := OpenJournal(changed)
		require.ErrorContains(t, err, c.want, c.name)
	}
	require.Equal(t, "[Event \"dear\"]", readFile(t, filepath.Join(dir, "d")))

	j, err := OpenJournal(o)
	require.NoError(t, err)
	for want, change := range map[string]func(*GameRecord){
		"pair -1, game 0: want":                        func(r *GameRecord) { r.ID.Pair = -1 },
		"pair 0, game 2: want":                         func(r *GameRecord) { r.ID.Game = 2 },
		"game 1.1: an engine without a name":           func(r *GameRecord) { r.White = "" },
		"game 1.1: no result":                          func(r *GameRecord) { r.Result = board.Ongoing },
		"game 1.1: no reason":                          func(r *GameRecord) { r.Reason = "" },
		"game 1.1: 99 moves of the opening, want":      func(r *GameRecord) { r.Book = 99 },
		"game 1.1: ply 4: move \"1-32\": illegal":      func(r *GameRecord) { r.Moves[3].Move = "1-32" },
		"game 1.1: start: FEN: column 1: side to move": func(r *GameRecord) { r.Start = "start" },
	} {
		r := testRecord(GameID{})
		change(&r)
		require.ErrorContains(t, j.Append(r), want)
	}
	require.Zero(t, j.Games())
	require.NoError(t, j.Append(testRecord(GameID{})), "bad records change nothing")
	require.NoError(t, j.Close())
	require.Equal(t, wantPDN(t, GameID{}), readFile(t, o.PDN))
}

// TestJournalOfManyAtOnce: games end in any order on several goroutines.
func TestJournalOfManyAtOnce(t *testing.T) {
	t.Parallel()
	o := testJournal(t.TempDir(), false)
	j, err := OpenJournal(o)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for _, id := range allGames(10) {
		wg.Go(func() {
			if err := j.Append(testRecord(id)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, allGames(10), recorded(t, j))
	require.NoError(t, j.Close())
	require.Equal(t, wantPDN(t, allGames(10)...), readFile(t, o.PDN))
}
