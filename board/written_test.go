package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWrittenPosition(t *testing.T) {
	t.Parallel()
	tests := []struct{ fen, english, russian string }{
		{
			"W:WKe1,c1,f2:BKh6,b6,e5,e7,g7",
			"White: K e1, c1, f2; Black: K h6, b6, e5, e7, g7",
			"Белые: Д.e1, пр.c1, f2; черные: Д.h6, пр.b6, e5, e7, g7",
		},
		{
			"B:WKe1,Ka3,f2:Bb6,a5,c5",
			"White: K a3, K e1, f2; Black: a5, b6, c5; Black to move",
			"Белые: Д.a3, e1, пр.f2; черные: a5, b6, c5; ход черных",
		},
		{"W:WKe1,Kc1:B", "White: K c1, K e1; Black: none", "Белые: Д.c1, e1; черные: нет"},
		{"B:W:B", "White: none; Black: none; Black to move", "Белые: нет; черные: нет; ход черных"},
	}
	for _, test := range tests {
		p := mustParse(t, test.fen)
		require.Equal(t, test.english, p.Written(InEnglish))
		require.Equal(t, test.russian, p.Written(InRussian))
		requireRoundTrips(t, p)
	}
}

func TestParseWrittenForms(t *testing.T) {
	t.Parallel()
	const want = "W:Wf2,c1,Ke1:Be7,g7,b6,Kh6,e5"
	tests := map[string]string{
		"upper case":            "WHITE: K E1, C1, F2; BLACK: K H6, B6, E5, E7, G7",
		"K. and a full stop":    "White: K.e1, c1, f2; Black: K.h6, b6, e5, e7, g7.",
		"K against the square":  "White: Ke1, c1, f2; Black: Kh6, b6, e5, e7, g7",
		"K in the middle":       "White: c1, Ke1, f2; Black: b6, e5, kh6, e7, g7",
		"words":                 "White: king e1, men c1, f2. Black: kings: h6; men: b6, e5, e7 and g7",
		"two lines":             "White: K e1, c1, f2\r\nBlack: K h6, b6, e5, e7, g7\r\n",
		"Black first":           "Black: K h6, b6, e5, e7, g7; White: K e1, c1, f2; White to move",
		"side in front":         "White to move. White: K e1, c1, f2; Black: K h6, b6, e5, e7, g7",
		"no colons":             "White K e1 c1 f2 Black K h6 b6 e5 e7 g7",
		"dashes":                "White – Ke1, c1, f2; Black — Kh6, b6, e5, e7, g7",
		"numbers":               "White: K31, 30, 27; Black: K 12, 9, 15, 7-8",
		"quotes":                `"White: K e1, c1, f2; Black: K h6, b6, e5, e7, g7"`,
		"io":                    "Белые: Д.e1, пр.c1, f2; чёрные: Д.h6, пр.b6, e5, e7, g7",
		"Russian upper case":    "БЕЛЫЕ: Д. E1, ПР. C1, F2; ЧЁРНЫЕ: Д. H6, ПР. B6, E5, E7, G7.",
		"Russian without stops": "белые дe1, прc1, f2; черные д h6, пр b6, e5, e7, g7",
		"men before kings":      "Белые: пр. c1, f2, д. e1. Черные: b6, e5, e7, g7, д. h6",
		"Russian words":         "Белые: дамка e1, простые c1, f2; черные: дамки h6, простые b6, e5, e7 и g7; ход белых",
		"Russian with K":        "Белые: Кe1, c1, f2; черные: К.h6, b6, e5, e7, g7",
		"Cyrillic squares":      "Белые: Д.е1, пр.с1, f2; черные: Д.h6, пр.в6, е5, е7, g7",
		"short sides, numbers":  "Бел.: Д.31, пр.30, 27; черн.: Д.12, пр.9, 15, 7, 8",
		"side first in Russian": "Ход белых. Белые: Д.e1, пр.c1, f2; черные: Д.h6, пр.b6, e5, e7, g7",
	}
	for name, text := range tests {
		p, err := ParseWritten(text)
		require.NoError(t, err, name)
		require.Equal(t, want, p.FEN(), name)
		p, err = ParsePosition(text)
		require.NoError(t, err, name)
		require.Equal(t, want, p.FEN(), name)
	}

	for text, want := range map[string]string{
		"White: ; Black: h8":                       "W:W:Bh8",
		"White: none; Black: h8; Black to move":    "B:W:Bh8",
		"Белые: Д.a1, c1; черные: нет. Ход чёрных": "B:WKa1,Kc1:B",
		"Black to move\nWhite: a1\nBlack: h8":      "B:Wa1:Bh8",
		"White: a1; BLACK TO MOVE; c1; Black:":     "B:Wa1,c1:B",
		"ход: черных; белые: 21-32; черные: 1-12":  "B:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
	} {
		p, err := ParseWritten(text)
		require.NoError(t, err, text)
		require.Equal(t, want, p.FEN(), text)
	}
}

func TestParseWrittenErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", "written position: column 1: White's pieces are missing, want \"White:\""},
		{"White: a1", "column 10: Black's pieces are missing, want \"Black:\""},
		{"Черные: a3", "column 11: White's pieces are missing"},
		{"White: a1; White: c1", `column 12: "White": White's pieces are given twice`},
		{"e1, White: a1", `column 1: square "e1" stands before a side, want White: or Black: first`},
		{"K e1, White: a1", `column 3: square "e1" stands before a side`},
		{"White: f1; Black: h8", `column 8: square "f1": a light square`},
		{"White: 33; Black: h8", `column 8: square 33: not on the board`},
		{"White: a1, K; Black: h8", `column 13: ";" found after the king mark "K", want a square`},
		{"White: K none; Black: h8", `column 10: "none" found after the king mark "K", want a square`},
		{"Белые: Д.a1, a1; черные: h8", `column 14: square "a1": two pieces on one square`},
		{"Белые: a1, b8; черные: h8", `column 12: square "b8": a white man on its promotion rank`},
		{"White: a1; Black: h8, queen d4", `column 23: "queen" found, want a square, K, `},
		{"White: a1; Black: h8 / d4", `column 22: "/" found, want a square, K, `},
		{"White: a1; Black: h8; Black to run", `"Black": Black's pieces are given twice`},
		{"White: a1; Black: h8; Black to move; white to move", `column 38: the side to move is given twice`},
		{"Белые: a1; черные: h8; ход дамки", `column 28: "дамки" found after "ход", want белых or черных`},
		{"White: 12-9; Black: h8", `column 8: range "12-9": want two numbers`},
	}
	for _, test := range tests {
		p, err := ParseWritten(test.text)
		require.ErrorContains(t, err, test.want, test.text)
		require.Zero(t, p, test.text)
	}
}
