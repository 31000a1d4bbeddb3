package search

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

func newEngine(tb testing.TB, o Options) *Engine {
	tb.Helper()
	e, err := New(o)
	require.NoError(tb, err)
	return e
}

func position(tb testing.TB, fen string) board.Position {
	tb.Helper()
	p, err := board.ParsePosition(fen)
	require.NoError(tb, err, fen)
	return p
}

// newGame returns the game that begins with fen and goes on with the moves.
func newGame(tb testing.TB, rules board.Rules, fen string, moves ...string) *board.Game {
	tb.Helper()
	g := board.NewGame(rules, position(tb, fen))
	for _, text := range moves {
		m, err := movegen.Parse(g.Position(), text)
		require.NoError(tb, err, text)
		g.Play(m)
	}
	return g
}

// searched searches the game's position and returns all that was reported
// and the result.
func searched(tb testing.TB, e *Engine, g *board.Game, l Limits) ([]Info, Result) {
	tb.Helper()
	var infos []Info
	result, err := e.Search(context.Background(), g, l, func(i Info) {
		if !i.Partial {
			infos = append(infos, i)
		}
	})
	require.NoError(tb, err, g.Position().FEN())
	return infos, result
}

// last returns the last element.
func last[T any](list []T) T { return list[len(list)-1] }

// requireLegal plays the line and returns where it leads.
func requireLegal(tb testing.TB, p board.Position, line []board.Move) board.Position {
	tb.Helper()
	require.NotEmpty(tb, line, p.FEN())
	for n, m := range line {
		require.Contains(tb, movegen.Append(nil, p), m, "move %d of %v, in %s", n+1, line, p.FEN())
		p = p.After(m)
	}
	return p
}

// random returns a source of numbers that are the same on every run.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x5EA)) }

// corpus returns every step-th position of the corpus, if it has a legal move.
func corpus(tb testing.TB, step int) []board.Position {
	tb.Helper()
	var positions []board.Position
	for n, line := range dataLines(tb, "corpus.jsonl") {
		var entry struct{ FEN string }
		require.NoError(tb, json.Unmarshal([]byte(line), &entry), "line %d", n+1)
		if p := position(tb, entry.FEN); n%step == 0 && movegen.HasMove(p) {
			positions = append(positions, p)
		}
	}
	return positions
}

// openings returns every step-th position of the opening tables.
func openings(tb testing.TB, step int) []board.Position {
	tb.Helper()
	var positions []board.Position
	for _, line := range dataLines(tb, "ballots.tsv") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		positions = append(positions, position(tb, last(strings.Split(line, "\t"))))
	}
	var some []board.Position
	for i := 0; i < len(positions); i += step {
		some = append(some, positions[i])
	}
	return some
}

func dataLines(tb testing.TB, name string) []string {
	tb.Helper()
	f, err := os.Open(filepath.Join("..", "testdata", name))
	require.NoError(tb, err)
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		lines = append(lines, s.Text())
	}
	require.NotEmpty(tb, lines)
	return lines
}

// playRandom plays up to so many moves; the game may end sooner.
func playRandom(r *rand.Rand, g *board.Game, plies int) {
	for range plies {
		moves := movegen.Append(nil, g.Position())
		if len(moves) == 0 {
			return
		}
		g.Play(moves[r.IntN(len(moves))])
	}
}

// playQuietKings plays so many moves of kings that take nothing, at random,
// none of which puts anything in reach. It reports false where at some point
// there was none, or the game was drawn before the last of them.
func playQuietKings(r *rand.Rand, g *board.Game, plies int) bool {
	for range plies {
		if g.Draw() != board.NoDraw {
			return false
		}
		var quiet []board.Move
		for _, m := range movegen.Append(nil, g.Position()) {
			after := g.Position().After(m)
			if m.ByKing() && !m.IsCapture() && !movegen.CanCapture(after) && movegen.HasMove(after) {
				quiet = append(quiet, m)
			}
		}
		if len(quiet) == 0 {
			return false
		}
		g.Play(quiet[r.IntN(len(quiet))])
	}
	return true
}

// scatter returns a position with the given numbers of pieces on random
// squares. The side to move is random and has a move; men do not stand on the
// rank where they would be kings.
func scatter(r *rand.Rand, whiteMen, whiteKings, blackMen, blackKings int) board.Position {
	for {
		var sets [4]board.Bits
		var all board.Bits
		for kind, n := range []int{whiteMen, whiteKings, blackMen, blackKings} {
			allowed := board.Board
			switch kind {
			case 0:
				allowed &^= board.Rank8
			case 2:
				allowed &^= board.Rank1
			}
			for n > 0 {
				s := board.Square(r.IntN(36))
				if allowed.Has(s) && !all.Has(s) {
					sets[kind] |= s.Bit()
					all |= s.Bit()
					n--
				}
			}
		}
		p, err := board.New(sets[0]|sets[1], sets[2]|sets[3], sets[1]|sets[3], board.Colour(r.IntN(2)))
		if err == nil && movegen.HasMove(p) {
			return p
		}
	}
}
