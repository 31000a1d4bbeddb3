package match

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/shlex"
	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// testMatch returns a match of builtin engines with small limits: A searches more
// than B, and B more than C.
func testMatch(t testing.TB, engines, rounds int) Options {
	t.Helper()
	nodes := 300
	if testing.Short() {
		nodes = 60
	}
	var texts []string
	for i := range engines {
		texts = append(texts, fmt.Sprintf("name=%c nodes=%d", 'A'+i, nodes>>i))
	}
	specs, err := ParseEngines("cmd=builtin param.tt-size=12 jitter=30", texts)
	require.NoError(t, err)
	return Options{Engines: specs, Rules: board.Russian, Openings: drawnMoves(), Rounds: rounds, Seed: 5, Concurrency: 1}
}

// told is all that a match tells.
type told struct {
	Table   string
	Summary Summary
	Pairs   []string
	Missing int
}

// runMatch plays a match and returns what it tells.
func runMatch(t testing.TB, o Options) told {
	t.Helper()
	var told told
	games := 0
	o.GameOver = func(n int) {
		games++
		require.GreaterOrEqual(t, n, games)
	}
	o.PairOver = func(s Standing) { told.Pairs = append(told.Pairs, fmt.Sprint(s.Games, s.Summary.Line())) }
	out, err := Run(t.Context(), o)
	require.NoError(t, err)
	told.Table, told.Summary, told.Missing = out.Table.String(), out.Summary, out.Missing
	return told
}

// TestScheduleDoesNotMatter: the same match with another number of slots tells the
// same, pair by pair.
func TestScheduleDoesNotMatter(t *testing.T) {
	t.Parallel()
	for _, tournament := range []Tournament{RoundRobin, Gauntlet} {
		o := testMatch(t, 3, 4)
		o.Tournament = tournament
		want := runMatch(t, o)
		require.Len(t, want.Pairs, len(tournament.pairings(3))*4)
		require.Zero(t, want.Missing)
		require.Equal(t, 16, want.Summary.Games, "A has played B and C")
		require.Contains(t, want.Table, "A")
		o.Concurrency = 5
		require.Equal(t, want, runMatch(t, o))
	}
}

// TestTestEndsTheMatch: at the same pair whatever the number of slots, and games on
// at that moment are given up.
func TestTestEndsTheMatch(t *testing.T) {
	t.Parallel()
	o := testMatch(t, 2, 10_000)
	o.Engines[1].Limits.Nodes = 10
	o.SPRT = &SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	want := runMatch(t, o)
	require.Equal(t, AcceptH1, want.Summary.Verdict)
	require.Greater(t, want.Missing, 19_000)
	o.Concurrency = 4
	o.Journal = newJournal(t, o, false)
	got := runMatch(t, o)
	require.NoError(t, o.Journal.Close())
	got.Missing = want.Missing // games behind the deciding pair
	require.Equal(t, want, got)

	// A match that is decided is not played on.
	o.Journal = newJournal(t, o, true, o.Journal.name)
	games := o.Journal.Games()
	again := runMatch(t, o)
	require.Equal(t, want.Summary, again.Summary)
	require.Empty(t, again.Pairs)
	require.Equal(t, games, o.Journal.Games())
	require.NoError(t, o.Journal.Close())
}

// newJournal opens a journal for a match, in a directory of its own unless named.
func newJournal(t testing.TB, o Options, resume bool, name ...string) *Journal {
	t.Helper()
	if name == nil {
		name = []string{filepath.Join(t.TempDir(), "match.journal")}
	}
	j, err := OpenJournal(JournalOptions{
		Path: name[0], PDN: name[0] + ".pdn", Resume: resume, Rules: o.Rules, Settings: o.Settings(),
	})
	require.NoError(t, err)
	return j
}

// TestMatchCanBeMadeLonger: a journal goes on with more rounds, and to the same end
// as a match that was that long from the beginning.
func TestMatchCanBeMadeLonger(t *testing.T) {
	t.Parallel()
	long := testMatch(t, 2, 6)
	want := runMatch(t, long)
	short := testMatch(t, 2, 2)
	short.Journal = newJournal(t, short, false)
	runMatch(t, short)
	require.NoError(t, short.Journal.Close())
	long.Journal = newJournal(t, long, true, short.Journal.name)
	got := runMatch(t, long)
	require.Equal(t, want.Summary, got.Summary)
	require.Equal(t, want.Table, got.Table)
	require.Equal(t, want.Pairs[2:], got.Pairs)
	require.NoError(t, long.Journal.Close())
}

// TestSeedsGiveGames: jitter makes games differ, by pair and by seed, and the same
// seed gives the same ones.
func TestSeedsGiveGames(t *testing.T) {
	t.Parallel()
	games := func(seed uint64) (texts []string) {
		o := testMatch(t, 2, 3)
		o.Engines[1].Limits = o.Engines[0].Limits // A against itself
		o.Openings = startOnly(t)
		o.Seed = seed
		o.Journal = newJournal(t, o, false)
		runMatch(t, o)
		require.NoError(t, o.Journal.Each(func(r GameRecord) error {
			var moves []string
			for _, m := range r.Moves {
				moves = append(moves, m.Move)
			}
			texts = append(texts, strings.Join(moves, " "))
			return nil
		}))
		require.NoError(t, o.Journal.Close())
		return texts
	}
	first := games(1)
	require.Equal(t, first, games(1))
	different := map[string]bool{}
	for _, text := range append(first, games(2)...) {
		different[text] = true
	}
	require.Greater(t, len(different), 2, "of 12; few nodes make few moves")
	require.NotEqual(t, first, games(2))
}

