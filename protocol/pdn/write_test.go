package pdn

import (
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

var update = flag.Bool("update", false, "write the golden files")

// gameOf plays moves, in any notation, and gives each the comment at its index.
func gameOf(t *testing.T, start board.Position, moves string, comments ...string) Game {
	t.Helper()
	g := Game{Rules: board.Russian, Start: start}
	p := start
	for i, text := range strings.Fields(moves) {
		m, err := movegen.Parse(p, text)
		require.NoError(t, err)
		move := Move{Move: m}
		if i < len(comments) {
			move.Comment = comments[i]
		}
		g.Moves = append(g.Moves, move)
		p = p.After(m)
	}
	return g
}

// position reads a FEN.
func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

func TestWriteGolden(t *testing.T) {
	t.Parallel()
	played := gameOf(t, board.Start(), "c3-d4 d6-c5 g3-h4 c7-d6 h2-g3 b8-c7 b2-c3 d6-e5 g3-f4 e5xg3",
		"book", "book", "+0.12/15 0.034s", "-0.08/14 0.031s", "+W17/21 1.5s")
	played.Tags = []Tag{{"TimeControl", "10+0.1"}, {"White", `A "quoted" \ name`}, {"Event", "Матч"}, {"Black", "B\nC"}, {"Termination", "time"}}
	played.Result, played.Comment = board.WhiteWins, "B lost {on} time }"

	black := gameOf(t, position(t, "B:Wd2,f2:Be5,Kh2"), "e5-d4 f2-g3")
	black.Rules, black.Result = board.Losing, board.Drawn

	empty := Game{Rules: board.Russian, Start: board.Start(), Comment: "A did not start"}

	var text []byte
	for _, g := range []Game{played, black, empty} {
		var err error
		text, err = Append(text, g)
		require.NoError(t, err)
	}
	name := filepath.Join("testdata", "write.pdn")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(name, text, 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), string(text))
}

// TestWrittenGamesAreReadBack plays random games, endings with many kings among
// them, writes them and replays what was written.
func TestWrittenGamesAreReadBack(t *testing.T) {
	t.Parallel()
	starts := []board.Position{
		board.Start(),
		position(t, "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g5:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
		position(t, "W:WKa5,f2:Bb8,d8,b6,Kd6,d4,f4,d2,Kg1"),
		position(t, "B:WKh8,a7,d6,f6,d4,f4,f2,a1,c1:Bf8,c7,g5,a3,c3,g3"),
		position(t, "W:WKb8,Kf8,Kc7,g7,Kf6,Kh6,c1:Bd8,Kh8,Kb6,c5,b4,Kd4,Kg3"),
		position(t, "W:WKh8:Be7,g7,d2,f2,Ka1"),
	}
	random := rand.New(rand.NewPCG(1, 2))
	inFull, plies := 0, 0
	for i := range 400 {
		g := Game{Rules: board.Russian, Start: starts[i%len(starts)], Result: board.Result(i % 4), Tags: []Tag{{"Opening", "?"}}}
		p := g.Start
		for range 100 {
			moves := movegen.Append(nil, p)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			g.Moves = append(g.Moves, Move{m, strings.Repeat("word {;[# ", random.IntN(4))})
			p = p.After(m)
		}
		text, err := Append(nil, g)
		require.NoError(t, err)
		inFull += requireReadsBack(t, g, string(text))
		plies += len(g.Moves)
	}
	require.Greater(t, inFull, 20, "captures that need their full form")
	t.Logf("%d plies, %d in full", plies, inFull)
}

// requireReadsBack asserts that text holds the moves and the result of g in lines
// that are not too long, and returns how many moves stand in full.
func requireReadsBack(t *testing.T, g Game, text string) (inFull int) {
	t.Helper()
	_, movetext, ok := strings.Cut(text, "\n\n")
	require.True(t, ok)
	for line := range strings.Lines(movetext) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), columns)
		require.NotContains(t, line, " \n")
	}
	require.True(t, strings.HasSuffix(text, "\n\n"))

	lexer := NewLexer(text)
	p, ply := g.Start, 0
	result := ""
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		switch token.Kind {
		case TagPair:
			if token.Name == "FEN" {
				require.Equal(t, g.Start, position(t, token.Text))
			}
		case MoveNumber:
			first := 0
			if g.Start.Side() == board.Black {
				first = 1
			}
			require.Equal(t, (ply+first)/2+1, token.Number)
		case MoveText:
			require.Less(t, ply, len(g.Moves))
			m, err := movegen.Parse(p, token.Text)
			require.NoError(t, err)
			require.Equal(t, g.Moves[ply].Move, m)
			require.NotContains(t, token.Text, ":")
			if strings.Count(token.Text, "x") > 1 {
				inFull++
			}
			p, ply = p.After(m), ply+1
		case ResultText:
			result = token.Text
		case Comment:
		default:
			require.Fail(t, "unexpected token", "%+v", token)
		}
	}
	require.Equal(t, len(g.Moves), ply)
	require.Equal(t, g.Result.String(), result)
	return inFull
}

func TestWriteErrors(t *testing.T) {
	t.Parallel()
	illegal := gameOf(t, board.Start(), "c3-d4 d6-c5")
	illegal.Moves = append(illegal.Moves, illegal.Moves[0])
	for _, c := range []struct {
		name string
		game Game
		want string
	}{
		{"illegal move", illegal, "ply 3: move 22-18 is not legal in W:"},
		{"tag name", Game{Tags: []Tag{{"Time Control", "1"}}}, `tag "Time Control": want a name of letters, digits and underscores`},
		{"no tag name", Game{Tags: []Tag{{"", "1"}}}, `tag "": want a name`},
		{"derived tag", Game{Tags: []Tag{{"FEN", "1"}}}, `tag "FEN": follows from the game`},
		{"tag twice", Game{Tags: []Tag{{"White", "1"}, {"White", "2"}}}, `tag "White": given twice`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := []byte("before")
			text, err := Append(before, c.game)
			require.ErrorContains(t, err, c.want)
			require.Equal(t, "before", string(text))
		})
	}
}
