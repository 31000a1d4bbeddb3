package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// binaryDir is where the program is built for the tests of this file.
var binaryDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "bolshak-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binaryDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// build builds the program, once.
var build = sync.OnceValues(func() (string, error) {
	file := filepath.Join(binaryDir, "bolshak.exe")
	out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, out)
	}
	return file, nil
})

// binary returns a command that runs the program as its users do.
func binary(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program")
	}
	file, err := build()
	require.NoError(t, err)
	return exec.CommandContext(t.Context(), file, args...)
}

func TestExitStatus(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]int{
		"moves":                  0,
		"analyse --depth 3":      0,
		"analyse --fen W:W:Bb8":  0,
		"":                       0, // Hub, and the input is empty
		"hub":                    0,
		"moves --fen W:Wa2:Bb8":  1,
		"analyse --moves c3-c4":  1,
		"W:W1:B2":                2,
		"perft --depth 0":        2,
		"perft --depth 3 --hash": 2,
		"nonsense":               2,
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			cmd := binary(t, strings.Fields(args)...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			_ = cmd.Run() // the status is looked at
			require.Equal(t, want, cmd.ProcessState.ExitCode(), stderr.String())
			require.Equal(t, want != 0, stderr.Len() > 0)
		})
	}
}

// TestHubStartedBare: bots forget the argument.
func TestHubStartedBare(t *testing.T) {
	t.Parallel()
	cmd := binary(t)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	lines := bufio.NewScanner(out)
	until := func(prefix string) (line string) {
		t.Helper()
		for lines.Scan() {
			if line = lines.Text(); strings.HasPrefix(line, prefix) {
				return line
			}
			require.False(t, strings.HasPrefix(line, "error"), line)
		}
		require.Fail(t, "the output has ended", "before %q", prefix)
		return ""
	}

	began := time.Now()
	require.NoError(t, cmd.Start())
	_, err = io.WriteString(in, "hub\r\ninit\r\n")
	require.NoError(t, err)
	require.Contains(t, until("id"), "name=Bolshak")
	until("ready")
	t.Logf("ready %v after the start", time.Since(began))

	_, err = io.WriteString(in, "level depth=4\ngo think\n")
	require.NoError(t, err)
	until("done move=")
	_, err = io.WriteString(in, "level infinite\ngo analyze\n")
	require.NoError(t, err)
	until("info")
	require.NoError(t, in.Close()) // the end of the input ends a search too
	_, err = io.Copy(io.Discard, out)
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
	require.Empty(t, stderr.String())
}

// TestInterruptedAnalysis prints the best move found so far.
func TestInterruptedAnalysis(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no process can be sent Ctrl-C there")
	}
	for _, args := range []string{"analyse --hash 4", "analyse --hash 4 --json --threads 2"} {
		cmd := binary(t, strings.Fields(args)...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		require.NoError(t, cmd.Start())
		time.Sleep(3 * time.Second) // with --json nothing tells how far it is
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		require.NoError(t, cmd.Wait())
		require.Empty(t, stderr.String())

		text := strings.TrimSpace(stdout.String())
		if strings.Contains(args, "--json") {
			var r analysisReport
			require.NoError(t, json.Unmarshal([]byte(text), &r))
			require.NotEmpty(t, r.Best)
			require.Greater(t, r.Depth, 3)
			continue
		}
		rows := strings.Split(text, "\n")
		require.Greater(t, len(rows), 5)
		require.True(t, strings.HasPrefix(rows[len(rows)-1], "best "), rows[len(rows)-1])
	}
}
