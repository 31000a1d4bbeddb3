package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// TestWindows: the windows are what they say they are, also turned, and every square
// is counted in one that holds it.
func TestWindows(t *testing.T) {
	t.Parallel()
	require.Equal(t, []int{windows4x2, windows5x2, windows2x4}, []int{shapes[square4x2].windows(), shapes[square5x2].windows(), shapes[square2x4].windows()})
	names := map[string]bool{}
	for _, s := range shapes {
		places := s.ranks * s.columns
		for w := range s.windows() {
			var squares board.Bits
			for place := range places {
				square := s.square(w, place)
				require.True(t, board.Board.Has(square))
				require.Equal(t, square.Flip(), s.square(s.windows()-1-w, places-1-place), "the window turned")
				squares |= square.Bit()
			}
			require.Equal(t, places, squares.Count())
		}
	}
	for i := range Patterns {
		names[PatternName(i)] = true
	}
	require.Len(t, names, Patterns)
	for b := board.Board; b != 0; b = b.Rest() {
		s, found := b.First(), false
		for place := range 10 {
			found = found || shapes[square5x2].square(counter(s), place) == s
		}
		require.True(t, found, s)
	}
}

// TestArrangementsTurned: what the other side sees in the window turned.
func TestArrangementsTurned(t *testing.T) {
	t.Parallel()
	var turned [len(shapes)][]uint32
	for k, s := range shapes {
		turned[k] = s.turnedAll()
		require.Len(t, turned[k], s.arrangements())
	}
	for _, p := range corpus(t) {
		us, them := views(p)
		for k, s := range shapes {
			for w := range s.windows() {
				seen := s.arrangement(w, us.men(), us.opp&^us.kings)
				require.Less(t, seen, s.arrangements())
				require.EqualValues(t, turned[k][seen], s.arrangement(s.windows()-1-w, them.men(), them.opp&^them.kings), p.FEN())
			}
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
	add := func(table []packed) {
		opening, ending := 0, 0
		for _, c := range table {
			v := c.weight()
			opening = max(opening, v.opening(), -v.opening())
			ending = max(ending, v.ending(), -v.ending())
		}
		openings, endings = openings+opening, endings+ending
	}
	for w := range tall {
		add(tall[w][:])
	}
	for w := range wide {
		add(wide[w][:])
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
	require.ErrorContains(t, err, "866051, want 866052")
	_, err = readPatterns(file[:len(file)/2])
	require.ErrorContains(t, err, "weights of the patterns")
	_, err = readPatterns(nil)
	require.ErrorContains(t, err, "weights of the patterns")
}
