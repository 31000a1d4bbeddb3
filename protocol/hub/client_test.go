package hub

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// talkTo returns a client of an engine that is a function: it reads commands and
// writes whatever it likes, until the end of its input. Its output ends when it
// returns.
func talkTo(t *testing.T, o ClientOptions, engine func(commands *bufio.Scanner, out io.Writer)) *Client {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	var ended sync.WaitGroup
	ended.Go(func() {
		commands := bufio.NewScanner(inReader)
		commands.Buffer(nil, maxLine+2)
		engine(commands, outWriter)
		outWriter.Close()
		inReader.Close()
	})
	c := NewClient(outReader, inWriter, o)
	t.Cleanup(func() {
		c.Close()
		ended.Wait()
	})
	return c
}

// scripted is an engine that behaves but for its answers to some commands. An
// answer is written as it is.
func scripted(answers map[string]string) func(*bufio.Scanner, io.Writer) {
	return func(commands *bufio.Scanner, out io.Writer) {
		for commands.Scan() {
			command, _, _ := strings.Cut(commands.Text(), " ")
			answer, ok := answers[command]
			if !ok {
				answer = map[string]string{"hub": "id name=X\nwait\n", "init": "ready\n", "ping": "pong\n", "go": "done move=22-18\n"}[command]
			}
			if strings.HasSuffix(answer, "END") {
				_, _ = io.WriteString(out, strings.TrimSuffix(answer, "END"))
				return
			}
			_, _ = io.WriteString(out, answer)
		}
	}
}

// soon is a context for what must not last.
func soon(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// opened introduces client and engine.
func opened(t *testing.T, c *Client) *Client {
	t.Helper()
	require.NoError(t, c.Hello(soon(t, patience)))
	require.NoError(t, c.Init(soon(t, patience)))
	require.NoError(t, c.NewGame(soon(t, patience)))
	return c
}

// ask searches the start position.
func ask(t *testing.T, c *Client, patience time.Duration) (Answer, error) {
	t.Helper()
	if err := c.Prepare(soon(t, patience), board.NewGame(board.Russian, board.Start()), Limits{Depth: 1}); err != nil {
		return Answer{}, err
	}
	return c.Think(soon(t, patience))
}

// requireFault checks an error of the engine's making.
func requireFault(t *testing.T, err error, kind FaultKind, detail string) {
	t.Helper()
	var fault *Fault
	require.ErrorAs(t, err, &fault)
	require.Equal(t, kind, fault.Kind, "%v", fault)
	require.Contains(t, fault.Error(), detail)
}

// TestClientAndServer lets the two ends of this package play a game.
func TestClientAndServer(t *testing.T) {
	t.Parallel()
	for _, numbering := range []board.Numbering{board.FromB8, board.FromA1} {
		inReader, inWriter := io.Pipe()
		outReader, outWriter := io.Pipe()
		served := make(chan error, 1)
		engine := &fakeEngine{search: func(_ context.Context, r Request, report func(Info)) (Best, error) {
			legal := movegen.Append(nil, r.Game.Position())
			move := legal[rand.IntN(len(legal))]
			report(Info{Depth: 7, Score: Score{Win: 5}, Nodes: 12, Time: time.Second, PV: []board.Move{move}})
			return Best{Move: move}, nil
		}}
		go func() {
			served <- Serve(t.Context(), inReader, outWriter, engine, ID{Name: "Fake", Version: "1.0", Author: "A. Nonymous"})
			outWriter.Close()
		}()
		c := NewClient(outReader, inWriter, ClientOptions{Numbering: numbering})
		ctx := soon(t, patience)
		require.NoError(t, c.Hello(ctx))
		require.Equal(t, ID{Name: "Fake", Version: "1.0", Author: "A. Nonymous"}, c.ID())
		require.Len(t, c.Params(), 7)
		require.Equal(t, engine.Params()[0], c.Params()[1])
		require.NoError(t, c.SetParam(ctx, "threads", "2"))
		require.NoError(t, c.SetParam(ctx, "numbering", map[board.Numbering]string{board.FromB8: "b8", board.FromA1: "a1"}[numbering]))
		require.NoError(t, c.Init(ctx))
		require.NoError(t, c.NewGame(ctx))

		game := board.NewGame(board.Russian, board.Start())
		for movegen.Outcome(game).Result == board.Ongoing {
			limits := Limits{Depth: 3, Time: time.Minute, Inc: time.Second, Moves: 9}
			require.NoError(t, c.Prepare(ctx, game, limits))
			answer, err := c.Think(ctx)
			require.NoError(t, err)
			require.Equal(t, game.Position(), engine.last(t).Game.Position())
			require.Equal(t, game.Counters(), engine.last(t).Game.Counters())
			require.Equal(t, limits, engine.last(t).Limits)
			require.Equal(t, 7, answer.Report.Depth)
			require.Equal(t, Score{Win: 5}, answer.Report.Score)
			line, err := answer.Report.Line(game.Position(), numbering)
			require.NoError(t, err)
			require.Equal(t, []board.Move{answer.Move}, line)
			require.Positive(t, answer.Elapsed)
			game.Play(answer.Move)
		}
		require.Contains(t, engine.noted(), "threads=2")
		c.Quit(ctx)
		require.NoError(t, <-served)
		c.Close()
	}
}

// TestMovesSinceTheLastConversionAreEnough: what is sent of random games gives
// the counters and occurrences of the whole.
func TestMovesSinceTheLastConversionAreEnough(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		game := board.NewGame(board.Russian, board.Start())
		for movegen.Outcome(game).Result == board.Ongoing {
			legal := movegen.Append(nil, game.Position())
			game.Play(legal[random.IntN(len(legal))])
			line, err := ParseLine(posText(game, board.FromA1))
			require.NoError(t, err)
			sent, err := parsePos(line, board.Russian, board.FromA1)
			require.NoError(t, err)
			require.Equal(t, game.Position(), sent.Position())
			require.Equal(t, game.Counters(), sent.Counters())
			require.Equal(t, game.Occurrences(), sent.Occurrences())
		}
	}
}

func TestClientFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers map[string]string
		kind    FaultKind
		detail  string
	}{
		"silence":                 {map[string]string{"go": ""}, TimedOut, "no done in time"},
		"end":                     {map[string]string{"go": "info depth=1\nEND"}, Disconnected, "waiting for done: the engine's output ended: EOF"},
		"half a done":             {map[string]string{"go": "done move=22-1END"}, Disconnected, "in the middle of a line"},
		"a done cut off":          {map[string]string{"go": "done move=22-18END"}, Disconnected, "in the middle of a line"},
		"half a done, silence":    {map[string]string{"go": "done move=22-1"}, TimedOut, "no done in time"},
		"NUL":                     {map[string]string{"go": "done move=22-18\x00\n"}, Garbled, "control character 0x00"},
		"not UTF-8":               {map[string]string{"go": "\xff\n"}, Garbled, "byte 0xff is not UTF-8"},
		"long line":               {map[string]string{"go": strings.Repeat("x", maxLine+3)}, Garbled, "a line of more than 1048576 bytes"},
		"done without a move":     {map[string]string{"go": "done\n"}, Garbled, "done without a move"},
		"done with a flag":        {map[string]string{"go": "done move\n"}, Garbled, "done without a move"},
		"done with an open quote": {map[string]string{"go": "done move=\"22-18\nEND"}, Garbled, "is never closed"},
		"prose":                   {map[string]string{"go": "done move=resign\n"}, Garbled, `"resign" has not the form of a move`},
		"illegal":                 {map[string]string{"go": "done move=22-19\n"}, Illegal, "illegal"},
		"off the board":           {map[string]string{"go": "done move=22-40\n"}, Illegal, "40"},
		"null move":               {map[string]string{"go": "done move=0-0\n"}, Illegal, "0"},
		"error":                   {map[string]string{"go": "error message=\"out of memory\"\n"}, Refused, "out of memory"},
		"position refused":        {map[string]string{"pos": "error message=\"bad pos\"\n"}, Refused, "bad pos"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := opened(t, talkTo(t, ClientOptions{}, scripted(c.answers)))
			if strings.HasPrefix(c.detail, "no ") {
				_, err := ask(t, client, 50*time.Millisecond)
				requireFault(t, err, c.kind, c.detail)
				return
			}
			_, err := ask(t, client, patience)
			requireFault(t, err, c.kind, c.detail)
		})
	}
}

