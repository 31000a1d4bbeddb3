package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// TestWindowsCoverTheBoard: the windows are what they say they are, and every
// square is counted in one that holds it.
func TestWindowsCoverTheBoard(t *testing.T) {
	t.Parallel()
	for w := range windows {
		var squares board.Bits
		for place := range windowRanks * 2 {
			s := square(w, place)
			require.True(t, board.Board.Has(s))
			require.Equal(t, s.Flip(), square(windows-1-w, windowRanks*2-1-place), "the window turned")
			squares |= s.Bit()
		}
		require.Equal(t, windowRanks*2, squares.Count())
	}
	for b := board.Board; b != 0; b = b.Rest() {
		s, found := b.First(), false
		for place := range windowRanks * 2 {
			found = found || square(counter(s), place) == s
		}
		require.True(t, found, s)
	}
}

// TestArrangementsSquareBySquare compares the fast codes with what stands on
// every square of a window, for both sides.
func TestArrangementsSquareBySquare(t *testing.T) {
	t.Parallel()
	for _, p := range corpus(t) {
		us, them := views(p)
		own := arrange(us.men(), us.opp&^us.kings)
		opp := arrange(them.men(), them.opp&^them.kings)
		for w := range windows {
			want := 0
			for place := range windowRanks * 2 {
				want *= 3
				switch bit := square(w, place).Bit(); {
				case us.men()&bit != 0:
					want++
				case us.opp&^us.kings&bit != 0:
					want += 2
				}
			}
			require.Equal(t, want, arrangement(&own, w), "%s window %d", p.FEN(), w)
			require.Equal(t, turned(want), arrangement(&opp, windows-1-w), "%s window %d", p.FEN(), w)
		}
	}
}

// TestPackedWeights: packing loses nothing, and the greatest sum a position can
// have stays within a packed word.
func TestPackedWeights(t *testing.T) {
	t.Parallel()
	for _, w := range []weight{0, pair(-1, 0), pair(0, -1), pair(-1, -1), pair(32767, -32768), pair(-32768, 32767), pair(120, -7)} {
		require.Equal(t, w, pack(w).weight())
	}
	var openings, endings int
	for w := range compiled {
		opening, ending := 0, 0
		for _, c := range compiled[w] {
			v := c.weight()
			opening = max(opening, v.opening(), -v.opening())
			ending = max(ending, v.ending(), -v.ending())
		}
		openings, endings = openings+opening, endings+ending
	}
	require.Less(t, openings, 1<<15)
	require.Less(t, endings, 1<<15)
}

// TestPatternFile: what is written is read again; anything else is an error.
func TestPatternFile(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	values := make([]int16, 2*PatternWeights)
	for i := range values {
		if r.IntN(4) == 0 {
			values[i] = int16(r.IntN(200) - 100)
		}
	}
	file, err := PatternFile(values)
	require.NoError(t, err)
	read, err := readPatterns(file)
	require.NoError(t, err)
	require.Equal(t, values, read)

	_, err = PatternFile(values[1:])
	require.ErrorContains(t, err, "104975, want 104976")
	_, err = readPatterns(file[:len(file)/2])
	require.ErrorContains(t, err, "weights of the patterns")
	_, err = readPatterns(nil)
	require.ErrorContains(t, err, "weights of the patterns")
}
