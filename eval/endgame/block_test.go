package endgame

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomBlock returns n outcomes in runs.
func randomBlock(r *rand.Rand, n, kinds, run int) []outcome {
	var list []outcome
	for len(list) < n {
		o := outcome(r.IntN(kinds))
		for range 1 + r.IntN(run) {
			list = append(list, o)
		}
	}
	return list[:n]
}

// codeOf returns the code for blocks.
func codeOf(blocks ...[]outcome) code {
	var counts [tokens]int
	for _, b := range blocks {
		eachRun(b, func(o outcome, n int) { counts[tokenOf(o, n)]++ })
	}
	return newCode(&counts)
}

// TestBlocksComeBack: what was compressed is restored, whatever the number of
// outcomes, their kinds and the lengths of runs.
func TestBlocksComeBack(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 3))
	for _, c := range []struct{ n, kinds, run int }{
		{1, 1, 1}, {blockSize, 1, 1}, {blockSize, 2, 1}, {blockSize, 3, 1}, {blockSize, 3, 3}, {blockSize, 3, 100},
		{blockSize, 3, 4096}, {blockSize, 256, 1}, {blockSize, 256, 5}, {4095, 40, 40}, {17, 3, 2}, {2, 256, 1},
	} {
		var blocks [][]outcome
		for range 10 {
			blocks = append(blocks, randomBlock(r, c.n, c.kinds, c.run))
		}
		code := codeOf(blocks...)
		back, err := readCode(code.append(nil))
		require.NoError(t, err)
		require.Equal(t, code, back)
		e, err := newEncoder(code)
		require.NoError(t, err)
		d, err := newDecoder(back)
		require.NoError(t, err)
		for _, b := range blocks {
			compressed := e.append(nil, b)
			got := make([]outcome, len(b))
			require.NoError(t, d.decode(got, compressed), "%+v", c)
			require.Equal(t, b, got, "%+v", c)

			// Cut off, with too much behind it, or for another number of
			// positions, it is no block.
			require.ErrorIs(t, d.decode(got, compressed[:len(compressed)-1]), errBlock)
			require.ErrorIs(t, d.decode(got, append(compressed, 0)), errBlock)
			require.ErrorIs(t, d.decode(make([]outcome, len(b)+blockSize), compressed), errBlock)
			require.ErrorIs(t, d.decode(nil, compressed), errBlock)
		}
	}
}

// TestCodesAreShort: frequent tokens have short codes, none is longer than the
// decoder's table allows, and the code is complete.
func TestCodesAreShort(t *testing.T) {
	t.Parallel()
	var counts [tokens]int
	weight := 1
	for i := range 60 { // Fibonacci weights make the longest codes there are
		counts[i] = weight
		if i > 0 {
			weight += counts[i-1]
		}
	}
	c := newCode(&counts)
	sum := 0
	for i, n := range c.bits {
		require.LessOrEqual(t, int(n), maxCodeBits)
		sum += 1 << (maxCodeBits - n)
		if i > 0 {
			require.LessOrEqual(t, c.bits[i-1], n)
		}
	}
	require.Equal(t, 1<<maxCodeBits, sum)
	require.EqualValues(t, 1, codeLengths([]int{7})[0])
	require.Equal(t, []uint8{1, 2, 3, 3}, codeLengths([]int{40, 20, 10, 10}))
}

func TestWrongCodesAreRefused(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"nothing":        {},
		"half a token":   {1},
		"no length":      {1, 0x10},
		"too long":       {1, 0x1E},
		"falling length": {1, 0x12, 2, 0x11},
		"no prefix code": {1, 0x11, 2, 0x11, 3, 0x11},
	} {
		c, err := readCode(data)
		if err == nil {
			_, err = newDecoder(c)
		}
		require.Error(t, err, name)
	}
}

// FuzzDecode: no code and no block makes the decoder panic, and what it takes
// has the length that was asked for.
func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 4))
	for range 5 {
		b := randomBlock(r, 300, 5, 9)
		c := codeOf(b)
		e, err := newEncoder(c)
		require.NoError(f, err)
		f.Add(c.append(nil), e.append(nil, b), uint16(300))
	}
	f.Add([]byte{0, 0xC1}, []byte{0, 0}, uint16(4096))
	f.Fuzz(func(t *testing.T, codes, data []byte, n uint16) {
		c, err := readCode(codes)
		if err != nil {
			return
		}
		d, err := newDecoder(c)
		if err != nil {
			return
		}
		_ = d.decode(make([]outcome, n%(blockSize+1)), data) // damaged ones are refused
	})
}

// BenchmarkDecode restores blocks of the embedded tables.
func BenchmarkDecode(b *testing.B) {
	tables, err := Embedded()
	require.NoError(b, err)
	for _, name := range []string{"KKvKK", "MKKvK", "MMMvM"} {
		c, err := ParseClass(name)
		require.NoError(b, err)
		f := tables.classes[c.key()].file
		b.Run(name, func(b *testing.B) {
			var dst block
			buffer := make([]byte, blockSize)
			b.SetBytes(blockSize)
			for i := 0; b.Loop(); i++ {
				if err := f.readBlock(dst.outcomes[:], i%(len(f.blocks)-1), buffer); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
