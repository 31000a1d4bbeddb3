package movegen_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

// allRoutes returns every route of every legal move in full, sorted.
func allRoutes(p board.Position) []string {
	texts := []string{}
	for _, m := range movegen.Append(nil, p) {
		texts = append(texts, movegen.Routes(p, m)...)
	}
	slices.Sort(texts)
	return texts
}

// requireParsesAs asserts that text is read as move m.
func requireParsesAs(t testing.TB, p board.Position, m board.Move, text string) {
	t.Helper()
	got, err := movegen.Parse(p, text)
	if err != nil || got != m {
		require.NoError(t, err, "%s in %s", text, p.FEN())
		require.Equal(t, m, got, "%s in %s", text, p.FEN())
	}
}

// requireRoundTrip asserts that every text we have for a legal move of p is
// read as that move, and returns how many short forms were written in full.
func requireRoundTrip(t testing.TB, p board.Position, moves []board.Move) (inFull int) {
	t.Helper()
	full := map[string]board.Move{}
	for _, m := range moves {
		for _, n := range []movegen.Notation{movegen.Hub, movegen.Full, movegen.Short} {
			requireParsesAs(t, p, m, movegen.Format(p, m, n))
		}
		if strings.Count(movegen.Format(p, m, movegen.Short), ":") > 1 {
			inFull++
		}
		routes := movegen.Routes(p, m)
		require.NotEmpty(t, routes, "%v in %s", m, p.FEN())
		require.Equal(t, routes[0], movegen.Format(p, m, movegen.Full))
		for _, route := range routes {
			other, ok := full[route]
			require.False(t, ok, "%s is %v and %v in %s", route, m, other, p.FEN())
			full[route] = m
			requireParsesAs(t, p, m, route)
		}
		got, err := movegen.ParseNumbered(p, string(m.AppendHub(nil, board.FromA1)), board.FromA1)
		require.NoError(t, err, p.FEN())
		require.Equal(t, m, got, p.FEN())
	}
	return inFull
}

func TestNotationOfCorpus(t *testing.T) {
	t.Parallel()
	lines := bufio.NewScanner(bytes.NewReader(readData(t, "corpus.jsonl")))
	count := 0
	for ; lines.Scan(); count++ {
		var entry struct {
			FEN        string
			Moves, Hub []string
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &entry))
		p := position(t, entry.FEN)
		moves := movegen.Append(nil, p)
		hub := make([]string, 0, len(moves))
		for _, m := range moves {
			hub = append(hub, movegen.Format(p, m, movegen.Hub))
		}
		slices.Sort(hub)
		require.Equal(t, entry.Hub, hub, entry.FEN)
		require.Equal(t, entry.Moves, allRoutes(p), entry.FEN)
		read := map[board.Move]bool{}
		for _, text := range append(entry.Moves, entry.Hub...) {
			m, err := movegen.Parse(p, text)
			require.NoError(t, err, entry.FEN)
			read[m] = true
		}
		require.Len(t, read, len(moves), entry.FEN)
		requireRoundTrip(t, p, moves)
	}
	require.Equal(t, 2000, count)
}

// textbookEntry is an entry of textbook.json.
type textbookEntry struct {
	Name, FEN, Result          string
	Moves, Includes, Play, Hub []string
}

// requireListed asserts what an entry lists of position p.
func requireListed(t *testing.T, p board.Position, e textbookEntry) {
	t.Helper()
	routes := allRoutes(p)
	if e.Moves != nil {
		require.ElementsMatch(t, e.Moves, routes)
	}
	if e.Hub != nil {
		require.Equal(t, e.Hub, hubForms(movegen.Append(nil, p)))
	}
	require.Subset(t, routes, e.Includes)
	for _, text := range slices.Concat(e.Moves, e.Includes) {
		m, err := movegen.Parse(p, text)
		require.NoError(t, err)
		require.Contains(t, movegen.Routes(p, m), text)
	}
}

