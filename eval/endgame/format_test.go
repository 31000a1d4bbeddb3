package endgame

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// embeddedFile returns the bytes of an embedded table.
func embeddedFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := embedded.ReadFile("tables/" + name + Extension)
	require.NoError(t, err)
	return bytes.Clone(data)
}

// open opens a table in memory.
func open(name string, data []byte) (*file, error) {
	return openFile(name+Extension, bytes.NewReader(data), int64(len(data)))
}

// frontSize returns where the checksum of the header lies.
func frontSize(t testing.TB, data []byte) int64 {
	t.Helper()
	f, err := open("KKvK", data)
	require.NoError(t, err)
	return f.base - 4
}

// sign makes the checksum of the header right.
func sign(data []byte, front int64) []byte {
	binary.LittleEndian.PutUint32(data[front:], crc32.Checksum(data[:front], castagnoli))
	return data
}

// TestDamagedTables: whatever is wrong with a file, the message names it and
// says what.
func TestDamagedTables(t *testing.T) {
	t.Parallel()
	sound := embeddedFile(t, "KKvK")
	front := frontSize(t, sound)
	change := func(at int, to byte) func([]byte) []byte {
		return func(data []byte) []byte {
			data[at] = to
			return sign(data, front)
		}
	}
	for _, c := range []struct {
		name   string
		damage func([]byte) []byte
		says   string
	}{
		{"empty", func([]byte) []byte { return nil }, "0 bytes: too short"},
		{"only a header", func(d []byte) []byte { return d[:40] }, "40 bytes: too short"},
		{"cut off", func(d []byte) []byte { return d[:len(d)-1] }, "cut off"},
		{"cut off in the index", func(d []byte) []byte { return d[:front-3] }, "cut off"},
		{"too long", func(d []byte) []byte { return append(d, 0) }, "want "},
		{"another file", func(d []byte) []byte { return append([]byte("PK\x03\x04"), d[4:]...) }, `begins with "PK`},
		{"another version", change(4, 2), "format version 2"},
		{"unknown flags", change(6, 3), "flags 0x3"},
		{"other blocks", change(13, 1), "blocks of"},
		{"no pieces", change(11, 0), "both sides to have pieces"},
		{"too many pieces", change(8, 7), "at most 6"},
		{"another class", change(8, 1), "named MKKvK.egdb"},
		{"another number of positions", change(16, 0), "positions: class KKvK has 14880"},
		{"a bit in the index", func(d []byte) []byte { d[front-1] ^= 4; return d }, "checksum of the header"},
		{"a bit in the first block", func(d []byte) []byte { d[front+4] ^= 1; return d }, "block 0: the checksum is wrong"},
		{"a bit in the last block", func(d []byte) []byte { d[len(d)-1] ^= 128; return d }, "block 3: the checksum is wrong"},
		{"blocks out of order", func(d []byte) []byte { d[front-8*4+3] = 1; return sign(d, front) }, "out of order"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, err := open("KKvK", c.damage(bytes.Clone(sound)))
			if err == nil {
				err = f.check()
			}
			require.ErrorContains(t, err, "table KKvK.egdb: ")
			require.ErrorContains(t, err, c.says)
		})
	}
}

// TestEveryFlippedBitIsFound: no single flipped bit goes unnoticed.
func TestEveryFlippedBitIsFound(t *testing.T) {
	t.Parallel()
	data := embeddedFile(t, "KvM")
	for at := range data {
		for bit := range 8 {
			data[at] ^= 1 << bit
			f, err := open("KvM", data)
			if err == nil {
				err = f.check()
			}
			if err == nil {
				require.Error(t, err, "byte %d, bit %d", at, bit)
			}
			data[at] ^= 1 << bit
		}
	}
}

// FuzzOpenFile: no file makes the reader panic, with a right checksum of the
// header or without.
func FuzzOpenFile(f *testing.F) {
	for _, name := range []string{"KvK", "MvK"} {
		f.Add(embeddedFile(f, name))
	}
	f.Add([]byte("BEGT"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for range 2 {
			opened, err := open("KvK", data)
			if err == nil {
				if err = opened.check(); err == nil {
					_, _ = opened.unpack() // what is inside may be damaged all the same
				}
				_ = opened.info()
				return
			}
			front := headerFront(data)
			if front < 0 {
				return
			}
			data = sign(bytes.Clone(data), front)
		}
	})
}

