package match

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// afterOpening returns the position in which the engines begin.
func afterOpening(o Opening) board.Position { return o.Game(board.Russian).Position() }

// fen reads a FEN.
func fen(t testing.TB, text string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(text)
	require.NoError(t, err)
	return p
}

func TestTables(t *testing.T) {
	t.Parallel()
	shared, err := os.ReadFile(filepath.Join("..", "..", "testdata", "ballots.tsv"))
	require.NoError(t, err)
	require.Equal(t, string(shared), ballots)

	want := map[string]int{"moves": 346, "flying": 396, "basic150": 98}
	var finals []board.Position
	for _, name := range Tables() {
		o, err := LoadOpenings(OpeningOptions{Source: name})
		require.NoError(t, err)
		require.Equal(t, want[name], o.Len(), name)
		ids := map[string]bool{}
		for i := range o.Len() {
			opening := o.At(i)
			ids[opening.ID] = true
			require.Equal(t, name == "flying", len(opening.Moves) == 0, opening.ID)
			require.NotEmpty(t, movegen.Append(nil, afterOpening(opening)), opening.ID)
			finals = append(finals, afterOpening(opening))
		}
		require.Len(t, ids, o.Len(), "each opening has its own ID")
	}

	// The same file read as tab-separated values gives the same positions.
	o, err := LoadOpenings(OpeningOptions{Source: "ballots.tsv"})
	require.NoError(t, err)
	require.Equal(t, len(finals), o.Len())
	var fromFile []board.Position
	for i := range o.Len() {
		fromFile = append(fromFile, afterOpening(o.At(i)))
	}
	require.ElementsMatch(t, finals, fromFile)
	require.Equal(t, "ballots.tsv:3", o.At(0).ID)
}

func TestTableOpeningErrors(t *testing.T) {
	t.Parallel()
	start := board.Start().FEN()
	for _, c := range []struct{ table, text, fen, want string }{
		{"moves", "cb4", start, `"cb4" leads to B:`},
		{"moves", "cb4 cb4", start, `ply 2: move "cb4": illegal`},
		{"flying", "", "W:Wa9:Bb8", "FEN: "},
	} {
		_, err := tableOpening([]string{c.table, "I-1", c.text, c.fen})
		require.ErrorContains(t, err, c.want)
	}
}

func TestStartOpening(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"", "start"} {
		o, err := LoadOpenings(OpeningOptions{Source: source})
		require.NoError(t, err)
		require.Equal(t, 1, o.Len())
		require.Equal(t, board.Start(), afterOpening(o.At(7)))
	}
}

// parsed is what a file should give: ID and last position.
type parsed struct {
	id  string
	fen string
}

const (
	afterCB4  = "B:Wb4,a3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
	afterED4  = "B:Wd4,a3,c3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
	afterBook = "W:Wd4,a3,c3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,f6,h6,c5"
	twoKings  = "W:WKa1:BKb8"
	kingMoved = "B:WKg7:BKb8"
)

