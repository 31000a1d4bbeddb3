package movegen_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

func TestParseNotation(t *testing.T) {
	t.Parallel()
	for _, n := range []movegen.Notation{movegen.Hub, movegen.Full, movegen.Short} {
		got, err := movegen.ParseNotation(n.String())
		require.NoError(t, err)
		require.Equal(t, n, got)
	}
	_, err := movegen.ParseNotation("long")
	require.EqualError(t, err, `notation "long": not known, want one of hub, full, short`)
}

const (
	// The king on c1 reaches f8 by a3, taking two, and by e3 and c5, taking three.
	twoWays = "B:WKc7,e7,d4,f4,Kh4,g3,b2,d2,h2:Bh6,Ka5,Kc1"
	// f8:b4 fits a capture of one piece and one of four.
	f8b4 = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"
	// One move by two routes.
	circle = "W:Wd4:Be5,g5,g3,e3"
	// The king takes b2 and f6 and may land on c3, d4 or e5 between.
	straight = "B:WKb8,f6,b2:Bh8,Ka1"
	// One man can take.
	oneMan = "W:Wa3,h2:Bb4,d6,f6"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fen, hub, full, short string
	}{
		{"quiet", "start", "22-18", "c3-d4", "c3-d4"},
		{"capture", "W:Wa3:Bb4", "21x14x17", "a3:c5", "a3:c5"},
		{"several pieces", oneMan, "21x16x10x11x17", "a3:c5:e7:g5", "a3:g5"},
		{"start and end fit two, one piece", f8b4, "3x17x14", "f8:b4", "f8:b4"},
		{"start and end fit two, four pieces", f8b4, "3x17x8x14x15x16", "f8:h6:f4:d6:b4", "f8:h6:f4:d6:b4"},
		{"ends where it started", circle, "18x18x15x16x23x24", "d4:f2:h4:f6:d4", "d4:d4"},
		{"first of several routes", straight, "29x8x11x25", "a1:c3:g7", "a1:g7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := position(t, c.fen)
			m, err := movegen.Parse(p, c.hub)
			require.NoError(t, err)
			require.Equal(t, c.hub, movegen.Format(p, m, movegen.Hub))
			require.Equal(t, c.full, movegen.Format(p, m, movegen.Full))
			require.Equal(t, c.short, movegen.Format(p, m, movegen.Short))
		})
	}
}

// TestRoutesOfOneMove: routes with different landings are one move.
func TestRoutesOfOneMove(t *testing.T) {
	t.Parallel()
	p := position(t, circle)
	m, err := movegen.Parse(p, "d4:f6:h4:f2:d4")
	require.NoError(t, err)
	require.Equal(t, []string{"d4:f2:h4:f6:d4", "d4:f6:h4:f2:d4"}, movegen.Routes(p, m))

	p = position(t, straight)
	m, err = movegen.Parse(p, "a1:g7")
	require.NoError(t, err)
	require.Equal(t, []string{"a1:c3:g7", "a1:d4:g7", "a1:e5:g7"}, movegen.Routes(p, m))

	p = board.Start()
	m, err = movegen.Parse(p, "c3-d4")
	require.NoError(t, err)
	require.Equal(t, []string{"c3-d4"}, movegen.Routes(p, m))
}

// TestFormatOfAnIllegalMove: a capture that is none here has no route.
func TestFormatOfAnIllegalMove(t *testing.T) {
	t.Parallel()
	m := board.ManMove(board.A3, board.C5, board.B4.Bit(), false)
	require.Equal(t, "21x14x17", movegen.Format(board.Start(), m, movegen.Full))
	require.Empty(t, movegen.Routes(board.Start(), m))
}

func TestParseForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fen, hub string
		texts          []string
	}{
		{"quiet", "start", "22-18", []string{
			"c3-d4", "c3d4", "C3-D4", " c3 - d4 ", "c 3-d 4", "c3\u00a0-\u202fd4", "\tc3-d4\r\n",
			"c3–d4", "c3—d4", "c3−d4", "c3‑d4", "22-18", "22–18", "22 - 18", "cd4", "c-d4", "CD4", "c d4",
			"с3-d4", "сЗ-d4", "СЗ-D4", "cз-d4", "с-d4", "сd4",
			"c3-d4!", "c3-d4?", "c3-d4!!", "c3-d4??", "c3-d4!?", "c3-d4?!", "c3-d4X", "c3-d4+", "c3-d4*",
			"c3-d4#", "c3-d4 !", "c3-d4Х", "22-18!", "cd4??",
		}},
		{"capture of one piece", "W:Wa3,h2:Bb4", "21x14x17", []string{
			"a3:c5", "a3xc5", "a3Xc5", "a3×c5", "a3-c5", "a3—c5", "a3c5", "a3хc5", "а3:с5", "АЗХС5", "a:c5", "axc5",
			"ac5", "a-c5", "21x14", "21X14", "21:14", "21-14", "21x14x17", "21 x 14 x 17", "A3:C5*", "a3xc5x", "a3xc5X",
		}},
		{"capture of several pieces", oneMan, "21x16x10x11x17", []string{
			"a3:c5:e7:g5", "a3:g5", "a3:c5:g5", "a3:e7:g5", "a3xc5xe7xg5", "a3-c5-e7-g5", "a3c5e7g5", "a3 c5 e7 g5",
			"a3:g5!", "ag5", "a:g5", "a:e7:g5", "ae7g5", "21x16", "21x16x10x11x17", "21x16x17x11x10", "21x16x11x17x10",
			"21x14x7x16", "21x14x16", "21x7x16", "21-14-7-16", "21-16",
		}},
		{"landings straight on", straight, "29x8x11x25", []string{"a1:e5:g7", "a1:g7", "a1:d4:g7", "a1xg7"}},
		{"a landing that decides", twoWays, "30x3x7x25", []string{"c1:a3:f8", "c:a3:f8", "30x21x3"}},
		{"a landing of several that decides", twoWays, "30x3x7x18x26", []string{"c1:e3:f8", "c1:c5:f8", "30x14x3", "30x3x26x18x7"}},
		{"start and end alone are the whole route", f8b4, "3x17x14", []string{"f8:b4", "f8-b4", "f8b4", "3x17x14"}},
		{"start and end that are not", f8b4, "3x17x8x14x15x16", []string{
			"f8:h6:f4:d6:b4", "f8:h6:b4", "f8:d6:b4", "f:h6:b4", "3x17x16x15x14x8", "3x12x19x10x17", "3x12x17",
		}},
		{"ends where it started", circle, "18x18x15x16x23x24", []string{
			"d4:d4", "d4:f2:h4:f6:d4", "d4:f6:h4:f2:d4", "d4:h4:d4", "dd4", "18x18", "18x18x24x23x16x15", "18x27x20x11x18",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := position(t, c.fen)
			for _, text := range c.texts {
				m, err := movegen.Parse(p, text)
				require.NoError(t, err)
				require.Equal(t, c.hub, m.String(), text)
			}
		})
	}
}

