package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/search"
)

// verbs are what Sprintf fills in.
var verbs = regexp.MustCompile(`%[a-z]`)

// TestLanguagesHaveTheSamePhrases, with the same arguments.
func TestLanguagesHaveTheSamePhrases(t *testing.T) {
	t.Parallel()
	require.Equal(t, slices.Sorted(maps.Keys(english)), slices.Sorted(maps.Keys(russian)))
	for key, text := range english {
		require.Equal(t, verbs.FindAllString(text, -1), verbs.FindAllString(russian[key], -1), key)
		require.NotEmpty(t, text, key)
		require.True(t, text == russian[key] == (key == "result 1/2-1/2"), "%q is translated", key)
	}
}

// TestEveryEndHasItsPhrase in both languages.
func TestEveryEndHasItsPhrase(t *testing.T) {
	t.Parallel()
	keys := []string{}
	for _, draw := range []board.Draw{board.Repetition, board.KingsOnly, board.Balance, board.ThreeKings, board.OnMainRoad, board.Agreement} {
		keys = append(keys, "draw "+string(draw))
	}
	for _, draw := range []board.Draw{board.KingsOnly, board.Balance, board.ThreeKings, board.OnMainRoad} {
		keys = append(keys, "count "+string(draw))
	}
	for _, result := range []board.Result{board.WhiteWins, board.BlackWins, board.Drawn} {
		keys = append(keys, "result "+result.String())
	}
	for _, reason := range []string{board.NoMoves, board.NoPieces, resigned, timeUp} {
		keys = append(keys, ofSide(reason, board.White), ofSide(reason, board.Black))
	}
	for _, key := range keys {
		require.Contains(t, english, key)
		require.Contains(t, russian, key)
	}
}

// TestHelpOfTheGameNamesTheCommands by their words in the language.
func TestHelpOfTheGameNamesTheCommands(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range playCommands() {
		for _, word := range c.words {
			require.False(t, seen[word], "%q means two things", word)
			require.Equal(t, strings.ToLower(word), word)
			seen[word] = true
		}
		if c.words[0] != "help" {
			require.Contains(t, english["help"], "\n  "+c.words[0]+" ")
			require.Contains(t, russian["help"], "\n  "+c.words[1]+" ")
		}
	}
	require.Contains(t, english["help"], fmt.Sprintf("1 to %d,", search.MaxLevel))
	require.Contains(t, russian["help"], fmt.Sprintf("1 до %d ", search.MaxLevel))
}

func TestLanguageOfTheEnvironment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flag, all, messages, lang string
		want                      phrases
	}{
		{"", "", "", "", english},
		{"", "", "", "ru_RU.UTF-8", russian},
		{"", "", "de_DE.UTF-8", "ru_RU.UTF-8", english},
		{"", "ru", "C", "C", russian},
		{"en", "ru", "", "", english},
		{"ru", "", "", "C", russian},
	} {
		getenv := func(name string) string {
			return map[string]string{"LC_ALL": c.all, "LC_MESSAGES": c.messages, "LANG": c.lang}[name]
		}
		got, err := playLanguage(c.flag, getenv)
		require.NoError(t, err)
		require.Equal(t, c.want["farewell"], got["farewell"], "%+v", c)
		require.Equal(t, strings.Contains(c.lang, "UTF") && c.all == "", speaksUTF8(getenv), "%+v", c)
	}
	_, err := playLanguage("de", func(string) string { return "" })
	require.ErrorContains(t, err, "want en or ru")
}
