package main

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/bench"
)

func TestBench(t *testing.T) {
	t.Parallel()
	var first, again benchReport
	args := []string{"bench", "--depth", "4", "--hash", "4", "--json"}
	require.NoError(t, json.Unmarshal([]byte(output(t, "", args...)), &first))
	require.NoError(t, json.Unmarshal([]byte(output(t, "", args...)), &again))
	require.Equal(t, first.Nodes, again.Nodes)
	require.Positive(t, first.Nodes)
	require.Positive(t, first.Seconds)
	require.InEpsilon(t, float64(first.Nodes)/first.Seconds, first.NPS, 0.001)
	require.GreaterOrEqual(t, first.Positions, 40)

	text := output(t, "", "bench", "--depth", "2", "--threads", "2", "--hash", "4")
	for _, name := range []string{"positions", "depth", "nodes", "seconds", "nodes/s"} {
		require.Contains(t, text, name)
	}
}

// TestAblate: a row and an object for every technique.
func TestAblate(t *testing.T) {
	t.Parallel()
	args := []string{"bench", "--ablate", "--depth", "3", "--hash", "1"}
	var reports []ablationReport
	require.NoError(t, json.Unmarshal([]byte(output(t, "", append(args, "--json")...)), &reports))
	require.Len(t, reports, len(bench.Techniques()))
	for i, r := range reports {
		require.Contains(t, bench.Techniques(), r.Technique)
		require.Positive(t, r.Nodes)
		require.Positive(t, r.Seconds)
		require.Positive(t, r.Ratio)
		require.True(t, i == 0 || r.Ratio <= reports[i-1].Ratio)
	}

	text := output(t, "", args...)
	require.Equal(t, 4+len(reports), strings.Count(text, "\n"), text)
	for _, technique := range bench.Techniques() {
		require.Contains(t, text, "\n"+technique+" ")
	}
}

func TestDiagram(t *testing.T) {
	t.Parallel()
	golden(t, "diagram.golden", output(t, "", "diagram")+output(t, "", "diagram", "--fen", "B:WKa1,c3:BKh8,a7"))
}

func TestHelpText(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	// The others' help names what this machine has.
	for _, args := range []string{"help", "help hub", "help moves", "help diagram", "help version"} {
		b.WriteString("$ bolshak " + args + "\n" + output(t, "", strings.Fields(args)...) + "\n")
	}
	golden(t, "help.golden", b.String())
}

func TestVersion(t *testing.T) {
	t.Parallel()
	var v version
	require.NoError(t, json.Unmarshal([]byte(output(t, "", "version", "--json")), &v))
	require.Equal(t, "bolshak", v.Name)
	require.NotEmpty(t, v.Version)
	require.Equal(t, runtime.Version(), v.Go)
	require.Equal(t, runtime.GOOS+"/"+runtime.GOARCH, v.Platform)

	text := output(t, "", "version")
	require.Equal(t, 1, strings.Count(text, "\n"))
	require.Contains(t, text, runtime.Version())
}

func TestTableSizes(t *testing.T) {
	t.Parallel()
	for mib, log2 := range map[int]int{1: 16, 2: 17, 3: 17, 127: 22, 128: 23, 129: 23, 1024: 26} {
		require.Equal(t, log2, tableLog2(mib), "%d MiB", mib)
	}
}
