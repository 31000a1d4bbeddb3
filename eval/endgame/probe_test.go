package endgame

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// position reads a position.
func position(t testing.TB, text string) board.Position {
	t.Helper()
	p, err := board.ParsePosition(text)
	require.NoError(t, err)
	return p
}

// small returns the embedded tables.
func small(t testing.TB) *Tables {
	t.Helper()
	tables, err := Embedded()
	require.NoError(t, err)
	return tables
}

// TestKnownPositions: values that are in books or can be seen at a glance.
func TestKnownPositions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fen string
		value     Value
		plies     int // 0 where it is not known by hand
	}{
		{"the locked-in king of the textbook", "B:Wc3,b2:BKa1", Loss, 0},
		{"no piece", "W:W:BKa1", Loss, 0},
		{"no move", "W:Wa3:Bb4,c5", Loss, 0},
		{"the last piece is taken", "W:Wc3:Bd4", Win, 1},
		{"three in one capture, crowned on the way", "W:Wh6:Bg7,c5,d2", Win, 1},
		{"king against king", "W:WKc1:BKh6", Draw, 0},
		{"king against king on one road", "W:WKa1:BKh8", Loss, 2},
		{"three kings against the main road", "W:WKc1,Ke1,Kg1:BKa1", Draw, 0},
		{"two kings against one", "W:WKa1,Kc1:BKh2", Draw, 0},
		{"a man is about to be caught", "B:WKa1:Bh8", Loss, 0},
		{"nothing to take with and nothing left", "W:WKa1:B", Win, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range []board.Position{position(t, c.fen), position(t, c.fen).Flip()} {
				value, ok := small(t).Probe(p)
				require.True(t, ok)
				require.Equal(t, c.value, value, p.FEN())
				plies, ok := small(t).Distance(p)
				require.Equal(t, c.value != Draw, ok)
				if c.plies > 0 || !movegen.HasMove(p) {
					require.Equal(t, c.plies, plies)
				}
			}
		})
	}
}

// TestThreeKingsAgainstOne: the old players' triangle. A lone king that is not on
// the main road and attacks nothing loses within 15 moves, wherever the three
// stand; on the main road it holds unless it is caught at once or one of the
// three is there too.
func TestThreeKingsAgainstOne(t *testing.T) {
	t.Parallel()
	tables := small(t)
	counts := make(map[string]int)
	ix := newIndex(Class{0, 3, 0, 1})
	pl := ix.unrank(0)
	for more := true; more; more = ix.next(&pl) {
		p := pl.position()
		if movegen.CanCapture(p) || movegen.OpponentCanCapture(p) {
			continue
		}
		value, _ := tables.Probe(p)
		plies, _ := tables.Distance(p)
		onRoad, guarded := pl.oppKings&board.MainRoad != 0, pl.ownKings&board.MainRoad != 0
		switch {
		case !onRoad:
			require.Equal(t, Win, value, p.FEN())
			require.LessOrEqual(t, plies, 2*15-1, p.FEN())
			counts["off the road"]++
		case value == Win:
			require.LessOrEqual(t, plies, 9, p.FEN())
			counts["caught"]++
		default:
			require.Equal(t, Draw, value, p.FEN())
			require.False(t, guarded, p.FEN())
			counts["holds"]++
		}
	}
	require.Equal(t, map[string]int{"off the road": 49676, "caught": 1260, "holds": 10696}, counts)
}

// TestProbeIsTheSameForBothColours: for positions with and without a capture
// pending.
func TestProbeIsTheSameForBothColours(t *testing.T) {
	t.Parallel()
	tables := small(t)
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		p := randomOf(r, 2+r.IntN(3)).position()
		value, ok := tables.Probe(p)
		require.True(t, ok, p.FEN())
		flipped, _ := tables.Probe(p.Flip())
		require.Equal(t, value, flipped, p.FEN())
		plies, ok := tables.Distance(p)
		require.Equal(t, value != Draw, ok)
		other, _ := tables.Distance(p.Flip())
		require.Equal(t, plies, other, p.FEN())
		require.True(t, !ok || (plies%2 != 0) == (value == Win), "the loser is to move at the end")
	}
}

// randomOf returns a random placement of n pieces.
func randomOf(r *rand.Rand, n int) placement {
	k := r.Int64N(positions(n))
	for _, c := range Classes(n) {
		ix := newIndex(c)
		if k < int64(ix.size) {
			return ix.unrank(int(k))
		}
		k -= int64(ix.size)
	}
	panic("more positions than there are")
}

// TestUnknown: too many pieces, a class that is missing, no tables at all.
func TestUnknown(t *testing.T) {
	t.Parallel()
	_, ok := small(t).Probe(board.Start())
	require.False(t, ok)
	_, ok = small(t).Distance(position(t, "W:WKa1,Kc1:BKh8,Kf8,Kd8"))
	require.False(t, ok)

	var none *Tables
	_, ok = none.Probe(position(t, "W:WKa1:BKh8"))
	require.False(t, ok)
	require.Zero(t, none.Pieces())
	require.Zero(t, none.Largest())
	require.Empty(t, none.Info())
	require.NoError(t, none.Close())

	some := &Tables{classes: small(t).classes}
	some.classes[Class{0, 1, 0, 1}.key()] = nil
	some.count()
	require.Equal(t, 1, some.Pieces())
	require.Equal(t, 4, some.Largest())
	value, ok := some.Probe(position(t, "W:WKa1:BKh8"))
	require.False(t, ok)
	require.Equal(t, Unknown, value)
	// Captures of the man lead to the missing class, one of the king wins; and
	// one to the missing class where the others do not win.
	value, ok = some.Probe(position(t, "W:WKf2:BKb6,g3"))
	require.True(t, ok)
	require.Equal(t, Win, value)
	f := some.find(position(t, "W:WKf2:BKb6,g3"), true)
	require.True(t, f.known)
	require.False(t, f.exact)
	value, ok = some.Probe(position(t, "W:WKa1:BKb2,Ke1"))
	require.False(t, ok)
	require.Equal(t, Unknown, value)
}

