package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/shlex"
	"github.com/stretchr/testify/require"

	"bolshak/bench/match"
)

// builtins are the flags of two engines that play fast and always the same.
var builtins = []string{
	"match", "--engine", "name=A cmd=builtin nodes=120", "--engine", "name=B cmd=builtin nodes=40",
	"--each", "param.tt-size=12 jitter=20",
}

// TestMatchCommand: a match by its command line, all files included.
func TestMatchCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pdn := filepath.Join(dir, "games.pdn")
	args := append(builtins[:len(builtins):len(builtins)], "--games", "20", "--report-every", "10", "--concurrency", "2",
		"--resign", "score=5 moves=3", "--pdn", pdn, "--event", "Test")
	a := bolshak(t, "", args...)
	require.Equal(t, exitOK, a.code, a.stderr)
	lines := strings.Split(strings.TrimSpace(a.stdout), "\n")
	require.Len(t, lines, 6, a.stdout)
	require.Equal(t, "games are kept in "+pdn+".journal; after an interruption go on with", lines[0])
	require.True(t, strings.HasPrefix(lines[2], "Games 10: +"), lines[2])
	require.True(t, strings.HasPrefix(lines[3], "Games 20: +"), lines[3])
	require.Equal(t, "A: "+lines[3], lines[4])
	require.True(t, strings.HasPrefix(lines[5], "games ended by: no "), lines[5])

	text, err := os.ReadFile(pdn)
	require.NoError(t, err)
	require.Equal(t, 20, strings.Count(string(text), "[Event \"Test\"]\n"))
	require.Equal(t, 20, strings.Count(string(text), "[GameType \"25\"]\n"))

	// The command that is printed is this one, with --resume: it finds nothing left
	// to play and says the same.
	words, err := shlex.Split(lines[1])
	require.NoError(t, err)
	require.Equal(t, os.Args[0], words[0])
	again := bolshak(t, "", append(words[1:], "--json")...)
	require.Equal(t, exitOK, again.code, again.stderr)
	var s match.Summary
	require.NoError(t, json.Unmarshal([]byte(again.stdout), &s))
	require.Equal(t, 1, strings.Count(again.stdout, "\n"), "one object and nothing else")
	require.Equal(t, 20, s.Games)
	require.Contains(t, lines[4], s.Elo.String())
	require.Contains(t, again.stderr, "--resume")

	// Without it nobody's games are touched.
	a = bolshak(t, "", args...)
	require.Equal(t, exitUsage, a.code)
	require.Contains(t, a.stderr, "there already: want to resume it")
	after, err := os.ReadFile(pdn)
	require.NoError(t, err)
	require.Equal(t, string(text), string(after))
}

// TestFileForTwoPurposes: the PDN file took the place of the journal, and the log
// was written across it.
func TestFileForTwoPurposes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	book := filepath.Join(dir, "book.fen")
	require.NoError(t, os.WriteFile(book, []byte("start\n"), 0o644))
	require.NoError(t, os.Symlink(book, filepath.Join(dir, "link")))
	file := filepath.Join(dir, "a")
	for _, c := range [][]string{
		{"--journal", file, "--pdn", file},
		{"--pdn", file, "--log", filepath.Join(dir, ".", "x", "..", "a")},
		{"--journal", file, "--log", dir + "/./a"},
		{"--pdn", file, "--log", file + ".journal"},
		{"--openings", book, "--log", filepath.Join(dir, "link")},
	} {
		a := bolshak(t, "", append(append(builtins[:len(builtins):len(builtins)], "--games", "2"), c...)...)
		require.Equal(t, exitUsage, a.code, a.stderr)
		require.Contains(t, a.stderr, "already, want another")
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2, "nothing was begun")
}

