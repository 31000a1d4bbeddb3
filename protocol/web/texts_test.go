package web

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// script returns one of the pages as text.
func script(address string) string { return string(pages()[address].data) }

// pageTexts returns the texts of the page in one language, by their keys.
func pageTexts(t *testing.T, language string) map[string]string {
	t.Helper()
	_, text, ok := strings.Cut(script("/text.js"), "\n  "+language+": {\n")
	require.True(t, ok)
	text, _, ok = strings.Cut(text, "\n  },\n")
	require.True(t, ok)
	texts := map[string]string{}
	for _, m := range regexp.MustCompile(`("[^"]+"|\w+): "([^"]*)",`).FindAllStringSubmatch(text, -1) {
		key := strings.Trim(m[1], `"`)
		require.NotContains(t, texts, key, "twice in %s", language)
		texts[key] = m[2]
	}
	return texts
}

// TestTextsInBothLanguages: every text is there in English and in Russian, with the
// same places to fill in.
func TestTextsInBothLanguages(t *testing.T) {
	t.Parallel()
	english, russian := pageTexts(t, "en"), pageTexts(t, "ru")
	require.Greater(t, len(english), 100)
	require.Equal(t, slices.Sorted(maps.Keys(english)), slices.Sorted(maps.Keys(russian)))
	place := regexp.MustCompile(`\{\w+\}`)
	for key, text := range english {
		require.ElementsMatch(t, place.FindAllString(text, -1), place.FindAllString(russian[key], -1), key)
	}
}

// TestTextsAreUsed: what the pages ask for is there, and nothing else is.
func TestTextsAreUsed(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for address := range pages() {
		text := script(address)
		if address == "/text.js" {
			_, text, _ = strings.Cut(text, "let language")
		}
		all.WriteString(text)
	}
	texts := pageTexts(t, "en")
	asked := map[string]bool{}
	ask := func(key string) {
		require.Contains(t, texts, key)
		asked[key] = true
	}
	for _, m := range regexp.MustCompile(`data-t(?:-title|-placeholder)?="(\w+)"|\bt\("([\w-]+)"[,)]`).FindAllStringSubmatch(all.String(), -1) {
		ask(m[1] + m[2])
	}
	// What comes from the server.
	for _, v := range board.Variants[:2] {
		ask(v.Name)
	}
	for _, result := range []board.Result{board.WhiteWins, board.BlackWins, board.Drawn, board.Ongoing} {
		ask(result.String())
	}
	for _, d := range []board.Draw{board.KingsOnly, board.Balance, board.ThreeKings, board.OnMainRoad} {
		ask(string(d))
		ask("count_" + string(d))
	}
	for _, reason := range []string{string(board.Repetition), string(board.Agreement), "no moves", "no pieces", "time", "resignation"} {
		ask(reason)
	}
	for _, table := range []string{"moves", "flying", "basic150"} {
		ask("table_" + table)
	}
	for _, piece := range "ewbWB" {
		ask("piece_" + string(piece))
	}
	// One of several by a condition.
	for key := range texts {
		require.True(t, asked[key] || strings.Contains(all.String(), `"`+key+`"`), "nothing asks for %s", key)
	}
}

// TestProblemsInRussian: what the server says is wrong is said in Russian too. The
// patterns had fallen behind the errors of positions.
func TestProblemsInRussian(t *testing.T) {
	t.Parallel()
	_, text, ok := strings.Cut(script("/text.js"), "const problems = [")
	require.True(t, ok)
	text, _, _ = strings.Cut(text, "\n];")
	var patterns []*regexp.Regexp
	for _, m := range regexp.MustCompile(`\[/(.*)/, "`).FindAllStringSubmatch(text, -1) {
		patterns = append(patterns, regexp.MustCompile(m[1]))
	}
	require.Greater(t, len(patterns), 10)

	site := serve(t, nil)
	site.engine.slow = true // it never moves
	b := site.open(t)
	matched := map[int]bool{slices.IndexFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString("the connection is lost") }): true} // said by socket.js
	for _, c := range []struct{ do, args string }{
		{"look", `{"moves":["a1-b2"]}`}, {"look", `{"moves":["zz"]}`}, {"look", `{"moves":["c3"]}`},
		{"look", `{"start":"W:Wc3,g3:Bd4","moves":["g3-h4"]}`}, {"look", `{"start":"W:Wc3,e3:Bd8","moves":["d4"]}`},
		{"look", `{"start":"B:WKc7,e7,d4,f4,Kh4,g3,b2,d2,h2:Bh6,Ka5,Kc1","moves":["c1:f8"]}`},
		{"look", `{"start":"hello"}`}, {"look", `{"start":"W:Wb8:Ba3"}`}, {"look", `{"start":"W:Wa2:Bb8"}`},
		{"look", `{"start":"Белые: Д.h9; черные: пр.b8"}`}, {"look", `{"start":"Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwx"}`},
		{"readPDN", `{"text":" "}`},
		{"play", `{"you":"b","level":1}`}, {"move", `{"move":"c3-d4"}`},
		{"play", `{"you":"w","level":1}`}, {"undo", `{}`}, {"resign", `{}`}, {"move", `{"move":"c3-d4"}`},
		{"play", `{"you":"w","clock":{"base":60}}`}, {"undo", `{}`},
	} {
		err := b.try(c.do, json.RawMessage(c.args), nil)
		if c.do == "play" || c.do == "resign" {
			require.NoError(t, err)
			continue
		}
		require.Error(t, err, c.args)
		i := slices.IndexFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(err.Error()) })
		require.GreaterOrEqual(t, i, 0, "not in Russian: %v", err)
		matched[i] = true
	}
	matched[slices.IndexFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(errBusy.Error()) })] = true
	for i, p := range patterns {
		require.True(t, matched[i], "no error is like %v", p)
	}
}
