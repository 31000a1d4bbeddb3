package board

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStart(t *testing.T) {
	t.Parallel()
	p := Start()
	require.Equal(t, White, p.Side())
	require.Equal(t, "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", p.Hub())
	require.Equal(t, p.White(), p.Own())
	require.Equal(t, p.Black(), p.Opp())
	require.Zero(t, p.Kings())
	require.Equal(t, 24, p.Occupied().Count())
	require.Equal(t, Board&^p.Occupied(), p.Empty())
	require.Equal(t, "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", p.Flip().Hub())
}

func TestNewRefusesImpossiblePositions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                string
		white, black, kings Bits
		want                string
	}{
		{"off the board", 1 << 4, 0, 0, "off the board"},
		{"beyond the board", 0, 1 << 36, 1 << 36, "off the board"},
		{"two on one square", C3.Bit() | A1.Bit(), C3.Bit(), 0, "c3"},
		{"king without a piece", A1.Bit(), H8.Bit(), G5.Bit() | A1.Bit(), "g5"},
		{"white man on rank 8", D8.Bit(), A7.Bit(), A7.Bit(), "d8"},
		{"black man on rank 1", A3.Bit(), G1.Bit(), A3.Bit(), "g1"},
	}
	for _, test := range tests {
		for _, side := range []Colour{White, Black} {
			p, err := New(test.white, test.black, test.kings, side)
			require.ErrorContains(t, err, test.want, test.name)
			require.Zero(t, p)
		}
	}
}

// plainAfter is After square by square.
func plainAfter(t *testing.T, p Position, m Move) Position {
	var pl placement
	for _, s := range numbered {
		if m.Captured().Has(s) || s == m.From() {
			continue
		}
		for _, c := range []Colour{White, Black} {
			if p.Pieces(c).Has(s) {
				require.NoError(t, pl.put(c, p.Kings().Has(s), s))
			}
		}
	}
	king := p.Kings().Has(m.From()) || PromotionRank(p.Side()).Has(m.To())
	require.NoError(t, pl.put(p.Side(), king, m.To()))
	after, err := pl.position(p.Side().Other())
	require.NoError(t, err)
	return after
}

func TestAfterAgreesWithAPlainRecomputation(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 2_000 {
		p := randomPosition(r)
		for range 20 {
			if p.Own() == 0 {
				break
			}
			m := randomMove(r, p)
			after := p.After(m)
			// Equal as values, keys and all; New computes the key afresh.
			require.Equal(t, plainAfter(t, p, m), after, "%v after %v", p.FEN(), m)
			require.Equal(t, computeKey(after.White(), after.Black(), after.Kings(), after.Side()), after.Key())
			require.Equal(t, p.Flip().After(m.Flip()), after.Flip(), "%v after %v", p.FEN(), m)
			p = after
		}
	}
}

func TestKeysTellPositionsApart(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	seen := map[Key]Position{}
	for range 20_000 {
		p := randomPosition(r)
		if other, ok := seen[p.Key()]; ok {
			require.Equal(t, other, p)
		}
		seen[p.Key()] = p
		require.Equal(t, Key(p.Side()), p.Key()&1)
	}
	require.Greater(t, len(seen), 15_000)
}

func TestFlip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	for range 2_000 {
		p := randomPosition(r)
		f := p.Flip()
		require.Equal(t, p, f.Flip())
		require.Equal(t, p.Side().Other(), f.Side())
		require.Equal(t, p.White().Flip(), f.Black())
		require.Equal(t, p.Black().Flip(), f.White())
		require.Equal(t, p.Kings().Flip(), f.Kings())
		fresh, err := New(f.White(), f.Black(), f.Kings(), f.Side())
		require.NoError(t, err)
		require.Equal(t, fresh, f)
	}
	require.Equal(t, "B:WKb8,Ke3:Bh8,Kd6", mustParse(t, "W:Wa1,Ke3:BKd6,Kg1").Flip().FEN())
}

func TestAfterDoesNotAllocate(t *testing.T) {
	p := mustParse(t, "W:Wd4:Be5,g5,g3,e3,Kb8")
	m := ManMove(D4, D4, E5.Bit()|G5.Bit()|G3.Bit()|E3.Bit(), false)
	require.Zero(t, testing.AllocsPerRun(100, func() { sink = p.After(m) }))
}

// sink keeps results alive.
var sink Position

func BenchmarkAfter(b *testing.B) {
	quiet := ManMove(C3, D4, 0, false)
	capture := KingMove(A1, H4, D4.Bit()|G5.Bit())
	kings := mustParse(b, "W:WKa1:Bd4,g5,h8")
	b.Run("quiet", func(b *testing.B) {
		b.ReportAllocs()
		for p := Start(); b.Loop(); {
			sink = p.After(quiet)
		}
	})
	b.Run("capture of two", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sink = kings.After(capture)
		}
	})
}
