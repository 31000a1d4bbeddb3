package board

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireRoundTrips requires that every form in which p is printed reads back
// as p.
func requireRoundTrips(t require.TestingT, p Position) {
	for _, form := range []struct {
		parse func(string) (Position, error)
		text  string
	}{
		{ParseFEN, p.FEN()},
		{ParseHub, p.Hub()},
		{ParseWritten, p.Written(InEnglish)},
		{ParseWritten, p.Written(InRussian)},
	} {
		for _, parse := range []func(string) (Position, error){form.parse, ParsePosition} {
			back, err := parse(form.text)
			require.NoError(t, err, form.text)
			require.Equal(t, p, back, form.text)
		}
	}
}

func TestParsePosition(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"start", "Start", " START\n", `"start"`,
		"W:W21-32:B1-12",
		`[FEN "W:W21-32:B1-12"]`,
		"Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
		`"Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"`,
		"White: 21-32; Black: 1-12",
		"\ufeffБелые: 21-32; черные: 1-12",
	} {
		p, err := ParsePosition(text)
		require.NoError(t, err, text)
		require.Equal(t, Start(), p, text)
	}
}

func TestParsePositionErrors(t *testing.T) {
	t.Parallel()
	const none = `want "start", a FEN (`
	tests := []struct{ text, want string }{
		{"", `position "": ` + none},
		{"c3-d4", `position "c3-d4": ` + none},
		{"analyse: this", `position "analyse: this": ` + none},
		{"W", `position "W": ` + none},
		{"\x00\x01\xff", none},
		{strings.Repeat("x", 1<<20), `position "` + strings.Repeat("x", 40) + `"...: ` + none},
		{"?:Wa1:Bh8", `FEN: column 1: side to move "?"`},
		{"Wa1:Bh8", `FEN: column 2: "a1" found after the side to move, want a colon`},
		{"Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwww", "Hub position: "},
		{"Xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "Hub position: character 1 (side to move): 'X'"},
		{"White: a1, a2; Black: c3", `written position: column 12: square "a2": a light square`},
	}
	for _, test := range tests {
		p, err := ParsePosition(test.text)
		require.ErrorContains(t, err, test.want)
		require.Zero(t, p)
	}
}

func TestMessagesStayShortForLongInput(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"x", "W", "e", ":", "W:", "1", "W:W1", "K", "White ", "Белые", "[", "\"", "\xff", "é", " ", "-", "a1,", "\x00", "Д."} {
		for _, before := range []string{"", "W:W", "W:W21-", "W:W:B:H", "W:", "White: ", "Белые: ", "Белые: Д.", "[", "W"} {
			text := before + strings.Repeat(unit, 1<<12)
			for _, parse := range []func(string) (Position, error){ParseFEN, ParseHub, ParseWritten, ParsePosition} {
				if _, err := parse(text); err != nil {
					require.Less(t, len(err.Error()), 400, "%.20q", text)
				}
			}
		}
	}
}

func TestFoldLookalikes(t *testing.T) {
	t.Parallel()
	require.Equal(t, "a3:c5 x e7", FoldLookalikes("аЗ:с5 х е7"))
	require.Equal(t, "abcehkmoptxy ABCEHKMOPTXY 33", FoldLookalikes("авсенкмортху АВСЕНКМОРТХУ зЗ"))
	require.Equal(t, "Бдёжш plain é", FoldLookalikes("Бдёжш plain é"))
}
