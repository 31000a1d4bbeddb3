package hub

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseLevel(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Limits{
		"level depth=20":                             {Depth: 20},
		"level nodes=1000000":                        {Nodes: 1_000_000},
		"level nodes=18446744073709551615":           {Nodes: 1<<64 - 1},
		"level move-time=0.5":                        {MoveTime: 500 * time.Millisecond},
		"level move-time=.5":                         {MoveTime: 500 * time.Millisecond},
		"level move-time=1e-9":                       {MoveTime: time.Millisecond},
		"level time=60 inc=1":                        {Time: 61 * time.Second, Inc: time.Second},
		"level inc=1 time=60":                        {Time: 61 * time.Second, Inc: time.Second},
		"level time=-0.4 inc=0.5":                    {Time: 100 * time.Millisecond, Inc: 500 * time.Millisecond},
		"level time=0":                               {Time: time.Millisecond},
		"level time=0 inc=0":                         {Time: time.Millisecond},
		"level time=1e30":                            {Time: 1e9 * time.Second},
		"level moves=40 time=300":                    {Time: 300 * time.Second, Moves: 40},
		"level infinite":                             {Infinite: true},
		"level infinite=true":                        {Infinite: true},
		"level infinite=false depth=3":               {Depth: 3},
		"level depth=5 depth=6":                      {Depth: 6},
		"level depth=9 nodes=5 move-time=2 time=9":   {Depth: 9, Nodes: 5, MoveTime: 2 * time.Second, Time: 9 * time.Second},
		"level handicap=2 depth=7 something move=5 ": {Depth: 7},
	} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			line, err := ParseLine(in)
			require.NoError(t, err)
			got, known, err := parseLevel(line)
			require.NoError(t, err)
			require.True(t, known)
			require.Equal(t, want, got)
		})
	}
}

func TestParseLevelErrors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"level depth=0":               "depth=0, want an integer from 1",
		"level depth=-3":              "depth=-3, want an integer from 1",
		"level depth=4.5":             "depth=4.5, want an integer",
		"level depth=99999999999":     "depth=99999999999, want an integer from 1 to 2147483647",
		"level depth":                 "depth=, want an integer",
		"level nodes=0":               "nodes=0, want an integer of at least 1",
		"level nodes=1e6":             "nodes=1e6, want an integer",
		"level move-time=0":           "move-time=0, want seconds above 0",
		"level move-time=-1":          "move-time=-1, want seconds above 0",
		"level move-time=NaN":         "move-time=NaN, want a number of seconds",
		"level move-time=inf":         "move-time=inf, want a number of seconds",
		"level move-time=1e999":       "move-time=1e999, want a number of seconds",
		"level time=0x10":             "time=0x10, want a number of seconds",
		"level time=5s":               "time=5s, want a number of seconds",
		"level time=":                 "time=, want a number of seconds",
		"level time=-1":               "time=-1 with inc=0 is below 0",
		"level time=-1 inc=0.5":       "time=-1 with inc=0.5 is below 0",
		"level time=5 inc=-1":         "inc=-1 is below 0",
		"level inc=1":                 "inc without time",
		"level moves=40":              "moves without time",
		"level moves=0 time=5":        "moves=0, want an integer from 1",
		"level depth=5 move-time=abc": "move-time=abc, want a number of seconds",
	} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			line, err := ParseLine(in)
			require.NoError(t, err)
			_, known, err := parseLevel(line)
			require.ErrorContains(t, err, want)
			require.True(t, known)
		})
	}
}

func TestLevelWithoutAKnownLimitChangesNothing(t *testing.T) {
	t.Parallel()
	_, known, err := parseLevel(Line{"level", []Arg{{Name: "handicap", Value: "2"}}})
	require.NoError(t, err)
	require.False(t, known)
}
