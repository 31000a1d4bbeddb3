package board

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// fault is an entry of public-faults.json; In is a string or a list.
type fault struct {
	Kind  string
	In    json.RawMessage
	Is    string
	Names string
	FEN   string
	Moves string
	Ply   int
	Rule  Draw
}

func (f fault) text(t testing.TB) (in string) {
	require.NoError(t, json.Unmarshal(f.In, &in))
	return in
}

// faults returns the entries of one kind; there must be some.
func faults(t testing.TB, kind string) (list []fault) {
	data, err := os.ReadFile("../testdata/public-faults.json")
	require.NoError(t, err)
	var all []fault
	require.NoError(t, json.Unmarshal(data, &all))
	for _, f := range all {
		if f.Kind == kind {
			list = append(list, f)
		}
	}
	require.NotEmpty(t, list)
	return list
}

// corpusFENs returns the 2,000 FENs of the corpus.
func corpusFENs(t testing.TB) (fens []string) {
	file, err := os.Open("../testdata/corpus.jsonl")
	require.NoError(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var entry struct{ FEN string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &entry))
		fens = append(fens, entry.FEN)
	}
	require.Len(t, fens, 2000)
	return fens
}

// mustParse reads a position in any form.
func mustParse(t testing.TB, text string) Position {
	p, err := ParsePosition(text)
	require.NoError(t, err)
	return p
}

// randomPosition returns a position with each square filled by chance.
func randomPosition(r *rand.Rand) Position {
	var pl placement
	density := 1 + r.IntN(9)
	for _, s := range numbered {
		if r.IntN(10) < density {
			// A man on its promotion rank is refused and leaves the square empty.
			_ = pl.put(Colour(r.IntN(2)), r.IntN(3) == 0, s)
		}
	}
	p, err := pl.position(Colour(r.IntN(2)))
	if err != nil {
		panic(err)
	}
	return p
}

// randomMove returns a move that only has to fit After: any own piece goes to
// any empty square or back to its own and takes any of the opponent's pieces.
func randomMove(r *rand.Rand, p Position) Move {
	pick := func(set Bits) Square {
		for range r.IntN(set.Count()) {
			set = set.Rest()
		}
		return set.First()
	}
	from := pick(p.Own())
	to := pick(p.Empty() | from.Bit())
	var captured Bits
	if p.Opp() != 0 && r.IntN(2) == 0 {
		for range 1 + r.IntN(3) {
			captured |= pick(p.Opp()).Bit()
		}
	}
	if p.Kings().Has(from) {
		return KingMove(from, to, captured)
	}
	return ManMove(from, to, captured, PromotionRank(p.Side()).Has(to))
}
