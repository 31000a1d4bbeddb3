package match

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseResign(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"score=4 moves=5", "score=4.00,moves=5", "moves=5, score=4"} {
		got, err := ParseResign(text)
		require.NoError(t, err, text)
		require.Equal(t, ResignRule{Score: 400, Moves: 5}, got)
	}
	for text, want := range map[string]string{
		"":                       `resign: key "score" is missing: expected a text such as "score=4 moves=5"`,
		"score=4":                `resign: key "moves" is missing`,
		"score=400 moves=4":      `resign: key "score": bad value "400": expected a score in men from 0.01 to 100`,
		"score=0 moves=4":        `resign: key "score": bad value "0"`,
		"score=4 moves=0":        `resign: key "moves": bad value "0": expected a whole number from 1 to 1000`,
		"score=4 moves=4 from=3": `resign: key "from": unknown: expected one of score, moves`,
	} {
		_, err := ParseResign(text)
		require.ErrorContains(t, err, want, "%q", text)
	}
}

func TestParseDraw(t *testing.T) {
	t.Parallel()
	got, err := ParseDraw("score=0.05,moves=8,from=30")
	require.NoError(t, err)
	require.Equal(t, DrawRule{Score: 5, Moves: 8, From: 30}, got)
	got, err = ParseDraw("score=0 moves=8")
	require.NoError(t, err)
	require.Equal(t, DrawRule{Moves: 8}, got)
	for text, want := range map[string]string{
		"moves=8":                 `draw: key "score" is missing: expected a text such as "score=0.05 moves=8 from=30"`,
		"score=-1 moves=8":        `draw: key "score": bad value "-1"`,
		"score=0 moves=8 from=-1": `draw: key "from": bad value "-1"`,
		"score=0 moves=x":         `draw: key "moves": bad value "x"`,
		"score=0 moves=8 to=3":    `draw: key "to": unknown: expected one of score, moves, from`,
	} {
		_, err := ParseDraw(text)
		require.ErrorContains(t, err, want, "%q", text)
	}
}
