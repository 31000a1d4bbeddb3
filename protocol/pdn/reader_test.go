package pdn

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// readAll reads all games of a file.
func readAll(r *Reader) (games []*Game, err error) {
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
}

// gamesOf reads all games of a text.
func gamesOf(t testing.TB, text string) []*Game {
	t.Helper()
	games, err := readAll(NewReader(strings.NewReader(text), ""))
	require.NoError(t, err)
	return games
}

// outline returns the moves of a line as text, variations in parentheses, comments
// in braces and annotations by number.
func outline(first *Node) string {
	var b strings.Builder
	for i, n := range first.Following() {
		if i > 1 {
			b.WriteByte(' ')
		}
		for _, c := range n.Lead {
			b.WriteString("{" + c + "} ")
		}
		if n.Move == board.NoMove {
			b.WriteString("--")
		} else {
			b.WriteString(movegen.Format(n.Position, n.Move, movegen.Short))
		}
		for _, nag := range n.NAGs {
			b.WriteString(" $" + string(rune('0'+nag)))
		}
		for _, c := range n.Comments {
			b.WriteString(" {" + c + "}")
		}
		for _, v := range n.Variations {
			b.WriteString(" (" + outline(v) + ")")
		}
	}
	return b.String()
}

// TestPublicFaults: texts that other programs could not read.
func TestPublicFaults(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "public-faults.json"))
	require.NoError(t, err)
	var cases []json.RawMessage
	require.NoError(t, json.Unmarshal(data, &cases))
	tried := 0
	for _, raw := range cases {
		var c struct {
			Kind, In, Result, Names string
			Plies                   int
		}
		if !bytes.Contains(raw, []byte(`"pdn`)) {
			continue
		}
		require.NoError(t, json.Unmarshal(raw, &c))
		switch c.Kind {
		case "pdn":
			games := gamesOf(t, c.In)
			require.Len(t, games, 1, c.In)
			require.Empty(t, games[0].Check(), c.In)
			require.Equal(t, c.Plies, games[0].Plies(), c.In)
			if c.Result != "" {
				require.Equal(t, c.Result, games[0].Result.String(), c.In)
			}
		case "pdn-error":
			games := gamesOf(t, c.In)
			require.Len(t, games, 1, c.In)
			require.Len(t, games[0].Problems, 1, c.In)
			require.Contains(t, games[0].Problems[0].What, c.Names)
		default:
			continue
		}
		tried++
	}
	require.Equal(t, 7, tried)
}

// TestRealGames: 55 games of a collection replay legally, and the 56th, whose moves
// are not known, keeps its tags and its result.
func TestRealGames(t *testing.T) {
	t.Parallel()
	f, err := Open(filepath.Join("..", "..", "testdata", "real-games.pdn"))
	require.NoError(t, err)
	defer f.Close()
	games, err := readAll(f.Reader)
	require.NoError(t, err)
	require.Len(t, games, 56)
	require.Equal(t, "UTF-8", f.Encoding())
	plies, unknown := 0, 0
	for i, g := range games {
		require.Equal(t, i+1, g.Index)
		plies += g.Plies()
		if g.Plies() > 0 {
			require.Empty(t, g.Check())
			continue
		}
		unknown++
		require.Equal(t, []Problem{{595, 4, 1, "move 1. -: stands for a move that is not known", false}}, g.Check())
		require.Equal(t, "Ворошиловград", g.Tag("site"))
		require.Equal(t, board.Drawn, g.Result)
	}
	require.Equal(t, 1, unknown)
	require.Equal(t, 2648, plies)
}