func TestParseOpenings(t *testing.T) {
	t.Parallel()
	start := board.Start().FEN()
	for _, c := range []struct {
		name, text string
		want       []parsed
	}{
		{"empty", "", nil},
		{"comments alone", "# a\n\n; b", nil},
		{"positions", "# the first\r\n\r\nW:WKa1:BKb8 # two kings\r\n; and\n" + afterCB4 + "\nstart\nBbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\nW:W29:BK1 ; numbers\nWhite: K a1; Black: K b8", []parsed{
			{"f:3", twoKings}, {"f:5", afterCB4}, {"f:6", start}, {"f:7", "B" + start[1:]}, {"f:8", "W:Wa1:BKb8"}, {"f:9", twoKings},
		}},
		{"byte order mark", "\uFEFFW:WKa1:BKb8", []parsed{{"f:1", twoKings}}},
		{"old line breaks", "W:WKa1:BKb8\r" + afterCB4, []parsed{{"f:1", twoKings}, {"f:2", afterCB4}}},
		{"values", "# x\nA\t1\tW:WKa1:BKb8\r\n\r\n;\nB\t2\t" + afterCB4 + "\textra", []parsed{{"f:2", twoKings}, {"f:5", afterCB4}}},
		{"values with headings", "code\tFen \nW:WKa1:BKb8\t" + afterCB4, []parsed{{"f:2", afterCB4}}},
		{"value in the first column", "W:WKa1:BKb8\tA\n" + afterCB4 + "\tB", []parsed{{"f:1", twoKings}, {"f:2", afterCB4}}},
		{"first column empty", "\t" + afterCB4 + "\n\tW:WKa1:BKb8", []parsed{{"f:1", afterCB4}, {"f:2", twoKings}}},

		{"games", "[Event \"x\"]\n[White \"Белые\"]\n\n1. ed4 {king's} dc5\n(1... bc5 (1... x) 2. y) $4\n\n1/2-1/2\n\n[Event \"y\"]\r\n\r\n1.c3-b4 *", []parsed{
			{"f:1", afterBook}, {"f:9", afterCB4},
		}},
		{"games with positions", "[Event \"x\"]\n[FEN \"W:WKa1:BKb8\"]\n[SetUp \"1\"]\n\n1. a1-g7 *\n[FEN \"" + afterCB4 + "\"]\n[FEN \"" + twoKings + "\"]", []parsed{
			{"f:1", kingMoved}, {"f:6", afterCB4}, {"f:7", twoKings},
		}},
		{"black begins", "[FEN \"B:WKb8:BKc1\"]\n1... c1-a3 2. b8-h2", []parsed{{"f:1", "B:WKh2:BKa3"}}},
		{"game without moves", "[Event \"x\"]\n\n*\n", []parsed{{"f:1", start}}},
		{"movetext, a line each", "1. ed4 dc5\n1. cb4\n; x\n1. 22-17", []parsed{{"f:1", afterBook}, {"f:2", afterCB4}, {"f:4", afterCB4}}},
		{"movetext, results between", "ed4 d6-c5 1-0 c3-b4 * *", []parsed{{"f:1", afterBook}, {"f:1", afterCB4}}},
		{"movetext, empty lines between", "# x\ned4\nd6-c5\n\n\nc3-b4", []parsed{{"f:2", afterBook}, {"f:6", afterCB4}}},
		{"a comment in a game's moves", "[Event \"x\"]\n\n1. ed4\n\n{c}\n\n1... dc5", []parsed{{"f:1", afterBook}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, data := range [][]byte{[]byte(c.text), zipped(t, c.text)} {
				openings, err := parseOpenings("f", data, 0)
				require.NoError(t, err)
				var got []parsed
				for _, o := range openings {
					got = append(got, parsed{o.ID, afterOpening(o).FEN()})
				}
				require.Equal(t, c.want, got)
			}
		})
	}
}

// TestOpeningPlies: games are cut off, and only then asked whether they are over.
func TestOpeningPlies(t *testing.T) {
	t.Parallel()
	const text = "[Event \"x\"]\n\n1. ed4 dc5 2. gh4 1-0\n\n1. ed4 *\n\n[FEN \"W:WKc1:Bd4\"]\n1. c1-e3 d4xf2 0-1\n"
	for plies, want := range map[int][]int{1: {1, 1, 1}, 2: {2, 1, -1}, 3: {3, 1, -1}, 0: {3, 1, -1}} {
		openings, err := parseOpenings("f", []byte(text), plies)
		if want[2] < 0 {
			require.ErrorContains(t, err, "the game is over in the opening's last position")
			continue
		}
		require.NoError(t, err)
		for i, o := range openings {
			require.Len(t, o.Moves, want[i])
		}
	}
	_, err := parseOpenings("f", []byte("1. ed4 dc5 2. a1-b2"), 1)
	require.ErrorContains(t, err, "ply 3", "what is cut off is read all the same")
}

