package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlayOpenings: by lot, another for every game, the same for the same seed.
func TestPlayOpenings(t *testing.T) {
	t.Parallel()
	first := scripted(t, "game\nnew\ngame\n", "--opening")
	require.Equal(t, first, scripted(t, "game\nnew\ngame\n", "--opening"))
	games := regexp.MustCompile(`Moves so far: (1\. .*)`).FindAllStringSubmatch(first, -1)
	require.GreaterOrEqual(t, len(games), 4)
	require.NotEqual(t, games[0][1], games[len(games)-1][1])
	require.NotEqual(t, first, scripted(t, "game\nnew\ngame\n", "--opening", "--seed", "2"))
	require.Contains(t, scripted(t, "", "--opening=flying", "--variant", "losing"), "giveaway")
}

// TestPlayRefuses: bad flags are told before anything is played.
func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]struct {
		code int
		says string
	}{
		"--level 0":                      {exitUsage, "1 to 20, or full"},
		"--level 21":                     {exitUsage, "1 to 20, or full"},
		"--time 5+":                      {exitUsage, "want minutes"},
		"--lang de":                      {exitUsage, "want en or ru"},
		"--colour pink":                  {exitUsage, "want white, black or random"},
		"--opening=none":                 {exitUsage, "want one of moves, flying, basic150"},
		"--opening flying":               {exitUsage, "--opening=flying"},
		"--opening --fen start":          {exitUsage, "--opening"},
		"--fen W:Wa2:Bb8":                {exitFailure, "a2"},
		"--fen start --moves c3-c4":      {exitFailure, "ply 1"},
		"nowhere.pdn":                    {exitFailure, "nowhere.pdn"},
		"testdata":                       {exitFailure, "testdata"},
		"testdata/moves.json --game 999": {exitFailure, "testdata"},
	} {
		a := bolshak(t, "", append([]string{"play"}, strings.Fields(args)...)...)
		require.Equal(t, want.code, a.code, args)
		require.Contains(t, a.stderr, want.says, args)
		require.Equal(t, 1, strings.Count(a.stderr, "\n"), a.stderr)
		require.Empty(t, a.stdout, args)
	}
}
