package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/bench"
)

// TestSuite: the same sums as text and as JSON, and a limit is a limit.
func TestSuite(t *testing.T) {
	t.Parallel()
	shots, err := bench.Shots()
	require.NoError(t, err)
	args := []string{"bench", "--suite", "shots", "--hash", "4", "--nodes", "2000"}
	var r suiteReport
	require.NoError(t, json.Unmarshal([]byte(output(t, "", append(args, "--json")...)), &r))
	require.Equal(t, "shots", r.Suite)
	require.Equal(t, len(shots), r.Positions)
	require.Greater(t, r.Solved, len(shots)/4)
	require.LessOrEqual(t, r.Solved, r.Positions)
	require.LessOrEqual(t, r.Nodes, uint64(2000*len(shots)))
	require.Positive(t, r.Seconds)

	text := output(t, "", args...)
	rows := strings.Split(text, "\n")
	require.Equal(t, []string{"positions", fmt.Sprint(r.Positions)}, strings.Fields(rows[0]))
	require.Equal(t, []string{"solved", fmt.Sprint(r.Solved)}, strings.Fields(rows[1])[:2])
	require.Equal(t, []string{"nodes", fmt.Sprint(r.Nodes)}, strings.Fields(rows[2]))

	var shallow suiteReport
	require.NoError(t, json.Unmarshal([]byte(output(t, "", "bench", "--suite", "shots", "--hash", "4", "--depth", "2", "--json")), &shallow))
	require.Less(t, shallow.Nodes, r.Nodes)
	require.Less(t, shallow.Solved, r.Solved)
}

func TestSuiteUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string
		says []string
	}{
		{"--suite tactics", []string{"tactics", "--suite", "shots"}},
		{"--nodes 5", []string{"--nodes", "--suite"}},
		{"--suite shots --nodes 0", []string{"--nodes", "at least 1"}},
		{"--suite shots --ablate", []string{"--suite", "--ablate", "one of them"}},
	} {
		a := bolshak(t, "", append([]string{"bench"}, strings.Fields(c.args)...)...)
		require.Equal(t, exitUsage, a.code, c.args)
		for _, word := range c.says {
			require.Contains(t, a.stderr, word, c.args)
		}
	}
}
