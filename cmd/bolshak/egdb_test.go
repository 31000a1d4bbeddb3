package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/eval/endgame"
)

// decodeReport reads a report that must have no other fields.
func decodeReport(t *testing.T, text string, report any) {
	t.Helper()
	require.Equal(t, 1, strings.Count(text, "\n"))
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(report))
}

// TestEgdbBuild: tables are made, kept by a second run, verified and listed.
func TestEgdbBuild(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "by build")
	var built buildReport
	decodeReport(t, output(t, "", "egdb", "build", "--pieces", "3", "--dir", dir, "--threads", "2", "--json"), &built)
	require.Equal(t, dir, built.Dir)
	require.Equal(t, 16, built.Classes)
	require.Positive(t, built.Bytes)
	before, err := os.Stat(filepath.Join(dir, "KvK.egdb"))
	require.NoError(t, err)
	require.Regexp(t, `: 16 classes, \d+ bytes, `, output(t, "", "egdb", "build", "--pieces", "3", "--dir", dir))
	after, err := os.Stat(filepath.Join(dir, "KvK.egdb"))
	require.NoError(t, err)
	require.Equal(t, before.ModTime(), after.ModTime())

	var verified verifyReport
	decodeReport(t, output(t, "", "egdb", "verify", "--pieces", "3", "--dir", dir, "--json"), &verified)
	verified.Seconds = 0
	require.Equal(t, verifyReport{Classes: 16, Positions: 3_488 + 196_032, Missing: []string{}}, verified)
}

// TestEgdbBuildLeavesOtherTablesAlone: a damaged larger table, or a file that is
// none, once failed a build when all was done.
func TestEgdbBuildLeavesOtherTablesAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"KKKvKKK.egdb", "notes.egdb"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644))
	}
	var built buildReport
	decodeReport(t, output(t, "", "egdb", "build", "--pieces", "2", "--dir", dir, "--json"), &built)
	require.Equal(t, 4, built.Classes)
}

// TestEgdbVerifyFindsDamage: the table and the block are named.
func TestEgdbVerifyFindsDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, "", "egdb", "build", "--pieces", "2", "--dir", dir)
	name := filepath.Join(dir, "MvM.egdb")
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	data[len(data)-2] ^= 8
	require.NoError(t, os.WriteFile(name, data, 0o644))
	a := bolshak(t, "", "egdb", "verify", "--dir", dir, "--pieces", "2")
	require.Equal(t, exitFailure, a.code)
	require.Equal(t, "bolshak: table "+name+": block 0: the checksum is wrong: the file is damaged\n", a.stderr)

	a = bolshak(t, "", "egdb", "verify", "--dir", t.TempDir(), "--pieces", "2", "--memory", "1")
	require.Equal(t, answer{stdout: a.stdout, code: exitOK}, a, "the tables in the program stand in")

	missing := filepath.Join(dir, "none")
	for _, args := range [][]string{{"--pieces", "2"}, nil} {
		a = bolshak(t, "", append([]string{"egdb", "verify", "--dir", missing}, args...)...)
		require.Equal(t, exitFailure, a.code)
		require.Contains(t, a.stderr, missing)
	}
}

func TestEgdbInfo(t *testing.T) {
	t.Setenv("BOLSHAK_EGDB", "")
	for _, home := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(home, t.TempDir())
	}
	var r infoReport
	decodeReport(t, output(t, "", "egdb", "info", "--json"), &r)
	require.Len(t, r.Classes, 41)
	require.Equal(t, "KvK", r.Classes[0].Name)
	sums := make(map[int]int64)
	for _, c := range r.Classes {
		sums[c.Pieces] += c.Positions
		require.Equal(t, c.Positions, c.Wins+c.Draws+c.Losses, c.Name)
		require.Positive(t, c.Bytes)
		require.NotNil(t, c.Longest)
	}
	require.Equal(t, map[int]int64{2: 3_488, 3: 196_032, 4: 6_209_316}, sums)

	text := output(t, "", "egdb", "info")
	require.Contains(t, text, "longest win")
	require.Regexp(t, `(?m)^KKKvK +143840 .* 25 plies: W:WK`, text)
	require.Regexp(t, `(?m)^all 4 +6209316 `, text)

	// A folder that is not there is told, and what there is listed.
	missing := filepath.Join(t.TempDir(), "none")
	a := bolshak(t, "", "egdb", "info", "--dir", missing)
	require.Equal(t, exitOK, a.code)
	require.Contains(t, a.stderr, missing)
	require.Equal(t, text, a.stdout)
}

