package web

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/protocol/hub"
)

// TestReportsAreNotTooMany: however much an engine says, it is passed on ten times a
// second at most, and the last of it is not lost.
func TestReportsAreNotTooMany(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var told []int // depths
	var r reports
	j := &job{report: func(lines []hub.Report) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, lines[0].Depth)
	}}
	r.begin(j)
	start := time.Now()
	const depths = 20000
	for depth := 1; depth <= depths; depth++ {
		r.take(1, hub.Report{Depth: depth})
		r.take(maxLines+1, hub.Report{}) // more lines than anybody asked for
	}
	last := r.end()
	r.take(1, hub.Report{Depth: depths + 1}) // too late
	elapsed := time.Since(start)

	require.Len(t, last, 1)
	require.Equal(t, depths, last[0].Depth)
	mu.Lock()
	defer mu.Unlock()
	require.LessOrEqual(t, len(told), 2+int(elapsed/reportPeriod))
	require.Equal(t, 1, told[0], "the first is passed on at once")
	require.Equal(t, depths, told[len(told)-1])
	require.IsIncreasing(t, told)
}

func TestScores(t *testing.T) {
	t.Parallel()
	require.Equal(t, score{Men: 0.25}, whiteScore(hub.Score{Centimen: 25}, board.White))
	require.Equal(t, score{Men: -0.25}, whiteScore(hub.Score{Centimen: 25}, board.Black))
	require.Equal(t, score{Men: 100, Win: 7}, whiteScore(hub.Score{Win: 7}, board.White))
	require.Equal(t, score{Men: -100, Win: -7}, whiteScore(hub.Score{Win: 7}, board.Black))
	require.Equal(t, score{Men: 100, Win: 4}, whiteScore(hub.Score{Win: -4}, board.Black))
}

// BenchmarkLook is how long the board waits for a position: over a socket, without an
// engine.
func BenchmarkLook(b *testing.B) {
	tab := serve(b, func(o *Options) { o.Engine = nil }).open(b)
	var l Look
	for range b.N {
		b.StopTimer()
		time.Sleep(time.Second / requestRate) // no more often than anybody may
		b.StartTimer()
		tab.ask("look", path{Moves: []string{"c3-d4", "d6-c5", "b2-c3", "f6-g5"}}, &l)
	}
}
