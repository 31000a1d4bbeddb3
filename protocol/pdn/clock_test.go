package pdn

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestClock(t *testing.T) {
	t.Parallel()
	second := func(seconds float64) *time.Duration {
		d := time.Duration(seconds * float64(time.Second))
		return &d
	}
	for _, c := range []struct {
		comment string
		want    Clock
	}{
		{"[%clk 1:02:03]", Clock{Left: [2]*time.Duration{second(3723), nil}}},
		{"good [%clk 5:00] [%emt 0:00:07.5]", Clock{Left: [2]*time.Duration{second(300), nil}, Spent: second(7.5)}},
		{"[%clock w0:05:00 B0:04:58]", Clock{Left: [2]*time.Duration{second(300), second(298)}}},
		{"[%emt 12]", Clock{Spent: second(12)}},
	} {
		games := gamesOf(t, "1. c3-d4 {"+c.comment+"}")
		got, ok := games[0].First.Clock()
		require.True(t, ok, c.comment)
		require.Equal(t, c.want, got, c.comment)
		require.Equal(t, []string{c.comment}, games[0].First.Comments)
	}
	games := gamesOf(t, "1. c3-d4 d6-c5 {[%clk 60]}")
	_, ok := games[0].First.Clock()
	require.False(t, ok)
	got, _ := games[0].First.Next.Clock()
	require.Equal(t, Clock{Left: [2]*time.Duration{nil, second(60)}}, got)
	require.Empty(t, gamesOf(t, "1. c3-d4 {[%clk later]}")[0].Problems)
}