// TestMovetext: what stands between the moves, and the forms of the moves.
func TestMovetext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"numbers with any dots", "1.c3-d4 1...b6-c5 2. d4:b6 2... a7:c5 3.. b2-c3 …f6-g5 4 ...", "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3 f6-g5"},
		{"numbers with parentheses", "1) c3-d4 d6-c5 2) b2-c3", "c3-d4 d6-c5 b2-c3"},
		{"numbers of squares run together", "1. 2218 0914 2. 1809! 0514 3. 2522", "c3-d4 b6-c5 d4:b6 $1 a7:c5 b2-c3"},
		{"numbers without dots", "1 c3-d4 d6-c5 2 b2-c3", "c3-d4 d6-c5 b2-c3"},
		{"marks", "1. c3-d4! b6-c5?? 2. d4:b6!? a7:c5?! 3. b2-c3!! f6-g5? 4. a1-b2*", "c3-d4 $1 b6-c5 $4 d4:b6 $5 a7:c5 $6 b2-c3 $3 f6-g5 $2 a1-b2 $7"},
		{"marks apart", "1. c3-d4 ! d6-c5 $3 $1 2. b2-c3 (!?) c5-b4 (?)", "c3-d4 $1 d6-c5 $3 $1 b2-c3 $5 c5-b4 $2"},
		{"marks without a number", "1. c3-d4+ d6-c5= 2. b2-c3, c5-b4# 3. a3:c5x", "c3-d4 d6-c5 b2-c3 c5-b4 a3:c5"},
		{"comments", "1. c3-d4 {one\r\n two} ; three\n 1... {four} d6-c5 # five\n% six\n2. {seven} b2-c3", "c3-d4 {one two} {three} {four} d6-c5 {five} {six} {seven} b2-c3"},
		{"a comment glued", "1.c3-d4{a}d6-c5;b", "c3-d4 {a} d6-c5 {b}"},
		{"a comment in a comment", "1. c3-d4 {a {b}} d6-c5 {c { d { e}} } 2. b2-c3", "c3-d4 {a {b} d6-c5 {c { d { e} b2-c3"},
		{"variations", "1. c3-d4 (1. g3-f4 {a} f6-g5 (1... b6-a5)) (1. e3-f4) d6-c5", "c3-d4 (g3-f4 {a} f6-g5 (b6-a5)) (e3-f4) d6-c5"},
		{"comments round variations", "1. c3-d4 {a} ({b} 1. g3-f4 {c}) {d} 1... d6-c5", "c3-d4 {a} ({b} g3-f4 {c}) {d} d6-c5"},
		{"a comment behind the last variation", "1. c3-d4 (1. g3-f4) {d}", "c3-d4 {d} (g3-f4)"},
		{"variations before the move", "1. cd4 (1... b6-c5 2. d4:b6 {a}) (1... f6-e5) dc5 {b} 2. ef4", "c3-d4 d6-c5 (b6-c5 d4:b6 {a}) (f6-e5) {b} e3-f4"},
		{"a variation behind the last move", "1. cd4 {a} (1... dc5! (1... bc5) 2. bc3 {b}) 1-0", "c3-d4 {a} {(1... d6-c5! (1... b6-c5) 2. b2-c3 b)}"},
		{"a result in a variation", "1. c3-d4 (1. g3-f4 1-0) d6-c5 *", "c3-d4 (g3-f4) d6-c5"},
		{"an empty variation", "1. c3-d4 () d6-c5", "c3-d4 d6-c5"},
		{"short forms", "1. cd4 bc5 2. d:b6 a:c5 3. bc3 fg5", "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3 f6-g5"},
		{"numbers of squares", "1. 22-18 9-14 2. 18x9 5x14 3. 25-22 11-16", "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3 f6-g5"},
		{"numbers with blanks", "1. 22 - 18 9 - 14 2. 18 x 9 5 : 14 3. 25- 22 11 -16 1 - 0", "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3 f6-g5"},
		{"names with blanks", "1. c3 - d4 b6 – c5 2. d4 x b6 a7 : c5 3. b2- c3 f6 -g5 1/2 - 1/2", "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3 f6-g5"},
		{"Hub form", "1. 22-18 9-14 2. 18x9x14 5x14x9 3. 25-22 11-16", "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3 f6-g5"},
		{"Cyrillic letters and dashes", "1. с3—d4 в6–с5 2. d4Хв6 а7:с5 3. b2-сЗ f6−g5", "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3 f6-g5"},
		{"capitals", "1. C3-D4 B6-C5 2. D4XB6 A7:C5 3. B2-C3 F6-G5", "c3-d4 b6-c5 d4:b6 a7:c5 b2-c3 f6-g5"},
		{"null moves in a variation", "1. c3-d4 (1. -- d6-c5 2. -- c5-b4) d6-c5", "c3-d4 (-- d6-c5 -- c5-b4) d6-c5"},
		{"a set-up", "/W:WKa1:BKb8/ 1. a1-c3", "a1-c3"},
		{"clocks", "1. c3-d4 {[%clk 0:05:00]} d6-c5 { [%emt 0:00:02] good }", "c3-d4 {[%clk 0:05:00]} d6-c5 {[%emt 0:00:02] good}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			games := gamesOf(t, c.text)
			require.Len(t, games, 1)
			require.Empty(t, games[0].Problems)
			require.Equal(t, c.want, outline(games[0].First))
		})
	}
}

