package pdn

import (
	"bytes"
	"errors"
	"io"
	"math"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	utf16 "golang.org/x/text/encoding/unicode"
)

// blockSize is how much of a file is looked at together to tell its encoding, in
// bytes.
const blockSize = 64 << 10

// utf8Name is the name of the encoding that is looked for first.
const utf8Name = "UTF-8"

// errNoText is the error of a file that is not text, such as a picture.
var errNoText = errors.New("not a text file, want PDN")

// decoder turns a text of unknown encoding into UTF-8, a block at a time. ASCII and
// UTF-8 pass as they are; else the lines that are no UTF-8 are read in the Cyrillic
// encoding that fits what was seen so far best.
type decoder struct {
	source io.Reader
	raw    []byte // read and not yet decoded
	text   []byte // decoded and not yet given away
	err    error  // of source, or errNoText
	begun  bool
	wide   bool // the text is UTF-16

	scores  [len(charsets)]float64 // how well each fits
	charset int                    // which is used; -1 before there was a need
}

// newDecoder returns a decoder of source.
func newDecoder(source io.Reader) *decoder {
	return &decoder{source: source, raw: make([]byte, 0, blockSize), charset: -1}
}

// Read reads UTF-8.
func (d *decoder) Read(p []byte) (int, error) {
	for len(d.text) == 0 {
		if len(d.raw) == 0 && d.err != nil {
			return 0, d.err
		}
		d.next()
	}
	n := copy(p, d.text)
	d.text = d.text[n:]
	return n, nil
}

// next reads and decodes a block.
func (d *decoder) next() {
	for len(d.raw) < blockSize && d.err == nil {
		var n int
		n, d.err = d.source.Read(d.raw[len(d.raw):blockSize])
		d.raw = d.raw[:len(d.raw)+n]
	}
	if !d.begun {
		d.begun = true
		if d.begin() {
			return
		}
	}
	block := d.raw[:d.cut()]
	d.text = d.decode(block)
	d.raw = append(d.raw[:0:blockSize], d.raw[len(block):]...)
}

// begin looks at the first block: at its byte order mark, and whether it is text.
// It reports whether the block has to be read again.
func (d *decoder) begin() bool {
	if order, ok := utf16Order(d.raw); ok {
		d.source = utf16.UTF16(order, utf16.UseBOM).NewDecoder().Reader(
			io.MultiReader(bytes.NewReader(bytes.Clone(d.raw)), d.source))
		d.raw, d.err, d.wide = d.raw[:0], nil, true
		return true
	}
	if !isText(d.raw) {
		d.raw, d.err = d.raw[:0], errNoText
		return true
	}
	d.raw = append(d.raw[:0], bytes.TrimPrefix(d.raw, []byte("\uFEFF"))...)
	return false
}

// utf16Order returns the byte order of UTF-16, as it is told by a mark or by where
// the zero bytes of the ASCII characters are.
func utf16Order(text []byte) (order utf16.Endianness, ok bool) {
	const sample = 512
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
		return utf16.LittleEndian, true
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		return utf16.BigEndian, true
	case len(text) < 8:
		return order, false
	}
	var zeros [2]int
	text = text[:min(len(text), sample)]
	for i, c := range text {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch enough := len(text) / 8; {
	case zeros[0] == 0 && zeros[1] >= enough:
		return utf16.LittleEndian, true
	case zeros[1] == 0 && zeros[0] >= enough:
		return utf16.BigEndian, true
	}
	return order, false
}

// isText reports whether a file that begins so is text: there are few control
// characters in it. Padding at its end does not count.
func isText(text []byte) bool {
	const sample = 4 << 10
	text = bytes.TrimRight(text[:min(len(text), sample)], "\x00\x1a")
	controls := 0
	for _, c := range text {
		if c < ' ' && !bytes.ContainsRune([]byte("\t\n\v\f\r\x1a"), rune(c)) || c == 0x7f {
			controls++
		}
	}
	return controls*64 <= len(text)
}

// cut returns how much of the bytes read is decoded now: up to the end of a line,
// so that no character is cut, or all of it at the end of the text.
func (d *decoder) cut() int {
	n := len(d.raw)
	if d.err != nil {
		return n
	}
	if i := bytes.LastIndexByte(d.raw, '\n'); i >= 0 {
		return i + 1
	}
	return wholeRunes(d.raw) // of a line as long as that
}

// wholeRunes returns the length of text without a character of UTF-8 that is cut off
// at its end.
func wholeRunes(text []byte) int {
	for at := len(text) - 1; at > 0 && at > len(text)-utf8.UTFMax; at-- {
		if utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				return at
			}
			break
		}
	}
	return len(text)
}

