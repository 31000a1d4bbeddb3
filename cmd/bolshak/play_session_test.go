package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/search"
)

// scripted plays a session whose input is known beforehand, and returns what it
// says.
func scripted(t *testing.T, lines string, args ...string) string {
	t.Helper()
	return output(t, lines, append([]string{"play", "--lang", "en", "--seed", "1", "--level", "2"}, args...)...)
}

// playing is a session in which the test answers what is said.
type playing struct {
	t      *testing.T
	in     io.WriteCloser
	lines  chan string // what was said and not yet read
	game   *board.Game // as the test follows it
	said   strings.Builder
	cancel context.CancelFunc
	end    func() int // waits for the end, and returns the exit status
}

// startPlaying starts a session from a position.
func startPlaying(t *testing.T, rules board.Rules, fen string, args ...string) *playing {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	args = append([]string{"play", "--lang", "en", "--seed", "5", "--fen", fen, "--variant", rules.Name}, args...)
	var session sync.WaitGroup
	var code int
	var stderr bytes.Buffer
	lines := make(chan string, 100_000) // nobody waits for the test to read
	session.Go(func() {
		code = run(ctx, args, inR, outW, &stderr)
		outW.Close()
	})
	session.Go(func() {
		defer close(lines)
		for said := bufio.NewScanner(outR); said.Scan(); {
			lines <- said.Text()
		}
	})
	p, err := board.ParsePosition(fen)
	require.NoError(t, err)
	s := &playing{t: t, in: inW, lines: lines, game: board.NewGame(rules, p), cancel: cancel}
	s.end = func() int {
		inW.Close()
		for line := range s.lines {
			s.said.WriteString(line + "\n")
		}
		session.Wait()
		require.Empty(t, stderr.String())
		return code
	}
	t.Cleanup(func() {
		cancel()
		inW.Close()
		outR.Close()
		session.Wait()
	})
	return s
}

// until reads on to a line that matches, and returns what its groups match.
func (s *playing) until(pattern string) []string {
	s.t.Helper()
	wanted := regexp.MustCompile(pattern)
	for line := range s.lines {
		s.said.WriteString(line + "\n")
		if found := wanted.FindStringSubmatch(line); found != nil {
			return found
		}
	}
	require.Fail(s.t, "the session has ended", "before %q:\n%s", pattern, s.said.String())
	return nil
}

// send types a line.
func (s *playing) send(line string) {
	s.t.Helper()
	_, err := io.WriteString(s.in, line+"\n")
	require.NoError(s.t, err)
}

// playOut plays the human's side as a search of the given depth does until the
// game is over on the test's board.
func (s *playing) playOut(human board.Colour, depth int) {
	s.t.Helper()
	engine, err := search.New(search.Options{TableLog2: 14})
	require.NoError(s.t, err)
	for movegen.Outcome(s.game).Result == board.Ongoing {
		p := s.game.Position()
		if p.Side() != human {
			text := s.until(`^Bolshak plays \d+\.+ (\S+)$`)[1]
			m, err := movegen.Parse(p, text)
			require.NoError(s.t, err)
			s.game.Play(m)
			continue
		}
		result, err := engine.Search(s.t.Context(), s.game, search.Limits{Depth: depth}, nil)
		require.NoError(s.t, err)
		s.send(movegen.Format(p, result.Best, movegen.Short))
		s.game.Play(result.Best)
	}
}
