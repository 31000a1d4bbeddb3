package pdn

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestColumnBehindLongText: a character that lies across the end of what is read at a
// time was counted for each of its parts.
func TestColumnBehindLongText(t *testing.T) {
	t.Parallel()
	for _, long := range []string{"{%s}", ";%s\n", "[%s", "%s"} {
		for _, before := range []string{"", "a", "ab", "abc"} {
			for _, size := range []int{maxWord, maxComment / 3} {
				text := strings.Replace(long, "%s", before+strings.Repeat("я", size/2)+strings.Repeat("€", size), 1)
				if long == "[%s" {
					text += "\n"
				}
				l := newLexer(strings.NewReader(text + " c3-d4"))
				_, err := l.next()
				require.NoError(t, err)
				move, err := l.next()
				require.NoError(t, err)
				require.Equal(t, "c3-d4", move.text)
				last := text[strings.LastIndexByte(text, '\n')+1:]
				require.Equal(t, utf8.RuneCountInString(last)+2, move.column, "%s, %q, %d", long, before, size)
			}
		}
	}
}

// TestTagsWithoutEnd: each line that began like a tag was searched up to the next
// bracket, however far away, and 200 kB took minutes.
func TestTagsWithoutEnd(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	games := gamesOf(t, strings.Repeat("[a \"x\n", 100_000)+"]\n[Event \"b\"] 1. c3-d4 *")
	require.Len(t, games, 1)
	require.Equal(t, "b", games[0].Tag("Event"))
	require.Less(t, time.Since(begin), time.Minute) // of some milliseconds
}

// TestSplitCaptureWithoutEnd: words that go on as captures do were gathered as long as
// there were any, and their time grew with the square of their number.
func TestSplitCaptureWithoutEnd(t *testing.T) {
	t.Parallel()
	r := NewReader(strings.NewReader("1. c3-d4"+strings.Repeat(" d4-e5 e5-d4", 10_000)), "")
	games, err := readAll(r)
	require.NoError(t, err)
	require.Len(t, games, 1)
	require.Equal(t, 1, games[0].Plies())
	require.Less(t, cap(r.ahead), 100)
}
