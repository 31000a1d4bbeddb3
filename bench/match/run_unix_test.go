//go:build unix

package match

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// dummyMatch returns a match of a dummy against a builtin engine. The dummy notes
// its processes in a file.
func dummyMatch(t *testing.T, mode string, l Limits) (o Options, processes string) {
	t.Helper()
	processes = filepath.Join(t.TempDir(), "processes")
	o = testMatch(t, 2, 2)
	o.Engines[0] = dummySpec(mode, l)
	o.Engines[0].Cmd = append(o.Engines[0].Cmd, processes)
	o.Player = PlayerOptions{Grace: 3 * time.Second, Patience: 3 * time.Second}
	if mode == "late" {
		o.Player.Grace = time.Minute
	}
	return o, processes
}

// logSearches returns a channel that tells of every search of the dummy. It may take
// as long as it likes.
func logSearches(o *Options) <-chan struct{} {
	searching := make(chan struct{}, 100)
	o.Player = PlayerOptions{Log: func(_ string, from Channel, line string) {
		if from == ToEngine && strings.HasPrefix(line, "go") {
			searching <- struct{}{}
		}
	}}
	return searching
}

// allGone waits until nothing is left of the processes in a file, nor of their
// groups, and returns how many there were.
func allGone(t *testing.T, processes string) int {
	t.Helper()
	ids := strings.Fields(readFile(t, processes))
	for _, text := range ids {
		id, err := strconv.Atoi(text)
		require.NoError(t, err)
		groupIsGone(t, id)
	}
	return len(ids)
}

// TestMatchesOfBadEngines has each way of failing through a whole match: every game
// is a loss with its reason, the engine is restarted where it has to be, the games
// are legal and nothing is left of any process. A dummy fails at its fifth search.
func TestMatchesOfBadEngines(t *testing.T) {
	t.Parallel()
	clock := Limits{Clock: TimeControl{Time: 20 * time.Second}}
	each := Limits{MoveTime: 200 * time.Millisecond}
	free := Limits{Nodes: 1000}
	for _, c := range []struct {
		mode     string
		limits   Limits
		reason   string
		restarts bool
	}{
		{"exits", clock, Crash, true},
		{"ends", clock, Disconnect, true},
		{"kills itself", clock, Crash, true},
		{"hangs", each, Hang, true},
		{"hangs", free, Hang, true},
		{"hangs with a child", each, Hang, true},
		{"late", each, TimeLoss, false},
		{"only when stopped", free, Hang, false},
		{"illegal move", clock, IllegalMove, false},
		{"garbage", clock, Garbage, true},
		{"prose", clock, Garbage, true},
		{"closes its output", clock, Disconnect, true},
		{"half a line and the end", clock, Disconnect, true},
		{"half a line", each, Hang, true},
		{"gives up", clock, ErrorMessage, true},
		{"floods without a line end", clock, Garbage, true},
	} {
		t.Run(c.mode+" "+c.reason, func(t *testing.T) {
			t.Parallel()
			o, processes := dummyMatch(t, c.mode, c.limits)
			if testing.Short() {
				o.Rounds = 1
			}
			games := o.Games()
			started := map[bool]int{true: games, false: 1}[c.restarts]
			o.Journal = newJournal(t, o, false)
			got := runMatch(t, o)
			require.Equal(t, games, got.Summary.Losses)
			require.Equal(t, games, got.Summary.Reasons[c.reason], "%v", got.Summary.Reasons)
			require.Equal(t, Pairs{o.Rounds, 0, 0, 0, 0}, got.Summary.Pairs)
			require.Equal(t, started, allGone(t, processes))

			require.NoError(t, o.Journal.Each(func(r GameRecord) error {
				require.Equal(t, c.reason, r.Reason)
				require.True(t, strings.HasPrefix(r.Detail, c.mode+": "), r.Detail)
				loser := map[string]board.Result{r.White: board.BlackWins, r.Black: board.WhiteWins}[c.mode]
				require.Equal(t, loser, r.Result)
				if c.restarts || r.ID == (GameID{}) {
					require.GreaterOrEqual(t, len(r.Moves)-r.Book, 8, "four moves each before the fifth search")
				}
				_, err := r.PDN("", board.Russian) // all moves are legal
				return err
			}))
			require.NoError(t, o.Journal.Close())
			require.Equal(t, games, strings.Count(readFile(t, o.Journal.name+".pdn"), "[Termination \""+c.reason+"\"]"))
		})
	}
}

