package pdn

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// encodings are the ways in which a file may be written.
var encodings = []struct {
	name     string
	encoding encoding.Encoding
}{
	{"windows-1251", charmap.Windows1251},
	{"cp866", charmap.CodePage866},
	{"koi8-r", charmap.KOI8R},
	{"UTF-16", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
	{"UTF-16", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
	{"UTF-16", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{"UTF-8", unicode.UTF8},
	{"UTF-8", unicode.UTF8BOM},
}

// TestEncodingOfShortTexts: a few words are enough to tell the encoding.
func TestEncodingOfShortTexts(t *testing.T) {
	t.Parallel()
	for _, words := range []string{
		"Иванов", "ИВАНОВ", "Петров А.", "Чижов – Свизинский", "КУБОК МОСКВЫ", "Первенство СССР, Лиепая, 1965 г.", "Мисанс", "Абаулин", "Цукерник",
		"раб", "Ход", "Королёв", "Ничья", "белые сдались", "Щёголев", "№ 12, Москва", "Городская партия", "Эстония", "Юг", "Новоленинградская защита",
		"Плакхин", "Сальников", "Куперман", "Фельдман", "Гантварг", "Зубов", "Литвинович", "Шварцман", "Игра Петрова", "Обратный перекрёсток",
	} {
		for _, e := range encodings {
			text := "[Event \"" + words + "\"]\n\n1. c3-d4 {" + words + "} d6-c5 *\n"
			data, err := e.encoding.NewEncoder().String(text)
			if err != nil {
				continue // some signs are not in all of them
			}
			r := NewReader(strings.NewReader(data), "")
			games, err := readAll(r)
			require.NoError(t, err)
			require.Len(t, games, 1, "%s in %s", words, e.name)
			require.Equal(t, words, games[0].Tag("Event"), e.name)
			require.Equal(t, []string{words}, games[0].First.Comments)
			require.Equal(t, 2, games[0].Plies())
			require.Equal(t, e.name, r.Encoding())
		}
	}
}

// TestEncodingOfRealGames: a collection is the same in every encoding.
func TestEncodingOfRealGames(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "real-games.pdn"))
	require.NoError(t, err)
	want := gamesOf(t, string(text))
	for _, e := range encodings {
		data, err := e.encoding.NewEncoder().Bytes(text)
		require.NoError(t, err)
		r := NewReader(bytes.NewReader(data), "")
		got, err := readAll(r)
		require.NoError(t, err)
		require.Equal(t, want, got, e.name)
		require.Equal(t, e.name, r.Encoding())
	}
}

// TestEncodingFarIn: the first Russian word may stand anywhere, and a character may
// lie on the edge of a block.
func TestEncodingFarIn(t *testing.T) {
	t.Parallel()
	for _, e := range encodings {
		for _, before := range []int{0, blockSize - 30, blockSize - 12, blockSize - 11, blockSize - 10, blockSize - 9, 3 * blockSize} {
			text := "; " + strings.Repeat("x", before) + "\n[Event \"Первенство\"]\n1. c3-d4 *\n" + strings.Repeat("[Event \"Города\"]\n1. c3-d4 *\n", 5)
			data, err := e.encoding.NewEncoder().String(text)
			require.NoError(t, err)
			games, err := readAll(NewReader(strings.NewReader(data), ""))
			require.NoError(t, err)
			require.Len(t, games, 6)
			require.Equal(t, "Первенство", games[0].Tag("Event"), "%s, %d", e.name, before)
			require.Equal(t, "Города", games[5].Tag("Event"), "%s, %d", e.name, before)
		}
	}
}

// TestEncodingsJoined: files of two encodings that were put into one.
func TestEncodingsJoined(t *testing.T) {
	t.Parallel()
	text := "[Event \"Первенство\"]\n1. c3-d4 *\n"
	other, err := charmap.Windows1251.NewEncoder().String(text)
	require.NoError(t, err)
	games := gamesOf(t, "\uFEFF"+text+other+"\uFEFF"+text)
	require.Len(t, games, 3)
	for _, g := range games {
		require.Equal(t, "Первенство", g.Tag("Event"))
		require.Empty(t, g.Problems)
	}
}