func TestClientFaultsAtStart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers map[string]string
		kind    FaultKind
		detail  string
	}{
		"no wait":  {map[string]string{"hub": "id name=X\n"}, TimedOut, "no wait in time"},
		"no ready": {map[string]string{"init": ""}, TimedOut, "no ready in time"},
		"no pong":  {map[string]string{"ping": ""}, TimedOut, "no pong in time"},
		"end":      {map[string]string{"hub": "END"}, Disconnected, "waiting for wait"},
		"error":    {map[string]string{"init": "error message=\"no weights\"\n"}, Refused, "init: the engine's error message: no weights"},
		"binary":   {map[string]string{"hub": "\x7fELF\n"}, Garbled, "control character"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := talkTo(t, ClientOptions{}, scripted(c.answers))
			ctx := soon(t, 200*time.Millisecond)
			err := client.Hello(ctx)
			if err == nil {
				err = client.Init(ctx)
			}
			if err == nil {
				err = client.NewGame(ctx)
			}
			requireFault(t, err, c.kind, c.detail)
			// The conversation is over for good.
			require.Equal(t, err, client.NewGame(soon(t, patience)))
			require.Equal(t, err, client.SetParam(soon(t, patience), "a", "b"))
		})
	}
}

// TestOldProgramsGreetInTheirLetters: Windows-1251 is no reason to fail before
// the game.
func TestOldProgramsGreetInTheirLetters(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{"hub": "\xcf\xf0\xe8\xe2\xe5\xf2\nid name=Y author=\xcf\nparam\nparam name=x type=real\nwait\n"})))
	require.Equal(t, ID{Name: "Y", Author: "\uFFFD"}, c.ID())
	require.Equal(t, []Param{{Name: "x", Type: "real"}}, c.Params())
}

// TestWhatIsUnknownIsIgnored in every place.
func TestWhatIsUnknownIsIgnored(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{
		"hub":  "hello\n\n\tid name=X colour=red\nparam name=\"a\nparam name=p value=1 unit=s\nwait\n",
		"ping": "bestmove\npong now\n",
		"go":   "info depth=x score=nan nodes=-5 \"\ninfo depth=9 score=inf time=1e400 nodes=1.5e3 what=1\n   \nDone move=1-2\ndone  ponder=9-9 move=22-18 x=\"y z\"\r\n",
	})))
	answer, err := ask(t, c, patience)
	require.NoError(t, err)
	require.Equal(t, "22-18", answer.Text)
	require.Equal(t, board.ManMove(board.C3, board.D4, 0, false), answer.Move)
	require.Equal(t, board.NoMove, answer.Ponder)
	require.Equal(t, Report{Depth: 9, Nodes: 1500}, answer.Report)
}

// TestReportKeepsWhatIsNotRepeated: engines send what has changed.
func TestReportKeepsWhatIsNotRepeated(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{
		"ping": "info depth=99\npong\n", // of no search
		"go":   "info depth=3 score=-0.07 nodes=10 time=0.5 pv=\"22-18 9-13 1-1\"\ninfo nodes=20 mean-depth=2.5\ndone move=22-18 ponder=9-13\n",
	})))
	answer, err := ask(t, c, patience)
	require.NoError(t, err)
	require.Equal(t, Report{
		Depth: 3, MeanDepth: 2.5, Score: Score{Centimen: -7}, HasScore: true, Nodes: 20, Time: time.Second / 2, PV: "22-18 9-13 1-1",
	}, answer.Report)
	require.Equal(t, board.ManMove(board.B6, board.A5, 0, false), answer.Ponder)
	line, err := answer.Report.Line(board.Start(), board.FromB8)
	require.ErrorContains(t, err, "pv: ply 3")
	require.Equal(t, []board.Move{answer.Move, answer.Ponder}, line)
}

func TestScoreOfReadsWhatScoreWrites(t *testing.T) {
	t.Parallel()
	for _, s := range []Score{{}, {Centimen: 1}, {Centimen: -312}, {Centimen: maxCentimen}, {Win: 1}, {Win: 17}, {Win: -2}, {Win: 999}, {Win: -1000}} {
		var r Report
		line, err := ParseLine("info score=" + s.String())
		require.NoError(t, err)
		r.read(line)
		require.Equal(t, s, r.Score)
	}
	require.Equal(t, Score{Win: 1}, scoreOf(100))
	require.Equal(t, Score{Win: -1}, scoreOf(-1e9))
}