// TestLateMoveStaysInItsGame: an engine that is late once goes on, and its next
// game is not played with its late move. Were a done left over, the move would be
// illegal there.
func TestLateMoveStaysInItsGame(t *testing.T) {
	t.Parallel()
	o, processes := dummyMatch(t, "late once", Limits{MoveTime: 200 * time.Millisecond})
	o.Player.Grace = time.Minute
	got := runMatch(t, o)
	require.Equal(t, 1, got.Summary.Reasons[TimeLoss])
	require.Zero(t, got.Summary.Reasons[IllegalMove])
	require.Equal(t, 1, allGone(t, processes))
}

// TestGoodEnginesOverPipes: nothing goes wrong where nothing is wrong, with two
// games at a time and squares that are numbered otherwise.
func TestGoodEnginesOverPipes(t *testing.T) {
	before := runtime.NumGoroutine()
	clock := Limits{Clock: TimeControl{Time: 30 * time.Second, Increment: time.Second}}
	o, processes := dummyMatch(t, "good", clock)
	o.Engines[1] = dummySpec("numbers from a1", clock)
	o.Engines[1].Cmd = append(o.Engines[1].Cmd, processes)
	o.Rounds, o.Concurrency = 4, 2
	name := filepath.Join(t.TempDir(), "log")
	var err error
	o.Traffic, err = OpenTrafficLog(name)
	require.NoError(t, err)
	require.NoError(t, o.CheckEngines(t.Context()))
	got := runMatch(t, o)
	require.NoError(t, o.Traffic.Close())
	require.Equal(t, 8, got.Summary.Games)
	for _, reason := range []string{TimeLoss, IllegalMove, Crash, Hang, Disconnect, Garbage, ErrorMessage, Init} {
		require.Zero(t, got.Summary.Reasons[reason], reason)
	}
	require.Equal(t, 2+4, allGone(t, processes), "the check, and two slots")
	goroutinesAreBack(t, before)

	log := readFile(t, name)
	require.Contains(t, log, " 0 good > hub\n")
	require.Contains(t, log, " 1 good > go think\n")
	require.Contains(t, log, " 2 numbers from a1 < done move=")
	require.Contains(t, log, " match # game 4.2: numbers from a1 (White), good (Black), opening moves ")
}

// TestEngineThatDoesNotComeBack: who cannot be restarted loses by that.
func TestEngineThatDoesNotComeBack(t *testing.T) {
	t.Parallel()
	o, processes := dummyMatch(t, "starts once", Limits{Clock: TimeControl{Time: 20 * time.Second}})
	got := runMatch(t, o)
	require.Equal(t, 1, got.Summary.Reasons[Crash])
	require.Equal(t, 3, got.Summary.Reasons[Init])
	require.Equal(t, 4, got.Summary.Losses)
	allGone(t, processes)
}

// TestNoRecover: the lost game counts, and the match ends.
func TestNoRecover(t *testing.T) {
	t.Parallel()
	o, processes := dummyMatch(t, "exits", Limits{Clock: TimeControl{Time: 20 * time.Second}})
	o.NoRecover = true
	out, err := Run(t.Context(), o)
	require.ErrorIs(t, err, ErrEngine)
	require.ErrorContains(t, err, "game 1.1: crash: exits: ")
	require.Equal(t, 1, out.Summary.Games)
	require.Equal(t, 1, out.Summary.Reasons[Crash])
	require.Equal(t, 3, out.Missing)
	require.Equal(t, 1, allGone(t, processes))

	// What needs no restart does not end it.
	o, processes = dummyMatch(t, "illegal move", Limits{Clock: TimeControl{Time: 20 * time.Second}})
	o.NoRecover = true
	require.Equal(t, 4, runMatch(t, o).Summary.Reasons[IllegalMove])
	allGone(t, processes)
}

// TestInterruptLeavesNoEngine breaks a match off while an engine thinks.
func TestInterruptLeavesNoEngine(t *testing.T) {
	t.Parallel()
	o, processes := dummyMatch(t, "hangs with a child", Limits{Clock: TimeControl{Time: time.Hour}})
	searching := logSearches(&o)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for range 5 { // it hangs at its fifth search
			<-searching
		}
		cancel()
	}()
	begun := time.Now()
	out, err := Run(ctx, o)
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, time.Since(begun), time.Minute)
	require.Equal(t, 4, out.Missing)
	require.Equal(t, 1, allGone(t, processes))
}

