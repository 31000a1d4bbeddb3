package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// perftJSON carries out perft --json.
func perftJSON(t *testing.T, args ...string) perftReport {
	t.Helper()
	var r perftReport
	text := output(t, "", append([]string{"perft", "--json"}, args...)...)
	require.Equal(t, 1, strings.Count(text, "\n"))
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	return r
}

func TestPerft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args  string
		nodes uint64
	}{
		{"--depth 1", 7},
		{"--depth 8", 929_899},
		{"--depth 8 --threads 2", 929_899},
		{"--depth 8 --hash 1 --threads 3", 929_899},
		{"--depth 7 --variant losing", 190_146},
		{"--depth 4 --fen W:Wa7,a5,b4,c3,f2,h2,g1:Bb8,c7,e7,g7,g5,f4,h4", 343},
		{"--depth 2 --fen W:W:Bb8", 0},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(c.args)
			r := perftJSON(t, args...)
			require.Equal(t, c.nodes, r.Nodes)
			require.Positive(t, r.Seconds)

			divided := perftJSON(t, append(args, "--divide")...)
			require.Equal(t, c.nodes, divided.Nodes)
			var sum uint64
			for _, b := range divided.Divide {
				sum += b.Nodes
			}
			require.Equal(t, c.nodes, sum)
		})
	}
}

func TestPerftReport(t *testing.T) {
	t.Parallel()
	r := perftJSON(t, "--depth", "2", "--variant", "losing", "--fen", "White: h2; Black: K a7", "--divide")
	r.Seconds = 0
	require.Equal(t, perftReport{
		Variant: "losing", FEN: "W:Wh2:BKa7", Depth: 2, Nodes: 7,
		Divide: []perftBranch{{"h2-g3", 7}},
	}, r)

	text := output(t, "", "perft", "--depth", "2", "--divide")
	require.Equal(t, "a3-b4      7\n", text[:strings.Index(text, "c3-b4")])
	require.Contains(t, text, "depth 2: 49 positions in ")
}

func TestPerftEndsWithASignal(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := bolshakUntil(ctx, "", "perft", "--depth", "20")
	require.Equal(t, answer{"", "bolshak: interrupted\n", exitInterrupted}, a)
}
