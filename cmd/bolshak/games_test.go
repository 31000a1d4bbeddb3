package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

const (
	moveTime     = 20 * time.Millisecond
	forfeitAfter = time.Second // an answer later than that loses a game on time
	askedAgain   = 2           // times: a starved process is late too, but not always at the same move
	longestGame  = 600         // plies; the draw rules end every game before
)

// TestCompleteGames plays games over Hub from the opening tables, an engine of
// its own for either side. Every move is checked by the second generator; the
// end of a game is told by movegen and by the second reading of the draws.
//
// It does not run beside other tests: it measures time and counts goroutines.
func TestCompleteGames(t *testing.T) {
	games := 50
	if testing.Short() {
		games = 6
	}
	openings := readOpenings(t)
	next := make(chan board.Position, games)
	for i := range games {
		next <- openings[i*len(openings)/games]
	}
	close(next)

	var mu sync.Mutex
	var worst time.Duration
	var plies, late int
	ends := map[string]int{}
	var players sync.WaitGroup
	for range 2 {
		players.Go(func() {
			sides := [2]*hubClient{}
			for i := range sides {
				sides[i] = connect(t, "name=tt-size value=16")
				defer sides[i].quit()
				sides[i].send(fmt.Sprintf("level move-time=%g", moveTime.Seconds()))
			}
			for opening := range next {
				g := hubGame{t: t, sides: sides, game: board.NewGame(board.Russian, opening)}
				outcome, ok := g.play()
				if !ok {
					return
				}
				mu.Lock()
				worst = max(worst, g.slowest)
				plies += g.game.Plies()
				late += g.late
				ends[fmt.Sprintf("%v %s", outcome.Result, outcome.Reason)]++
				mu.Unlock()
			}
		})
	}
	players.Wait()
	t.Logf("%d games, %d plies; the slowest answer came %v after the %v for a move, %d later than %v; ends: %v",
		games, plies, worst-moveTime, moveTime, late, forfeitAfter, ends)

	played := 0
	for _, n := range ends {
		played += n
	}
	require.Equal(t, games, played)
	requireNoGoroutineOf(t, "bolshak/search.", "bolshak/protocol/hub.", ".(*hubClient)")
}

// readOpenings returns the positions of all opening tables.
func readOpenings(t *testing.T) []board.Position {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared, "ballots.tsv"))
	require.NoError(t, err)
	var openings []board.Position
	for scanner := bufio.NewScanner(bytes.NewReader(data)); scanner.Scan(); {
		if strings.HasPrefix(scanner.Text(), "#") {
			continue
		}
		fields := strings.Split(scanner.Text(), "\t")
		require.Len(t, fields, 4)
		p, err := board.ParseFEN(fields[3])
		require.NoError(t, err)
		openings = append(openings, p)
	}
	require.Greater(t, len(openings), 800)
	return openings
}

// hubGame is a game between two engines.
type hubGame struct {
	t       *testing.T
	sides   [2]*hubClient // by Colour
	game    *board.Game
	texts   []string // the moves as they were sent
	slowest time.Duration
	late    int // answers that came after forfeitAfter once
}

// play plays to the end. ok is false after a fault, which has been reported.
func (g *hubGame) play() (outcome board.Outcome, ok bool) {
	for _, side := range g.sides {
		side.send("new-game")
	}
	for {
		outcome = movegen.Outcome(g.game)
		if fault := g.checkOutcome(outcome); fault != "" {
			g.t.Errorf("%s after %v from %s", fault, g.texts, g.game.Start().FEN())
			return outcome, false
		}
		if outcome.Result != board.Ongoing {
			return outcome, true
		}
		if fault := g.move(); fault != "" {
			g.t.Errorf("%s after %v from %s", fault, g.texts, g.game.Start().FEN())
			return outcome, false
		}
	}
}