func TestEnginesThatDoNotStart(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"dies at start": "exit status 7; its last words: cannot find weights.bin",
		"never ready":   "engine never ready: no ready in time",
	} {
		o, processes := dummyMatch(t, mode, Limits{Nodes: 1})
		if mode == "never ready" {
			o.Engines[0].InitTimeout = 5 * time.Second
		}
		require.ErrorContains(t, o.CheckEngines(t.Context()), want)
		require.Equal(t, 1, allGone(t, processes))
	}
	o, _ := dummyMatch(t, "good", Limits{Nodes: 1})
	o.Engines[0].Params = []Param{{"thread", "1"}}
	require.ErrorContains(t, o.CheckEngines(t.Context()), `engine good: key "param.thread": the engine declares no such parameter`)
}

// TestVariantIsTold: an engine over pipes has to know what is played.
func TestVariantIsTold(t *testing.T) {
	t.Parallel()
	o, _ := dummyMatch(t, "good", Limits{Nodes: 1})
	o.Rules, o.Rounds = board.Losing, 1
	name := filepath.Join(t.TempDir(), "log")
	var err error
	o.Traffic, err = OpenTrafficLog(name)
	require.NoError(t, err)
	runMatch(t, o)
	require.NoError(t, o.Traffic.Close())
	require.Contains(t, readFile(t, name), " > set-param name=variant value=losing\n")
}

// matchArgument as first argument makes the test binary play a match that is to be
// killed; then come the directory of its files and
// the engines' nodes.
const matchArgument = "match-to-be-killed"

// killedOptions returns that match: 40 games, two at a time.
func killedOptions(nodes string) Options {
	specs, err := ParseEngines("cmd=builtin param.tt-size=12 jitter=30 nodes="+nodes, []string{"name=A", "name=B"})
	if err != nil {
		panic(err)
	}
	return Options{Engines: specs, Rules: board.Russian, Openings: drawnMoves(), Rounds: 20, Seed: 9, Concurrency: 2}
}

// openKilled opens its journal.
func openKilled(dir string, o Options) (*Journal, error) {
	return OpenJournal(JournalOptions{
		Path: filepath.Join(dir, "match.journal"), PDN: filepath.Join(dir, "match.pdn"), Resume: true,
		Event: "killed", Rules: o.Rules, Settings: o.Settings(),
	})
}

// killedMatch plays it, or what is missing of it, and prints how many games are
// over.
func killedMatch(dir, nodes string) {
	o := killedOptions(nodes)
	var err error
	if o.Journal, err = openKilled(dir, o); err != nil {
		panic(err)
	}
	fmt.Println(o.Journal.Games())
	o.GameOver = func(games int) { fmt.Println(games) }
	if _, err = Run(context.Background(), o); err == nil {
		err = o.Journal.Close()
	}
	if err != nil {
		panic(err)
	}
}

// TestMatchSurvivesKill kills a match of 40 games 20 times at random moments, and
// resumes it. In the end there is every game once, and all is as in a match that
// nothing has happened to.
func TestMatchSurvivesKill(t *testing.T) {
	t.Parallel()
	kills, nodes := 20, "1500"
	if testing.Short() {
		kills, nodes = 4, "150"
	}
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	for kill := range kills {
		require.True(t, killedAfter(t, dir, nodes, kill*36/kills, time.Duration(random.IntN(15))*time.Millisecond), "kill %d came too late", kill+1)
	}
	require.False(t, killedAfter(t, dir, nodes, 1000, 0))

	// Every pair once, in the journal and in the PDN file.
	o := killedOptions(nodes)
	var err error
	o.Journal, err = openKilled(dir, o)
	require.NoError(t, err)
	require.Zero(t, o.Journal.repair)
	var ids []GameID
	require.NoError(t, o.Journal.Each(func(r GameRecord) error {
		ids = append(ids, r.ID)
		return nil
	}))
	require.Equal(t, allGames(20), ids)
	got, err := Run(t.Context(), o)
	require.NoError(t, err)
	require.NoError(t, o.Journal.Close())

	// As if nothing had happened.
	quiet := killedOptions(nodes)
	quiet.Journal, err = openKilled(t.TempDir(), quiet)
	require.NoError(t, err)
	want, err := Run(t.Context(), quiet)
	require.NoError(t, err)
	require.NoError(t, quiet.Journal.Close())
	require.Equal(t, want.Table.String(), got.Table.String())
	require.Equal(t, summaryText(t, want.Summary), summaryText(t, got.Summary))
	require.Equal(t, timeless(readFile(t, quiet.Journal.pdn.name)), timeless(readFile(t, o.Journal.pdn.name)))
	require.Equal(t, 40, strings.Count(readFile(t, o.Journal.pdn.name), "[Event \"killed\"]"))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2, "nothing but journal and games is left")
}