func TestLimitsLine(t *testing.T) {
	t.Parallel()
	for want, l := range map[string]Limits{
		"level infinite":                   {},
		"level depth=5 nodes=100":          {Depth: 5, Nodes: 100},
		"level move-time=0.5":              {MoveTime: time.Second / 2},
		"level move-time=0.001":            {MoveTime: 1},
		"level time=60 inc=1":              {Time: 61 * time.Second, Inc: time.Second},
		"level moves=40 time=299.999":      {Moves: 40, Time: 300*time.Second - 1},
		"level time=0":                     {Time: 1},
		"level time=0 inc=0.1":             {Time: time.Millisecond, Inc: 100 * time.Millisecond},
		"level depth=3 infinite":           {Depth: 3, Infinite: true},
		"level nodes=18446744073709551615": {Nodes: 1<<64 - 1},
	} {
		require.Equal(t, want, l.line().String())
		_, known, err := parseLevel(l.line())
		require.NoError(t, err, want)
		require.True(t, known)
	}
}

// TestLateDoneIsNotTakenForTheNext: the first search ends too late, by itself or
// at stop, and other stray answers come before the next one.
func TestLateDoneIsNotTakenForTheNext(t *testing.T) {
	t.Parallel()
	searches := 0
	c := opened(t, talkTo(t, ClientOptions{}, func(commands *bufio.Scanner, out io.Writer) {
		for commands.Scan() {
			switch text := commands.Text(); {
			case text == "hub":
				fmt.Fprintln(out, "wait")
			case text == "init":
				fmt.Fprintln(out, "ready")
			case text == "ping":
				fmt.Fprintf(out, "done move=21-17\npong\n") // nobody asked
			case text == "stop":
				fmt.Fprintf(out, "done move=22-18\ndone move=24-20\n") // once too often
			case strings.HasPrefix(text, "go"):
				if searches++; searches > 1 {
					fmt.Fprintf(out, "done move=23-19\n")
				}
			}
		}
	}))
	_, err := ask(t, c, 30*time.Millisecond)
	requireFault(t, err, TimedOut, "no done in time")
	_, err = ask(t, c, patience)
	require.ErrorIs(t, err, errSearching)
	require.ErrorIs(t, c.NewGame(t.Context()), errSearching)

	answer, err := c.Stop(soon(t, patience))
	require.NoError(t, err)
	require.Equal(t, "22-18", answer.Text)
	require.GreaterOrEqual(t, answer.Elapsed, 30*time.Millisecond, "counted from go")
	_, err = c.Stop(soon(t, patience))
	require.ErrorIs(t, err, errNotSearching)

	require.NoError(t, c.NewGame(soon(t, patience)))
	answer, err = ask(t, c, patience)
	require.NoError(t, err)
	require.Equal(t, "23-19", answer.Text)
	_, err = c.Think(soon(t, patience))
	require.ErrorIs(t, err, errNotPrepared)
}

// TestIllegalMoveEndsNothing but the game.
func TestIllegalMoveEndsNothing(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{"go": "done move=1-32\n"})))
	for range 3 {
		answer, err := ask(t, c, patience)
		requireFault(t, err, Illegal, "1-32")
		require.Equal(t, "1-32", answer.Text)
		require.Positive(t, answer.Elapsed)
	}
}

// TestErrorAndThenAMove: a warning is no failure.
func TestErrorAndThenAMove(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{"go": "error message=\"no endgame tables\"\ninfo depth=1\ndone move=22-18\n"})))
	answer, err := ask(t, c, patience)
	require.NoError(t, err)
	require.Equal(t, "no endgame tables", answer.Message)
}

// TestFloodBetweenSearches is not parallel: it looks at the memory.
func TestFloodBetweenSearches(t *testing.T) {
	for name, c := range map[string]struct{ text, detail string }{
		"infos":    {"info depth=1 score=0.1 pv=\"" + strings.Repeat("22-18 ", 100) + "\"\n", "a flood: more than 64 MiB"},
		"unknown":  {strings.Repeat("x", 1000) + "\n", "a flood: more than 64 MiB"},
		"answers":  {"pong\n", "a flood: more than 1024 answers"},
		"no lines": {strings.Repeat("x", 1000), "a line of more than"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			client := opened(t, talkTo(t, ClientOptions{}, func(commands *bufio.Scanner, out io.Writer) {
				scripted(map[string]string{"ping": "pong\nEND"})(commands, out)
				for text := []byte(strings.Repeat(c.text, 1+(64<<10)/len(c.text))); ; {
					if _, err := out.Write(text); err != nil {
						return
					}
				}
			}))
			<-client.ended
			runtime.GC()
			runtime.ReadMemStats(&after)
			require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(4<<20))
			client.dropEvents()
			_, err := client.next(soon(t, patience), "pong")
			requireFault(t, err, Garbled, c.detail)
			client.Close()
		})
	}
}

