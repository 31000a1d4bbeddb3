package search

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
)

// times are from nothing at all to the longest that the protocol passes on.
var times = []time.Duration{
	0, 1, time.Microsecond, time.Millisecond, 2 * time.Millisecond, 9 * time.Millisecond, 10 * time.Millisecond, 11 * time.Millisecond,
	49 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, time.Second, 5 * time.Second, time.Minute, time.Hour, 24 * time.Hour,
	1e9 * time.Second,
}

// TestClockKeepsWithinItsLimits looks at all combinations.
func TestClockKeepsWithinItsLimits(t *testing.T) {
	t.Parallel()
	for _, there := range times {
		for _, inc := range times {
			for _, moveTime := range times {
				for n, moves := range []int{0, 1, 2, 3, 10, 40, 100, 1 << 30} {
					overhead := []time.Duration{0, DefaultMoveOverhead, 5 * time.Second, -1}[n%4]
					l := Limits{Time: there + inc, Inc: inc, MoveTime: moveTime, Moves: moves, MoveOverhead: overhead}
					c := newClock(l, time.Now())
					if !l.timed() {
						require.Zero(t, c.soft, "%+v", l)
						require.Zero(t, c.hard, "%+v", l)
						continue
					}
					most := c.hard
					if l.onClock() {
						most = there + inc
					}
					if moveTime > 0 {
						most = min(most, moveTime)
					}
					if c.soft <= 0 || c.soft > c.hard || c.hard > most {
						require.Fail(t, "limits", "soft %v, hard %v, at most %v for %+v", c.soft, c.hard, most, l)
					}
				}
			}
		}
	}
}

func TestClockUsesItsTime(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		limits     Limits
		soft, hard [2]time.Duration // at least, at most
	}{
		{Limits{MoveTime: 20 * time.Millisecond}, [2]time.Duration{10 * time.Millisecond, 20 * time.Millisecond}, [2]time.Duration{10 * time.Millisecond, 20 * time.Millisecond}},
		{Limits{MoveTime: 5 * time.Second}, [2]time.Duration{4500 * time.Millisecond, 5 * time.Second}, [2]time.Duration{4900 * time.Millisecond, 5 * time.Second}},
		{Limits{MoveTime: 1}, [2]time.Duration{1, 1}, [2]time.Duration{1, 1}},
		// Sudden death: a few parts of a hundred, never more than half.
		{Limits{Time: time.Minute}, [2]time.Duration{500 * time.Millisecond, 6 * time.Second}, [2]time.Duration{time.Second, 30 * time.Second}},
		// The last move before the control may take nearly all.
		{Limits{Time: time.Minute, Moves: 1}, [2]time.Duration{15 * time.Second, time.Minute}, [2]time.Duration{50 * time.Second, time.Minute}},
		// With an increment alone, most of it.
		{Limits{Time: time.Second, Inc: time.Second}, [2]time.Duration{250 * time.Millisecond, time.Second}, [2]time.Duration{500 * time.Millisecond, time.Second}},
		{Limits{Time: 61 * time.Second, Inc: time.Second}, [2]time.Duration{time.Second, 7 * time.Second}, [2]time.Duration{2 * time.Second, 31 * time.Second}},
		// A short clock with a long increment lives on the increment.
		{Limits{Time: 1050 * time.Millisecond, Inc: time.Second}, [2]time.Duration{200 * time.Millisecond, time.Second}, [2]time.Duration{500 * time.Millisecond, 1050 * time.Millisecond}},
		// The smaller of the two.
		{Limits{Time: time.Hour, MoveTime: time.Second}, [2]time.Duration{900 * time.Millisecond, time.Second}, [2]time.Duration{900 * time.Millisecond, time.Second}},
		{Limits{Time: time.Second, MoveTime: time.Hour}, [2]time.Duration{5 * time.Millisecond, 200 * time.Millisecond}, [2]time.Duration{10 * time.Millisecond, 500 * time.Millisecond}},
	} {
		t.Run(fmt.Sprintf("%+v", test.limits), func(t *testing.T) {
			t.Parallel()
			c := newClock(test.limits, time.Now())
			require.GreaterOrEqual(t, c.soft, test.soft[0])
			require.LessOrEqual(t, c.soft, test.soft[1])
			require.GreaterOrEqual(t, c.hard, test.hard[0])
			require.LessOrEqual(t, c.hard, test.hard[1])
		})
	}
}

