package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
)

// Extension is that of a table's file, behind the name of its class.
const Extension = ".egdb"

// A file holds, in little-endian order, a header, the codes of the tokens, the
// end and the checksum of every block, a checksum of all that, and the blocks.

// fileMagic and fileVersion begin every file.
const fileVersion = 1

var fileMagic = [4]byte{'B', 'E', 'G', 'T'}

// keepsDistances is the flag of a file with distances; others hold values only.
const keepsDistances = 1

// header begins a file.
type header struct {
	Magic     [4]byte
	Version   uint16
	Flags     uint16
	Material  [4]uint8 // men and kings of the side to move, men and kings of the other
	BlockSize uint32   // positions
	Positions uint64
	Wins      uint64
	Draws     uint64
	Losses    uint64
	Longest   uint64 // number of the position that is won in most plies; without distances 0
	Plies     uint32 // that it takes; 0 without distances
	CodeBytes uint32
	DataBytes uint64
}

// blockEntry is a block in the block index.
type blockEntry struct {
	End uint32 // of the block in the data
	Sum uint32 // CRC-32C of its compressed bytes
}

// castagnoli is the polynomial that processors have an instruction for.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blockCount returns the number of blocks of a class.
func blockCount(positions int) int { return (positions + blockSize - 1) / blockSize }

// file is an open table.
type file struct {
	name    string // for messages
	head    header
	index   *index
	blocks  []blockEntry
	decoder *decoder
	data    io.ReaderAt
	base    int64 // where the blocks begin
}

// distances reports whether the file holds distances.
func (f *file) distances() bool { return f.head.Flags&keepsDistances != 0 }

// openFile reads what stands before the blocks of a table of so many bytes. Its
// class must be that of its name.
func openFile(name string, data io.ReaderAt, size int64) (*file, error) {
	f := &file{name: name, data: data}
	if err := f.readFront(size); err != nil {
		return nil, fmt.Errorf("table %s: %w", name, err)
	}
	return f, nil
}

// readFront reads header, codes and block index, and checks all of them.
func (f *file) readFront(size int64) error {
	headBytes := make([]byte, binary.Size(f.head))
	if size < int64(len(headBytes)) {
		return fmt.Errorf("%d bytes: too short for a table", size)
	}
	if _, err := f.data.ReadAt(headBytes, 0); err != nil {
		return err
	}
	if _, err := binary.Decode(headBytes, binary.LittleEndian, &f.head); err != nil {
		return err
	}
	class, err := f.head.check()
	if err != nil {
		return err
	}
	if want := class.String() + Extension; filepath.Base(f.name) != want {
		return fmt.Errorf("holds class %v: want it named %s", class, want)
	}
	f.index = newIndex(class)
	if f.head.Positions != uint64(f.index.size) {
		return fmt.Errorf("%d positions: class %v has %d", f.head.Positions, class, f.index.size)
	}

	blocks := blockCount(f.index.size)
	front := int64(len(headBytes)) + int64(f.head.CodeBytes) + int64(blocks)*8
	f.base = front + 4
	if want := f.base + int64(f.head.DataBytes); size != want {
		return fmt.Errorf("%d bytes: want %d, so it is cut off or damaged", size, want)
	}
	all := make([]byte, f.base)
	if _, err := f.data.ReadAt(all, 0); err != nil {
		return err
	}
	if crc32.Checksum(all[:front], castagnoli) != binary.LittleEndian.Uint32(all[front:]) {
		return errors.New("the checksum of the header is wrong: the file is damaged")
	}
	codes, err := readCode(all[len(headBytes) : len(headBytes)+int(f.head.CodeBytes)])
	if err != nil {
		return err
	}
	if f.decoder, err = newDecoder(codes); err != nil {
		return err
	}
	f.blocks = make([]blockEntry, blocks)
	if _, err := binary.Decode(all[front-int64(blocks)*8:front], binary.LittleEndian, f.blocks); err != nil {
		return err
	}
	last := uint32(0)
	for i, b := range f.blocks {
		if b.End < last || uint64(b.End) > f.head.DataBytes {
			return fmt.Errorf("block %d ends out of order", i)
		}
		last = b.End
	}
	return nil
}