func TestEngineThatDoesNotRead(t *testing.T) {
	t.Parallel()
	c := talkTo(t, ClientOptions{}, func(commands *bufio.Scanner, out io.Writer) {
		commands.Scan()
		_, _ = io.WriteString(out, "wait\n")
		_, _ = out.Write(make([]byte, 1)) // until the client is closed
		time.Sleep(200 * time.Millisecond)
	})
	require.NoError(t, c.Hello(soon(t, patience)))
	requireFault(t, c.Init(soon(t, 50*time.Millisecond)), TimedOut, "the engine does not read its input")
}

func TestCancelledWaitIsNobodysFault(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{"go": ""})))
	require.NoError(t, c.Prepare(soon(t, patience), board.NewGame(board.Russian, board.Start()), Limits{}))
	cause := errors.New("Ctrl-C")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
	_, err := c.Think(ctx)
	require.ErrorIs(t, err, cause)
	var fault *Fault
	require.False(t, errors.As(err, &fault))
}

// TestClientAnalyze: every line is told as it comes, and Stop ends the analysis.
func TestClientAnalyze(t *testing.T) {
	t.Parallel()
	type told struct {
		line, depth int
		pv          string
	}
	reports := make(chan told, 8)
	o := ClientOptions{Report: func(line int, r Report) { reports <- told{line, r.Depth, r.PV} }}
	c := opened(t, talkTo(t, o, scripted(map[string]string{
		"go":   "info depth=3 multi-pv=1 score=0.10 pv=\"22-18\"\ninfo depth=3 multi-pv=2 score=0.00 pv=\"21-17\"\n",
		"stop": "done move=22-18\n",
	})))
	require.NoError(t, c.Prepare(soon(t, patience), board.NewGame(board.Russian, board.Start()), Limits{Infinite: true}))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := c.Analyze(ctx)
		ended <- err
	}()
	require.Equal(t, told{1, 3, "22-18"}, <-reports)
	require.Equal(t, told{2, 3, "21-17"}, <-reports)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	answer, err := c.Stop(soon(t, patience))
	require.NoError(t, err)
	require.Equal(t, "22-18", answer.Text)
}

func TestClientLog(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var log []string
	c := opened(t, talkTo(t, ClientOptions{Log: func(sent bool, line string) {
		mu.Lock()
		defer mu.Unlock()
		log = append(log, fmt.Sprint(sent, " ", line))
	}}, scripted(nil)))
	_, err := ask(t, c, patience)
	require.NoError(t, err)
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []string{
		"true hub", "false id name=X", "false wait", "true init", "false ready", "true new-game", "true ping", "false pong",
		"true pos pos=" + hubStart, "true level depth=1", "true ping", "false pong", "true go think", "false done move=22-18",
	}, log)
}

// FuzzClient takes any bytes as an engine's whole output: the client must come to
// an end with a fault, whatever it was asked.
func FuzzClient(f *testing.F) {
	for _, text := range []string{
		"id name=X\nparam name=a type=int min=1 max=2\nwait\nready\npong\npong\ninfo depth=1 score=1.0 pv=\"22-18\"\ndone move=22-18 ponder=9-13\n",
		"wait\r\nready\r\npong\r\npong\r\ndone move=22x15\r\n",
		"wait\nready\npong\npong\nerror message=\"x\"\ndone\n",
		"\xef\xbb\xbfwait\nready\npong\nerror\n", "wait\n\x00", "done move=\"", "wait\nready\npong\npong\ninfo score=1e999 depth=-1 nodes=1e30\ndone move=22-18",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, output []byte) {
		ctx := soon(t, patience)
		c := NewClient(io.NopCloser(bytes.NewReader(output)), discard{}, ClientOptions{})
		defer c.Close()
		err := c.Hello(ctx)
		if err == nil {
			err = c.Init(ctx)
		}
		if err == nil {
			err = c.NewGame(ctx)
		}
		for game := board.NewGame(board.Russian, board.Start()); err == nil; {
			var answer Answer
			if err = c.Prepare(ctx, game, Limits{}); err == nil {
				answer, err = c.Think(ctx)
			}
			if err == nil {
				require.Contains(t, movegen.Append(nil, game.Position()), answer.Move)
				_, _ = answer.Report.Line(game.Position(), board.FromA1)
			}
		}
		var fault *Fault
		require.ErrorAs(t, err, &fault)
		require.NotEqual(t, TimedOut, fault.Kind)
	})
}

// discard is an engine's input that nobody reads.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }
