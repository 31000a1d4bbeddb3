package match

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestJournalAfterAFailedWrite: a full disk must not leave half a line in the
// middle of a journal.
func TestJournalAfterAFailedWrite(t *testing.T) {
	t.Parallel()
	o := testJournal(t.TempDir(), false)
	j, err := OpenJournal(o)
	require.NoError(t, err)
	require.NoError(t, j.Append(testRecord(GameID{})))
	writable := j.file
	j.file, err = os.Open(o.Path) // writing fails
	require.NoError(t, err)
	require.Error(t, j.Append(testRecord(GameID{Pair: 1})))
	require.NoError(t, j.file.Close())
	j.file = writable
	require.Error(t, j.Append(testRecord(GameID{Pair: 2})), "the match ends at the first failure")
	require.NoError(t, j.Close())

	o.Resume = true
	j, err = OpenJournal(o)
	require.NoError(t, err)
	require.Equal(t, []GameID{{}}, recorded(t, j))
	require.NoError(t, j.Close())
}

// wholeJournal returns the bytes of a journal of so many pairs, without a PDN
// file, and where its lines end.
func wholeJournal(t testing.TB, pairs int) (text []byte, ends []int) {
	t.Helper()
	dir := t.TempDir()
	o := testJournal(dir, false)
	o.PDN = ""
	j, err := OpenJournal(o)
	require.NoError(t, err)
	for id := range missing(j, pairs) {
		require.NoError(t, j.Append(testRecord(id)))
	}
	require.NoError(t, j.Close())
	text = []byte(readFile(t, o.Path))
	for i, c := range text {
		if c == '\n' {
			ends = append(ends, i+1)
		}
	}
	require.Len(t, ends, 1+2*pairs)
	return text, ends
}

// TestJournalCutAnywhere: wherever a kill cuts the journal off, resuming keeps the
// whole lines, drops the rest and plays on.
func TestJournalCutAnywhere(t *testing.T) {
	t.Parallel()
	text, ends := wholeJournal(t, 2)
	dir := t.TempDir()
	cuts := append([]int{0, 1, 20, ends[0] - 1, len(text)}, ends...)
	for cut := 50; cut < len(text); cut += 397 {
		cuts = append(cuts, cut)
	}
	for i, cut := range cuts {
		o := testJournal(filepath.Join(dir, fmt.Sprint(i)), true)
		require.NoError(t, os.Mkdir(filepath.Dir(o.Path), 0o755))
		o.PDN = ""
		require.NoError(t, os.WriteFile(o.Path, text[:cut], 0o644))
		whole := 0
		for _, end := range ends {
			if end <= cut {
				whole++
			}
		}
		j, err := OpenJournal(o)
		require.NoError(t, err, "cut at %d", cut)
		require.Equal(t, allGames(2)[:max(whole-1, 0)], append([]GameID{}, recorded(t, j)...))
		if whole > 0 {
			require.EqualValues(t, cut-ends[whole-1], j.repair)
		}
		for id := range missing(j, 2) {
			require.NoError(t, j.Append(testRecord(id)))
		}
		require.NoError(t, j.Close())
		require.Equal(t, string(text), readFile(t, o.Path))
	}
}

// TestJournalDamaged: a line that was changed while whole ones follow is no kill's
// doing, and nothing is thrown away.
func TestJournalDamaged(t *testing.T) {
	t.Parallel()
	text, ends := wholeJournal(t, 2)
	for _, c := range []struct {
		name string
		text []byte
		want string // empty: whole games are kept, in number as follows
		kept int
	}{
		{"header", flipped(text, 40), "not the journal of a match", 0},
		{"first game", flipped(text, ends[0]+100), "line 2: damaged, though whole games follow in line 3: restore the line, or remove it", 0},
		{"third game", flipped(text, ends[2]+100), "line 4: damaged", 0},
		{"last game", flipped(text, ends[3]+100), "", 3},
		{"zeros behind", append(slices.Clone(text), make([]byte, 4096)...), "", 4},
		{"lines of rubbish behind", append(slices.Clone(text), "x\ny\n\nz"...), "", 4},
		{"a game twice", append(slices.Clone(text), text[ends[1]:ends[2]]...), "line 6: game 1.2 is in line 3 already", 0},
		{"a line removed", slices.Concat(text[:ends[0]], text[ends[1]:]), "", 3},
		{"a second header", append(slices.Clone(text), text[:ends[0]]...), "", 4},
	} {
		o := testJournal(t.TempDir(), true)
		o.PDN = ""
		require.NoError(t, os.WriteFile(o.Path, c.text, 0o644))
		j, err := OpenJournal(o)
		if c.want != "" {
			require.ErrorContains(t, err, c.want, c.name)
			require.Equal(t, string(c.text), readFile(t, o.Path), c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Len(t, recorded(t, j), c.kept, c.name)
		require.NoError(t, j.Close())
	}
}

// flipped returns text with a bit of the byte at an index changed.
func flipped(text []byte, at int) []byte {
	changed := slices.Clone(text)
	changed[at] ^= 1
	return changed
}

// FuzzJournal: whatever is changed in a journal from some byte on, the games whose
// lines lie before it are not lost.
func FuzzJournal(f *testing.F) {
	text, ends := wholeJournal(f, 3)
	f.Add(uint(ends[2]+7), []byte{}, true)
	f.Add(uint(ends[2]), []byte("rubbish\n"), false)
	f.Add(uint(3), []byte{0, 0, '\n'}, false)
	f.Add(uint(ends[5]-1), []byte{}, true)
	f.Add(uint(ends[3]), text[ends[3]:ends[4]], false)
	f.Add(uint(ends[0]), text[ends[4]:ends[5]], true)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, at uint, put []byte, cut bool) {
		at %= uint(len(text) + 1)
		changed := append(slices.Clone(text[:at]), put...)
		if n := int(at) + len(put); !cut && n < len(text) {
			changed = append(changed, text[n:]...)
		}
		whole := 0 // lines before the change
		for _, end := range ends {
			if end <= int(at) {
				whole++
			}
		}

		o := testJournal(dir, true)
		o.PDN = ""
		require.NoError(t, os.WriteFile(o.Path, changed, 0o644))
		j, err := OpenJournal(o)
		if err != nil {
			require.Equal(t, string(changed), readFile(t, o.Path), "refused and changed: %v", err)
			return
		}
		ids := recorded(t, j)
		require.Subset(t, append(ids, GameID{-1, 0}), append(allGames(3)[:max(whole-1, 0)], GameID{-1, 0}))
		if !slices.Contains(ids, GameID{2, 1}) {
			require.NoError(t, j.Append(testRecord(GameID{2, 1})))
		}
		require.NoError(t, j.Close())
		j, err = OpenJournal(o)
		require.NoError(t, err)
		require.Zero(t, j.repair)
		require.Contains(t, recorded(t, j), GameID{2, 1})
		require.NoError(t, j.Close())
	})
}
