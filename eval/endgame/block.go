package endgame

import (
	"encoding/binary"
	"errors"
)

// encoder compresses blocks.
type encoder struct {
	prefix [tokens]uint32
	bits   [tokens]uint8
}

func newEncoder(c code) (*encoder, error) {
	prefixes, err := c.prefixes()
	if err != nil {
		return nil, err
	}
	e := new(encoder)
	for i, t := range c.tokens {
		e.prefix[t], e.bits[t] = prefixes[i], c.bits[i]
	}
	return e, nil
}

// append compresses a block: codes and the rest of the counts, the highest bit
// of a byte first, the last byte filled up with zeros.
func (e *encoder) append(dst []byte, block []outcome) []byte {
	var pending uint64 // its lowest bits are still to be written
	var n uint
	put := func(value uint64, width uint) {
		pending = pending<<width | value
		for n += width; n >= 8; n -= 8 {
			dst = append(dst, byte(pending>>(n-8)))
		}
	}
	eachRun(block, func(o outcome, run int) {
		t := tokenOf(o, run)
		put(uint64(e.prefix[t]), uint(e.bits[t]))
		put(uint64(run)&(1<<t.extra()-1), t.extra())
	})
	if n > 0 {
		put(0, 8-n)
	}
	return dst
}

// decoder restores blocks.
type decoder struct {
	table []entry // by the next width bits
	width uint
}

// entry is a token and the length of its code, 0 where no code begins so.
type entry struct {
	token token
	bits  uint8
}

func newDecoder(c code) (*decoder, error) {
	prefixes, err := c.prefixes()
	if err != nil {
		return nil, err
	}
	d := &decoder{width: uint(c.bits[len(c.bits)-1])}
	d.table = make([]entry, 1<<d.width)
	for i, t := range c.tokens {
		free := d.width - uint(c.bits[i])
		first := prefixes[i] << free
		for j := range uint32(1) << free {
			d.table[first+j] = entry{t, c.bits[i]}
		}
	}
	return d, nil
}

// errBlock is what is wrong with a block that is not one.
var errBlock = errors.New("the block cannot be read")

// decode fills dst with the outcomes of a compressed block.
func (d *decoder) decode(dst []outcome, data []byte) error {
	var next uint64 // the bits to come, from the highest down
	var have uint
	for len(dst) > 0 {
		switch {
		case have >= maxCodeBits+1<<countBits:
		case len(data) >= 8:
			next |= binary.BigEndian.Uint64(data) >> have
			data = data[(63-have)>>3:]
			have |= 56
		default:
			for have <= 56 && len(data) > 0 {
				next |= uint64(data[0]) << (56 - have)
				data = data[1:]
				have += 8
			}
		}
		e := d.table[next>>(64-d.width)]
		extra := e.token.extra()
		used := uint(e.bits) + extra
		if e.bits == 0 || used > have {
			return errBlock
		}
		n := 1<<extra | int(next<<e.bits>>(64-extra))
		if n > len(dst) {
			return errBlock
		}
		next <<= used
		have -= used
		fill(dst[:n], e.token.outcome())
		dst = dst[n:]
	}
	if len(data) > 0 || have >= 8 || next != 0 {
		return errBlock
	}
	return nil
}

// fill sets all of dst.
func fill(dst []outcome, o outcome) {
	for i := range dst {
		dst[i] = o
	}
}
