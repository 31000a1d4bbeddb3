//go:build unix

package match

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// playUntilForfeit plays games against random moves until the player forfeits one
// or has made the given number of moves.
func playUntilForfeit(t testing.TB, p Player, moves int) (made int, forfeit *Forfeit) {
	t.Helper()
	g := board.NewGame(board.Russian, board.Start())
	require.NoError(t, p.NewGame(t.Context(), Seed{}))
	for made < moves {
		if movegen.Outcome(g).Result != board.Ongoing {
			g = board.NewGame(board.Russian, board.Start())
			require.NoError(t, p.NewGame(t.Context(), Seed{}))
		}
		reply, err := p.Move(t.Context(), g)
		if err != nil {
			require.ErrorAs(t, err, &forfeit)
			return made, forfeit
		}
		made++
		g.Play(reply.Move)
		if legal := movegen.Append(nil, g.Position()); len(legal) > 0 && movegen.Outcome(g).Result == board.Ongoing {
			g.Play(legal[rand.IntN(len(legal))])
		}
	}
	return made, nil
}

// goroutinesAreBack waits until there are no more goroutines than before.
func goroutinesAreBack(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<16)
			require.Fail(t, "goroutines are left", "%d, there were %d\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// TestForfeits plays against engines that go wrong at their fifth move, all at once. It
// is not parallel itself: it counts goroutines.
func TestForfeits(t *testing.T) {
	clock := Limits{Clock: TimeControl{Time: 2 * time.Second}}
	each := Limits{MoveTime: 200 * time.Millisecond}
	free := Limits{Nodes: 1000}
	before := runtime.NumGoroutine()
	cases := []struct {
		mode    string
		limits  Limits
		reason  string
		restart bool
		detail  string
	}{
		{"exits", clock, Crash, true, "exit status 3; its last words: panic: index out of range"},
		{"ends", clock, Disconnect, true, "exit status 0"},
		{"kills itself", clock, Crash, true, "signal: killed"},
		{"hangs", each, Hang, true, "no answer within 2.2s, nor 3s after stop"},
		{"hangs", Limits{Clock: TimeControl{Time: time.Millisecond, Increment: 200 * time.Millisecond}}, Hang, true, "nor 3s after stop"},
		{"hangs", free, Hang, true, "no answer within 5s, nor 3s after stop"},
		{"hangs with a child", each, Hang, true, "no answer within"},
		{"late", each, TimeLoss, false, "for a move, there were 200ms and a margin of 2s"},
		{"only when stopped", free, Hang, false, "only after stop"},
		{"illegal move", clock, IllegalMove, false, `move "1-32": illegal`},
		{"garbage", clock, Garbage, true, "control character 0x7f"},
		{"no move", clock, Garbage, true, "done without a move"},
		{"prose", clock, Garbage, true, `"e4!" has not the form of a move`},
		{"closes its output", clock, Disconnect, true, "the program goes on"},
		{"half a line and the end", clock, Disconnect, true, "in the middle of a line"},
		{"half a line", each, Hang, true, "nor 3s after stop"},
		{"gives up", Limits{Clock: TimeControl{Time: time.Minute}}, ErrorMessage, true, "error message: out of memory"},
		{"floods with lines", Limits{Clock: TimeControl{Time: time.Minute}}, Garbage, true, "a flood: more than 64 MiB"},
		{"floods without a line end", clock, Garbage, true, "a line of more than 1048576 bytes"},
	}
	t.Run("all", func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.mode+" "+c.reason, func(t *testing.T) {
				t.Parallel()
				if c.mode == "floods with lines" && testing.Short() {
					t.Skip("takes in 128 MiB")
				}
				o := PlayerOptions{Grace: 3 * time.Second, Patience: 3 * time.Second}
				if c.mode == "late" {
					o.Grace = time.Minute
				}
				p, err := NewPlayer(dummySpec(c.mode, c.limits), o)
				require.NoError(t, err)
				require.NoError(t, p.Start(t.Context()))
				first := processGroup(t, p)

				moves, forfeit := playUntilForfeit(t, p, 10)
				require.NotNil(t, forfeit)
				require.Equal(t, 4, moves)
				require.Equal(t, c.reason, forfeit.Reason, forfeit.Detail)
				require.Equal(t, c.restart, forfeit.Restart)
				require.Contains(t, forfeit.Detail, c.detail)

				// A player that need not be restarted goes on with the next game.
				if !c.restart {
					require.NoError(t, p.NewGame(t.Context(), Seed{}))
					require.Equal(t, first, processGroup(t, p))
				}
				// Any can be restarted, and fails as before.
				require.NoError(t, p.Start(t.Context()))
				groupIsGone(t, first)
				second := processGroup(t, p)
				require.NotEqual(t, first, second)
				moves, forfeit = playUntilForfeit(t, p, 4)
				require.Nil(t, forfeit)
				require.Equal(t, 4, moves)

				p.Close()
				groupIsGone(t, second)
			})
		}
	})
	goroutinesAreBack(t, before)
}