func startOnly(t testing.TB) *Openings {
	o, err := LoadOpenings(OpeningOptions{})
	require.NoError(t, err)
	return o
}

// TestJitterIsFair: the nodes lie evenly around what was asked for.
func TestJitterIsFair(t *testing.T) {
	t.Parallel()
	timer := newTimer(EngineSpec{Limits: Limits{Nodes: 1000, Jitter: 20}})
	timer.reset(Seed{1, 2})
	sum, low, high := 0.0, uint64(1e9), uint64(0)
	for range 100_000 {
		n := timer.next().Nodes
		sum, low, high = sum+float64(n), min(low, n), max(high, n)
	}
	require.InDelta(t, 1000, sum/100_000, 2)
	require.EqualValues(t, 800, low)
	require.EqualValues(t, 1200, high)

	timer = newTimer(EngineSpec{Limits: Limits{Nodes: 1, Jitter: 90}})
	require.EqualValues(t, 1, timer.next().Nodes)
	timer = newTimer(EngineSpec{Limits: Limits{Nodes: 1<<63 - 1, Jitter: 90}})
	for range 100 {
		require.NotZero(t, timer.next().Nodes>>59)
	}
}

// TestAdjudicatedMatches: the rules of adjudication reach the games.
func TestAdjudicatedMatches(t *testing.T) {
	t.Parallel()
	for reason, set := range map[string]func(*Options){
		Resign:         func(o *Options) { o.Resign = ResignRule{Score: 50, Moves: 1} },
		AdjudicateDraw: func(o *Options) { o.Draw = DrawRule{Score: 5000, Moves: 2} },
		MaxPlies:       func(o *Options) { o.MaxPlies = 7 },
	} {
		o := testMatch(t, 2, 3)
		set(&o)
		o.Journal = newJournal(t, o, false)
		got := runMatch(t, o)
		require.Equal(t, 6, got.Summary.Reasons[reason], reason)
		require.NoError(t, o.Journal.Each(func(r GameRecord) error {
			if reason == MaxPlies {
				require.Len(t, r.Moves, r.Book+7)
			}
			return nil
		}))
		require.NoError(t, o.Journal.Close())
	}
}

func TestGiveawayMatch(t *testing.T) {
	t.Parallel()
	o := testMatch(t, 2, 3)
	o.Rules = board.Losing
	o.Journal = newJournal(t, o, false)
	runMatch(t, o)
	require.NoError(t, o.Journal.Each(func(r GameRecord) error {
		g, err := r.PDN("", board.Losing)
		require.NoError(t, err)
		end := g.Start
		for _, n := range g.Main() {
			end = n.After()
		}
		if r.Reason == board.NoPieces {
			winner, _ := r.Result.Winner()
			require.Equal(t, end.Side(), winner, "who has no pieces left has won")
		}
		return nil
	}))
	require.NoError(t, o.Journal.Close())
}

// TestInterruptedMatch: what is over counts, and the rest is played later.
func TestInterruptedMatch(t *testing.T) {
	t.Parallel()
	want := runMatch(t, testMatch(t, 2, 10))
	o := testMatch(t, 2, 10)
	o.Concurrency = 3
	o.Journal = newJournal(t, o, false)
	ctx, cancel := context.WithCancel(t.Context())
	o.GameOver = func(games int) {
		if games == 9 {
			cancel()
		}
	}
	out, err := Run(ctx, o)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, o.Journal.Games(), out.Summary.Games)
	require.GreaterOrEqual(t, out.Summary.Games, 9)
	require.Equal(t, 20, out.Summary.Games+out.Missing)
	require.NoError(t, o.Journal.Close())

	o.Journal = newJournal(t, o, true, o.Journal.name)
	got := runMatch(t, o)
	require.Equal(t, want.Summary, got.Summary)
	require.NoError(t, o.Journal.Close())
}

func TestMatchesThatCannotBe(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*Options){
		"engines: 1 given, want two or more": func(o *Options) { o.Engines = o.Engines[:1] },
		"sprt: 3 engines given, want two":    func(o *Options) { o.SPRT = &SPRT{} },
		"openings: none given":               func(o *Options) { o.Openings = nil },
		"rounds: 0, want 1 or more":          func(o *Options) { o.Rounds = 0 },
		"concurrency: 0, want 1 or more":     func(o *Options) { o.Concurrency = 0 },
	} {
		o := testMatch(t, 3, 1)
		change(&o)
		_, err := Run(t.Context(), o)
		require.ErrorContains(t, err, want)
	}
}

