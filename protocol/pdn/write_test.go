package pdn

import (
	"flag"
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
func gameOf(t *testing.T, start board.Position, moves string, comments ...string) *Game {
	t.Helper()
	g := &Game{Rules: board.Russian, Start: start}
	p := start
	for i, text := range strings.Fields(moves) {
		m, err := movegen.Parse(p, text)
		require.NoError(t, err)
		n := g.Add(m)
		if i < len(comments) {
			n.Comments = []string{comments[i]}
		}
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
	played.Tags = []Tag{{"TimeControl", "10+0.1"}, {"White", `A "quoted" \ name`}, {"Event", "Матч"}, {"Black", "B\nC"}, {"Termination", "time"},
		{"Result", "0-1"}, {"FEN", "W:WKa1:BKb8"}}
	played.Result = board.WhiteWins
	for _, n := range played.Main() {
		if n.Next == nil {
			n.Comments = []string{"B lost {on} time"}
		}
	}

	black := gameOf(t, position(t, "B:Wd2,f2:Be5,Kh2"), "e5-d4 f2-g3")
	black.Rules, black.Result = board.Losing, board.Drawn

	empty := &Game{Rules: board.Russian, Start: board.Start(), Comments: []string{"A did not start"}}

	annotated := gamesOf(t, `[Event "Variations"]

		{At the start} 1. c3-d4! $14 (1. g3-f4 {a} f6-g5?! (1... b6-a5 2. h2-g3) 2. h2-g3 {b}) (1. e3-f4) {c} d6-c5
		; with a } brace
		2. b2-c3 (2. -- c5-b4 {threat}; another } brace
		) 0-0`)[0]
	require.Empty(t, annotated.Problems)

	ambiguous := gameOf(t, position(t, "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"), "f8:h6:f4:d6:b4")

	var text []byte
	for _, g := range []*Game{played, black, empty, annotated, ambiguous} {
		var err error
		text, err = Append(text, g)
		require.NoError(t, err)
	}
	text, err := AppendNumeric(text, ambiguous)
	require.NoError(t, err)
	golden(t, "write.pdn", text)
}

// golden compares text with a file under testdata, or writes it with -update.
func golden(t *testing.T, name string, text []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(name, text, 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), string(text))
}

// gameMaker makes random games.
type gameMaker struct{ *rand.Rand }

// words are what comments and tags are made of.
var words = []string{"word", "{", "}", ";", "[", "]", "#", "%", "(", ")", "1.", "1-0", "*", "\"", "\\", "Слово", "[%clk 0:01:02]", "a\nb", "\t", "½", "--", "$3", "[White \"x\"]"}

// text returns a random text; empty at times.
func (r gameMaker) text() string {
	var b strings.Builder
	for range r.IntN(30) {
		b.WriteString(words[r.IntN(len(words))] + " ")
	}
	return b.String()
}

// comments returns random comments, none at most times.
func (r gameMaker) comments() (texts []string) {
	for r.IntN(4) == 0 {
		texts = append(texts, r.text())
	}
	return texts
}

// line returns a random line of so many moves at most, with variations.
func (r gameMaker) line(p board.Position, moves, depth int) *Node {
	legal := movegen.Append(nil, p)
	if moves == 0 || len(legal) == 0 {
		return nil
	}
	n := &Node{Position: p, Move: legal[r.IntN(len(legal))], Comments: r.comments()}
	if depth > 0 && r.IntN(30) == 0 {
		n.Move = board.NoMove
	}
	for r.IntN(6) == 0 {
		n.NAGs = append(n.NAGs, r.IntN(256))
	}
	if depth == 0 || r.IntN(4) == 0 {
		n.Lead = r.comments()
	}
	n.Next = r.line(n.After(), moves-1, depth)
	for depth < 4 && r.IntN(12) == 0 {
		n.Variations = append(n.Variations, r.line(p, 1+r.IntN(8), depth+1))
	}
	return n
}

// starts are positions in which many captures need their full form.
func starts(t testing.TB) []board.Position {
	return []board.Position{
		board.Start(),
		position(t, "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g5:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
		position(t, "W:WKa5,f2:Bb8,d8,b6,Kd6,d4,f4,d2,Kg1"),
		position(t, "B:WKh8,a7,d6,f6,d4,f4,f2,a1,c1:Bf8,c7,g5,a3,c3,g3"),
		position(t, "W:WKb8,Kf8,Kc7,g7,Kf6,Kh6,c1:Bd8,Kh8,Kb6,c5,b4,Kd4,Kg3"),
		position(t, "W:WKh8:Be7,g7,d2,f2,Ka1"),
	}
}

// TestRoundTrip: what is written, by names or by numbers, is read back as the same
// game: moves, variations, comments, annotations, tags and result.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	r := gameMaker{rand.New(rand.NewPCG(1, 2))}
	positions := starts(t)
	inFull, plies, variations := 0, 0, 0
	for i := range 400 {
		p := positions[i%len(positions)]
		g := &Game{Rules: board.Variants[i%2], Start: p, Result: board.Result(i % 4), First: r.line(p, 100, 0), Comments: r.comments()}
		g.BothLost = i%7 == 0 && g.Result == board.Ongoing
		g.Tags = []Tag{{"Event", r.text()}, {"Opening", r.text()}, {"Турнир", r.text()}, {"Opening", r.text()}, {"White", r.text()}}
		text, err := Append(nil, g)
		require.NoError(t, err)
		requireTidy(t, string(text))
		requireSame(t, g, string(text), Append)
		byNumber, err := AppendNumeric(nil, g)
		require.NoError(t, err)
		requireSame(t, g, string(byNumber), AppendNumeric)
		for _, n := range g.Main() {
			plies++
			variations += len(n.Variations)
			if strings.Count(movegen.Format(n.Position, n.Move, movegen.Short), ":") > 1 {
				inFull++
			}
		}
	}
	require.Greater(t, inFull, 20, "captures that need their full form")
	t.Logf("%d plies, %d in full, %d variations", plies, inFull, variations)
}

// requireTidy asserts that lines are not too long and end tidily.
func requireTidy(t testing.TB, text string) {
	t.Helper()
	_, movetext, ok := strings.Cut(text, "\n\n")
	require.True(t, ok)
	for line := range strings.Lines(movetext) {
		if !strings.Contains(line, "; ") { // a comment to the end of the line is not broken
			require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), columns)
		}
		require.NotContains(t, line, " \n")
	}
	require.True(t, strings.HasSuffix(text, "\n\n"))
}