// TestEgdbProbe: the value, and every move's, the best first.
func TestEgdbProbe(t *testing.T) {
	t.Parallel()
	plies := func(n int) *int { return &n }
	for _, c := range []struct {
		fen  string
		want probeReport
	}{
		{"B:Wc3,b2:BKa1", probeReport{"loss", plies(0), []probeMove{}}},
		{"W:WKa1:BKh8", probeReport{"loss", plies(2), []probeMove{
			{"a1-b2", "loss", plies(2)}, {"a1-c3", "loss", plies(2)}, {"a1-d4", "loss", plies(2)},
			{"a1-e5", "loss", plies(2)}, {"a1-f6", "loss", plies(2)}, {"a1-g7", "loss", plies(2)},
		}}},
		{"W:Wc3,h2:Bd4", probeReport{"win", plies(1), []probeMove{{"c3:e5", "win", plies(1)}}}},
		{"W:WKc1:BKh6,Kf8", probeReport{"draw", nil, []probeMove{
			{"c1-b2", "draw", nil}, {"c1-a3", "loss", plies(4)}, {"c1-d2", "loss", plies(2)},
			{"c1-e3", "loss", plies(2)}, {"c1-f4", "loss", plies(2)}, {"c1-g5", "loss", plies(2)},
		}}},
	} {
		var r probeReport
		decodeReport(t, output(t, "", "egdb", "probe", "--fen", c.fen, "--json"), &r)
		require.Equal(t, c.want, r, c.fen)
	}
	require.Contains(t, output(t, "", "egdb", "probe", "--fen", "B:Wc3,b2:BKa1", "--json"), `"moves":[]`)
	require.Equal(t, "win in 1 plies\nc3:e5      win in 1 plies\n", output(t, "", "egdb", "probe", "--fen", "W:Wc3,h2:Bd4"))

	a := bolshak(t, "", "egdb", "probe", "--fen", "start")
	require.Equal(t, exitFailure, a.code)
	require.Contains(t, a.stderr, "24 pieces, not in the tables (they are complete up to ")
}

// TestEgdbProbeAgreesWithItself: the position is worth what its first move is.
func TestEgdbProbeAgreesWithItself(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{"W:WKd8,Kc1,Ka3:BKb8", "B:We3,f2:BKa1,c7", "W:WKg1,a5:BKc5", "W:We7,h2:Bb6,h4"} {
		var r probeReport
		decodeReport(t, output(t, "", "egdb", "probe", "--fen", fen, "--json"), &r)
		require.NotEmpty(t, r.Moves)
		require.Equal(t, r.Value, r.Moves[0].Value, fen)
		require.Equal(t, r.Plies, r.Moves[0].Plies, fen)
		for _, m := range r.Moves {
			require.LessOrEqual(t, m.worth(), r.Moves[0].worth(), fen)
			require.Equal(t, m.Value == endgame.Draw.String(), m.Plies == nil, fen)
		}
	}
}

func TestEgdbUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args string
		says []string
	}{
		{"egdb", []string{"egdb: want a command behind it, one of build, info, probe, verify"}},
		{"egdb prob", []string{`unknown command "prob"`, "probe"}},
		{"egdb build", []string{"egdb build: no --pieces", "from 2 to 6"}},
		{"egdb build --pieces 7", []string{`"7"`, "--pieces", "integer from 2 to 6"}},
		{"egdb verify --pieces 1", []string{`"1"`, "--pieces", "integer from 2 to 6"}},
		{"egdb build --pieces 2 --threads 0", []string{"--threads"}},
		{"egdb build --pieces 2 --memory 0", []string{"--memory", "integer from 1"}},
		{"egdb probe start", []string{"a position behind --fen"}},
		{"egdb verify --deep", []string{"--deep", "--pieces"}},
	} {
		a := bolshak(t, "", strings.Fields(c.args)...)
		require.Equal(t, exitUsage, a.code, c.args)
		require.Equal(t, 1, strings.Count(a.stderr, "\n"))
		for _, part := range c.says {
			require.Contains(t, a.stderr, part)
		}
	}
}