func TestCheckEngines(t *testing.T) {
	t.Parallel()
	o := testMatch(t, 2, 1)
	require.NoError(t, o.CheckEngines(t.Context()))
	o.Engines[1] = EngineSpec{Name: "X", Cmd: []string{"./nowhere"}, Limits: Limits{Nodes: 1}}
	require.ErrorContains(t, o.CheckEngines(t.Context()), `engine X: key "cmd"`)
	o.Engines[1] = EngineSpec{Name: "Y", Builtin: true, Params: []Param{{"book", "1"}}}
	require.ErrorContains(t, o.CheckEngines(t.Context()), `engine Y: key "param.book"`)
}

// TestDiskFull: a match that cannot keep its games ends.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	o := testMatch(t, 2, 5)
	o.Journal = newJournal(t, o, false)
	writable := o.Journal.file
	full, err := os.Open(o.Journal.name) // writing fails
	require.NoError(t, err)
	o.Journal.file = full
	_, err = Run(t.Context(), o)
	require.ErrorContains(t, err, "match.journal")
	require.NoError(t, full.Close())
	o.Journal.file = writable
	require.NoError(t, o.Journal.Close())
}

// TestSpecTextIsReadBack: a spec's text gives the spec.
func TestSpecTextIsReadBack(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"name=A cmd=builtin nodes=5",
		"name=A cmd='./a b' dir=/x param.book=1 numbering=a1 init=3 timemargin=50 tc=40/300+2",
		`"name=it's A" "cmd='a b/c' \"d e\"" "param.path=x y" st=0.5 depth=9 nodes=100 jitter=5`,
	} {
		specs, err := ParseEngines("", []string{text, "name=other cmd=builtin depth=1"})
		require.NoError(t, err)
		again, err := ParseEngines("", []string{specs[0].String(), "name=other cmd=builtin depth=1"})
		require.NoError(t, err)
		require.Equal(t, specs, again)
	}
	for _, o := range []Options{{Resign: ResignRule{Score: 450, Moves: 5}, Draw: DrawRule{Score: 5, Moves: 8, From: 30}}} {
		resign, err := ParseResign(o.Resign.String())
		require.NoError(t, err)
		require.Equal(t, o.Resign, resign)
		draw, err := ParseDraw(o.Draw.String())
		require.NoError(t, err)
		require.Equal(t, o.Draw, draw)
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("a b", "it's")
	f.Add("", `"$x" 'y' \`)
	f.Add("#x", "`a`!~*")
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.ContainsRune(a+b, 0) || !utf8.ValidString(a) || !utf8.ValidString(b) {
			return // no words of a command line, or not to shlex
		}
		words, err := shlex.Split(Quote(a, b))
		if err != nil || !slices.Equal(words, []string{a, b}) {
			t.Fatalf("%q and %q as %s: %q, %v", a, b, Quote(a, b), words, err)
		}
	})
}

func TestThreads(t *testing.T) {
	t.Parallel()
	o := testMatch(t, 2, 1)
	require.Equal(t, 1, o.Threads())
	o.Engines[1].setParam("threads", "3")
	o.Concurrency = 2
	require.Equal(t, 6, o.Threads())
}

// TestTrafficLog: lines are whole, cut where they are too long, and errors are
// told in the end.
func TestTrafficLog(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "log")
	for range 2 { // a resumed match goes on with it
		l, err := OpenTrafficLog(name)
		require.NoError(t, err)
		l.add(2, "A", ToEngine, "go think")
		l.add(2, "A", FromEngine, strings.Repeat("x", 5000))
		require.NoError(t, l.Close())
	}
	lines := strings.Split(readFile(t, name), "\n")
	require.Len(t, lines, 5)
	at, text, ok := strings.Cut(lines[0], " 2 A ")
	require.True(t, ok)
	require.Equal(t, "> go think", text)
	when, err := time.ParseInLocation("2006-01-02 15:04:05.000000", at, time.Local)
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), when, time.Minute)
	require.True(t, strings.HasSuffix(lines[3], " 2 A < "+strings.Repeat("x", maxTraffic)+"... (5000 bytes)"))

	_, err = OpenTrafficLog(t.TempDir())
	require.ErrorContains(t, err, "log: open")
	l, err := OpenTrafficLog(name)
	require.NoError(t, err)
	require.NoError(t, l.f.Close())
	l.add(1, "A", ToEngine, "lost")
	require.ErrorIs(t, l.Close(), os.ErrClosed)
}

func BenchmarkTrafficLog(b *testing.B) {
	l, err := OpenTrafficLog(filepath.Join(b.TempDir(), "log"))
	require.NoError(b, err)
	line := "info depth=19 score=0.06 nodes=110696 time=0.049 nps=2.25 pv=\"" + strings.Repeat("30x23x26 ", 20) + "\""
	for b.Loop() {
		l.add(1, "A", FromEngine, line)
	}
	require.NoError(b, l.Close())
}

// summaryText returns a summary as --json has it.
func summaryText(t testing.TB, s Summary) string {
	t.Helper()
	text, err := json.Marshal(s)
	require.NoError(t, err)
	return string(text)
}
