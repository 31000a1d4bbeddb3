package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadmeIsTrue runs the examples of the README. What a search prints changes
// with it, and times with the machine: there only the first words have to agree.
func TestReadmeIsTrue(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)

	words := regexp.MustCompile(`"[^"]*"|\S+`)
	examples := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(data), -1) {
		for _, example := range strings.Split("\n"+block[1], "\n$ ")[1:] {
			line, shown, _ := strings.Cut(example, "\n")
			args := words.FindAllString(line, -1)
			if args[0] != "bolshak" {
				continue // a pipeline
			}
			for i := range args {
				args[i] = strings.Trim(args[i], `"`)
			}
			if args[1] == "bench" {
				args = append(args, "--depth", "1") // the whole is for other days
			}
			examples++
			got := output(t, "", args[1:]...)
			if args[1] == "moves" || args[1] == "diagram" {
				require.Equal(t, strings.TrimSuffix(shown, "\n"), strings.TrimSuffix(got, "\n"), line)
			} else {
				require.Equal(t, strings.Fields(shown)[:2], strings.Fields(got)[:2], line)
			}
		}
	}
	require.GreaterOrEqual(t, examples, 6)
}
