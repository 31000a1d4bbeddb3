package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumberings(t *testing.T) {
	t.Parallel()
	// Row and column of a diagram, counted from the top left, as rules.md counts.
	for n := 1; n <= 32; n++ {
		row, column := (n-1)/4, (n-1)%4
		s, err := FromB8.At(n)
		require.NoError(t, err)
		require.Equal(t, 7-row, s.Rank())
		require.Equal(t, column, s.File()/2)
		require.Equal(t, n, s.Number())
		require.Equal(t, n, FromB8.Number(s))

		a1 := FromA1.Number(s)
		require.Equal(t, 4*(7-row)+column+1, a1)
		back, err := FromA1.At(a1)
		require.NoError(t, err)
		require.Equal(t, s, back)
	}
	for s, want := range map[Square][2]int{B8: {1, 29}, H8: {4, 32}, A7: {5, 25}, H2: {28, 8}, A1: {29, 1}, G1: {32, 4}} {
		require.Equal(t, want, [2]int{FromB8.Number(s), FromA1.Number(s)}, s)
	}
	for _, n := range []int{-1, 0, 33, 1 << 40} {
		_, err := FromB8.At(n)
		require.ErrorContains(t, err, "want 1..32")
		_, err = FromA1.At(n)
		require.ErrorContains(t, err, "want 1..32")
	}
}

func TestSquareNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for file := range 8 {
		for rank := range 8 {
			name := string([]byte{byte('a' + file), byte('1' + rank)})
			s, err := ParseSquare(name)
			if (file+rank)%2 != 0 {
				require.ErrorContains(t, err, name)
				require.ErrorContains(t, err, "light square")
				continue
			}
			require.NoError(t, err)
			require.Equal(t, SquareAt(file, rank), s)
			require.Equal(t, [2]int{file, rank}, [2]int{s.File(), s.Rank()})
			require.Equal(t, name, s.String())
			require.Equal(t, [2]int{7 - file, 7 - rank}, [2]int{s.Flip().File(), s.Flip().Rank()})
			require.True(t, Board.Has(s))
			seen[s.String()] = true
		}
	}
	require.Len(t, seen, 32)

	upper, err := ParseSquare("E3")
	require.NoError(t, err)
	require.Equal(t, E3, upper)
	for _, text := range []string{"", "a", "i1", "a0", "a9", "a11", "33", "0", "-1", "1a", "é3", "99999999999999999999"} {
		_, err := ParseSquare(text)
		require.ErrorContains(t, err, text)
		require.ErrorContains(t, err, "1..32")
	}
}

func TestSetsOfSquares(t *testing.T) {
	t.Parallel()
	require.Equal(t, 32, Board.Count())
	require.Equal(t, 8, MainRoad.Count())
	for b := Board; b != 0; b = b.Rest() {
		s := b.First()
		require.Equal(t, s.Rank() == s.File(), MainRoad.Has(s), s)
		for rank, set := range map[int]Bits{0: Rank1, 1: Rank2, 6: Rank7, 7: Rank8} {
			require.Equal(t, s.Rank() == rank, set.Has(s), s)
		}
	}
	require.Equal(t, Rank8, PromotionRank(White))
	require.Equal(t, Rank1, PromotionRank(Black))
	require.Equal(t, Rank1, Rank8.Flip())
	require.Equal(t, Rank2, Rank7.Flip())
	require.Equal(t, Board, Board.Flip())
	require.Equal(t, H8.Bit()|C1.Bit(), (A1.Bit() | F8.Bit()).Flip())
}

func TestShiftIsADiagonalStep(t *testing.T) {
	t.Parallel()
	steps := []struct{ shift, file, rank int }{
		{UpLeft, -1, 1}, {UpRight, 1, 1}, {DownLeft, -1, -1}, {DownRight, 1, -1},
	}
	for b := Board; b != 0; b = b.Rest() {
		s := b.First()
		for _, step := range steps {
			file, rank := s.File()+step.file, s.Rank()+step.rank
			var want Bits
			if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
				want = SquareAt(file, rank).Bit()
			}
			require.Equal(t, want, s.Bit().Shift(step.shift)&Board, "%v %+v", s, step)
		}
	}
}