// zipped compresses text.
func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestOpeningErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"position", twoKings + "\n\nW:WKa1:Bb9", `read as a position a line: line 3: FEN: column 9: square "b9"`},
		{"side", "# x\nX:WKa1:Bb8", "line 2: FEN: column 1: side to move"},
		{"over", twoKings + "\nW:W:BKb8", "read as a position a line: line 2: the game is over in the opening's last position (no pieces)"},
		{"stuck", "B:Wg1:Bh2", "line 1: the game is over in the opening's last position (no moves)"},
		{"no FEN", "a\tb\nc\td", "read as tab-separated values: line 1: none of its 2 columns holds a FEN"},
		{"heading alone", "# c\ncode\tfen\nA", "line 3: 1 columns, want the FEN in column 2"},
		{"bad value", "A\t" + twoKings + "\nB\tW:Wa2:Bb8", `line 2, tab column 2: FEN: column 4: square "a2": a light square`},
		{"value over", "A\t" + twoKings + "\nB\tW:W:Bb8", "line 2: the game is over"},
		{"move", "[Event \"x\"]\n\n1. ed4 dc5\n2. ed4", `read as PDN: line 4, column 4, ply 3: move 2. ed4: illegal`},
		{"no move", "Hello, world", `read as PDN: line 1, column 1, ply 1: move 1. Hello,: `},
		{"tag", "[Event x]", "line 1, column 1: \"[Event x]\" is no tag"},
		{"position in a tag", "[Event \"x\"]\n[FEN \"W:Wa1:Ba1\"]", "line 2, column 1: tag FEN: column 8: square \"a1\": two pieces"},
		{"game over", "[Event \"x\"]\n\n1. ed4 *\n\n[FEN \"W:WKa1:Bb2,d4\"]\n*\n[FEN \"W:WKa1:Bc3\"]\n1. a1xd4 1-0", "line 7: the game is over in the opening's last position (no pieces)"},
		{"variation", "1. ed4 (1. cb4", "line 1, column 8: the variation is not closed"},
		{"no variation", "1. ed4 )", `line 1, column 8: ")" found, but no variation is open`},
		{"comment", "1. ed4 {", "line 1, column 8: the comment"},
		{"UTF-16", "\xff\xfeW\x00", "the text is UTF-16, want UTF-8"},
		{"gzip", "\x1f\x8bxxxxxxxxxxxxxxx", "gzip: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), "book.txt")
			require.NoError(t, os.WriteFile(name, []byte(c.text), 0o644))
			_, err := LoadOpenings(OpeningOptions{Source: name})
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "book.txt")
		})
	}
	_, err := LoadOpenings(OpeningOptions{Source: "nowhere.fen"})
	require.ErrorContains(t, err, `openings "nowhere.fen": want a table (moves, flying, basic150) or a file: open`)
	_, err = ParseOrder("any")
	require.ErrorContains(t, err, `unknown order "any": expected sequential or random`)
}

// TestZipBombIsRefused: a small file must not fill the memory.
func TestZipBombIsRefused(t *testing.T) {
	t.Parallel()
	data := zipped(t, string(make([]byte, 1000)))
	plain, err := unzip(data, 1000)
	require.NoError(t, err)
	require.Len(t, plain, 1000)
	_, err = unzip(data, 999)
	require.ErrorContains(t, err, "more than 999 bytes uncompressed")
}

func TestOpeningsOfNone(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(name, []byte("# nothing\n"), 0o644))
	_, err := LoadOpenings(OpeningOptions{Source: name})
	require.ErrorContains(t, err, "none there, want at least one")
	require.NoError(t, os.WriteFile(name, []byte("W:Wa1:Bb2"), 0o644))
	_, err = LoadOpenings(OpeningOptions{Source: name, SkipCaptures: true})
	require.ErrorContains(t, err, "all 1 start with a capture pending")
}