// checkOutcome compares an outcome with the second reading of the rules.
func (g *hubGame) checkOutcome(o board.Outcome) (fault string) {
	stuck := len(reference.Moves(g.game.Position())) == 0
	draw := reference.Draw(g.game)
	won := o.Result == board.WhiteWins || o.Result == board.BlackWins
	switch {
	case g.game.Plies() > longestGame:
		return "the game does not end"
	case stuck != won:
		return fmt.Sprintf("outcome %v, but stuck is %v", o, stuck)
	case !stuck && o.Reason != string(draw):
		return fmt.Sprintf("outcome %v, but the draw is %q", o, draw)
	}
	return ""
}

// move asks the side to move for a move and plays it.
func (g *hubGame) move() (fault string) {
	p := g.game.Position()
	side := g.sides[p.Side()]
	var done string
	var infos []string
	for asking := 0; ; asking++ {
		asked := time.Now()
		side.send(fmt.Sprintf("pos pos=%s moves=%q", g.game.Start().Hub(), strings.Join(g.texts, " ")), "go think")
		done, infos = side.until("done")
		took := time.Since(asked)
		g.slowest = max(g.slowest, took)
		if took <= forfeitAfter {
			break
		}
		g.late++
		if asking == askedAgain {
			return fmt.Sprintf("lost on time: %v for a move", took)
		}
	}
	for _, info := range infos {
		if !strings.HasPrefix(info, "info ") {
			return "unexpected line " + info
		}
	}

	fields := strings.Fields(done)
	if len(fields) < 2 || !strings.HasPrefix(fields[1], "move=") {
		return "unexpected line " + done
	}
	text := strings.TrimPrefix(fields[1], "move=")
	m, ok := legalByReference(p, text)
	if !ok {
		return "illegal move " + text
	}
	after, err := reference.After(p, m)
	if err != nil {
		return err.Error()
	}
	g.game.Play(m)
	if g.game.Position() != after {
		return fmt.Sprintf("%s leads to %s, want %s", text, g.game.Position().FEN(), after.FEN())
	}
	g.texts = append(g.texts, text)
	if len(fields) > 2 {
		reply, _ := strings.CutPrefix(fields[2], "ponder=")
		if _, ok := legalByReference(after, reply); !ok {
			return "illegal reply " + done
		}
	}
	return ""
}

// legalByReference finds a move among those of the second generator.
func legalByReference(p board.Position, hub string) (board.Move, bool) {
	moves := reference.Moves(p)
	i := slices.IndexFunc(moves, func(m board.Move) bool { return m.String() == hub })
	if i < 0 {
		return board.NoMove, false
	}
	return moves[i], true
}

// requireNoGoroutineOf waits a moment for goroutines that are about to end and
// fails where one goes on inside one of the given functions or packages.
func requireNoGoroutineOf(t *testing.T, names ...string) {
	t.Helper()
	var left string
	for range 100 {
		left = ""
		buffer := make([]byte, 1<<20)
		for stack := range strings.SplitSeq(string(buffer[:runtime.Stack(buffer, true)]), "\n\n") {
			for _, name := range names {
				if strings.Contains(stack, name) {
					left += stack + "\n\n"
				}
			}
		}
		if left == "" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	require.Empty(t, left, "goroutines are left")
}

// BenchmarkStopLatency measures how long a stop takes from its writing to the
// done, with the default table. It reports, in ms, the median, the 99th
// percentile and the maximum over 300 stops.
func BenchmarkStopLatency(b *testing.B) {
	const stops = 300
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			c := connect(b, fmt.Sprintf("name=threads value=%d", threads))
			c.send("level infinite")
			var took []time.Duration
			for b.Loop() {
				for i := range stops {
					c.send("go think")
					time.Sleep(time.Duration(i%20) * time.Millisecond / 2)
					asked := time.Now()
					c.send("stop")
					c.until("done")
					took = append(took, time.Since(asked))
				}
			}
			c.quit()
			slices.Sort(took)
			ms := func(part float64) float64 {
				return float64(took[int(part*float64(len(took)-1))]) / float64(time.Millisecond)
			}
			b.ReportMetric(ms(0.5), "median-ms")
			b.ReportMetric(ms(0.99), "p99-ms")
			b.ReportMetric(ms(1), "max-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}