// TestPlayersThatPlay: nothing is wrong with these.
func TestPlayersThatPlay(t *testing.T) {
	for _, mode := range []string{"good", "numbers from a1", "slow init", "chatters", "answers twice"} {
		t.Run(mode, func(t *testing.T) {
			before := runtime.NumGoroutine()
			p, err := NewPlayer(dummySpec(mode, Limits{Clock: TimeControl{Time: 10 * time.Second, Increment: 10 * time.Second}}), PlayerOptions{})
			require.NoError(t, err)
			require.NoError(t, p.Start(t.Context()))
			group := processGroup(t, p)
			_, forfeit := playUntilForfeit(t, p, 30)
			require.Nil(t, forfeit)
			p.Close()
			p.Close()
			groupIsGone(t, group)
			goroutinesAreBack(t, before)
		})
	}
}

func TestForfeitsAtStart(t *testing.T) {
	for mode, detail := range map[string]string{
		"dies at start": "exit status 7; its last words: cannot find weights.bin",
		"never ready":   "no ready in time",
		"deaf":          "no wait in time",
		"slow init":     "no ready in time",
	} {
		t.Run(mode, func(t *testing.T) {
			before := runtime.NumGoroutine()
			spec := dummySpec(mode, Limits{Nodes: 1})
			if mode != "dies at start" {
				spec.InitTimeout = 250 * time.Millisecond
			}
			p, err := NewPlayer(spec, PlayerOptions{})
			require.NoError(t, err)
			for range 2 { // again: that is a restart
				var forfeit *Forfeit
				require.ErrorAs(t, p.Start(t.Context()), &forfeit)
				require.Equal(t, Init, forfeit.Reason)
				require.True(t, forfeit.Restart)
				if mode != "dies at start" && (strings.Contains(forfeit.Detail, "no wait in time") || strings.Contains(forfeit.Detail, "does not read")) {
					continue // the machine is slower than that engine
				}
				require.Contains(t, forfeit.Detail, detail)
				require.ErrorAs(t, p.NewGame(t.Context(), Seed{}), &forfeit)
				require.Equal(t, Init, forfeit.Reason)
			}
			p.Close()
			goroutinesAreBack(t, before)
		})
	}
}

func TestParametersThatAreRefused(t *testing.T) {
	t.Parallel()
	for param, detail := range map[Param]string{
		{"threads", "99"}: "init: the engine's error message: threads: 99 is above 8",
		{"thread", "1"}:   `key "param.thread": the engine declares no such parameter, it has: variant, threads`,
	} {
		spec := dummySpec("good", Limits{Nodes: 1})
		spec.Params = []Param{param}
		p, err := NewPlayer(spec, PlayerOptions{})
		require.NoError(t, err)
		var forfeit *Forfeit
		require.ErrorAs(t, p.Start(t.Context()), &forfeit)
		require.Equal(t, Init, forfeit.Reason)
		require.Contains(t, forfeit.Detail, detail)
		p.Close()
	}
}

func TestPositionThatIsRefused(t *testing.T) {
	t.Parallel()
	p, err := NewPlayer(dummySpec("refuses positions", Limits{Nodes: 1}), PlayerOptions{})
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Start(t.Context()))
	_, forfeit := playUntilForfeit(t, p, 1)
	require.NotNil(t, forfeit)
	require.Equal(t, ErrorMessage, forfeit.Reason)
	require.Contains(t, forfeit.Detail, "error message: pos: what is that?")
}

