package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// testClock returns a clock whose time stands until it is moved on.
func testClock(t *testing.T, control string) (c *playClock, pass func(time.Duration)) {
	t.Helper()
	now := time.Unix(0, 0)
	c = &playClock{now: func() time.Time { return now }}
	require.NoError(t, c.time.Set(control))
	c.reset()
	return c, func(d time.Duration) { now = now.Add(d) }
}

func TestPlayClock(t *testing.T) {
	t.Parallel()
	c, pass := testClock(t, "5+3")
	require.True(t, c.on())
	require.Equal(t, 5*time.Minute+3*time.Second, c.of(board.White), "the increment is there before the first move")

	c.start(board.White)
	pass(10 * time.Second)
	c.start(board.White) // it runs already
	pass(10 * time.Second)
	require.Equal(t, 4*time.Minute+43*time.Second, c.of(board.White))
	c.press()
	pass(time.Hour) // nobody's time
	require.Equal(t, 4*time.Minute+46*time.Second, c.of(board.White))

	c.start(board.Black)
	pass(30 * time.Second)
	c.stop()
	pass(30 * time.Second)
	require.Equal(t, 4*time.Minute+33*time.Second, c.of(board.Black), "stopped, not pressed")
	c.start(board.Black)
	c.press()
	require.Equal(t, 4*time.Minute+36*time.Second, c.of(board.Black))
	require.Equal(t, 4*time.Minute+46*time.Second, c.after(0, board.White))
	require.Equal(t, 4*time.Minute+36*time.Second, c.after(1, board.Black))

	c.undo()
	c.undo()
	require.Equal(t, 5*time.Minute+3*time.Second, c.of(board.White))
	require.Equal(t, 5*time.Minute+3*time.Second, c.of(board.Black))
	c.undo() // there is nothing to undo

	c.start(board.Black)
	pass(5*time.Minute + 3*time.Second - 1)
	require.False(t, c.over())
	pass(1)
	require.True(t, c.over())
	fires, stop := c.flag()
	defer stop()
	<-fires
}

func TestNoPlayClock(t *testing.T) {
	t.Parallel()
	c := &playClock{now: time.Now}
	c.reset()
	require.False(t, c.on())
	require.False(t, c.over())
	fires, stop := c.flag()
	require.Nil(t, fires)
	stop()
	c.press()
	c.undo()
}

func TestPlayTime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]playTime{
		"5+3":   {5 * time.Minute, 3 * time.Second},
		"0.5":   {30 * time.Second, 0},
		"0+10":  {0, 10 * time.Second},
		"90+30": {90 * time.Minute, 30 * time.Second},
	} {
		var got playTime
		require.NoError(t, got.Set(text), text)
		require.Equal(t, want, got, text)
		var again playTime
		require.NoError(t, again.Set(got.String()))
		require.Equal(t, want, again)
	}
	for _, text := range []string{"", "+", "5+", "+3", "0", "0+0", "-5", "5+3+1", "NaN", "1e9", "five"} {
		var got playTime
		require.ErrorContains(t, got.Set(text), "want minutes", text)
	}
}

func TestClockText(t *testing.T) {
	t.Parallel()
	require.Equal(t, "4:58", clockText(298*time.Second))
	require.Equal(t, "1:00:00", clockText(time.Hour-time.Millisecond))
	require.Equal(t, "0:00", clockText(-time.Second))
	require.Equal(t, "0:04:58", clockMark(298*time.Second+999*time.Millisecond))
	require.Equal(t, "2:00:01", clockMark(2*time.Hour+time.Second))
}

// TestPlayFlag: who has no time left has lost; the session goes on.
func TestPlayFlag(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, board.Russian, "start", "--time", "0.002")
	s.until(`^White has no time left. Black wins, 0-1.$`)
	s.send("undo")
	s.until("^There is no move of yours to take back.")
	require.Equal(t, exitOK, s.end())
}

// TestPlayOnAClock: at full strength the engine plays on its clock, which lets it
// make its only move at once.
func TestPlayOnAClock(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, board.Russian, "W:Wc3:Bd4,h8", "--time", "60+1", "--level", "full", "--colour", "black")
	s.until(`^Bolshak plays 1\. c3:e5$`)
	s.until(`^Clock: White \d+:\d\d:\d\d, Black 1:00:01$`)
	require.Equal(t, exitOK, s.end())
}

// TestPlayMoveTime: without level and clock the time for a move counts.
func TestPlayMoveTime(t *testing.T) {
	t.Parallel()
	said := scripted(t, "c3-d4\n", "--level", "full", "--move-time", "20ms", "--threads", "2")
	require.Contains(t, said, "against Bolshak, full strength.")
	require.Contains(t, said, "Bolshak plays 1... ")
}
