package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOneLineSaysWhatWasExpected: exit codes and messages.
func TestOneLineSaysWhatWasExpected(t *testing.T) {
	t.Parallel()
	beyond := fmt.Sprint(physicalMemory()>>20 + 1)
	for _, c := range []struct {
		args string // parted by |
		code int
		says []string
	}{
		{"analize|--depth|3", exitUsage, []string{`unknown command "analize"`, "analyse", "perft"}},
		{"--verbose|nonsense", exitUsage, []string{"--verbose"}},
		{"W:W1:B2", exitUsage, []string{"W:W1:B2", "is a position", "--fen"}},
		{"W:Wa1:Bb8|--depth|3", exitUsage, []string{"W:Wa1:Bb8", "is a position", "--fen"}},
		{"start", exitUsage, []string{"is a position", "--fen"}},
		{"help|analize", exitUsage, []string{`unknown command "analize"`}},
		{"hub|now", exitUsage, []string{`"now"`}},
		{"moves|start", exitUsage, []string{`"start"`, "--fen"}},
		{"moves|W:W1:B2", exitUsage, []string{`"W:W1:B2"`, "a position behind --fen"}},

		{"analyse|--depth|0", exitUsage, []string{`"0"`, "--depth", "integer from 1 to 120"}},
		{"analyse|--depth|121", exitUsage, []string{"--depth", "1 to 120"}},
		{"analyse|--depth|deep", exitUsage, []string{`"deep"`, "--depth", "integer"}},
		{"analyse|--depth|-5", exitUsage, []string{`"-5"`, "--depth", "integer"}},
		{"analyse|--depth", exitUsage, []string{"--depth"}},
		{"analyse|--nodes|0", exitUsage, []string{"--nodes", "at least 1"}},
		{"analyse|--time|5", exitUsage, []string{"--time", "5s"}},
		{"analyse|--time|0s", exitUsage, []string{"--time", "above 0"}},
		{"analyse|--multi-pv|0", exitUsage, []string{"--multi-pv"}},
		{"analyse|--threads|0", exitUsage, []string{"--threads", "integer from 1"}},
		{"analyse|--hash|0", exitUsage, []string{"--hash", "from 1 to"}},
		{"analyse|--hash|-1", exitUsage, []string{"--hash", "from 1 to"}},
		{"analyse|--hash|" + beyond, exitUsage, []string{"--hash", "memory"}},
		{"analyse|--variant|checkers", exitUsage, []string{"checkers", "russian", "losing"}},
		{"analyse|--deep", exitUsage, []string{"--deep", "--depth", "--multi-pv"}},
		{"version|--deep", exitUsage, []string{"--deep", "--json"}},

		{"perft", exitUsage, []string{"--depth", "plies"}},
		{"perft|--depth|0", exitUsage, []string{"--depth"}},
		{"perft|--depth|21", exitUsage, []string{"--depth", "1 to 20"}},
		{"perft|--depth|4|--threads|0", exitUsage, []string{"--threads"}},
		{"perft|--depth|4|--hash|" + beyond, exitUsage, []string{"--hash", "memory"}},
		{"perft|--depth|4|--hash|99999999999999999999", exitUsage, []string{"--hash"}},
		{"bench|--depth|0", exitUsage, []string{"--depth"}},
		{"bench|--threads|x", exitUsage, []string{"--threads"}},
		{"moves|--notation|long", exitUsage, []string{"long", "hub", "full", "short"}},
		{"moves|--batch|--fen|start", exitUsage, []string{"--batch", "--fen"}},

		{"analyse|--fen|W:Wa2:Bb8", exitFailure, []string{"--fen", "a2"}},
		{"analyse|--fen|", exitFailure, []string{"--fen", "want"}},
		{"perft|--depth|3|--fen|W:Wa1:Ba1", exitFailure, []string{"--fen", "a1"}},
		{"diagram|--fen|X:Wa1:Bb8", exitFailure, []string{"--fen"}},
		{"moves|--fen|W:Wa1:Bb8\n,\x00", exitFailure, []string{"--fen"}},
		{"analyse|--moves|c3-d4 c3-d4", exitFailure, []string{"--moves, ply 2", "c3-d4", "illegal"}},
		{"analyse|--moves|c3-d4 zz", exitFailure, []string{"--moves, ply 2", "zz"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			a := bolshak(t, "", strings.Split(c.args, "|")...)
			require.Equal(t, c.code, a.code, a.stderr)
			require.Empty(t, a.stdout)
			require.True(t, strings.HasPrefix(a.stderr, "bolshak: "), a.stderr)
			require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
			for _, part := range c.says {
				require.Contains(t, a.stderr, part)
			}
		})
	}
}

// TestBareWordsStartedHub: an empty argument, or words behind --, name no
// command either; the program took itself for bare and spoke Hub.
func TestBareWordsStartedHub(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{""}, {"--", "perft"}} {
		a := bolshak(t, "hub\n", args...)
		require.Equal(t, exitUsage, a.code, a.stderr)
		require.Empty(t, a.stdout)
		require.Contains(t, a.stderr, "want a command, one of analyse,")
	}
}

// TestFlagWithoutACommand: the message began with the program's name twice and
// wanted no flags.
func TestFlagWithoutACommand(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--fen", "start"}, {"--version"}, {"-x"}} {
		a := bolshak(t, "hub\n", args...)
		require.Equal(t, exitUsage, a.code, a.stderr)
		require.NotContains(t, a.stderr, "bolshak: bolshak:")
		require.Contains(t, a.stderr, "want a command before it, one of analyse,")
	}
}

func TestHelpGoesToStdout(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"--help", "help", "help moves", "moves --help", "hub -h", "analyze --help"} {
		require.Contains(t, output(t, "", strings.Fields(args)...), "Usage:", args)
	}
	require.Contains(t, output(t, "", "help"), "analyse")
	require.Contains(t, output(t, "", "help", "moves"), "--notation")
}