// TestSplitCaptures: a capture of several pieces may be written in steps.
func TestSplitCaptures(t *testing.T) {
	t.Parallel()
	const fen = `[FEN "W:Wa3,h2:Bb4,d6,f6,h8"]` + "\n"
	for _, text := range []string{
		"1. a3:c5 c5:e7 e7:g5 h8-g7", "1. a3:c5:e7 e7:g5! h8-g7", "1. a3xc5 c5xe7xg5 h8-g7", "1. 21x14 14x7 7x16 h8-g7",
		"1. а3:с5 с5:е7 е7:g5 h8-g7", "1. a3-c5 c5-e7 e7-g5 h8-g7", "1. a3:g5 h8-g7",
	} {
		games := gamesOf(t, fen+text)
		require.Len(t, games, 1)
		require.Empty(t, games[0].Problems, text)
		got := outline(games[0].First)
		require.Equal(t, "a3:g5 h8-g7", strings.ReplaceAll(got, " $1", ""), text)
		require.Equal(t, strings.Contains(text, "!"), strings.Contains(got, "$1"))
	}
	games := gamesOf(t, fen+"1. a3:c5 c5:e7 h8-g7")
	require.Equal(t, []Problem{{2, 4, 1, "move 1. a3:c5: illegal, a capture must be played to its end, want a3:c5:e7:g5", false}}, games[0].Problems)
}