func TestSkipCaptures(t *testing.T) {
	t.Parallel()
	all, err := LoadOpenings(OpeningOptions{Source: "flying"})
	require.NoError(t, err)
	kept, err := LoadOpenings(OpeningOptions{Source: "flying", SkipCaptures: true})
	require.NoError(t, err)
	require.Equal(t, all.Len(), kept.Len()+kept.Skipped())
	require.Zero(t, all.Skipped())
	pending := 0
	for i := range all.Len() {
		if movegen.CanCapture(afterOpening(all.At(i))) {
			pending++
		}
	}
	require.Equal(t, pending, kept.Skipped())
	require.Positive(t, pending)
	for i := range kept.Len() {
		require.False(t, movegen.CanCapture(afterOpening(kept.At(i))))
	}
	require.NotEqual(t, all.Fingerprint(), kept.Fingerprint())
}

func TestOrder(t *testing.T) {
	t.Parallel()
	load := func(order Order, seed uint64) *Openings {
		o, err := LoadOpenings(OpeningOptions{Source: "basic150", Order: order, Seed: seed})
		require.NoError(t, err)
		return o
	}
	ids := func(o *Openings, from, to int) (ids []string) {
		for i := from; i < to; i++ {
			ids = append(ids, o.At(i).ID)
		}
		return ids
	}
	sequential, random := load(Sequential, 1), load(Random, 1)
	n := sequential.Len()
	inOrder := ids(sequential, 0, n)
	require.Equal(t, inOrder, ids(sequential, n, 2*n))

	first, second := ids(random, 0, n), ids(random, n, 2*n)
	require.ElementsMatch(t, inOrder, first, "every round plays every opening")
	require.ElementsMatch(t, inOrder, second)
	require.NotEqual(t, inOrder, first)
	require.NotEqual(t, first, second)
	require.NotEqual(t, first, ids(load(Random, 2), 0, n))

	// A resumed match asks for other pairs first.
	resumed := load(Random, 1)
	require.Equal(t, second[n-1], resumed.At(2*n-1).ID)
	require.Equal(t, first[5], resumed.At(5).ID)
	require.Equal(t, second[0], resumed.At(n).ID)

	// Many ask at once.
	var wg sync.WaitGroup
	for i := range 2 * n {
		wg.Go(func() {
			if got := resumed.At(i).ID; got != slices.Concat(first, second)[i] {
				t.Errorf("pair %d: %s", i, got)
			}
		})
	}
	wg.Wait()
	for _, order := range []Order{Sequential, Random} {
		got, err := ParseOrder(order.String())
		require.NoError(t, err)
		require.Equal(t, order, got)
	}
}

// TestShuffleStays: journals of earlier releases depend on these very numbers.
func TestShuffleStays(t *testing.T) {
	t.Parallel()
	require.Equal(t, []int{}, shuffle(0, 1, 1))
	require.Equal(t, []int{6, 2, 5, 3, 4, 7, 0, 1, 9, 8}, shuffle(10, 42, 0))
	require.Equal(t, []int{2, 3, 9, 6, 0, 8, 7, 4, 5, 1}, shuffle(10, 42, 1))
	counts := [3]int{}
	for round := range uint64(30_000) {
		counts[shuffle(3, 7, round)[0]]++
	}
	for _, n := range counts {
		require.InDelta(t, 10_000, n, 400)
	}
}

// FuzzOpenings: any bytes give openings that can be played, or an error.
func FuzzOpenings(f *testing.F) {
	for _, seed := range []string{
		twoKings + "\n# x\nstart", "A\t" + afterCB4, "code\tfen\nA\t" + twoKings, "1. ed4 dc5 (1... x) {y} 1-0\n1. cb4",
		"[FEN \"" + twoKings + "\"]\n\n1. a1-g7 *", "\x1f\x8b", "\xff\xfe", "\uFEFF\t\t", "White: K e1; Black: a7", "[", "W:", ":",
	} {
		f.Add([]byte(seed))
	}
	f.Add(zipped(f, twoKings))
	f.Fuzz(func(t *testing.T, data []byte) {
		openings, err := parseOpenings("f", data, 0)
		if err != nil && len(openings) > 0 {
			t.Fatal("openings beside an error")
		}
		for _, o := range openings {
			if !movegen.HasMove(afterOpening(o)) {
				t.Fatalf("%s: nothing to play", o.ID)
			}
		}
	})
}
