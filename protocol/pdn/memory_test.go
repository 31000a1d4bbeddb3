package pdn

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// repeatingReader gives a text again and again, until so many bytes are given.
type repeatingReader struct {
	text string
	left int
	at   int
}

func (r *repeatingReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	r.left -= n
	return n, nil
}

// weighingReader notes how much memory is in use while a text is read.
type weighingReader struct {
	io.Reader
	read, weighed int
	most          uint64 // bytes
}

func (w *weighingReader) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if w.read += n; w.read-w.weighed > 1<<20 || err != nil {
		w.weighed = w.read
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		w.most = max(w.most, m.HeapAlloc)
	}
	return n, err
}

// TestConstantMemory: whatever fills a large file, no more than a little of it is in
// memory at a time.
func TestConstantMemory(t *testing.T) { // not parallel: it measures
	const limit = 32 << 20 // bytes in use
	size := 3 << 20
	if testing.Short() {
		size = 128 << 10
	}
	for _, c := range []struct {
		name, begin, repeat string
		times               int    // of size
		want                string // the first problem
		games               int    // at least
	}{
		{"a comment", "1. c3-d4 {", "long ", 25, "a comment longer than 1 MiB, which is not read", 1},
		{"a comment of one word", "1. c3-d4 {", "long", 5, "a comment longer than 1 MiB, which is not read", 1},
		{"a comment of lines", "1. c3-d4 {", "long\n", 2, "a comment longer than 1 MiB, which is not read", 1},
		{"a comment to the end of the line", "1. c3-d4 ;", "long ", 5, "a comment longer than 1 MiB, which is not read", 1},
		{"a tag", "[Event \"", "long ", 5, "a tag longer than 64 KiB, which is not read", 1},
		{"a word", "1. c3-d4 ", "abcdefgh", 5, "a word longer than 512 bytes, want a move", 1},
		{"blanks", "1. c3-d4 ", " \n", 5, "", 1},
		{"comments", "1. c3-d4 ", "{long} ", 1, "more than 2 MiB of comments in one game, which are not read", 1},
		{"comments before a game", "", "{long} ", 1, "", 0},
		{"tags", "[B \"c\"]", "[A \"b\"] ", 1, "more than 1000 tags, which are not read", 1},
		{"annotations", "1. c3-d4 ", "$1 ", 1, "more than 64 annotations of one move, which are not read", 1},
		{"parentheses", "1. c3-d4 ", "(", 1, "a variation before the first move", 1},
		{"variations in variations", "1. c3-d4 ", "(1. e3-d4 ", 1, "variations in variations, 100 deep, are not read", 1},
		{"moves of a game", "[FEN \"W:WKa1:BKb8\"]", "a1-c3 b8-a7 c3-a1 a7-b8 ", 1, "more than 50000 moves in one game, which are not read", 1},
		{"variations", "1. c3-d4 ", "(1. e3-d4) ", 1, "more than 50000 moves in one game, which are not read", 1},
		{"bad characters", "", "] ", 1, "", 1},
		{"games", "", "[Event \"x\"]\n1. c3-d4 d6-c5 *\n", 1, "", size / 40},
		{"games without results", "", "1. c3-d4 d6-c5 2. b2-c3\n", 1, "", size / 40},
		{"results", "1. c3-d4 *", "* ", 1, "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := &weighingReader{Reader: io.MultiReader(strings.NewReader(c.begin), &repeatingReader{text: strings.Repeat(c.repeat, 1000), left: c.times * size})}
			r := NewReader(source, "")
			problem, games := "", 0
			for {
				g, err := r.Next()
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				if len(g.Problems) > 0 && games == 0 {
					problem = g.Problems[0].What
				}
				games++
			}
			require.GreaterOrEqual(t, games, c.games)
			if !testing.Short() {
				require.Contains(t, problem, c.want)
			}
			require.Less(t, source.most, uint64(limit))
			t.Logf("%d MiB in use", source.most>>20)
		})
	}
}
