package endgame

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestBuildMakesTheEmbeddedTables: bit for bit, whatever the number of threads.
func TestBuildMakesTheEmbeddedTables(t *testing.T) {
	t.Parallel()
	most := EmbeddedPieces
	if testing.Short() {
		most = 3
	}
	dir := t.TempDir()
	var last Progress
	fell := false
	require.NoError(t, Build(t.Context(), BuildOptions{
		Dir: dir, Pieces: most, Threads: 3,
		Progress: func(p Progress) {
			fell = fell || p.Done < last.Done
			last = p
		},
	}))
	require.False(t, fell)
	require.Equal(t, last.Total, last.Done)
	for n := 2; n <= most; n++ {
		for _, c := range Classes(n) {
			built, err := os.ReadFile(tableName(dir, c))
			require.NoError(t, err)
			require.True(t, bytes.Equal(embeddedFile(t, c.String()), built), c)
		}
	}
	parts, err := filepath.Glob(filepath.Join(dir, "*.part"))
	require.NoError(t, err)
	require.Empty(t, parts)
}

// TestBuildGoesOn: finished tables are kept as they are, what is missing or
// damaged is made anew, and a killed writer's leavings do not matter.
func TestBuildGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := BuildOptions{Dir: dir, Pieces: 3, Threads: 2}

	// Stopped in the middle.
	ctx, cancel := context.WithCancel(t.Context())
	stopped := o
	stopped.Progress = func(p Progress) {
		if p.Class.Pieces() == 3 && p.Done > p.Total/2 {
			cancel()
		}
	}
	require.ErrorIs(t, Build(ctx, stopped), context.Canceled)

	kept := tableName(dir, Class{0, 1, 0, 1})
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	require.NoError(t, os.Chtimes(kept, old, old))
	damaged := tableName(dir, Class{1, 0, 0, 1})
	data := embeddedFile(t, "MvK")
	data[len(data)-1] ^= 1
	require.NoError(t, os.WriteFile(damaged, data, 0o644))
	require.NoError(t, os.WriteFile(tableName(dir, Class{0, 1, 1, 1})+".part", []byte("x"), 0o644))

	require.NoError(t, Build(t.Context(), o))
	info, err := os.Stat(kept)
	require.NoError(t, err)
	require.True(t, info.ModTime().Equal(old), "the finished table was written again")
	for n := 2; n <= 3; n++ {
		for _, c := range Classes(n) {
			built, err := os.ReadFile(tableName(dir, c))
			require.NoError(t, err)
			require.Equal(t, embeddedFile(t, c.String()), built, c)
		}
	}
}

