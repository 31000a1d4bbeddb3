package movegen_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

// readData returns a file of the repository's testdata folder.
func readData(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", name))
	require.NoError(t, err)
	return data
}

// readJSON decodes a file of testdata that is one JSON value.
func readJSON[T any](t testing.TB, name string) (value T) {
	t.Helper()
	require.NoError(t, json.Unmarshal(readData(t, name), &value), name)
	return value
}

// position reads a FEN or "start".
func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParsePosition(fen)
	require.NoError(t, err, fen)
	return p
}

// ballots returns the positions of the opening tables.
func ballots(t testing.TB) []board.Position {
	t.Helper()
	var positions []board.Position
	lines := bufio.NewScanner(bytes.NewReader(readData(t, "ballots.tsv")))
	for lines.Scan() {
		if fields := strings.Split(lines.Text(), "\t"); len(fields) == 4 {
			positions = append(positions, position(t, fields[3]))
		}
	}
	require.Greater(t, len(positions), 500)
	return positions
}

// generated returns what movegen finds, sorted by value.
func generated(p board.Position) []board.Move {
	moves := movegen.Append(nil, p)
	slices.Sort(moves)
	return moves
}

// hubForms writes moves in Hub notation, sorted as text.
func hubForms(moves []board.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	slices.Sort(texts)
	return texts
}

// newRandom returns the random numbers of a test, the same on every run.
func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0xB0_15AA)) }

// randomPlay returns a source of positions that random play passes through,
// each game beginning at one of starts. It plays on by the reference's moves,
// which the caller has computed for the last position and hands back.
func randomPlay(random *rand.Rand, starts []board.Position) func(moves []board.Move) board.Position {
	const longest = 160 // plies; two kings that miss each other go on for ever
	var p board.Position
	plies := longest
	return func(moves []board.Move) board.Position {
		if len(moves) == 0 || plies >= longest {
			p, plies = starts[random.IntN(len(starts))], 0
			return p
		}
		p = p.After(moves[random.IntN(len(moves))])
		plies++
		return p
	}
}

// setUp describes a kind of random position.
type setUp struct {
	name     string
	own, opp [2]int // how many pieces, from and to
	ownKings int    // per cent of the pieces of the side to move
	oppKings int
	squares  board.Bits // where the opponent's pieces stand
	share    int        // how many of a hundred positions
}

// inside is the board without its rim, where a piece can be taken.
const inside = board.Board &^ (board.Rank1 | board.Rank8 |
	1<<board.A3 | 1<<board.A5 | 1<<board.A7 | 1<<board.H2 | 1<<board.H4 | 1<<board.H6)

// setUps are sparse and dense positions of men and kings, and targets for long
// captures: many pieces with room behind them.
var setUps = []setUp{
	{"sparse kings", [2]int{1, 4}, [2]int{1, 4}, 80, 80, board.Board, 15},
	{"few", [2]int{1, 6}, [2]int{1, 6}, 40, 40, board.Board, 15},
	{"dense men", [2]int{6, 12}, [2]int{6, 12}, 10, 10, board.Board, 15},
	{"dense kings", [2]int{5, 12}, [2]int{5, 12}, 60, 60, board.Board, 15},
	{"king among many", [2]int{1, 3}, [2]int{5, 9}, 90, 30, inside, 25},
	{"man among many", [2]int{1, 3}, [2]int{5, 9}, 10, 30, inside, 15},
}

// randomSetUp makes up a position; pieces stand anywhere they can, men not on
// their promotion rank.
func randomSetUp(random *rand.Rand) board.Position {
	dice := random.IntN(100)
	kind := 0
	for dice >= setUps[kind].share {
		dice -= setUps[kind].share
		kind++
	}
	s := setUps[kind]
	side := board.Colour(random.IntN(2))
	var sets [2]board.Bits
	var kings board.Bits
	place := func(c board.Colour, count [2]int, kingShare int, room board.Bits) {
		for range count[0] + random.IntN(count[1]-count[0]+1) {
			king := random.IntN(100) < kingShare
			free := room &^ (sets[0] | sets[1])
			if !king {
				free &^= board.PromotionRank(c)
			}
			if free == 0 {
				return
			}
			for range random.IntN(free.Count()) {
				free = free.Rest()
			}
			sets[c] |= free.First().Bit()
			if king {
				kings |= free.First().Bit()
			}
		}
	}
	place(side.Other(), s.opp, s.oppKings, s.squares)
	place(side, s.own, s.ownKings, board.Board)
	p, err := board.New(sets[board.White], sets[board.Black], kings, side)
	if err != nil {
		panic(err)
	}
	return p
}

// otherToMove returns the same placement with the other side to move.
func otherToMove(p board.Position) board.Position {
	q, err := board.New(p.White(), p.Black(), p.Kings(), p.Side().Other())
	if err != nil {
		panic(err)
	}
	return q
}

// play makes moves given as "from-to" or "fromxto" with the squares' numbers
// or names, each of which must fit one legal move of the reference.
func play(t testing.TB, g *board.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		g.Play(theMove(t, g.Position(), text))
	}
}

// theMove finds the one legal move with the given start and end.
func theMove(t testing.TB, p board.Position, text string) board.Move {
	t.Helper()
	squares := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == 'x' || r == ':' })
	require.Len(t, squares, 2, text)
	from, err := board.ParseSquare(squares[0])
	require.NoError(t, err, text)
	to, err := board.ParseSquare(squares[1])
	require.NoError(t, err, text)
	var fitting []board.Move
	for _, m := range reference.Moves(p) {
		if m.From() == from && m.To() == to {
			fitting = append(fitting, m)
		}
	}
	require.Len(t, fitting, 1, "%s in %s", text, p.FEN())
	require.Equal(t, strings.ContainsAny(text, "x:"), fitting[0].IsCapture(), "%s in %s", text, p.FEN())
	return fitting[0]
}
