package match

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// requireGolden compares a text with the golden file of that name in testdata.
func requireGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

// record returns a record of the given pairs: each count is one of Pairs, all
// middle ones are two draws.
func record(p Pairs) Record {
	var r Record
	for i, results := range [5][2]Points{{Loss, Loss}, {Loss, Draw}, {Draw, Draw}, {Draw, Win}, {Win, Win}} {
		for range p[i] {
			r.AddPair(results[0], results[1])
		}
	}
	return r
}

func TestRecord(t *testing.T) {
	t.Parallel()
	r := record(Pairs{1, 2, 3, 4, 5})
	require.Equal(t, Record{Wins: 14, Draws: 12, Losses: 4, Pairs: Pairs{1, 2, 3, 4, 5}}, r)
	require.Equal(t, 30, r.Games())
	require.InDelta(t, 20, r.Points(), 1e-12)
	require.InDelta(t, r.Pairs.Score(), r.Score(), 1e-12)
	require.InDelta(t, 0.4, r.DrawRatio(), 1e-12)
	require.Equal(t, Record{Wins: 4, Draws: 12, Losses: 14, Pairs: Pairs{5, 4, 3, 2, 1}}, r.Flipped())
	r.AddGame(Loss)
	require.Equal(t, 31, r.Games())
	require.Equal(t, 15, r.Pairs.Count())
	require.InDelta(t, 0.5, Record{}.Score(), 0)
	require.Zero(t, Record{}.DrawRatio())
}

func TestCrosstable(t *testing.T) {
	t.Parallel()

	roundRobin := NewCrosstable([]string{"Большак 1.0", "old", "Scan", "weak"})
	roundRobin.Add(0, 1, record(Pairs{5, 10, 40, 25, 20}))
	roundRobin.Add(2, 0, record(Pairs{10, 20, 40, 20, 10}))
	roundRobin.Add(0, 3, record(Pairs{0, 0, 0, 0, 100}))
	roundRobin.Add(1, 2, record(Pairs{20, 20, 40, 15, 5}))
	roundRobin.Add(3, 1, record(Pairs{90, 8, 2, 0, 0}))
	roundRobin.Add(3, 2, record(Pairs{100, 0, 0, 0, 0}))
	require.Equal(t, []int{0, 2, 1, 3}, roundRobin.Ranking())
	require.Equal(t, roundRobin.records[0][2], roundRobin.records[2][0].Flipped())
	requireGolden(t, "crosstable-roundrobin.txt", roundRobin.String())

	gauntlet := NewCrosstable([]string{"new", "a", "b"})
	gauntlet.Add(0, 1, record(Pairs{1, 2, 3, 2, 2}))
	var half Record
	half.AddGame(Draw)
	gauntlet.Add(0, 2, half)
	requireGolden(t, "crosstable-gauntlet.txt", gauntlet.String())

	requireGolden(t, "crosstable-empty.txt", NewCrosstable([]string{"a", "b", "c"}).String())
}
