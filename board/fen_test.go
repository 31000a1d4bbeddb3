package board

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFENReproducesTheCorpus(t *testing.T) {
	t.Parallel()
	for _, fen := range corpusFENs(t) {
		p, err := ParseFEN(fen)
		require.NoError(t, err, fen)
		require.Equal(t, fen, p.FEN())
		requireRoundTrips(t, p)
	}
}

func TestFENReproducesTheOpeningTables(t *testing.T) {
	t.Parallel()
	file, err := os.Open("../testdata/ballots.tsv")
	require.NoError(t, err)
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		columns := strings.Split(lines.Text(), "\t")
		fen := columns[len(columns)-1]
		p, err := ParseFEN(fen)
		require.NoError(t, err, fen)
		require.Equal(t, fen, p.FEN())
		n++
	}
	require.Greater(t, n, 500)
}

func TestFENFaults(t *testing.T) {
	t.Parallel()
	for _, f := range faults(t, "fen-ok") {
		p, err := ParseFEN(f.text(t))
		require.NoError(t, err, f.text(t))
		require.Equal(t, mustParse(t, f.Is), p, f.text(t))
	}
	for _, f := range faults(t, "fen-error") {
		_, err := ParseFEN(f.text(t))
		require.ErrorContains(t, err, f.Names)
		require.Regexp(t, "want |played on the dark", err.Error())
		require.ErrorContains(t, err, "column ")
	}
}

func TestParseFENForms(t *testing.T) {
	t.Parallel()
	const want, printed = "W:Wa1,c1,Ke3:Bb8,Kd6", "W:WKe3,a1,c1:Bb8,Kd6"
	tests := map[string]string{
		"algebraic":            want,
		"numbers":              "W:W29,30,K23:B1,K10",
		"two digits":           "W:W29,30,K23:B01,K10",
		"Black first":          "W:Bb8,Kd6:Wa1,c1,Ke3",
		"full stop":            want + ".",
		"full stop after tail": want + ":H0:F1 .",
		"blanks":               "  W : W a1 , c1,K e3 : B b8,\tKd6 \n",
		"blanks for commas":    "W:Wa1 c1 Ke3:Bb8 Kd6",
		"quotes":               `"` + want + `"`,
		"other quotes":         "«" + want + "»",
		"tag":                  `[FEN "` + want + `."]`,
		"tag in lower case":    `[ fen  '` + want + `' ] `,
		"site's suffixes":      want + ":H0:F1",
		"suffixes in between":  "W:H12:F3:Wa1,c1,Ke3:Bb8,Kd6",
		"lower case":           "w:wa1,c1,ke3:bb8,kd6",
		"lower-case numbers":   "w:w29,30,k23:b1,k10",
		"upper case":           "W:WA1,C1,KE3:BB8,KD6",
		"Cyrillic letters":     "W:Wа1,с1,Ке3:Вb8,Кd6",
		"Cyrillic Ze for 3":    "W:Wa1,c1,KeЗ:Bb8,Kd6",
		"Russian king mark":    "W:Wa1,c1,Дe3:Bb8,дd6",
		"byte order mark":      "\ufeff" + want,
		"CRLF":                 want + "\r\n",
		"over several lines":   "W:\r\nWa1,c1,Ke3:\r\nBb8,Kd6\r\n",
		"no-break spaces":      "W:\u00a0Wa1,c1,Ke3:\u200bBb8,Kd6",
	}
	for name, text := range tests {
		p, err := ParseFEN(text)
		require.NoError(t, err, name)
		require.Equal(t, printed, p.FEN(), name)
	}

	for text, want := range map[string]string{
		"B:W21-32:BK1-3,9–10":   "B:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:BKb8,Kd8,Kf8,b6,d6",
		"B:W 21 - 24 , 32:B":    "B:Wa3,c3,e3,g3,g1:B",
		"W:W5-5:B":              "W:Wa7:B",
		"W:W:B1":                "W:W:Bb8",
		"W:B1:W":                "W:W:Bb8",
		"W:W:B":                 "W:W:B",
		`[FEN "B:W29:B."]`:      "B:Wa1:B",
		"b:b4:w8":               "B:Wg7:Bh8",
		"W:WK1,K4:BK29,K32:F31": "W:WKb8,Kh8:BKa1,Kg1",
	} {
		p, err := ParseFEN(text)
		require.NoError(t, err, text)
		require.Equal(t, want, p.FEN(), text)
	}
}

func TestParseFENErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", "FEN: column 1: side to move the end of the text: want W or B"},
		{"?:Wa1:Bh8", `FEN: column 1: side to move "?": want W or B`},
		{"X:Wa1:Bh8", `column 1: side to move "X": want W or B`},
		{":Wa1:Bh8", `column 1: side to move ":": want W or B`},
		{"White:Wa1:Bh8", `column 2: "hite" found after the side to move, want a colon`},
		{"W", "column 2: the end of the text found after the side to move, want a colon"},
		{"W:W33:B1", `column 4: square 33: not on the board, want 1..32`},
		{"W:W0:B1", `column 4: square 0: not on the board, want 1..32`},
		{"W:W5,5:B1", `column 6: square "5" (a7): two pieces on one square`},
		{"W:W5:B5", `column 7: square "5" (a7): two pieces on one square`},
		{"W:Wc3:Ba7,c3", `column 11: square "c3": two pieces on one square`},
		{"W:W21-32,30:B", `column 10: square "30" (c1): two pieces on one square`},
		{"W:W30,21-32:B", `column 7: square "21-32" (c1): two pieces on one square`},
		{"W:W12-9:B1", `column 4: range "12-9": want two numbers, the smaller first`},
		{"W:Wa1-c1:B1", `column 4: range "a1-c1": want two numbers`},
		{"W:W29-c1:B1", `column 4: range "29-c1": want two numbers`},
		{"W:W30-33:B1", `column 7: square 33: not on the board`},
		{"W:W30-:B1", `column 7: ":" found, want a square (a1..h8 or 1..32)`},
		{"W:Wa8:Bb2", `column 4: square "a8": a light square`},
		{"W:Wb8:Bb2", `column 4: square "b8": a white man on its promotion rank, want a king (Kb8) there`},
		{"W:Wa3:B30", `column 8: square "30" (c1): a black man on its promotion rank, want a king (Kc1) there`},
		{"W:W1-8:B", `column 4: square "1-8" (b8): a white man on its promotion rank`},
		{"W:Wa9:B1", `column 4: square "a9": no such square`},
		{"W:Wi3:B1", `column 4: "i3" found, want a square`},
		{"W:Wa333333333:B1", `column 4: square "a333333333": no such square, want a1..h8 or 1..32`},
		{"W:Wa1,:Bb2", `column 7: ":" found, want a square`},
		{"W:Wa1,,c1:Bb2", `column 7: "," found, want a square`},
		{"W:WKK1:B2", `column 5: "K1" found after the king mark "KK1", want a square`},
		{"W:WK:B2", `column 5: ":" found after the king mark "K", want a square`},
		{"W:Wa1", "column 6: Black's pieces are missing, want a section :B"},
		{"W:Ba3", "column 6: White's pieces are missing, want a section :W"},
		{"W:Wa1:Wc1", `column 7: section "Wc1": White's pieces are given twice`},
		{"W:Wa1:Bb8:Bd8", `column 11: section "Bd8": Black's pieces are given twice`},
		{"W:a1:Bb8", `column 3: "a1" found, want a colour (W or B) before its squares`},
		{"W:Wa1:", `column 7: the end of the text found, want a colour`},
		{"W:Wa1;Bb8", `column 6: ";" found, want a comma, a colon or the end`},
		{"W:Wa1:Bb8 and more", `column 11: "and" found, want a comma, a colon or the end`},
		{"W:Wa1:Bb8.:H0", `column 11: ":" found, want a comma, a colon or the end`},
		{`[Event "W:Wa1:Bb8"]`, `column 2: "Event" found, want the tag [FEN "..."]`},
		{"W:W\x00:Bb8", `column 4: "\x00" found, want a square`},
		{"W:W\xff:Bb8", `column 4: "` + "\ufffd" + `" found, want a square`},
		{"W:Wа8:Bb2", `column 4: square "a8": a light square`}, // Cyrillic а
	}
	for _, test := range tests {
		p, err := ParseFEN(test.text)
		require.ErrorContains(t, err, test.want, test.text)
		require.Zero(t, p, test.text)
	}
}