// decode returns a block as UTF-8.
func (d *decoder) decode(block []byte) []byte {
	if isUTF8(block) {
		return append(d.text[:0:0], block...)
	}
	var foreign []byte
	for line := range bytes.Lines(block) {
		if !isUTF8(line) {
			foreign = append(foreign, line...)
		}
	}
	for i, c := range charsets {
		d.scores[i] += c.score(foreign)
	}
	d.charset = 0
	for i, s := range d.scores {
		if s > d.scores[d.charset] {
			d.charset = i
		}
	}
	var text []byte
	for line := range bytes.Lines(block) {
		if isUTF8(line) {
			text = append(text, line...)
		} else {
			text = charsets[d.charset].appendDecoded(text, line)
		}
	}
	return text
}

// isUTF8 reports whether text is UTF-8 that makes sense: a few words in cp866 are
// valid UTF-8 by chance, of scripts that nobody writes draughts in.
func isUTF8(text []byte) bool {
	for len(text) > 0 {
		if text[0] < utf8.RuneSelf {
			text = text[1:]
			continue
		}
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 || r >= 0x700 && r < 0x1e00 {
			return false
		}
		text = text[size:]
	}
	return true
}

// name returns the name of the encoding that was found.
func (d *decoder) name() string {
	switch {
	case d.wide:
		return "UTF-16"
	case d.charset < 0:
		return utf8Name
	}
	return charsets[d.charset].name
}

// charset is an encoding of Cyrillic in one byte.
type charset struct {
	name  string
	runes [256]rune
}

// charsets are the encodings in which Russian files are met.
var charsets = [...]charset{
	newCharset("windows-1251", charmap.Windows1251),
	newCharset("cp866", charmap.CodePage866),
	newCharset("koi8-r", charmap.KOI8R),
}

func newCharset(name string, table *charmap.Charmap) charset {
	c := charset{name: name}
	for b := range c.runes {
		c.runes[b] = table.DecodeByte(byte(b))
	}
	return c
}

// appendDecoded appends text as UTF-8.
func (c *charset) appendDecoded(dst, text []byte) []byte {
	for _, b := range text {
		dst = utf8.AppendRune(dst, c.runes[b])
	}
	return dst
}

// letterWeights says how often a letter is met in Russian text, from а to я: the
// logarithm of its share in tenths of a per cent. Read in the wrong encoding, a
// text is made of rare letters, signs, and capitals inside words.
var letterWeights = logarithms([32]float64{
	80, 16, 45, 17, 30, 84, 9, 16, 74, 12, 35, 44, 32, 67, 110, 28,
	47, 55, 63, 26, 3, 10, 5, 14, 7, 4, 1, 19, 17, 3, 6, 20,
})

func logarithms(weights [32]float64) [32]float64 {
	for i, w := range weights {
		weights[i] = math.Log(w)
	}
	return weights
}

// What a character weighs that is no letter of the alphabet, by the same measure.
const (
	otherLetterWeight = 0   // ё, and letters of other languages
	signWeight        = 0   // signs that texts have
	strangeWeight     = -10 // boxes, signs that texts have not, a capital in a word
)

// score says how well a text fits the encoding: each byte above ASCII counts for or
// against it, by what it would be.
func (c *charset) score(text []byte) float64 {
	score := 0.0
	before := ' ' // the character before
	for _, b := range text {
		r := c.runes[b]
		if b >= utf8.RuneSelf {
			score += weigh(before, r)
		}
		before = r
	}
	return score
}

// weigh returns how likely a character is behind another.
func weigh(before, r rune) float64 {
	lower := unicode.ToLower(r)
	switch {
	case lower == 'ё' || lower == 'і' || lower == 'ї' || lower == 'є':
		return otherLetterWeight
	case lower < 'а' || lower > 'я':
		switch r {
		case '№', '«', '»', '–', '—', '…', '“', '”', '„', '’', '½', '\u00a0', '×', '°':
			return signWeight
		}
		return strangeWeight // a box, a sign, no character at all
	}
	weight := letterWeights[lower-'а']
	switch {
	case r != lower && unicode.IsLower(before) && before >= utf8.RuneSelf:
		weight += strangeWeight // a capital inside a word
	case r == lower && unicode.IsUpper(before) && before < utf8.RuneSelf:
		weight += strangeWeight
	case lower >= 'ъ' && lower <= 'ь' && !unicode.IsLetter(before):
		weight += strangeWeight // no word begins so
	}
	return weight
}
