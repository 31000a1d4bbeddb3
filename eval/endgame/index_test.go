package endgame

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// TestPositionCounts: the sizes of the indexes add up to the numbers of
// positions, and there are as many classes as there should be.
func TestPositionCounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pieces, classes int
		positions       int64
	}{
		{2, 4, 3_488}, {3, 12, 196_032}, {4, 25, 6_209_316}, {5, 44, 139_450_808}, {6, 70, 2_426_085_676},
	} {
		require.Len(t, Classes(c.pieces), c.classes)
		require.Equal(t, c.positions, positions(c.pieces), c.pieces)
	}
}

// TestClassSizes counts the placements of each class anew: squares for the own
// men, squares for the other men, each pair that shares none, and kings on what
// is left.
func TestClassSizes(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 4; n++ {
		for _, c := range Classes(n) {
			men := 0
			for _, own := range subsets(c.OwnMen, ownMenSquares) {
				for _, opp := range subsets(c.OppMen, oppMenSquares) {
					if own&opp == 0 {
						men++
					}
				}
			}
			free := 32 - c.OwnMen - c.OppMen
			kings := choose(free, c.OwnKings) * choose(free-c.OwnKings, c.OppKings)
			require.Equal(t, men*kings, newIndex(c).size, c)
		}
	}
}

// subsets lists the sets of k squares within a larger one.
func subsets(k int, within board.Bits) []board.Bits {
	if k == 0 {
		return []board.Bits{0}
	}
	var list []board.Bits
	for ; within != 0; within = within.Rest() {
		for _, rest := range subsets(k-1, within.Rest()) {
			list = append(list, within&-within|rest)
		}
	}
	return list
}

// choose returns the number of ways to choose k of n.
func choose(n, k int) int {
	ways := 1
	for i := range k {
		ways = ways * (n - i) / (i + 1)
	}
	return ways
}

// TestIndexIsDense walks through every position of a class: each has its own
// number, they are in order, and the way back leads to the same placement.
func TestIndexIsDense(t *testing.T) {
	t.Parallel()
	most := 4
	if testing.Short() {
		most = 3
	}
	for n := 2; n <= most; n++ {
		for _, c := range Classes(n) {
			ix := newIndex(c)
			pl, more := ix.unrank(0), true
			for i := 0; more; i++ {
				if got := ix.rank(pl); got != i {
					require.Equal(t, i, got, "%v: %s", c, pl.position().FEN())
				}
				if i%7 == 0 && ix.unrank(i) != pl {
					require.Equal(t, pl, ix.unrank(i), "%v: %d", c, i)
				}
				before := pl
				if more = ix.next(&pl); !more {
					require.Equal(t, ix.size, i+1, c)
					require.Equal(t, ix.size-1, ix.rank(before), c)
				}
			}
		}
	}
}

// TestLargeIndexes: the same at random places of the larger classes.
func TestLargeIndexes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 1))
	for n := 5; n <= MaxPieces; n++ {
		for _, c := range Classes(n) {
			ix := newIndex(c)
			for range 200 {
				i := r.IntN(ix.size - 1)
				pl := ix.unrank(i)
				require.Equal(t, c.key(), pl.key())
				require.Equal(t, i, ix.rank(pl))
				require.True(t, ix.next(&pl))
				require.Equal(t, ix.unrank(i+1), pl)
			}
			last := ix.unrank(ix.size - 1)
			require.False(t, ix.next(&last), c)
		}
	}
}

// TestPlacementsArePositions: the placement of a position with either side to
// move is that of the flipped one, and leads back.
func TestPlacementsArePositions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 2))
	for range 1000 {
		c := Classes(4)[r.IntN(25)]
		ix := newIndex(c)
		pl := ix.unrank(r.IntN(ix.size))
		p := pl.position()
		require.Equal(t, pl, placementOf(p))
		require.Equal(t, pl, placementOf(p.Flip()))
		require.Equal(t, pl.mirror().mirror(), pl)
		require.Equal(t, c.Mirror().key(), pl.mirror().key())
	}
}

func TestClassNames(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	keys := make(map[int]bool)
	for n := 2; n <= MaxPieces; n++ {
		for _, c := range Classes(n) {
			back, err := ParseClass(c.String())
			require.NoError(t, err)
			require.Equal(t, c, back)
			require.Equal(t, n, c.Pieces())
			require.False(t, seen[c.String()] || keys[c.key()], c)
			seen[c.String()], keys[c.key()] = true, true
		}
	}
	require.Equal(t, "MKvKK", Class{1, 1, 0, 2}.String())
	for _, name := range []string{"", "v", "K", "Kv", "vK", "KMvK", "KvKvK", "kvk", "KKKKvKKK", "KvQ", "KvK.egdb"} {
		_, err := ParseClass(name)
		require.ErrorContains(t, err, "want men (M) and kings (K)", name)
	}
}

// TestClassesComeAfterWhatTheyNeed: promotions lead to classes that stand
// earlier.
func TestClassesComeAfterWhatTheyNeed(t *testing.T) {
	t.Parallel()
	for n := 2; n <= MaxPieces; n++ {
		done := make(map[Class]bool)
		for _, c := range Classes(n) {
			for _, needed := range needed(c) {
				require.True(t, needed.Pieces() < n || done[needed], "%v before %v", c, needed)
			}
			done[c] = true
		}
	}
}