func TestNotationOfTextbook(t *testing.T) {
	t.Parallel()
	for _, e := range readJSON[[]textbookEntry](t, "textbook.json") {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			g := board.NewGame(board.Russian, position(t, e.FEN))
			// The moves are those of the position that is played to, or those
			// of the start where the play begins with one of them.
			if len(e.Play) == 0 || slices.Contains(append(e.Moves, e.Includes...), e.Play[0]) {
				requireListed(t, g.Position(), e)
				e.Moves, e.Includes, e.Hub = nil, nil, nil
			}
			for _, text := range e.Play {
				m, err := movegen.Parse(g.Position(), text)
				require.NoError(t, err, g.Position().FEN())
				requireRoundTrip(t, g.Position(), movegen.Append(nil, g.Position()))
				g.Play(m)
			}
			requireListed(t, g.Position(), e)
			if e.Result != "" {
				require.Equal(t, e.Result, movegen.Outcome(g).Result.String())
			}
		})
	}
}

// TestNotationOfPublicFaults: an ambiguous start and end is written in full,
// and what other programs got wrong is read.
func TestNotationOfPublicFaults(t *testing.T) {
	t.Parallel()
	type entry struct {
		Kind, FEN string
		Hub       []string
	}
	for _, e := range readJSON[[]entry](t, "public-faults.json") {
		if e.Kind != "moves" {
			continue
		}
		p := position(t, e.FEN)
		moves := movegen.Append(nil, p)
		require.ElementsMatch(t, e.Hub, hubForms(moves), e.FEN)
		requireRoundTrip(t, p, moves)
	}
}

// TestNotationOfRealGames replays played games from their texts, and again in
// numbers, in short notation without marks, and typed on a Russian keyboard.
func TestNotationOfRealGames(t *testing.T) {
	t.Parallel()
	squareName := regexp.MustCompile(`[a-h][1-8]`)
	moveText := regexp.MustCompile(`\b[a-h][1-8][-x:][a-h][1-8]\b`)
	russian := strings.NewReplacer("a", "а", "c", "с", "e", "е", "x", "х", "3", "З", "-", "–")
	games, plies, short := 0, 0, 0
	for game := range strings.SplitSeq(string(readData(t, "real-games.pdn")), "[Event ") {
		movetext := game[strings.LastIndex(game, "]")+1:]
		moves := moveText.FindAllString(movetext, -1)
		if len(moves) == 0 {
			continue
		}
		games++
		p := board.Start()
		for _, text := range moves {
			plies++
			m, err := movegen.Parse(p, text)
			require.NoError(t, err, p.FEN())
			numbers := squareName.ReplaceAllStringFunc(text, func(name string) string {
				s, err := board.ParseSquare(name)
				require.NoError(t, err)
				return strconv.Itoa(s.Number())
			})
			requireParsesAs(t, p, m, numbers)
			requireParsesAs(t, p, m, russian.Replace(text)+" !")
			requireParsesAs(t, p, m, russian.Replace(strings.ToUpper(text)))
			if m, err := movegen.Parse(p, text[:1]+text[3:]); err == nil {
				short++
				require.Equal(t, m.To().String(), text[3:])
			}
			p = p.After(m)
		}
	}
	require.Equal(t, 55, games) // one of 56 has no moves
	require.Greater(t, short*10, plies*9, "short notation fits one move in nearly all cases")
	t.Logf("%d games, %d plies, %d of them in short notation too", games, plies, short)
}

// TestNotationRoundTrip: what we print parses back, on positions of random play
// and on made-up ones with many kings.
func TestNotationRoundTrip(t *testing.T) {
	t.Parallel()
	count := 20_000
	if testing.Short() {
		count = 2_000
	}
	t.Run("random play", func(t *testing.T) {
		t.Parallel()
		next := randomPlay(newRandom(11), append(ballots(t), board.Start()))
		var moves []board.Move
		for range count {
			p := next(moves)
			moves = movegen.Append(nil, p)
			requireRoundTrip(t, p, moves)
		}
	})
	t.Run("random set-ups", func(t *testing.T) {
		t.Parallel()
		random := newRandom(12)
		inFull, most := 0, 0
		for range count {
			p := randomSetUp(random)
			moves := movegen.Append(nil, p)
			inFull += requireRoundTrip(t, p, moves)
			for _, m := range moves {
				most = max(most, len(movegen.Routes(p, m)))
			}
			_, routes := reference.MovesAndRoutes(p)
			require.Len(t, allRoutes(p), routes, p.FEN())
		}
		require.Greater(t, inFull, count/20, "too few positions in which the short form is ambiguous")
		t.Logf("%d positions, %d short forms written in full, %d routes of one move at most", count, inFull, most)
	})
}