// TestTwoBuildsShareAFolder: they once wrote to the same file before it was
// renamed, so that one failed, or half a table appeared.
func TestTwoBuildsShareAFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := store{threads: 1}
	c := Class{1, 0, 0, 1}
	require.NoError(t, s.prepare(t.Context(), c, 0))
	require.NoError(t, s.read(t.Context(), c))
	var wg sync.WaitGroup
	faults := make(chan error, 4)
	for range cap(faults) {
		wg.Go(func() {
			for range 20 {
				if err := writeTable(t.Context(), dir, s.known[c.key()], true, 1); err != nil {
					faults <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(faults)
	require.NoError(t, <-faults)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	written, err := os.ReadFile(tableName(dir, c))
	require.NoError(t, err)
	require.Equal(t, embeddedFile(t, "MvK"), written)
}

// TestBuildWithDistancesWantsThem: a table that another build has put in the
// place of one with distances is no ground to count distances from.
func TestBuildWithDistancesWantsThem(t *testing.T) {
	t.Parallel()
	dir, name := tablesDir(t)
	s := store{dir: dir, distances: true, threads: 1}
	require.NoError(t, s.prepare(t.Context(), Class{0, 4, 0, 1}, 0))
	require.ErrorContains(t, s.read(t.Context(), Class{4, 0, 1, 0}), "table "+name+": holds no distances")
	require.Nil(t, s.known[Class{4, 0, 1, 0}.key()])
}

// TestValuesWithoutDistances: the generator finds the same values when the
// distances of finished classes do not count, and a table without distances says
// so and comes back.
func TestValuesWithoutDistances(t *testing.T) {
	t.Parallel()
	s := store{threads: 2}
	for _, c := range []Class{{0, 3, 0, 1}, {1, 1, 1, 0}, {2, 0, 1, 0}} {
		require.NoError(t, s.prepare(t.Context(), c, 0))
		short, err := newGenerator(c, &s.known, false, 2).run(t.Context())
		require.NoError(t, err)
		for _, v := range short {
			class := v.index.class
			require.NoError(t, s.read(t.Context(), class))
			for i, o := range s.known[class.key()].outcomes {
				if o.short() != v.outcomes[i] {
					require.Equal(t, o.short(), v.outcomes[i], "%v %d", class, i)
				}
			}

			dir := t.TempDir()
			require.NoError(t, writeTable(t.Context(), dir, v, false, 2))
			f, closer, err := openChecked(tableName(dir, class))
			require.NoError(t, err)
			require.False(t, f.distances())
			require.Zero(t, f.info().Plies)
			with := small(t).classes[class.key()].file.info()
			require.Equal(t, []int64{with.Wins, with.Draws, with.Losses}, []int64{f.info().Wins, f.info().Draws, f.info().Losses})
			back, err := s.load(t.Context(), f)
			require.NoError(t, err)
			require.Equal(t, v.outcomes, back.outcomes)
			require.NoError(t, closer.Close())
		}
	}
}

// TestMemoryIsBounded: classes that are not needed are let go of and read again;
// a bound that cannot be kept is an error that says how much is needed.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, Build(t.Context(), BuildOptions{Dir: dir, Pieces: 3, Threads: 1, MemoryMiB: 1}))
	err := Build(t.Context(), BuildOptions{Dir: dir, Pieces: 4, Threads: 1, MemoryMiB: 1})
	require.ErrorContains(t, err, "class KKKvK: needs 2 MiB of memory, and 1 are allowed")

	s := store{dir: dir, threads: 1, limit: 100_000}
	for _, c := range Classes(3) {
		require.NoError(t, s.prepare(t.Context(), c, 0))
		if s.known[c.key()] == nil {
			require.NoError(t, s.read(t.Context(), c))
		}
		held := int64(0)
		for _, v := range s.known {
			if v != nil {
				held += int64(v.index.size)
			}
		}
		require.Equal(t, held, s.held)
		require.LessOrEqual(t, held, s.limit+int64(newIndex(c).size))
	}
}

func TestBuildErrors(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, 1, 7} {
		require.ErrorContains(t, Build(t.Context(), BuildOptions{Dir: t.TempDir(), Pieces: n}), "want 2 to 6")
		_, err := Verify(t.Context(), VerifyOptions{Pieces: n})
		require.ErrorContains(t, err, "want 2 to 6")
	}
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	require.ErrorContains(t, Build(t.Context(), BuildOptions{Dir: file, Pieces: 2}), file)
}

// TestStates: what one more known move makes of a state.
func TestStates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		s     state
		level outcome
		want  state
	}{
		{"a loss of the opponent wins", newState(0, 3), 5, newState(6, 3)},
		{"a shorter win comes first", newState(10, 3), 5, newState(6, 3)},
		{"a longer one does not matter", newState(4, 3), 5, newState(4, 3)},
		{"a win after all is better than a loss to come", newState(9, 2), 5, newState(6, 2)},
		{"one move less", newState(0, 3), 6, newState(0, 2)},
		{"the last move is lost", newState(0, 1), 6, newState(7, 0)},
		{"a promotion holds out longer", newState(9, 1), 6, newState(9, 0)},
		{"a promotion does not", newState(3, 1), 6, newState(7, 0)},
		{"a promotion draws", newState(0, 1+holds), 6, newState(0, holds)},
		{"a promotion wins", newState(8, 1), 6, newState(8, 0)},
		{"closed", newState(0, 0), 5, newState(0, 0)},
	} {
		require.Equal(t, c.want, c.s.after(c.level), c.name)
	}
	require.Equal(t, drawn, newState(9, 1).final(), "a move was left")
	require.Equal(t, outcome(9), newState(9, 0).final())
	require.Equal(t, outcome(8), newState(8, 2).final())
	require.Equal(t, drawn, newState(0, holds).final())
}

// TestUpdatesKeepTheirNeighbour: two positions share a word. The state of an odd
// position was once mixed with what it had been, and only its neighbour's was
// right.
func TestUpdatesKeepTheirNeighbour(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 8))
	p := &pool{states: make([]uint32, 1)}
	for range 1000 {
		states := [2]state{newState(outcome(r.IntN(256)), r.IntN(60)), newState(outcome(r.IntN(256)), r.IntN(60))}
		p.states[0] = uint32(states[0]) | uint32(states[1])<<stateBits
		i, level := r.IntN(2), outcome(1+r.IntN(200))
		p.update(i, level)
		states[i] = states[i].after(level)
		require.Equal(t, uint32(states[0])|uint32(states[1])<<stateBits, p.states[0])
	}
}

func TestChoice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		after []outcome
		want  outcome
	}{
		{nil, lost},
		{[]outcome{drawn}, drawn},
		{[]outcome{lost}, won},
		{[]outcome{6, 4, drawn}, drawn},
		{[]outcome{6, 4}, 7},
		{[]outcome{5, drawn, 3, 2}, 4},
	} {
		var best choice
		for _, o := range c.after {
			best.add(o)
		}
		require.Equal(t, c.want, best.best(), c.after)
	}
}