// TestSkippedOpeningsWereNotTold: a match said nothing of the openings it left out.
func TestSkippedOpeningsWereNotTold(t *testing.T) {
	t.Parallel()
	book := filepath.Join(t.TempDir(), "book.fen")
	require.NoError(t, os.WriteFile(book, []byte("start\nW:Wd2:Bc3,h8\n"), 0o644))
	text := output(t, "", append(builtins[:len(builtins):len(builtins)], "--games", "2", "--openings", book, "--skip-captures")...)
	require.True(t, strings.HasPrefix(text, "1 openings begin with a capture and are left out, 1 are played\n"), text)
}

// TestMatchOfThree has a cross table.
func TestMatchOfThree(t *testing.T) {
	t.Parallel()
	args := append(builtins[:len(builtins):len(builtins)], "--engine", "name=C cmd=builtin depth=1", "--each", "param.tt-size=12", "--games", "2", "--report-every", "4")
	text := output(t, "", args...)
	require.Contains(t, text, "Rank  Name")
	require.Contains(t, text, "vs 3\n")
	require.Contains(t, text, "After 4: A: Games ")
	require.Contains(t, text, "\nA: Games 4: ")

	text = output(t, "", append(args, "--tournament", "gauntlet")...)
	require.Contains(t, text, "After 4: A: Games 4: ")
	require.NotContains(t, text, "After 8")
}

// TestMatchBadInput: the message names the key, the flag or the line, and nothing
// is played.
func TestMatchBadInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	book := filepath.Join(dir, "book.fen")
	require.NoError(t, os.WriteFile(book, []byte("start\nW:Wa1:Bb9\n"), 0o644))
	missing := filepath.Join(dir, "no", "x")
	for _, c := range []struct {
		args string // parted by |
		says []string
	}{
		{"match", []string{"--engine twice"}},
		{"match|--engine|name=A cmd=builtin nodes=1", []string{"1 given", "--engine twice"}},
		{"--engine|name=C cmd=builtin colour=red", []string{"engine 3 (C)", `key "colour": unknown`, "expected one of name"}},
		{"--engine|name=C cmd=builtin tc=5:00", []string{"engine 3 (C)", `key "tc"`, `bad time control "5:00"`, "40/300"}},
		{"--engine|name=C cmd=builtin", []string{`key "tc" is missing`}},
		{"--engine|name=C cmd=./no-such-engine depth=1", []string{"engine C", `key "cmd"`, "no-such-engine"}},
		{"--engine|name=C cmd=builtin depth=1 param.book=1", []string{"engine C", `key "param.book"`, "threads, tt-size or level"}},
		{"--each|nodes=x", []string{"each", `key "nodes"`}},
		{"--openings|" + book, []string{"book.fen", "line 2", `square "b9"`}},
		{"--openings|nowhere.pdn", []string{"nowhere.pdn", "moves, flying, basic150"}},
		{"--opening-plies|0", []string{"--opening-plies"}},
		{"--order|any", []string{"--order", `"any"`, "sequential or random"}},
		{"--seed|x", []string{"--seed"}},
		{"--tournament|swiss", []string{"--tournament", "swiss", "gauntlet"}},
		{"--games|3", []string{"--games", "odd"}},
		{"--games|2|--pairs|1", []string{"--pairs", "either"}},
		{"--games|0", []string{"--games", "integer from 1"}},
		{"--concurrency|0", []string{"--concurrency"}},
		{"--report-every|0", []string{"--report-every"}},
		{"--max-plies|0", []string{"--max-plies"}},
		{"--sprt|elo0=0", []string{"sprt", `key "elo1" is missing`}},
		{"--sprt|elo0=0 elo1=5|--engine|name=C cmd=builtin depth=1", []string{"sprt: 3 engines given"}},
		{"--sprt|", []string{"--sprt", "empty"}},
		{"--resign|", []string{"--resign", "empty"}},
		{"--openings|", []string{"--openings", "empty"}},
		{"--resign|score=4", []string{"resign", `key "moves" is missing`}},
		{"--draw|score=400 moves=3", []string{"draw", `key "score"`, "in men"}},
		{"--variant|checkers", []string{"checkers", "russian"}},
		{"--resume", []string{"--resume", "--journal"}},
		{"--journal|" + missing, []string{"journal", "no"}},
		{"--journal|" + dir, []string{"journal"}},
		{"--log|" + missing, []string{"log", "no"}},
		{"--deep", []string{"--deep", "--engine"}},
		{"now", []string{`"now"`}},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			args := strings.Split(c.args, "|")
			if args[0] != "match" {
				args = append(builtins[:5:5], args...)
			}
			a := bolshak(t, "", args...)
			require.Equal(t, exitUsage, a.code, a.stderr)
			require.Empty(t, a.stdout)
			require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
			require.True(t, strings.HasPrefix(a.stderr, "bolshak: match: "), a.stderr)
			for _, part := range c.says {
				require.Contains(t, a.stderr, part)
			}
		})
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "nothing was begun")
}