// headerFront returns where the checksum of the header lies by what the header
// says, or -1 where that is not in the file.
func headerFront(data []byte) int64 {
	var h header
	if _, err := binary.Decode(data, binary.LittleEndian, &h); err != nil {
		return -1
	}
	front := int64(binary.Size(h)) + int64(h.CodeBytes) + 8*int64(blockCount(newIndex(Class{0, 1, 0, 1}).size))
	if front+4 > int64(len(data)) {
		return -1
	}
	return front
}

// tablesDir returns a folder with one sound table of five pieces, that of four
// men against one, all drawn.
func tablesDir(t testing.TB) (dir, name string) {
	t.Helper()
	dir = t.TempDir()
	ix := newIndex(Class{4, 0, 1, 0})
	v := &classValues{index: ix, outcomes: make([]outcome, ix.size)}
	require.NoError(t, writeTable(t.Context(), dir, v, false, 2))
	return dir, filepath.Join(dir, "MMMMvM.egdb")
}

// TestOpenGoesOnWithoutFaultyTables: a fault is told once, the class is off, and
// the rest works.
func TestOpenGoesOnWithoutFaultyTables(t *testing.T) {
	t.Parallel()
	dir, name := tablesDir(t)
	sound, err := os.ReadFile(name)
	require.NoError(t, err)
	five := position(t, "W:Wa1,c1,e1,g1:Bh8")
	for _, c := range []struct {
		what string
		data []byte
		says []string // of each fault in turn
		have Value
	}{
		{"sound", sound, []string{"43 of 44 classes are missing (KKKKvK,"}, Draw},
		{"a flipped bit", append(bytes.Clone(sound[:len(sound)-1]), sound[len(sound)-1]^1), []string{"MMMMvM.egdb: block 122: the checksum", "43 of 44"}, Unknown},
		{"cut off", sound[:len(sound)/2], []string{"MMMMvM.egdb: ", "43 of 44"}, Unknown},
		{"another version", append([]byte("BEGT\x09\x00"), sound[6:]...), []string{"MMMMvM.egdb: format version 9: this program reads version 1", "43 of 44"}, Unknown},
	} {
		require.NoError(t, os.WriteFile(name, c.data, 0o644))
		tables, faults := Open(Options{Dirs: []string{dir, dir}})
		require.Len(t, faults, len(c.says), "%s: told once, though the folder is named twice", c.what)
		require.ErrorContains(t, faults[0], c.says[0])
		require.ErrorContains(t, faults[len(faults)-1], c.says[len(c.says)-1])
		value, ok := tables.Probe(five)
		require.Equal(t, c.have, value, c.what)
		require.Equal(t, c.have != Unknown, ok)
		value, _ = tables.Probe(position(t, "W:WKa1:BKh8"))
		require.Equal(t, Loss, value, "the embedded ones are there")
		require.Equal(t, 4, tables.Pieces())
		if c.have == Unknown {
			require.Equal(t, 4, tables.Largest())
		} else {
			require.Equal(t, 5, tables.Largest())
		}
		require.NoError(t, tables.Close())
	}
}

// TestOpenFolders: what is no table is not looked at, what has a wrong name or
// is no folder is told, and MaxPieces leaves larger tables alone.
func TestOpenFolders(t *testing.T) {
	t.Parallel()
	dir, _ := tablesDir(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "README.txt"), []byte("x"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "KKvKKK.egdb.part"), []byte("x"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "KKvQ.egdb"), []byte("x"), 0o644))
	tables, faults := Open(Options{Dirs: []string{dir}, MaxPieces: 4})
	require.Len(t, faults, 1)
	require.ErrorContains(t, faults[0], "KKvQ.egdb: class \"KKvQ\": want men (M)")
	require.Equal(t, 4, tables.Largest())
	require.NoError(t, tables.Close())

	tables, faults = Open(Options{MaxPieces: 3})
	require.Empty(t, faults)
	require.Equal(t, 3, tables.Pieces())
	require.Equal(t, 3, tables.Largest())
	_, ok := tables.Probe(position(t, "W:WKa1,Kc1,Ke1:BKh8"))
	require.False(t, ok)

	missing := filepath.Join(dir, "none")
	tables, faults = Open(Options{Dirs: []string{missing}})
	require.Len(t, faults, 1)
	require.ErrorContains(t, faults[0], missing)
	require.NoError(t, tables.Close())
}
