package pdn

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// tokensOf splits text up to its end or an error.
func tokensOf(text string) (tokens []Token, err error) {
	l := NewLexer(text)
	for {
		t, err := l.Next()
		if err == io.EOF {
			return tokens, nil
		}
		if err != nil {
			return tokens, err
		}
		tokens = append(tokens, t)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	text := "\uFEFF[White \"A \\\"x\\\" \\\\\"]\r\n[ Black  \"B \"inner\" C\" ]\r\n" +
		"; a line\r\n\r\n1.c3-d4 {two\r\nlines} 1... d6-c5!? $3 (2. x) # end\n2. 22-17 … ! 1/2-1/2\n"
	got, err := tokensOf(text)
	require.NoError(t, err)
	require.Equal(t, []Token{
		{Kind: TagPair, Name: "White", Text: `A "x" \`, Line: 1, Column: 1},
		{Kind: TagPair, Name: "Black", Text: `B "inner" C`, Line: 2, Column: 1},
		{Kind: Comment, Text: "a line", Line: 3, Column: 1},
		{Kind: MoveNumber, Text: "1.", Number: 1, Dots: 1, Line: 5, Column: 1, AfterBlank: true},
		{Kind: MoveText, Text: "c3-d4", Line: 5, Column: 3},
		{Kind: Comment, Text: "two lines", Line: 5, Column: 9},
		{Kind: MoveNumber, Text: "1...", Number: 1, Dots: 3, Line: 6, Column: 8},
		{Kind: MoveText, Text: "d6-c5!?", Line: 6, Column: 13},
		{Kind: Annotation, Text: "$3", Line: 6, Column: 21},
		{Kind: Open, Text: "(", Line: 6, Column: 24},
		{Kind: MoveNumber, Text: "2.", Number: 2, Dots: 1, Line: 6, Column: 25},
		{Kind: MoveText, Text: "x", Line: 6, Column: 28},
		{Kind: Close, Text: ")", Line: 6, Column: 29},
		{Kind: Comment, Text: "end", Line: 6, Column: 31},
		{Kind: MoveNumber, Text: "2.", Number: 2, Dots: 1, Line: 7, Column: 1},
		{Kind: MoveText, Text: "22-17", Line: 7, Column: 4},
		{Kind: MoveNumber, Text: "…", Dots: 3, Line: 7, Column: 10},
		{Kind: Annotation, Text: "!", Line: 7, Column: 12},
		{Kind: ResultText, Text: "1/2-1/2", Line: 7, Column: 14},
	}, got)
}

func TestTokenErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"\n [White A]":        `line 2, column 2: "[White A]" is no tag, want one like [White "name"]`,
		"[White \"A\n\"]":     `line 1, column 1: "[White \"A" is no tag`,
		"1. c3-d4 {never\nto": `line 1, column 10: the comment "{never\nto" is not closed`,
		"1. }":                `line 1, column 4: '}' found`,
		"]":                   `line 1, column 1: ']' found`,
	} {
		_, err := tokensOf(text)
		require.ErrorContains(t, err, want)
	}
}

// TestRealGames: the tokens of a collection of games are its tags, legal moves
// and results.
func TestRealGames(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "real-games.pdn"))
	require.NoError(t, err)
	tokens, err := tokensOf(string(text))
	require.NoError(t, err)
	p, games, plies := board.Start(), 0, 0
	for _, token := range tokens {
		switch token.Kind {
		case MoveText:
			if token.Text == "-" {
				continue // one game's moves are not known
			}
			m, err := movegen.Parse(p, token.Text)
			require.NoError(t, err, "line %d", token.Line)
			p, plies = p.After(m), plies+1
		case ResultText:
			p, games = board.Start(), games+1
		case TagPair, MoveNumber:
		default:
			require.Fail(t, "unexpected token", "%+v", token)
		}
	}
	require.Equal(t, 56, games)
	require.Greater(t, plies, 56*30)
}

// FuzzLexer: any text is split to its end or to an error, and places never go
// back.
func FuzzLexer(f *testing.F) {
	for _, seed := range []string{
		"[FEN \"W:Wa1:Bh8\"]\n\n1. a1-b2 {c} h8-g7 (1... x) *", "1.c3-d4 d6-c5", "[", "{", "\"", "1... …", "\x00\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens, _ := tokensOf(text)
		line, column := 1, 0
		for _, token := range tokens {
			if token.Line < line || token.Line == line && token.Column <= column {
				t.Fatalf("%+v after line %d, column %d", token, line, column)
			}
			line, column = token.Line, token.Column
		}
	})
}