// TestInterruptedMatch: Ctrl-C shows the result so far and how to go on, and that
// command goes on to the end.
func TestInterruptedMatch(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "it's a journal")
	args := append(builtins[:len(builtins):len(builtins)], "--games", "4000", "--journal", name, "--json")
	ctx, cancel := context.WithCancel(t.Context())
	timer := time.AfterFunc(time.Second, cancel)
	defer timer.Stop()
	a := bolshakUntil(ctx, "", args...)
	require.Equal(t, exitInterrupted, a.code, a.stderr)
	var s match.Summary
	require.NoError(t, json.Unmarshal([]byte(a.stdout), &s))
	require.Less(t, s.Games, 4000)
	require.Regexp(t, `games missing: \d+; go on with\n  `, a.stderr)
	require.True(t, strings.HasSuffix(a.stderr, "\nbolshak: interrupted\n"), a.stderr)

	rest := regexp.MustCompile(`(?s)^.*games missing: \d+; go on with\n  `).ReplaceAllString(a.stderr, "")
	line, _, _ := strings.Cut(rest, "\n")
	words, err := shlex.Split(line)
	require.NoError(t, err)
	ended := bolshak(t, "", append(words[1:], "--games", "2")...)
	require.Equal(t, exitOK, ended.code, ended.stderr)
	require.NoError(t, json.Unmarshal([]byte(ended.stdout), &s))
	require.Equal(t, 2, s.Games)
}

// TestMatchOverPipes plays the program against itself, as others will, and is
// interrupted from the keyboard on the way.
func TestMatchOverPipes(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no process can be sent Ctrl-C there")
	}
	binary(t) // builds it
	file, err := build()
	require.NoError(t, err)
	dir := t.TempDir()
	args := []string{
		"match", "--engine", match.Quote("name=A", "cmd="+match.Quote(file, "hub")), "--engine", match.Quote("name=B", "cmd="+match.Quote(file), "dir="+dir),
		"--each", "nodes=300 jitter=20 param.tt-size=12 timemargin=1000", "--games", "1000", "--variant", "losing", "--concurrency", "2",
		"--pdn", filepath.Join(dir, "it's.pdn"), "--log", filepath.Join(dir, "log"),
	}
	cmd := exec.CommandContext(t.Context(), file, args...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Start())
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if log, _ := os.ReadFile(filepath.Join(dir, "log")); strings.Contains(string(log), "done move=") {
			break // the games are on
		}
	}
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	require.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode(), stderr.String())

	// What is printed works in a shell.
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	require.Regexp(t, `^games missing: \d+; go on with$`, lines[len(lines)-2])
	out, err := exec.CommandContext(t.Context(), "/bin/sh", "-c", lines[len(lines)-1]+" --games 4 --json").Output()
	require.NoError(t, err)
	var s match.Summary
	require.NoError(t, json.Unmarshal(out, &s))
	require.Equal(t, 4, s.Games)
	for _, reason := range []string{match.TimeLoss, match.IllegalMove, match.Crash, match.Hang, match.Disconnect, match.Garbage, match.ErrorMessage, match.Init} {
		require.Zero(t, s.Reasons[reason], reason)
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	require.NoError(t, err)
	require.Contains(t, string(log), " A > set-param name=variant value=losing\n")
}
