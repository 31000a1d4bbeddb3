package hub

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

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