// check returns the class of a header, and what is wrong with it.
func (h *header) check() (Class, error) {
	c := Class{int(h.Material[0]), int(h.Material[1]), int(h.Material[2]), int(h.Material[3])}
	switch {
	case h.Magic != fileMagic:
		return c, fmt.Errorf("begins with %q: not an endgame table, want %q", h.Magic[:], fileMagic[:])
	case h.Version != fileVersion:
		return c, fmt.Errorf("format version %d: this program reads version %d, build the table anew", h.Version, fileVersion)
	case h.Flags&^keepsDistances != 0 || h.BlockSize != blockSize:
		return c, fmt.Errorf("flags %#x, blocks of %d: not known to this program", h.Flags, h.BlockSize)
	case c.OwnMen+c.OwnKings == 0 || c.OppMen+c.OppKings == 0 || c.Pieces() > MaxPieces:
		return c, fmt.Errorf("class of %d men and %d kings against %d and %d: want both sides to have pieces, at most %d in all",
			c.OwnMen, c.OwnKings, c.OppMen, c.OppKings, MaxPieces)
	case h.CodeBytes > 2*tokens || h.DataBytes > 1<<32-1:
		return c, fmt.Errorf("%d bytes of codes, %d of blocks: the file is damaged", h.CodeBytes, h.DataBytes)
	}
	return c, nil
}

// blockLen returns the number of positions in a block.
func (f *file) blockLen(b int) int { return min(blockSize, f.index.size-b*blockSize) }

// readBlock restores block b into dst, which has room for it. buffer is used to
// read into where it is large enough.
func (f *file) readBlock(dst []outcome, b int, buffer []byte) error {
	compressed, err := f.readBytes(b, buffer)
	if err == nil {
		err = f.decoder.decode(dst[:f.blockLen(b)], compressed)
	}
	if err != nil {
		return fmt.Errorf("table %s: block %d: %w", f.name, b, err)
	}
	return nil
}

// readBytes reads the compressed bytes of a block and checks their sum.
func (f *file) readBytes(b int, buffer []byte) ([]byte, error) {
	start := uint32(0)
	if b > 0 {
		start = f.blocks[b-1].End
	}
	n := int(f.blocks[b].End - start)
	if n > len(buffer) {
		buffer = make([]byte, n)
	}
	if _, err := f.data.ReadAt(buffer[:n], f.base+int64(start)); err != nil {
		return nil, err
	}
	if crc32.Checksum(buffer[:n], castagnoli) != f.blocks[b].Sum {
		return nil, errors.New("the checksum is wrong: the file is damaged")
	}
	return buffer[:n], nil
}

// check reads all blocks and compares their checksums.
func (f *file) check() error {
	buffer := make([]byte, blockSize)
	for b := range f.blocks {
		if _, err := f.readBytes(b, buffer); err != nil {
			return fmt.Errorf("table %s: block %d: %w", f.name, b, err)
		}
	}
	return nil
}

// unpack returns the outcomes of all positions. Those with a capture pending
// are whatever compressed best.
func (f *file) unpack() ([]outcome, error) {
	all := make([]outcome, f.index.size)
	buffer := make([]byte, blockSize)
	for b := range f.blocks {
		if err := f.readBlock(all[b*blockSize:], b, buffer); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// front returns what stands before the blocks of a file.
func front(h header, c code, blocks []blockEntry) ([]byte, error) {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, h); err != nil {
		return nil, err
	}
	b.Write(c.append(nil))
	if err := binary.Write(&b, binary.LittleEndian, blocks); err != nil {
		return nil, err
	}
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc32.Checksum(b.Bytes(), castagnoli)), nil
}
