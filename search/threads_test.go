package search

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// TestNoGoroutineIsLeft is not parallel: it counts.
func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	o := allOn()
	o.Threads = 4
	e := newEngine(t, o)
	games := severalGames(t)
	r := random(51)
	for n := range 40 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(3000))*time.Microsecond)
		l := []Limits{{}, {Depth: 4}, {Nodes: 3000}, {PonderHit: make(chan struct{}), MoveTime: time.Millisecond}, {MoveTime: time.Millisecond}}[n%5]
		_, err := e.Search(ctx, games[n%len(games)], l, nil)
		require.NoError(t, err)
		cancel()
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "%d goroutines, there were %d", runtime.NumGoroutine(), before)
	}
}

// TestStopAtRandom stops searches of two threads at random moments: the move is
// legal, the lines are, and the engine is fit for the next.
func TestStopAtRandom(t *testing.T) {
	t.Parallel()
	o := allOn()
	o.Threads, o.TableLog2 = 2, 12 // a small table: the threads meet in it
	e := newEngine(t, o)
	games := manyGames(t, 40)
	r := random(52)
	reported := 0
	for n := range 150 {
		g := games[n%len(games)]
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(6000))*time.Microsecond)
		result, err := e.Search(ctx, g, Limits{Analyse: true, MultiPV: n % 3}, func(i Info) {
			reported++
			requireLegal(t, g.Position(), i.PV)
			if n%7 == 0 && i.Depth == 3 {
				cancel() // from within a report
			}
		})
		cancel()
		require.NoError(t, err)
		requireLegal(t, g.Position(), []board.Move{result.Best})
		if result.Ponder != board.NoMove {
			requireLegal(t, g.Position(), []board.Move{result.Best, result.Ponder})
		}
		for _, i := range result.Lines {
			requireLegal(t, g.Position(), i.PV)
		}
		if n%20 == 0 {
			e.Clear()
		}
	}
	require.Greater(t, reported, 100)
}

// TestThreadsFindForcedWins: more threads find what one finds.
func TestThreadsFindForcedWins(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{2, 3} {
		o := allOn()
		o.Threads = threads
		for _, test := range forced {
			g := newGame(t, test.rules, test.fen)
			infos, _ := searched(t, newEngine(t, o), g, Limits{Depth: 40})
			plies, ok := last(infos).Score.Plies()
			require.True(t, ok, "%s with %d threads: %v", test.name, threads, last(infos).Score)
			require.Equal(t, test.plies > 0, plies > 0, test.name)
			requireEnd(t, g, last(infos).PV, plies)
		}
	}
}

// TestPonderHitAtRandom: hits that come before, while and after a search runs
// are no race, and searches end all the same.
func TestPonderHitAtRandom(t *testing.T) {
	t.Parallel()
	o := allOn()
	o.Threads = 2
	e := newEngine(t, o)
	for n, g := range manyGames(t, 40) {
		hit := make(chan struct{})
		if n == 0 {
			close(hit)
		} else {
			time.AfterFunc(time.Duration(n)*100*time.Microsecond, func() { close(hit) })
		}
		_, result := searched(t, e, g, Limits{MoveTime: 2 * time.Millisecond, PonderHit: hit})
		requireLegal(t, g.Position(), []board.Move{result.Best})
	}
}

// stopLatencies returns the sorted times from a stop to the result of searches
// that use all of the processors Go may use.
func stopLatencies(tb testing.TB, searches int) []time.Duration {
	tb.Helper()
	o := allOn()
	o.Threads, o.TableLog2 = 2, 20
	e := newEngine(tb, o)
	games := severalGames(tb)
	r := random(53)
	var latencies []time.Duration
	for n := range searches {
		ctx, cancel := context.WithCancel(context.Background())
		stopped := make(chan time.Time, 1)
		wait := time.Millisecond + time.Duration(r.IntN(20_000))*time.Microsecond
		go func() {
			time.Sleep(wait)
			stopped <- time.Now()
			cancel()
		}()
		_, err := e.Search(ctx, games[n%2], Limits{Analyse: true}, nil)
		latencies = append(latencies, time.Since(<-stopped))
		cancel()
		require.NoError(tb, err)
	}
	slices.Sort(latencies)
	return latencies
}

// TestStopIsSwift is not parallel: it measures.
func TestStopIsSwift(t *testing.T) {
	latencies := stopLatencies(t, 30)
	// Far above the 20 ms that are promised, because other programs share the
	// machine; the benchmark measures.
	require.Less(t, latencies[len(latencies)/2], 2*time.Second)
}

// BenchmarkStopLatency measures from the stop to the result, in ms.
func BenchmarkStopLatency(b *testing.B) {
	latencies := stopLatencies(b, max(b.N, 200))
	for name, share := range map[string]float64{"p50-ms": 0.5, "p99-ms": 0.99, "max-ms": 1} {
		at := min(int(share*float64(len(latencies))), len(latencies)-1)
		b.ReportMetric(float64(latencies[at].Microseconds())/1000, name)
	}
	b.ReportMetric(0, "ns/op")
}
