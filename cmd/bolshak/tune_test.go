package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/bench/match"
	"bolshak/eval"
)

// tuneFor carries out tune with --json and reads the report.
func tuneFor(t *testing.T, report any, args ...string) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(output(t, "", append([]string{"tune"}, append(args, "--json")...)...)))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(report))
}

// TestTune plays games, makes the file longer, and fits to it.
func TestTune(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.gz")
	var games, longer gamesReport
	tuneFor(t, &games, "games", "--out", file, "--positions", "300", "--nodes", "30", "--seed", "5")
	require.Equal(t, file, games.File)
	require.GreaterOrEqual(t, games.Positions, 300)
	require.Equal(t, games.Positions, games.New)
	require.Positive(t, games.Seconds)
	tuneFor(t, &longer, "games", "--out", file, "--positions", "900", "--nodes", "30", "--seed", "5", "--resume", "--threads", "2")
	require.GreaterOrEqual(t, longer.Positions, 900)
	require.Equal(t, longer.Positions-games.Positions, longer.New)
	text := output(t, "", "tune", "games", "--out", file, "--positions", "900", "--nodes", "30", "--seed", "5", "--resume")
	require.Contains(t, text, "0 new ones")

	weights := filepath.Join(t.TempDir(), "weights.go")
	chances := filepath.Join(t.TempDir(), "chances.go")
	source, err := os.ReadFile(filepath.Join("..", "..", "eval", "weights.go"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(weights, source, 0o644))
	var fit, again fitReport
	tuneFor(t, &fit, "fit", "--data", file, "--l2", "1e-3", "--out", weights, "--chances", chances)
	require.Equal(t, longer.Positions, fit.Positions)
	require.Less(t, fit.HeldOut, fit.Positions)
	require.True(t, fit.Converged)
	require.Len(t, fit.Weights, eval.Terms)
	require.Len(t, fit.Losses, 3)
	require.Less(t, fit.Losses[2].Train, fit.Losses[0].Train)

	source, err = os.ReadFile(weights)
	require.NoError(t, err)
	require.Regexp(t, `// Fitted on \d{4}-\d\d-\d\d to \d+ positions of \d+ games`, string(source))
	require.Contains(t, string(source), "games of seed 5 at 30 nodes a move.")
	source, err = os.ReadFile(chances)
	require.NoError(t, err)
	require.Contains(t, string(source), "var Fitted = Chances{")

	tuneFor(t, &again, "fit", file, "--data", file, "--l2", "1e-3", "--threads", "2") // two files, the same
	require.Equal(t, 2*fit.Positions, again.Positions)
	require.InDelta(t, fit.Losses[2].HeldOut, again.Losses[2].HeldOut, 0.05)

	var folded fitReport
	tuneFor(t, &folded, "fit", "--data", file, "--l2", "1e-3", "--folds", "3")
	require.Equal(t, fit.Weights, folded.Weights)
	require.Empty(t, fit.Crossed)
	require.Len(t, folded.Crossed, 3)
	require.Zero(t, folded.Crossed[2].Behind)
	require.InDelta(t, fit.Losses[0].HeldOut, folded.Crossed[0].HeldOut, 0.2)

	text = output(t, "", "tune", "fit", "--data", file, "--l2", "1e-3", "--epochs", "3", "--folds", "2")
	require.Contains(t, text, "over all folds")
	require.Regexp(t, `(?m)^man +-?\d+ ± +\d+\.\d +-?\d+ ± +\d+\.\d +\d+$`, text)
	for _, part := range []string{"material", "present", "fitted", "held out", "slope = exp(", "more --epochs"} {
		require.Contains(t, text, part)
	}
}

// TestInterruptedTuneGames: what was played stays, and is gone on with.
func TestInterruptedTuneGames(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.gz")
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	a := bolshakUntil(ctx, "", "tune", "games", "--out", file)
	require.Equal(t, exitInterrupted, a.code, a.stderr)
	require.Contains(t, a.stdout, "go on with --resume")
	require.Contains(t, output(t, "", "tune", "games", "--out", file, "--resume", "--games", "1"), ": 1 games")
}

// TestOpeningPositions: those of all tables.
func TestOpeningPositions(t *testing.T) {
	t.Parallel()
	starts, err := openingPositions()
	require.NoError(t, err)
	n := 0
	for _, table := range match.Tables() {
		openings, err := match.LoadOpenings(match.OpeningOptions{Source: table})
		require.NoError(t, err)
		n += openings.Len()
	}
	require.Len(t, starts, n)
	require.Greater(t, n, 500)
}

func TestBadTuneLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.gz")
	f, err := os.Create(bad)
	require.NoError(t, err)
	w := gzip.NewWriter(f)
	_, err = w.Write([]byte(`{"format":"bolshak training games 1","seed":1,"nodes":1,"starts":""}` + "\n1-0 W\n"))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, f.Close())

	for _, c := range []struct {
		args []string
		code int
		says []string
	}{
		{nil, exitUsage, []string{"tune: ", "fit, games"}},
		{[]string{"gmes"}, exitUsage, []string{`"gmes"`, "fit, games"}},
		{[]string{"games"}, exitUsage, []string{"tune games: ", "--out"}},
		{[]string{"games", "--out", "x", "--nodes", "0"}, exitUsage, []string{"--nodes", "from 1"}},
		{[]string{"games", "--out", "x", "--openings", "y"}, exitUsage, []string{"--openings", "--positions"}},
		{[]string{"games", "--out", bad}, exitFailure, []string{"bad.gz", "there already", "resume"}},
		{[]string{"games", "--out", bad, "--resume"}, exitFailure, []string{"bad.gz", "line 2"}},
		{[]string{"games", "--out", filepath.Join(dir, "no", "x.gz")}, exitFailure, []string{"x.gz"}},
		{[]string{"fit"}, exitUsage, []string{"tune fit: ", "--data"}},
		{[]string{"fit", "--data", bad}, exitFailure, []string{"bad.gz", "line 2", "33"}},
		{[]string{"fit", "--data", filepath.Join(dir, "missing.gz")}, exitFailure, []string{"missing.gz"}},
		{[]string{"fit", "--data", bad, "--l2", "0"}, exitUsage, []string{"--l2", "above 0"}},
		{[]string{"fit", "--data", bad, "--l2", "NaN"}, exitUsage, []string{"--l2", "above 0"}},
		{[]string{"fit", "--data", bad, "--decided", "0"}, exitUsage, []string{"--decided"}},
	} {
		a := bolshak(t, "", append([]string{"tune"}, c.args...)...)
		require.Equal(t, c.code, a.code, "%v: %s", c.args, a.stderr)
		require.Empty(t, a.stdout)
		require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
		for _, part := range c.says {
			require.Contains(t, a.stderr, part, c.args)
		}
	}
}