// TestErrorMessageWasCalledAHang: with less than a second for the move the message
// was lost, and a hang that of an engine which had said why it gave up.
func TestErrorMessageWasCalledAHang(t *testing.T) {
	t.Parallel()
	p, err := NewPlayer(dummySpec("gives up", Limits{MoveTime: time.Millisecond}), PlayerOptions{Grace: 100 * time.Millisecond})
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Start(t.Context()))
	_, forfeit := playUntilForfeit(t, p, 10)
	require.NotNil(t, forfeit)
	require.Equal(t, ErrorMessage, forfeit.Reason)
	require.True(t, forfeit.Restart)
	require.Contains(t, forfeit.Detail, "error message: out of memory")
}

// TestSlowStartDidNotSayHowLongItMayTake: the error was Go's, of a context.
func TestSlowStartDidNotSayHowLongItMayTake(t *testing.T) {
	t.Parallel()
	spec := dummySpec("deaf", Limits{Nodes: 1})
	spec.InitTimeout = 50 * time.Millisecond
	p, err := NewPlayer(spec, PlayerOptions{})
	require.NoError(t, err)
	defer p.Close()
	var forfeit *Forfeit
	require.ErrorAs(t, p.Start(t.Context()), &forfeit)
	require.Contains(t, forfeit.Detail, `: there were 50ms (key "init")`)
}

func TestBadSpecs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spec EngineSpec
		want string
	}{
		"no program":     {EngineSpec{Name: "A", Cmd: []string{"./no-such-engine", "hub"}}, `engine A: key "cmd": exec: "./no-such-engine"`},
		"not in PATH":    {EngineSpec{Name: "A", Cmd: []string{"no-such-engine"}}, `engine A: key "cmd": exec: "no-such-engine"`},
		"no directory":   {EngineSpec{Name: "A", Cmd: []string{os.Args[0]}, Dir: "no-such-dir"}, `engine A: key "dir": stat no-such-dir`},
		"no parameter":   {EngineSpec{Name: "A", Builtin: true, Params: []Param{{"book", "1"}}}, `engine A: key "param.book": the builtin engine has none of this name`},
		"bad parameter":  {EngineSpec{Name: "A", Builtin: true, Params: []Param{{"tt-size", "99"}}}, `engine A: key "param.tt-size": bad value "99"`},
		"file, not dir":  {EngineSpec{Name: "A", Cmd: []string{os.Args[0]}, Dir: "player.go"}, `engine A: key "dir": not a directory`},
		"not executable": {EngineSpec{Name: "A", Cmd: []string{"./player.go"}}, `engine A: key "cmd": exec: "./player.go"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := NewPlayer(c.spec, PlayerOptions{})
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestProgramInDir: a relative program is looked up where it is to run.
func TestProgramInDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.Symlink(os.Args[0], filepath.Join(dir, "engine")))
	spec := dummySpec("good", Limits{Nodes: 1})
	spec.Dir, spec.Cmd[0] = dir, "./engine"
	p, err := NewPlayer(spec, PlayerOptions{})
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Start(t.Context()))
	_, forfeit := playUntilForfeit(t, p, 3)
	require.Nil(t, forfeit)
}

func TestCancelledMoveIsNobodysFault(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, spec := range []EngineSpec{
		dummySpec("hangs", Limits{Clock: TimeControl{Time: time.Minute}}),
		{Name: "B", Builtin: true, Limits: Limits{Clock: TimeControl{Time: time.Hour}}, Params: []Param{{"tt-size", "10"}}},
	} {
		p, err := NewPlayer(spec, PlayerOptions{})
		require.NoError(t, err)
		require.NoError(t, p.Start(t.Context()))
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Hour, nil)
		time.AfterFunc(100*time.Millisecond, cancel)
		g := board.NewGame(board.Russian, board.Start())
		for err == nil {
			_, err = p.Move(ctx, g)
		}
		require.ErrorIs(t, err, context.Canceled)
		start := time.Now()
		p.Close()
		require.Less(t, time.Since(start), time.Minute, "an interrupted engine is not waited for")
	}
	goroutinesAreBack(t, before)
}

func TestBuiltinPlays(t *testing.T) {
	t.Parallel()
	p, err := NewPlayer(EngineSpec{Name: "B", Builtin: true, Limits: Limits{Nodes: 200}, Params: []Param{{"threads", "1"}, {"tt-size", "12"}}}, PlayerOptions{})
	require.NoError(t, err)
	var forfeit *Forfeit
	require.ErrorAs(t, p.NewGame(t.Context(), Seed{}), &forfeit)
	require.Equal(t, Init, forfeit.Reason)
	require.NoError(t, p.Start(t.Context()))
	_, forfeit = playUntilForfeit(t, p, 40)
	require.Nil(t, forfeit)

	won, err := board.ParseFEN("W:Wa1,Kc3:Bh8")
	require.NoError(t, err)
	reply, err := p.Move(t.Context(), board.NewGame(board.Russian, won))
	require.NoError(t, err)
	require.True(t, reply.HasScore)
	require.Positive(t, reply.Depth)
	require.NotZero(t, reply.Nodes)
	p.Close()
}

func TestBuiltinIsTimedAsOthersAre(t *testing.T) {
	t.Parallel()
	spec := EngineSpec{Name: "B", Builtin: true, Params: []Param{{"tt-size", "10"}}}
	spec.Limits = Limits{Clock: TimeControl{Time: 400 * time.Millisecond, Increment: 10 * time.Millisecond}}
	spec.TimeMargin = time.Minute // other tests share the machine
	p, err := NewPlayer(spec, PlayerOptions{})
	require.NoError(t, err)
	require.NoError(t, p.Start(t.Context()))
	require.NoError(t, p.NewGame(t.Context(), Seed{}))
	reply, err := p.Move(t.Context(), board.NewGame(board.Russian, board.Start()))
	require.NoError(t, err)
	require.InDelta(t, 410*time.Millisecond-reply.Elapsed, reply.Left, float64(time.Millisecond))
}

func TestReplyHoldsWhatTheEngineSaid(t *testing.T) {
	t.Parallel()
	p, err := NewPlayer(dummySpec("good", Limits{Clock: TimeControl{Time: 30 * time.Second}}), PlayerOptions{})
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Start(t.Context()))
	require.NoError(t, p.NewGame(t.Context(), Seed{}))
	reply, err := p.Move(t.Context(), board.NewGame(board.Russian, board.Start()))
	require.NoError(t, err)
	require.Equal(t, 3, reply.Depth)
	require.Equal(t, hub.Score{Centimen: 17}, reply.Score)
	require.True(t, reply.HasScore)
	require.EqualValues(t, 101, reply.Nodes)
	require.Positive(t, reply.Elapsed)
	require.Equal(t, 30*time.Second-reply.Elapsed, reply.Left)
}

func TestTrafficIsLogged(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var log []string
	spec := dummySpec("exits", Limits{Clock: TimeControl{Moves: 3, Time: 30 * time.Second, Increment: 1500 * time.Millisecond}})
	spec.Params = []Param{{"threads", "2"}}
	p, err := NewPlayer(spec, PlayerOptions{Log: func(engine string, from Channel, line string) {
		mu.Lock()
		defer mu.Unlock()
		log = append(log, engine+" "+string(rune(from))+" "+line)
	}})
	require.NoError(t, err)
	require.NoError(t, p.Start(t.Context()))
	_, forfeit := playUntilForfeit(t, p, 10)
	require.NotNil(t, forfeit)
	p.Close()
	require.Equal(t, []string{
		"exits > hub",
		"exits < Dummy 1.0 greets you",
		"exits < id name=Dummy version=1.0",
		`exits < param name=variant value=russian type=enum values="russian losing"`,
		"exits < param name=threads value=1 type=int min=1 max=8",
		"exits < wait",
		"exits > set-param name=threads value=2",
		"exits > init",
		"exits < ready",
		"exits > new-game",
		"exits > ping",
		"exits < pong",
		"exits > pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
		"exits > level moves=3 time=30 inc=1.5",
		"exits > ping",
		"exits < pong",
		"exits > go think",
	}, log[:17])
	require.Contains(t, log, "exits ! panic: index out of range")
}

// BenchmarkMoveOverhead measures what the manager adds to a move: an engine that
// answers at once, over pipes.
func BenchmarkMoveOverhead(b *testing.B) {
	p, err := NewPlayer(dummySpec("good", Limits{Clock: TimeControl{Time: time.Hour, Increment: time.Hour}}), PlayerOptions{})
	require.NoError(b, err)
	require.NoError(b, p.Start(b.Context()))
	b.ResetTimer()
	_, forfeit := playUntilForfeit(b, p, b.N)
	b.StopTimer()
	require.Nil(b, forfeit)
	p.Close()
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/move")
}