// TestParseFromA1: a numbering is for numbers, names stay as they are.
func TestParseFromA1(t *testing.T) {
	t.Parallel()
	p := board.Start()
	for _, text := range []string{"10-14", "c3-d4", "cd4"} {
		m, err := movegen.ParseNumbered(p, text, board.FromA1)
		require.NoError(t, err)
		require.Equal(t, "c3-d4", movegen.Format(p, m, movegen.Full), text)
	}
	_, err := movegen.ParseNumbered(p, "10-18", board.FromA1)
	require.EqualError(t, err, `move "10-18": illegal, the piece on 10 cannot go there, want 10-13, 10-14`)
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	const notAMove = "not a move, want one like c3-d4, b4:d6 or 22-17"
	for _, c := range []struct{ name, fen, text, want string }{
		{"empty", "start", "", notAMove},
		{"marks alone", "start", " !? ", notAMove},
		{"one square", "start", "c3", notAMove},
		{"one number", "start", "22", notAMove},
		{"a file", "start", "c", notAMove},
		{"a result", "start", "1-0", "square 0: not on the board, want 1..32"},
		{"no such rank", "start", "c3-d9", `square "d9": no such square, want a1..h8 or 1..32`},
		{"no such file", "start", "i3-d4", `square "i3": no such square, want a1..h8 or 1..32`},
		{"a light square", "start", "c3-c4", `square "c4": a light square, want a dark one`},
		{"a rank of two digits", "start", "c31-d4", `square "c31": no such square, want a1..h8 or 1..32`},
		{"no such number", "start", "22-33", "square 33: not on the board, want 1..32"},
		{"a long number", "start", "22-9999999999999999999999", `square "9999999999999999999999": no such square, want 1..32`},
		{"numbers run together", "start", "2218", `square "2218": no such square, want 1..32`},
		{"numbers with a blank", "start", "22 18", `column 4: '1' where - or x is wanted: ` + notAMove},
		{"name and number", "start", "c3-18", `column 4: '1' is a number among squares by name: ` + notAMove},
		{"file and number", "start", "c-18", `column 3: '1' is a number among squares by name: ` + notAMove},
		{"number and name", "start", "22-d4", `column 4: 'd' is a letter among squares by number: ` + notAMove},
		{"a file at the end", "start", "c3-d", `column 4: 'd' is not a square: ` + notAMove},
		{"two files", "start", "cd", `column 2: 'd' is not a square: ` + notAMove},
		{"two marks", "start", "c3--d4", `column 4: '-' where a square is wanted: ` + notAMove},
		{"a mark first", "start", "-c3-d4", `column 1: '-' where a square is wanted: ` + notAMove},
		{"a mark last", "start", "c3-d4-", "ends where a square is wanted: " + notAMove},
		{"an odd sign", "start", "c3=d4", `column 3: '=' does not belong here: ` + notAMove},
		{"a sign after Cyrillic letters", "start", "сЗ=d4", `column 3: '=' does not belong here: ` + notAMove},
		{"a Cyrillic letter without a twin", "start", "c3-д4", `column 4: 'д' does not belong here: ` + notAMove},
		{"NUL", "start", "c3\x00d4", `column 3: '\x00' does not belong here: ` + notAMove},
		{"no UTF-8", "start", "c3\xffd4", `column 3: '�' does not belong here: ` + notAMove},
		{"a FEN", "start", "W:Wa1:Bh8", `column 1: 'w' is not a square: ` + notAMove},

		{"no piece there", "start", "d4-e5", "illegal, no white piece on d4"},
		{"no piece at the number", "start", "18-15", "illegal, no white piece on 18"},
		{"the other side's piece", "start", "d6-c5", "illegal, the piece on d6 is not White's, whose turn it is"},
		{"no piece on the file", "W:Wa1:Bh8", "de5", "illegal, no white piece on the d-file"},
		{"blocked", "start", "b2-a3", "illegal, the piece on b2 cannot move"},
		{"backwards", "start", "c3-b2", "illegal, the piece on c3 cannot go there, want c3-b4, c3-d4"},
		{"too far", "start", "22-15", "illegal, the piece on 22 cannot go there, want 22-17, 22-18"},
		{"nothing to take", "start", "c3:d4", "illegal, nothing can be captured, want c3-b4, c3-d4"},
		{"nothing to take, by numbers", "start", "22x18", "illegal, nothing can be captured, want 22-17, 22-18"},
		{"a quiet move of three squares", "start", "c3-d4-e5", "illegal, the piece on c3 cannot go there, want c3-b4, c3-d4"},
		{"a quiet move where another piece must take", oneMan, "h2-g3", "illegal, a capture is compulsory, want a3:c5:e7:g5"},
		{"a quiet move where the piece must take", "W:Wc3,h2:Bd4", "c3-b4", "illegal, a capture is compulsory, want c3:e5"},
		{"the capture is not at its end", oneMan, "a3:c5", "illegal, a capture must be played to its end, want a3:c5:e7:g5"},
		{"the same by numbers", oneMan, "21x14", "illegal, a capture must be played to its end, want 21x16x10x11x17"},
		{"no such capture", oneMan, "a3:c1", "illegal, the piece on a3 has no such capture, want a3:c5:e7:g5"},
		{"an impossible route", oneMan, "a3:e7:c5:g5", "illegal, the piece on a3 has no such capture, want a3:c5:e7:g5"},
		{"wrong pieces taken", oneMan, "21x16x10x11", "illegal, the piece on 21 has no such capture, want 21x16x10x11x17"},
		{"stuck", "W:Wa3:Bb4,c5", "a3-b4", "illegal, White has no legal move"},
		{"no pieces", "B:Wa1:B", "h8-g7", "illegal, Black has no legal move"},
		{"many candidates", "W:WKd4:Bh8", "d4-d8", "illegal, the piece on d4 cannot go there, want d4-a1, d4-a7, d4-b2, d4-b6, d4-c3, d4-c5, d4-e3, d4-e5 or 4 more"},

		{"two pieces of a file", "W:WKc3,Kc5:Bh8", "cb4", "ambiguous, want one of c3-b4, c5-b4"},
		{"start and end of two captures", twoWays, "c1:f8", "ambiguous, want one of c1:a3:f8, c1:e3:c5:f8"},
		{"in numbers", f8b4, "3x17", "ambiguous, want one of 3x17x14, 3x17x8x14x15x16"},
		{"by the file alone", f8b4, "f:b4", "ambiguous, want one of f8:b4, f8:h6:f4:d6:b4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := movegen.Parse(position(t, c.fen), c.text)
			require.Error(t, err)
			_, message, _ := strings.Cut(err.Error(), ": ")
			require.Equal(t, c.want, message)
			require.True(t, strings.HasPrefix(err.Error(), "move "+strconv.Quote(c.text)+": "), err.Error())
		})
	}
}

// TestParseLongGarbage: the error stays short, and the time too.
func TestParseLongGarbage(t *testing.T) {
	t.Parallel()
	const mebi = 1 << 20
	for _, unit := range []string{"c", "3", "c3", "c3-", "22x", " ", "!", "-", "\x00", "\xff", "с", "c3:d4:", "1 "} {
		for _, size := range []int{200, 512, mebi} {
			text := strings.Repeat(unit, size/len(unit)+1)
			begin := time.Now()
			_, err := movegen.Parse(board.Start(), text)
			require.Error(t, err)
			require.Less(t, len(err.Error()), 500)
			require.Less(t, time.Since(begin), time.Minute)
		}
	}
}
