package pdn

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkRead reads and replays the games of a real collection, again and again
// as one long file.
func BenchmarkRead(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "real-games.pdn"))
	require.NoError(b, err)
	const games = 56
	r := NewReader(nil, "")
	b.SetBytes(int64(len(text) / games))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if i%games == 0 {
			r = NewReader(bytes.NewReader(text), "")
		}
		i++
		if _, err := r.Next(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