// TestMoveOverheadIsKeptBack: all of it where there is enough, a fifth of what
// there is where there is not.
func TestMoveOverheadIsKeptBack(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		there, overhead, hard time.Duration
	}{
		{time.Second, 0, time.Second},
		{time.Second, 10 * time.Millisecond, 990 * time.Millisecond},
		{time.Second, 200 * time.Millisecond, 800 * time.Millisecond},
		{time.Second, 5 * time.Second, 800 * time.Millisecond},
		{10 * time.Millisecond, 10 * time.Millisecond, 8 * time.Millisecond},
		{time.Second, -time.Second, time.Second},
	} {
		for _, l := range []Limits{{MoveTime: test.there}, {Time: test.there, Moves: 1}} {
			l.MoveOverhead = test.overhead
			require.Equal(t, test.hard, newClock(l, time.Now()).hard, "%+v", l)
		}
	}
}

// TestMoreTimeIsNotLess: with more on the clock a move never gets less.
func TestMoreTimeIsNotLess(t *testing.T) {
	t.Parallel()
	for _, inc := range times {
		for _, moves := range []int{0, 1, 2, 40} {
			var before *clock
			for _, there := range times {
				if there+inc == 0 {
					continue
				}
				c := newClock(Limits{Time: there + inc, Inc: inc, Moves: moves}, time.Now())
				if before != nil {
					require.GreaterOrEqual(t, c.hard, before.hard, "time %v, inc %v, moves %d", there, inc, moves)
					require.GreaterOrEqual(t, c.soft, before.soft, "time %v, inc %v, moves %d", there, inc, moves)
				}
				before = c
			}
		}
	}
}

// TestClockLastsTheGame plays on the clock, every move taking all that it may
// and something for its way to the board.
func TestClockLastsTheGame(t *testing.T) {
	t.Parallel()
	const way = time.Millisecond
	for _, test := range []struct {
		time, inc time.Duration
		moves     int // to the control; 0: none
		plays     int // until the clock may be too short for the way itself
	}{
		{time.Minute, 0, 0, 20},
		{10 * time.Second, 100 * time.Millisecond, 0, 500},
		{time.Second, 20 * time.Millisecond, 0, 500},
		{5 * time.Minute, 0, 40, 40},
		{time.Minute, time.Second, 40, 40},
		{0, 20 * time.Millisecond, 0, 500},
	} {
		t.Run(fmt.Sprintf("%+v", test), func(t *testing.T) {
			t.Parallel()
			left := test.time
			for n := range test.plays {
				l := Limits{Time: left + test.inc, Inc: test.inc, MoveOverhead: DefaultMoveOverhead}
				if test.moves > 0 {
					l.Moves = test.moves - n
				}
				left += test.inc
				left -= newClock(l, time.Now()).hard + way
				require.GreaterOrEqual(t, left, time.Duration(0), "the flag fell at move %d", n+1)
			}
		})
	}
	// Moves that take what they should leave time for all that follow.
	left, control := 5*time.Minute, 40
	for n := range control {
		left -= newClock(Limits{Time: left, Moves: control - n, MoveOverhead: DefaultMoveOverhead}, time.Now()).soft + way
		require.Positive(t, left, "move %d", n+1)
	}
}

// TestClockStandsWhilePondering: no time passes until it is started, and a
// second start does not set it back.
func TestClockStandsWhilePondering(t *testing.T) {
	t.Parallel()
	begun := time.Now().Add(-time.Hour) // the search has pondered for an hour
	c := newClock(Limits{MoveTime: time.Minute, PonderHit: make(chan struct{})}, begun)
	require.Zero(t, c.spent())
	require.False(t, c.softOver(1))
	require.False(t, c.hardOver())

	c.start(time.Now().Add(-time.Second))
	require.GreaterOrEqual(t, c.spent(), time.Second)
	require.Less(t, c.spent(), time.Minute, "the machine is shared")
	require.False(t, c.hardOver())
	c.start(time.Now())
	require.GreaterOrEqual(t, c.spent(), time.Second, "started twice")

	late := newClock(Limits{MoveTime: time.Minute, PonderHit: make(chan struct{})}, begun)
	late.start(time.Now().Add(-2 * time.Minute))
	require.True(t, late.softOver(1))
	require.True(t, late.hardOver())

	// Time that went by before the search began counts.
	c = newClock(Limits{MoveTime: time.Minute, Received: begun}, time.Now())
	require.GreaterOrEqual(t, c.spent(), time.Hour)
	require.True(t, c.hardOver())

	// Without pondering it runs from the beginning.
	c = newClock(Limits{MoveTime: time.Minute}, begun)
	require.GreaterOrEqual(t, c.spent(), time.Hour)
	require.True(t, c.hardOver())
	require.False(t, newClock(Limits{}, begun).hardOver(), "no limit")
	require.False(t, newClock(Limits{Depth: 5, Nodes: 7}, begun).softOver(1), "no clock")
}