// requireSame asserts that text is read as g, and written again as it was.
func requireSame(t testing.TB, g *Game, text string, write func([]byte, *Game) ([]byte, error)) {
	t.Helper()
	games := gamesOf(t, text)
	require.Len(t, games, 1, text)
	read := games[0]
	var faults []Problem
	for _, p := range read.Problems {
		if !strings.HasSuffix(p.What, "a null move, which no rule allows") {
			faults = append(faults, p)
		}
	}
	require.Empty(t, faults, text)
	require.Equal(t, g.Rules, read.Rules)
	require.Equal(t, g.Start, read.Start)
	require.Equal(t, g.ResultText(), read.ResultText())
	require.Equal(t, normal(g), normal(read))
	again, err := write(nil, read)
	require.NoError(t, err)
	require.Equal(t, text, string(again))
	for _, tag := range g.Tags {
		if !isDerived(tag.Name) && !strings.EqualFold(tag.Name, "Variant") {
			require.Contains(t, read.Tags, Tag{tag.Name, unescapeTag(tagUnescaper.Replace(escapeTag(tag.Value)))}, text)
		}
	}
}

// normal returns the moves of a game and what stands beside them as the file has
// them: comments on one line and none empty, and those before a move that are as
// well behind the one before it there.
func normal(g *Game) string {
	var b strings.Builder
	writeComments(&b, g.Comments)
	writeNormal(&b, g.First)
	return b.String()
}

func writeComments(b *strings.Builder, comments []string) {
	for _, c := range comments {
		if c = oneLine(c); c != "" {
			b.WriteString("{" + c + "}\n")
		}
	}
}

func writeNormal(b *strings.Builder, first *Node) {
	for n := first; n != nil; n = n.Next {
		writeComments(b, n.Lead)
		b.WriteString(n.Move.String())
		for _, nag := range n.NAGs {
			b.WriteString(" $" + string(rune('A'+nag)))
		}
		b.WriteByte('\n')
		writeComments(b, n.Comments)
		for _, v := range n.Variations {
			b.WriteString("(\n")
			writeNormal(b, v)
			b.WriteString(")\n")
		}
	}
}

func TestWriteErrors(t *testing.T) {
	t.Parallel()
	illegal := gameOf(t, board.Start(), "c3-d4 d6-c5")
	illegal.Add(illegal.First.Move)
	variation := gameOf(t, board.Start(), "c3-d4 d6-c5")
	variation.First.Variations = []*Node{{Move: variation.First.Next.Move}}
	for _, c := range []struct {
		name string
		game *Game
		want string
	}{
		{"illegal move", illegal, "ply 3: move 22-18 is not legal in W:"},
		{"illegal variation", variation, "ply 1: move 10-14 is not legal in W:"},
		{"tag name", &Game{Tags: []Tag{{"Time Control", "1"}}}, `tag "Time Control": want a name of letters, digits and underscores`},
		{"no tag name", &Game{Tags: []Tag{{"", "1"}}}, `tag "": want a name`},
		{"two events", &Game{Tags: []Tag{{"Event", "1"}, {"event", "2"}}}, `tag "event": given twice`},
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

// TestGame: the moves of a game by ply.
func TestGame(t *testing.T) {
	t.Parallel()
	g := gamesOf(t, "1. c3-d4 d6-c5 (1... b6-c5) 2. -- c5-b4")[0]
	require.Equal(t, 4, g.Plies())
	for ply := range 5 {
		p, ok := g.At(ply)
		require.True(t, ok)
		require.Equal(t, board.Colour(ply%2), p.Side())
	}
	_, ok := g.At(5)
	require.False(t, ok)
	played, err := g.Replay(2)
	require.NoError(t, err)
	require.Equal(t, 2, played.Plies())
	_, err = g.Replay(-1)
	require.EqualError(t, err, "ply 3: a null move, which cannot be played")
	_, err = gamesOf(t, "1. c3-d4")[0].Replay(2)
	require.EqualError(t, err, "ply 2: the game has 1")

	g.SetTag("white", "a")
	g.SetTag("White", "b")
	require.Equal(t, []Tag{{"white", "b"}}, g.Tags)
	n := g.Add(g.First.Next.Move)
	require.Equal(t, 5, g.Plies())
	require.Equal(t, board.White, n.Position.Side())
}