// TestGamesOfAFile: where a game ends.
func TestGamesOfAFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string // first tag, moves and result of each game
	}{
		{"nothing", "", nil},
		{"blanks", "\n\r\n\t \ufeff", nil},
		{"comments and numbers alone", "; a\n{b}\n% c\n1. ...", nil},
		{"results between", "* 1. ed4 1-0 * * 1. cd4 *\n*", []string{"e3-d4 1-0", "c3-d4 *"}},
		{"tags between", "[Event \"a\"]\n1. ed4 dc5\n[Event \"b\"]\n1. cd4", []string{"a e3-d4 d6-c5 *", "b c3-d4 *"}},
		{"tags alone", "[Event \"a\"]\n[Result \"0-1\"]\n\n[Event \"b\"]\n[Result \"1-0\"]\n", []string{"a  0-1", "b  1-0"}},
		{"tags alone, no blank", "[White \"a\"]\n[Black \"x\"]\n[Result \"0-1\"]\n[White \"b\"]\n[Result \"1-0\"]\n", []string{"a  0-1", "b  1-0"}},
		{"positions alone", "[FEN \"W:Wa1:Bh8\"]\n[FEN \"W:WKa1:BKb8\"]", []string{"W:Wa1:Bh8  *", "W:WKa1:BKb8  *"}},
		{"two names of White", "[White \"a\"]\n[White \"b\"]\n[Event \"\"]\n1. cd4 *", []string{"a c3-d4 *"}},
		{"a tag twice", "[White \"a\"]\n[Comment \"x\"]\n[Comment \"y\"]\n1. ed4 *", []string{"a e3-d4 *"}},
		{"number 1 between", "1. ed4 dc5\n1. cd4 dc5 2. bc3", []string{"e3-d4 d6-c5 *", "c3-d4 d6-c5 b2-c3 *"}},
		{"number 1 for both sides", "[Event \"a\"]\n1. ed4 {x} 1. dc5 2. de3", []string{"a e3-d4 {x} d6-c5 d2-e3 *"}},
		{"number 1 and dots", "1. ed4 1. ... dc5 2. de3", []string{"e3-d4 d6-c5 d2-e3 *"}},
		{"empty lines between", "ed4 dc5\n\ncd4", []string{"e3-d4 d6-c5 *", "c3-d4 *"}},
		{"empty lines in numbered moves", "1. ed4\n\ndc5\n\n2. de3", []string{"e3-d4 d6-c5 d2-e3 *"}},
		{"empty line between tags", "[Event \"a\"]\n\n[White \"b\"]\n\n1. ed4 *", []string{"a e3-d4 *"}},
		{"results of all kinds", "1. ed4 2-0 1. ed4 0-2 1. ed4 1-1 1. ed4 0.5-0.5 1. ed4 ½–½ 1. ed4 0-0 1. ed4 1:0 1. ed4 1 - 0 1. ed4 1/2 1. ed4 0,5:0,5",
			[]string{"e3-d4 1-0", "e3-d4 0-1", "e3-d4 1/2-1/2", "e3-d4 1/2-1/2", "e3-d4 1/2-1/2", "e3-d4 0-0", "e3-d4 1-0", "e3-d4 1-0", "e3-d4 1/2-1/2", "e3-d4 1/2-1/2"}},
		{"the result of the tag", "[Result \"2-0\"]\n1. ed4 *\n[Result \"1-1\"]\n1. ed4", []string{"2-0 e3-d4 1-0", "1-1 e3-d4 1/2-1/2"}},
		{"an unclosed comment", "[Event \"a\"]\n1. ed4 {never\n\n[Event \"b\"]\n1. cd4 {x} *", []string{"a e3-d4 *", "b c3-d4 {x} *"}},
		{"an unclosed variation", "[Event \"a\"]\n1. ed4 (1. cd4 1-0\n\n[Event \"b\"]\n1. cd4 *", []string{"a e3-d4 (c3-d4) 1-0", "b c3-d4 *"}},
		{"an illegal move", "[Event \"a\"]\n1. ed4 dd5 2. xy (2. e9) 1-0\n\n[Event \"b\"]\n1. cd4 *", []string{"a e3-d4 1-0", "b c3-d4 *"}},
		{"a broken tag", "[Event \"a\"]\n[White b]\n1. ed4 *", []string{"a e3-d4 *"}},
		{"another game's type, but our moves", "[Event \"a\"]\n[GameType \"20\"]\n1. g3-h4 b6-a5 0-2", []string{"a g3-h4 b6-a5 0-1"}},
		{"numbers before the tags", "3\n1\n[Event \"a\"]\n1. ed4 *", []string{"a e3-d4 *"}},
		{"another game's type", "[Event \"a\"]\n[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 2-0\n\n[Event \"b\"]\n1. cd4 *", []string{"a  1-0", "b c3-d4 *"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, g := range gamesOf(t, c.text) {
				text := outline(g.First) + " " + g.ResultText()
				if len(g.Tags) > 0 {
					text = g.Tags[0].Value + " " + text
				}
				got = append(got, text)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	games := gamesOf(t, "\uFEFF[ White   \"A \\\"x\\\" \\\\\"]\r\n[Black \"B \"inner\" C\"]\r\n[Турнир \" Кубок  Москвы \"]\n[Site \"[x] y]\"] [Round \"1.2\"]\n"+
		"[GameType \"25,W,8,8,A0,0\"]\n[SetUp \"1\"]\n[FEN \"B:W18,24,K30:B4,12.\"]\n\n1... h6-g5 *")
	require.Len(t, games, 1)
	g := games[0]
	require.Empty(t, g.Check())
	require.Equal(t, []Tag{
		{"White", `A "x" \`}, {"Black", `B "inner" C`}, {"Турнир", "Кубок  Москвы"}, {"Site", "[x] y]"}, {"Round", "1.2"},
		{"GameType", "25,W,8,8,A0,0"}, {"SetUp", "1"}, {"FEN", "B:W18,24,K30:B4,12."},
	}, g.Tags)
	require.Equal(t, "B:Wd4,g3,Kc1:Bh8,h6", g.Start.FEN())

	losing := gamesOf(t, "[GameType \"25\"]\n[Variant \"Поддавки\"]\n1. cd4 *")[0]
	require.Equal(t, board.Losing, losing.Rules)
	fromA1 := gamesOf(t, "[GameType \"25,W,8,8,N0,0\"]\n1. 10-14 *")[0]
	require.Equal(t, "c3-d4", outline(fromA1.First))
}

func TestProblems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"illegal move", "[Event \"x\"]\n\n1. c3-d4\n  d6-d5 2. e3-f4 *", []string{"line 4, column 3, ply 2: move 1... d6-d5: square \"d5\": a light square, want a dark one"}},
		{"no move", "Hello, world!", []string{`line 1, column 1, ply 1: move 1. Hello,: column 2: 'e' is not a square: not a move, want one like c3-d4, b4:d6 or 22-17`}},
		{"illegal move of a variation", "1. c3-d4 d6-c5 (1... f6-e5 2. e3-f4) 2. b2-c3",
			[]string{"line 1, column 31, ply 3: move 2. e3-f4: illegal, a capture is compulsory, want d4:f6"}},
		{"null move", "1. c3-d4 -- 2. e3-f4", []string{"line 1, column 10, ply 2: move 1... --: a null move, which no rule allows"}},
		{"tag", "[Event x]\n1. c3-d4", []string{`line 1, column 1: "[Event x]" is no tag, want one like [White "name"]`}},
		{"FEN", "[Event \"x\"]\n [FEN \"W:Wa1,b2,a1:Bh8\"]\n1. c3-d4 *", []string{`line 2, column 2: tag FEN: column 10: square "a1": two pieces on one square, want each square once`}},
		{"game type", "[GameType \"20,W,10,10,N2,0\"]\n1. 32-28 *", []string{"line 1, column 1: GameType 20 is international draughts, want 25 (Russian draughts)"}},
		{"unknown game type", "[GameType \"shashki\"]\n1. cd4 *", []string{`line 1, column 1: GameType "shashki": not known, want 25 (Russian draughts)`}},
		{"unclosed comment", "1. c3-d4 {never", []string{`line 1, column 10: the comment "never" is not closed, want a } behind it`}},
		{"unclosed variation", "1. c3-d4 (1. e3-d4 ({", []string{
			`line 1, column 10: the variation is not closed, want a ) behind it`, `line 1, column 21: the comment "" is not closed, want a } behind it`}},
		{"no variation", "1. c3-d4 )", []string{`line 1, column 10: ")" found, but no variation is open`}},
		{"early variation", "(1. c3-d4) 1. c3-d4", []string{"line 1, column 1: a variation before the first move, want it behind the move that it replaces"}},
		{"brackets", "1. c3-d4 ] d6-c5 } 2. b2-c3", []string{
			"line 1, column 10: ']' found, want a tag, a move, a comment or a result", "line 1, column 18: '}' found, want a tag, a move, a comment or a result"}},
		{"annotation", "1. c3-d4 $256", []string{`line 1, column 10: "$256" is no annotation, want $0 to $255`}},
		{"set-up in the game", "[Event \"x\"]\n1. c3-d4 /W:WKa1:BKb8/ 2. a1-c3", []string{"line 2, column 10: a position behind the first move, which is not read"}},
		{"results apart", "[Result \"1-0\"]\n1. c3-d4 0-1", []string{"line 2, column 10: the game ends 0-1, but its tag Result says 1-0"}},
		{"results that agree", "[Result \"2-0\"]\n1. c3-d4 1-0", nil},
		{"no result", "[Result \"White wins\"]\n1. c3-d4 *", []string{`line 1, column 1: tag Result "White wins" is no result, want 1-0, 0-1, 1/2-1/2 or *`}},
		{"result not known", "[Result \"?\"]\n1. c3-d4", nil},
		{"the board says otherwise", "[FEN \"W:Wc3:Bd4\"]\n1. c3:e5 0-1", []string{
			"line 2, column 10: the result is 0-1, but on the board it is 1-0, for the side to move has no move"}},
		{"giveaway", "[Variant \"losing\"]\n[FEN \"W:Wc3:Bd4\"]\n1. c3:e5 0-1", nil},
		{"a long word", "1. c3-d4 " + strings.Repeat("x", 100_000) + " d6-c5", []string{
			`line 1, column 10: "` + strings.Repeat("x", 60) + `...": a word longer than 512 bytes, want a move`}},
		{"no end of problems", strings.Repeat("]", 1000), append(
			strings.Split(strings.TrimSuffix(strings.Repeat("line 1, column N: ']' found, want a tag, a move, a comment or a result|", 20), "|"), "|"),
			"line 1, column N: more problems in this game, which are not told")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			games := gamesOf(t, c.text)
			require.Len(t, games, 1)
			var got []string
			for _, p := range games[0].Check() {
				got = append(got, p.String())
			}
			if len(got) > 20 {
				for i := range got {
					_, what, _ := strings.Cut(got[i], ": ")
					got[i] = "line 1, column N: " + what
				}
			}
			require.Equal(t, c.want, got)
		})
	}
}

// TestReadErrors: a file that cannot be read is an error, after the games before it.
func TestReadErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is gone")
	r := NewReader(io.MultiReader(strings.NewReader("1. cd4 *\n1. cd4 dc5"), iotest.ErrReader(broken)), "a.pdn")
	g, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, 1, g.Plies())
	_, err = r.Next()
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "a.pdn: the disk is gone")

	for name, text := range map[string]string{
		"a picture": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00", "zeros": "[Event \"x\"]" + strings.Repeat("\x00\x01\x02", 100),
	} {
		_, err = NewReader(strings.NewReader(text), "a.pdn").Next()
		require.EqualError(t, err, "a.pdn: not a text file, want PDN", name)
	}

	_, err = Open(t.TempDir())
	require.ErrorContains(t, err, "is a directory, want a file of games")
	_, err = Open(filepath.Join(t.TempDir(), "none.pdn"))
	require.ErrorContains(t, err, "none.pdn: ")
}

// TestSmallReads: it does not matter in what pieces a text arrives.
func TestSmallReads(t *testing.T) {
	t.Parallel()
	text := "\uFEFF[White \"Иванов\"]\r\n\r\n1. c3 - d4 {комментарий [%clk 0:01:02]} d6-c5 (1... b6-c5 $3) 2. b2-c3 {x\n\ny} 1/2 - 1/2\n\n[White \"б\"]\n1. cd4 *"
	want := gamesOf(t, text)
	got, err := readAll(NewReader(iotest.OneByteReader(strings.NewReader(text)), ""))
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Len(t, got, 2)
	require.Equal(t, "Иванов", got[0].Tag("White"))
}