// TestMoveTimeIsKept measures searches with a time for the move.
func TestMoveTimeIsKept(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOn())
	g := newGame(t, board.Russian, "start")
	for _, moveTime := range []time.Duration{5 * time.Millisecond, 50 * time.Millisecond, 200 * time.Millisecond} {
		begin := time.Now()
		infos, _ := searched(t, e, g, Limits{MoveTime: moveTime})
		took := time.Since(begin)
		require.Greater(t, took, moveTime/2, "the time is used")
		require.Less(t, took, moveTime+time.Minute, "the machine is shared")
		if moveTime > 50*time.Millisecond {
			require.NotEmpty(t, infos)
		}
	}
}

// TestPonderHit: a search that ponders goes on until it is hit, and its time
// begins then; without a hit it is stopped as any other.
func TestPonderHit(t *testing.T) {
	t.Parallel()
	e := newEngine(t, allOn())
	g := newGame(t, board.Russian, "start")
	const moveTime, pondered = 20 * time.Millisecond, 100 * time.Millisecond
	begin := time.Now()
	infos := 0
	hit := make(chan struct{})
	time.AfterFunc(pondered, func() { close(hit) })
	result, err := e.Search(t.Context(), g, Limits{MoveTime: moveTime, PonderHit: hit}, func(Info) { infos++ })
	require.NoError(t, err)
	requireLegal(t, g.Position(), []board.Move{result.Best})
	took := time.Since(begin)
	require.GreaterOrEqual(t, took, pondered)
	require.Less(t, took, time.Minute)
	require.Positive(t, infos)
}

// TestSteadyChoicesAreShort: a best move that stands takes less and less of its
// share of the clock, one that changes or whose score falls takes more.
func TestSteadyChoicesAreShort(t *testing.T) {
	t.Parallel()
	first, second := rootMove{move: 1, score: 30}, rootMove{move: 2, score: 30}
	var s steadiness
	before := s.next(first)
	require.InDelta(t, hardest, before, 1e-9)
	for range 10 {
		now := s.next(first)
		require.LessOrEqual(t, now, before)
		before = now
	}
	require.InDelta(t, easiest, before, 1e-9)
	require.InDelta(t, hardest, s.next(second), 1e-9, "another move")
	s.next(second)
	fallen := s.next(rootMove{move: 2, score: -20})
	require.Greater(t, fallen, hardest-2*easierByDepth)
	require.LessOrEqual(t, s.next(rootMove{move: 2, score: -3000}), hardest+fallingMost)
	require.LessOrEqual(t, s.next(rootMove{move: 2, score: eval.LossIn(10)}), hardest, "lost is lost")

	off := steadiness{off: true}
	require.InDelta(t, 1, off.next(first), 1e-9)
	require.InDelta(t, 1, off.next(second), 1e-9)
}

// TestDifficultyIsForTheGamesClock: a time for the move is used up.
func TestDifficultyIsForTheGamesClock(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for _, c := range []struct {
		limits Limits
		spent  time.Duration
		easy   bool // whether an easy move ends
		hard   bool // whether a difficult one does
	}{
		{Limits{MoveTime: time.Hour}, 50 * time.Minute, false, false},
		{Limits{Time: 50 * time.Hour}, 50 * time.Minute, true, false},
		{Limits{Time: 50 * time.Hour}, 25 * time.Minute, false, false},
		{Limits{Time: 50 * time.Hour}, 90 * time.Minute, true, true},
		{Limits{Time: 50 * time.Hour, MoveTime: time.Hour}, 50 * time.Minute, true, false},
	} {
		k := newClock(c.limits, now.Add(-c.spent))
		require.Equal(t, c.easy, k.softOver(0.6), "%+v", c)
		require.Equal(t, c.hard, k.softOver(1.45), "%+v", c)
	}
}
