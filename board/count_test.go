package board

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCountsAgreeWithDraws: wherever kings wander, a counter gives the draw when,
// and only when, what it counts has reached its limit.
func TestCountsAgreeWithDraws(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	seen := map[Draw]int{}
	for _, fen := range []string{
		"W:WKa1:BKb8,Kd8,Kf8", "W:WKa1:Bb8,Kd8,Kf8", "B:WKa1:Bb6,Kd8,Kf8,Kh6", "W:WKc1:BKb8,Kd8", "W:WKc1,Kc3:BKb8,Kd8", "W:WKc1,Ka3,Ke1:BKb8,Kd8,Kh8,Kb6",
	} {
		start, err := ParseFEN(fen)
		require.NoError(t, err)
		for range 20 {
			p, c := start, Counters{}
			for range 150 {
				// Moves of kings to any empty square stand for legal ones here: the
				// counters ask for no more. Who is on the main road stays there.
				from := anyOf(random, p.Own()&p.Kings())
				road := Board &^ MainRoad
				if MainRoad.Has(from) {
					road = MainRoad
				}
				m := KingMove(from, anyOf(random, p.Empty()&road), 0)
				after := p.After(m)
				c = c.After(p, m, after)
				p = after
				reached := NoDraw
				for _, count := range c.Counts(p) {
					require.Positive(t, count.Limit)
					if count.Moves >= count.Limit && reached == NoDraw {
						reached = count.Draw
					}
				}
				require.Equal(t, c.Draw(p), reached, p.FEN())
				seen[reached]++
			}
		}
	}
	for _, d := range []Draw{KingsOnly, Balance, ThreeKings, OnMainRoad} {
		require.Positive(t, seen[d], d)
	}
}

// anyOf returns a square of a set.
func anyOf(random *rand.Rand, set Bits) Square {
	for range random.IntN(set.Count()) {
		set = set.Rest()
	}
	return set.First()
}
