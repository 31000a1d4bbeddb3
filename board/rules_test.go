package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseRules(t *testing.T) {
	t.Parallel()
	for _, rules := range Variants {
		for _, name := range []string{rules.Name, " " + rules.Name + "\n"} {
			got, err := ParseRules(name)
			require.NoError(t, err)
			require.Equal(t, rules, got)
		}
	}
	upper, err := ParseRules("LOSING")
	require.NoError(t, err)
	require.Equal(t, Losing, upper)
	for _, name := range []string{"", "normal", "russia"} {
		_, err := ParseRules(name)
		require.ErrorContains(t, err, `"`+name+`"`)
		require.ErrorContains(t, err, "russian, losing")
	}
}

func TestStuckResult(t *testing.T) {
	t.Parallel()
	require.Equal(t, BlackWins, Russian.StuckResult(White))
	require.Equal(t, WhiteWins, Russian.StuckResult(Black))
	require.Equal(t, WhiteWins, Losing.StuckResult(White))
	require.Equal(t, BlackWins, Losing.StuckResult(Black))
}

func TestResult(t *testing.T) {
	t.Parallel()
	tests := []struct {
		result Result
		text   string
		winner Colour
		won    bool
	}{
		{Ongoing, "*", 0, false},
		{WhiteWins, "1-0", White, true},
		{BlackWins, "0-1", Black, true},
		{Drawn, "1/2-1/2", 0, false},
	}
	for _, test := range tests {
		require.Equal(t, test.text, test.result.String())
		winner, won := test.result.Winner()
		require.Equal(t, test.won, won)
		if won {
			require.Equal(t, test.winner, winner)
		}
	}
	require.Equal(t, Outcome{Ongoing, ""}, Outcome{})
}

func TestColour(t *testing.T) {
	t.Parallel()
	require.Equal(t, Black, White.Other())
	require.Equal(t, White, Black.Other())
	require.Equal(t, "WB", string([]byte{White.Letter(), Black.Letter()}))
	require.Equal(t, "White Black", White.String()+" "+Black.String())
}
