package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseTimeControl(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want TimeControl
	}{
		{"60", TimeControl{Time: time.Minute}},
		{"0.5", TimeControl{Time: 500 * time.Millisecond}},
		{"10+0.1", TimeControl{Time: 10 * time.Second, Increment: 100 * time.Millisecond}},
		{"40/300", TimeControl{Moves: 40, Time: 5 * time.Minute}},
		{"40/300+2", TimeControl{Moves: 40, Time: 5 * time.Minute, Increment: 2 * time.Second}},
		{"0+1", TimeControl{Increment: time.Second}},
	}
	for _, tt := range tests {
		got, err := ParseTimeControl(tt.text)
		require.NoError(t, err, tt.text)
		require.Equal(t, tt.want, got, tt.text)
		require.True(t, got.IsSet())
		require.Equal(t, tt.text, got.String())
	}
	require.Empty(t, TimeControl{}.String())
	require.False(t, TimeControl{}.IsSet())
}

func TestParseTimeControlErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", `time: bad value ""`},
		{"0", "no time at all"},
		{"x", `bad time control "x": time: bad value "x"`},
		{"-5", "time: bad value"},
		{"1e3", "time: bad value"},
		{"inf", "time: bad value"},
		{"99999999999", "time: bad value"},
		{"10+", `increment: bad value ""`},
		{"10+0.1+1", `increment: bad value "0.1+1"`},
		{"/60", `moves: bad value ""`},
		{"0/60", `moves: bad value "0"`},
		{"40/5/60", "time: bad value"},
		{"5:00", "time: bad value"},
	}
	for _, tt := range tests {
		_, err := ParseTimeControl(tt.text)
		require.ErrorContains(t, err, tt.want, "%q", tt.text)
		require.ErrorContains(t, err, "expected seconds such as 60, 10+0.1, 40/300 or 40/300+2", "%q", tt.text)
	}
}

func FuzzParseTimeControl(f *testing.F) {
	for _, text := range []string{"60", "40/300+2", "0+0.000001", "1/.5", "+", "1+-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tc, err := ParseTimeControl(text)
		if err != nil {
			return
		}
		require.True(t, tc.IsSet())
		again, err := ParseTimeControl(tc.String())
		require.NoError(t, err)
		require.Equal(t, tc, again)
	})
}

func TestLimitsString(t *testing.T) {
	t.Parallel()
	l := Limits{Clock: TimeControl{Time: 10 * time.Second, Increment: 100 * time.Millisecond}, Depth: 8, Nodes: 2000}
	require.Equal(t, "tc=10+0.1 depth=8 nodes=2000", l.String())
	require.Equal(t, "st=0.25", Limits{MoveTime: 250 * time.Millisecond}.String())
	require.Empty(t, Limits{}.String())
}
