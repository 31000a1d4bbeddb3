package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// terminal interprets what a screen sends to a terminal so wide.
type terminal struct {
	t       *testing.T
	columns int
	rows    []string
	at      int // row of the cursor
}

func (w *terminal) Write(p []byte) (int, error) {
	text := string(p)
	for text != "" {
		if up, rest, ok := strings.Cut(text, "A"); ok && strings.HasPrefix(text, "\x1b[") && len(up) == 3 {
			w.at -= int(up[2] - '0')
			require.GreaterOrEqual(w.t, w.at, 0)
			text = rest
			continue
		}
		if rest, ok := strings.CutPrefix(text, "\r\x1b[J"); ok {
			w.rows = w.rows[:w.at]
			text = rest
			continue
		}
		row, rest, ok := strings.Cut(text, "\n")
		require.True(w.t, ok, "%q ends in the middle of a row", text)
		require.NotContains(w.t, row, "\x1b")
		for len(row) > w.columns { // wraps
			w.rows = append(w.rows, row[:w.columns])
			row = row[w.columns:]
		}
		w.rows = append(w.rows, row)
		w.at = len(w.rows)
		text = rest
	}
	return len(p), nil
}

func TestScreenDrawsOverItself(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{2, 10, 40} {
		w := &terminal{t: t, columns: columns}
		s := &screen{out: w, width: func() int { return columns }}
		head := "a header"
		require.NoError(t, s.keep(head))
		for depth := range 5 {
			rows := []string{
				strings.Repeat("first line ", depth),
				strings.Repeat("second line ", depth),
			}
			require.NoError(t, s.draw(rows))
			require.Len(t, w.rows, 3, "rows wrap or pile up")
			cut := min(columns-1, len(rows[1]))
			require.Equal(t, rows[1][:cut], w.rows[2])
		}
		require.NoError(t, s.finish([]string{"1", "2"}))
		require.NoError(t, s.keep("best"))
		require.Equal(t, []string{"1", "2"}, w.rows[1:3])
		require.Len(t, w.rows, 4)
	}
}

// TestScreenOfFewRows: more lines than the terminal has rows are not drawn, but
// are shown in the end.
func TestScreenOfFewRows(t *testing.T) {
	t.Parallel()
	w := &terminal{t: t, columns: 40}
	s := &screen{out: w, width: func() int { return 40 }, height: func() int { return 4 }}
	rows := []string{"1", "2", "3", "4", "5"}
	for range 3 {
		require.NoError(t, s.draw(rows))
		require.Equal(t, rows[:3], w.rows)
	}
	require.NoError(t, s.finish(rows))
	require.Equal(t, rows, w.rows)
}

func TestScreenIsPlainElsewhere(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	s := newScreen(&b)
	long := strings.Repeat("x", 500)
	require.NoError(t, s.keep("head"))
	require.NoError(t, s.draw([]string{"1", long}))
	require.NoError(t, s.draw([]string{"2", long}))
	require.NoError(t, s.finish([]string{"2", long}))
	require.NoError(t, s.keep("best"))
	require.Equal(t, "head\n1\n"+long+"\n2\n"+long+"\nbest\n", b.String())
}