// cached returns tables of one embedded class that go through the cache, whose
// blocks are read by way of wrap.
func cached(t testing.TB, c Class, wrap func(io.ReaderAt) io.ReaderAt, fault func(error)) *Tables {
	t.Helper()
	data := embeddedFile(t, c.String())
	f, err := open(c.String(), data)
	require.NoError(t, err)
	f.data = wrap(bytes.NewReader(data))
	tables := &Tables{classes: small(t).classes, largest: EmbeddedPieces}
	tables.add(f, fault)
	tables.classes[c.key()].slots = make([]slot, len(f.blocks))
	tables.cache, err = newCache(1)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, tables.Close()) })
	return tables
}

// countingReader counts readings.
type countingReader struct {
	io.ReaderAt
	reads atomic.Int64
}

func (r *countingReader) ReadAt(b []byte, at int64) (int, error) {
	r.reads.Add(1)
	return r.ReaderAt.ReadAt(b, at)
}

// TestBlocksAreCached: from several goroutines the cache gives the same values
// as the unpacked class, and reads a block far less often than it is asked for.
func TestBlocksAreCached(t *testing.T) {
	t.Parallel()
	c := Class{0, 3, 0, 1}
	counter := new(countingReader)
	tables := cached(t, c, func(r io.ReaderAt) io.ReaderAt { counter.ReaderAt = r; return counter }, nil)
	ix := newIndex(c)
	var wg sync.WaitGroup
	var wrong atomic.Int64
	const each = 30_000
	for seed := range uint64(3) {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(5, seed))
			for range each {
				p := ix.unrank(r.IntN(ix.size)).position()
				value, ok := tables.Probe(p)
				want, _ := small(t).Probe(p)
				if !ok || value != want {
					wrong.Add(1)
				}
			}
		})
	}
	wg.Wait()
	require.Zero(t, wrong.Load())
	require.Less(t, counter.reads.Load(), int64(each))
	require.GreaterOrEqual(t, counter.reads.Load(), int64(blockCount(ix.size)))
}

// TestCacheIsBounded: of more blocks than the cache takes, no more than it takes
// stay in memory.
func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	cache, err := newCache(1)
	require.NoError(t, err)
	defer cache.close()
	const capacity = bytesPerMiB / blockSize
	all := 0
	var tables []*table
	for _, c := range Classes(4) {
		f := small(t).classes[c.key()].file
		tb := &table{file: f, index: f.index, slots: make([]slot, len(f.blocks))}
		tables = append(tables, tb)
		for b := range f.blocks {
			_, err := cache.lookUp(tb, b*blockSize)
			require.NoError(t, err)
		}
		all += len(f.blocks)
	}
	require.Greater(t, all, 2*capacity)
	cache.blocks.Wait()
	held := 0
	for _, tb := range tables {
		for b := range tb.slots {
			if tb.slots[b].Load() != nil {
				held++
			}
		}
	}
	require.Positive(t, held)
	require.LessOrEqual(t, held, capacity)
}

// brokenReader fails after some readings.
type brokenReader struct {
	io.ReaderAt
	left atomic.Int64
}

var errBroken = errors.New("the disk is gone")

func (r *brokenReader) ReadAt(b []byte, at int64) (int, error) {
	if r.left.Add(-1) < 0 {
		return 0, errBroken
	}
	return r.ReaderAt.ReadAt(b, at)
}

// TestTableThatCannotBeReadIsOff: told once, its class is unknown from then on,
// and nothing else is. A class that is kept unpacked behaves the same.
func TestTableThatCannotBeReadIsOff(t *testing.T) {
	t.Parallel()
	for _, blockwise := range []bool{true, false} {
		c := Class{0, 3, 0, 1}
		broken := new(brokenReader)
		var told []error
		tables := cached(t, c, func(r io.ReaderAt) io.ReaderAt { broken.ReaderAt = r; return broken },
			func(err error) { told = append(told, err) })
		if !blockwise {
			tables.classes[c.key()].slots = nil
		}
		p := position(t, "W:WKc1,Ke1,Kg1:BKh2")
		for range 3 {
			_, ok := tables.Probe(p)
			require.False(t, ok)
		}
		require.Len(t, told, 1)
		require.ErrorIs(t, told[0], errBroken)
		require.ErrorContains(t, told[0], "table KKKvK.egdb: block ")
		_, ok := tables.Probe(position(t, "W:WKc1,Ke1:BKh2"))
		require.True(t, ok)
	}
}

// TestProbeDoesNotAllocate: neither for quiet positions nor where captures are
// looked at, in unpacked classes and through the cache.
func TestProbeDoesNotAllocate(t *testing.T) {
	c := Class{0, 3, 0, 1}
	list := []board.Position{
		position(t, "W:WKc1,Ke1,Kg1:BKh2"), position(t, "W:WKc1,Ke1,Kg1:BKd2"), position(t, "B:We3:BKc1,Ka1,Kg1"),
	}
	through := cached(t, c, func(r io.ReaderAt) io.ReaderAt { return r }, nil)
	for name, tables := range map[string]*Tables{"unpacked": small(t), "cached": through} {
		for _, p := range list {
			tables.Probe(p)
			require.Zero(t, testing.AllocsPerRun(1000, func() {
				tables.Probe(p)
				tables.Distance(p)
			}), "%s: %s", name, p.FEN())
		}
	}
}