// timeless returns PDN without what depends on when and how fast it was played.
func timeless(text string) string {
	text = regexp.MustCompile(`\[(Date|UTCDate|UTCTime) .*\n`).ReplaceAllString(text, "")
	text = regexp.MustCompile(`\s*[0-9.]+s\}`).ReplaceAllString(text, "}")
	return strings.Join(strings.Fields(text), " ")
}

// killedAfter plays the match on until so many games are over, and kills it after a
// further moment. It reports whether that came before its end.
func killedAfter(t *testing.T, dir, nodes string, games int, moment time.Duration) bool {
	t.Helper()
	child := exec.Command(os.Args[0], matchArgument, dir, nodes)
	child.Stderr = os.Stderr
	pipe, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	output := bufio.NewScanner(pipe)
	for over := -1; over < games && output.Scan(); {
		over, err = strconv.Atoi(output.Text())
		require.NoError(t, err)
	}
	time.Sleep(moment)
	_ = child.Process.Kill() // it may have ended
	for output.Scan() {
	}
	if child.Wait() == nil {
		return false
	}
	require.Equal(t, syscall.SIGKILL, child.ProcessState.Sys().(syscall.WaitStatus).Signal(), "killed, and not failed")
	return true
}

// BenchmarkGameOverhead measures what the manager adds to a move in whole games,
// the journal and all: two engines that answer at once, over pipes.
func BenchmarkGameOverhead(b *testing.B) {
	specs := []EngineSpec{dummySpec("good", Limits{Clock: TimeControl{Time: time.Hour}}), dummySpec("good", Limits{Clock: TimeControl{Time: time.Hour}})}
	specs[1].Name = "other"
	o := Options{Engines: specs, Rules: board.Russian, Openings: drawnMoves(), Rounds: 20, Seed: 1, Concurrency: 1}
	moves := 0
	for b.Loop() {
		o.Journal = newJournal(b, o, false)
		_, err := Run(b.Context(), o)
		require.NoError(b, err)
		require.NoError(b, o.Journal.Each(func(r GameRecord) error {
			moves += len(r.Moves) - r.Book
			return nil
		}))
		require.NoError(b, o.Journal.Close())
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(moves), "ms/move")
}

// BenchmarkBuiltinGames measures games of our own engine at 1,000 nodes a move, two
// at a time.
func BenchmarkBuiltinGames(b *testing.B) {
	specs, err := ParseEngines("cmd=builtin nodes=1000 jitter=20", []string{"name=A", "name=B"})
	require.NoError(b, err)
	games := 0
	for b.Loop() {
		out, err := Run(b.Context(), Options{Engines: specs, Rules: board.Russian, Openings: drawnMoves(), Rounds: 10, Seed: uint64(games), Concurrency: 2})
		require.NoError(b, err)
		games += out.Summary.Games
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

// TestCutOffGameEndsItsPair: when a test is decided in the middle of a search, the
// player was asked for another game with that search still on, and the match failed.
func TestCutOffGameEndsItsPair(t *testing.T) {
	t.Parallel()
	o, processes := dummyMatch(t, "hangs", Limits{Clock: TimeControl{Time: time.Hour}})
	searching := logSearches(&o)
	m := &match{options: o, schedule: o.schedule()}
	m.tally = newTally([]string{"A", "B"}, m.schedule, o.SPRT)
	var ctx context.Context
	ctx, m.end = context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- m.runSlot(ctx, 1) }()
	for range 5 { // it hangs at its fifth search
		<-searching
	}
	m.end(errDecided)
	require.NoError(t, <-ended)
	require.Equal(t, 1, allGone(t, processes))
}
