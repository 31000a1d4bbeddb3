package match

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	test, err := ParseSPRT("elo0=0 elo1=2")
	require.NoError(t, err)
	s := NewSummary([]string{"A", "B"}, record(Pairs{379, 10170, 21828, 10640, 343}), map[string]int{"no moves": 12, "repetition": 9}, &test)
	text, err := json.MarshalIndent(s, "", "\t")
	require.NoError(t, err)
	requireGolden(t, "summary.json", string(text)+"\n")
	require.Equal(t, "Games 86720: +11326 =64466 -10928, 50.2 %, draws 74.3 %, pairs 379-10170-21828-10640-343, "+
		"Elo 1.59 ± 1.21, nElo 3.05 ± 2.31, LOS 99.5 %, LLR 2.95 (-2.94, 2.94) [0, 2] H1", s.Line())
}

func TestSummaryWithoutTestOrGames(t *testing.T) {
	t.Parallel()
	s := NewSummary([]string{"A", "B"}, Record{}, nil, nil)
	require.Equal(t, NoTest, s.Verdict)
	require.Len(t, s.Reasons, len(Reasons()))
	require.Equal(t, "Games 0: +0 =0 -0, 50.0 %, draws 0.0 %, pairs 0-0-0-0-0", s.Line())
}

func TestSummaryIsFiniteForOneSidedMatches(t *testing.T) {
	t.Parallel()
	test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for i := range 5 {
		for _, n := range []int{0, 1, 2, 1000} {
			var p Pairs
			p[i] = n
			s := NewSummary([]string{"A", "B"}, record(p), nil, &test)
			text, err := json.Marshal(s) // refuses NaN and Inf
			require.NoError(t, err)
			require.True(t, json.Valid(text))
			require.NotContains(t, strings.ToLower(s.Line()), "nan")
			require.NotContains(t, strings.ToLower(s.Line()), "inf")
			require.NotContains(t, s.Line(), "-0.00")
		}
	}
}
