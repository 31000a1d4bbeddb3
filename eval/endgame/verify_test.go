package endgame

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/movegen"
)

// TestEmbeddedTablesAreVerified: every position of every class of up to four
// pieces.
func TestEmbeddedTablesAreVerified(t *testing.T) {
	t.Parallel()
	most := EmbeddedPieces
	if testing.Short() {
		most = 3
	}
	want := Verified{}
	for n := 2; n <= most; n++ {
		want.Classes += len(Classes(n))
		want.Positions += positions(n)
	}
	got, err := Verify(t.Context(), VerifyOptions{Dir: t.TempDir(), Pieces: most, Threads: 2})
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// TestVerifyFindsPlantedFaults: in a sound file, one wrong value, one wrong
// distance, one wrong count.
func TestVerifyFindsPlantedFaults(t *testing.T) {
	t.Parallel()
	c := Class{0, 2, 0, 1}
	s := store{threads: 1}
	require.NoError(t, s.prepare(t.Context(), c, 0))
	require.NoError(t, s.read(t.Context(), c))
	sound := s.known[c.key()]
	quietWin := -1
	for i, o := range sound.outcomes {
		if o == 4 && !movegen.CanCapture(sound.index.unrank(i).position()) {
			quietWin = i
		}
	}
	require.GreaterOrEqual(t, quietWin, 0)
	fen := sound.index.unrank(quietWin).position().FEN()
	for _, fault := range []struct {
		to   outcome
		says string
	}{
		{drawn, "the table says draw, its moves win in 3 plies"},
		{12, "the table says win in 11 plies, its moves win in 3 plies"},
	} {
		v := &classValues{index: sound.index, outcomes: append([]outcome(nil), sound.outcomes...)}
		v.outcomes[quietWin] = fault.to
		dir := t.TempDir()
		require.NoError(t, writeTable(t.Context(), dir, v, true, 1))
		_, err := Verify(t.Context(), VerifyOptions{Dir: dir, Pieces: 3, Threads: 2})
		require.ErrorContains(t, err, "KKvK.egdb: position "+fen)
		require.ErrorContains(t, err, fault.says)
	}

	data := embeddedFile(t, "KKvK")
	f, err := open("KKvK", data)
	require.NoError(t, err)
	data[24]++ // wins
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(tableName(dir, c), sign(data, f.base-4), 0o644))
	_, err = Verify(t.Context(), VerifyOptions{Dir: dir, Pieces: 3})
	require.ErrorContains(t, err, "its header counts ")
}

// TestMissingClassesAreNoFault: they are listed.
func TestMissingClassesAreNoFault(t *testing.T) {
	t.Parallel()
	v := &verifier{store: store{dir: t.TempDir()}}
	for _, c := range Classes(5) {
		require.NoError(t, v.class(t.Context(), c))
	}
	require.Equal(t, Verified{Missing: Classes(5)}, v.done)
	require.Equal(t, positions(5), v.progress.Done)
}

// TestVerifyLooksWhereItIsTold: a folder that was not there was once as good as an
// empty one, and no folder the working directory.
func TestVerifyLooksWhereItIsTold(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	_, err := Verify(t.Context(), VerifyOptions{Dir: missing, Pieces: 2})
	require.ErrorContains(t, err, missing)

	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("KvK.egdb", []byte("x"), 0o644))
	got, err := Verify(t.Context(), VerifyOptions{Pieces: 2})
	require.NoError(t, err)
	require.Equal(t, Verified{Classes: 4, Positions: 3_488}, got)
	s := store{}
	_, _, err = s.open(Class{0, 4, 0, 1})
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// TestInfo: what is told of a class is what its positions are.
func TestInfo(t *testing.T) {
	t.Parallel()
	tables := small(t)
	infos := tables.Info()
	require.Len(t, infos, 41)
	var positions int64
	for _, i := range infos {
		positions += i.Positions
		require.Equal(t, i.Positions, i.Wins+i.Draws+i.Losses, i.Class)
		require.True(t, i.Distances)
		if i.Plies == 0 {
			require.Zero(t, i.Wins, i.Class)
			continue
		}
		plies, ok := tables.Distance(i.Longest)
		require.True(t, ok)
		require.Equal(t, i.Plies, plies, i.Class)
		require.Equal(t, i.Class.key(), placementOf(i.Longest).key())
	}
	require.EqualValues(t, 3_488+196_032+6_209_316, positions)
}
