package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// shared is where the tests' data lies.
var shared = filepath.Join("..", "..", "testdata")

// answer is what a command line gives.
type answer struct {
	stdout, stderr string
	code           int
}

// bolshak carries out a command line in this process.
func bolshak(t testing.TB, stdin string, args ...string) answer {
	t.Helper()
	return bolshakUntil(t.Context(), stdin, args...)
}

// bolshakUntil is bolshak with an end by signal: that of ctx.
func bolshakUntil(ctx context.Context, stdin string, args ...string) answer {
	var stdout, stderr bytes.Buffer
	code := run(ctx, args, strings.NewReader(stdin), &stdout, &stderr)
	return answer{stdout.String(), stderr.String(), code}
}

// output carries out a command line that has to succeed without a complaint.
func output(t testing.TB, stdin string, args ...string) string {
	t.Helper()
	a := bolshak(t, stdin, args...)
	require.Equal(t, exitOK, a.code, a.stderr)
	require.Empty(t, a.stderr)
	return a.stdout
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}
