package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/protocol/hub"
)

func TestClock(t *testing.T) {
	t.Parallel()
	type move struct {
		elapsed time.Duration
		ok      bool
		left    time.Duration
	}
	const s = time.Second
	for name, c := range map[string]struct {
		control string
		margin  time.Duration
		moves   []move
	}{
		"sudden death":         {"10", 0, []move{{4 * s, true, 6 * s}, {6 * s, true, 0}, {1, false, 0}}},
		"increment first":      {"10+2", 0, []move{{12 * s, true, 0}, {2 * s, true, 0}, {s, true, s}, {3*s + 1, false, 0}}},
		"increment alone":      {"0+1", 0, []move{{s / 2, true, s / 2}, {3 * s / 2, true, 0}, {s + 1, false, 0}}},
		"moves in time":        {"2/10", 0, []move{{4 * s, true, 6 * s}, {5 * s, true, 11 * s}, {10 * s, true, s}, {s, true, 10 * s}}},
		"moves with increment": {"1/10+1", 0, []move{{s, true, 20 * s}, {21 * s, true, 10 * s}}},
		"margin":               {"10", 100 * time.Millisecond, []move{{10*s + 100*time.Millisecond, true, 0}, {101 * time.Millisecond, false, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc, err := ParseTimeControl(c.control)
			require.NoError(t, err)
			clock := newClock(tc)
			for i, m := range c.moves {
				require.Equal(t, m.ok, clock.spend(m.elapsed, c.margin), "move %d", i+1)
				require.Equal(t, m.left, clock.left, "move %d", i+1)
			}
		})
	}
}

func TestTimerTellsTheEngine(t *testing.T) {
	t.Parallel()
	timer := newTimer(EngineSpec{Limits: Limits{Clock: TimeControl{Moves: 3, Time: 10 * time.Second, Increment: time.Second}, Depth: 9, Nodes: 500}})
	want := hub.Limits{Depth: 9, Nodes: 500, Time: 11 * time.Second, Inc: time.Second, Moves: 3}
	require.Equal(t, want, timer.next())
	require.True(t, timer.spend(5*time.Second))
	want.Time, want.Moves = 7*time.Second, 2
	require.Equal(t, want, timer.next())
	timer.reset(Seed{})
	want.Time, want.Moves = 11*time.Second, 3
	require.Equal(t, want, timer.next())

	timer = newTimer(EngineSpec{Limits: Limits{MoveTime: time.Second}, TimeMargin: time.Millisecond})
	require.Equal(t, hub.Limits{MoveTime: time.Second}, timer.next())
	require.True(t, timer.spend(time.Second+time.Millisecond))
	require.False(t, timer.spend(time.Second+2*time.Millisecond))

	timer = newTimer(EngineSpec{Limits: Limits{Nodes: 7}})
	require.True(t, timer.spend(time.Hour))
	_, timed := timer.budget()
	require.False(t, timed)
}
