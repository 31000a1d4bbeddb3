package endgame

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// blockSize is the number of positions that are compressed by themselves.
const blockSize = 4096

// token is what a block is a sequence of: an outcome and how often it stands in
// a row, by powers of two. The outcome is in the upper bits, and below it the
// number of bits that follow and complete the count.
type token uint16

const (
	countBits = 4 // of a token, for the number of bits of the count
	tokens    = 256 << countBits
)

// tokenOf returns the token of n equal outcomes in a row.
func tokenOf(o outcome, n int) token { return token(o)<<countBits | token(bits.Len(uint(n))-1) }

func (t token) outcome() outcome { return outcome(t >> countBits) }

// extra returns the number of bits behind the token.
func (t token) extra() uint { return uint(t & (1<<countBits - 1)) }

// eachRun calls f for every run of equal outcomes in a block.
func eachRun(block []outcome, f func(o outcome, n int)) {
	for len(block) > 0 {
		n := 1
		for n < len(block) && block[n] == block[0] {
			n++
		}
		f(block[0], n)
		block = block[n:]
	}
}

// maxCodeBits bounds the length of a code, and so the decoder's table.
const maxCodeBits = 13

// code is the prefix code (canonical Huffman) of the tokens of a file.
type code struct {
	tokens []token // by length, then by token
	bits   []uint8 // length of the code of each
}

// newCode returns a code for tokens that occur so often.
func newCode(counts *[tokens]int) code {
	var c code
	var weights []int
	for t, n := range counts {
		if n > 0 {
			c.tokens = append(c.tokens, token(t))
			weights = append(weights, n)
		}
	}
	c.bits = codeLengths(weights)
	// A code that is too long is made from flatter counts.
	for slices.Max(c.bits) > maxCodeBits {
		for i, w := range weights {
			weights[i] = w/2 + 1
		}
		c.bits = codeLengths(weights)
	}
	c.sort()
	return c
}

// sort brings the tokens into their order.
func (c *code) sort() {
	order := make([]int, len(c.tokens))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(c.bits[a], c.bits[b]), cmp.Compare(c.tokens[a], c.tokens[b]))
	})
	sorted := code{make([]token, len(order)), make([]uint8, len(order))}
	for i, from := range order {
		sorted.tokens[i], sorted.bits[i] = c.tokens[from], c.bits[from]
	}
	*c = sorted
}

// codeLengths returns the lengths of an optimal prefix code (Huffman) for the
// weights; one alone gets one bit.
func codeLengths(weights []int) []uint8 {
	n := len(weights)
	lengths := make([]uint8, n)
	if n == 1 {
		lengths[0] = 1
		return lengths
	}
	// Leaves in order of weight; joined nodes arise in that order too.
	leaves := make([]int, n)
	for i := range leaves {
		leaves[i] = i
	}
	slices.SortStableFunc(leaves, func(a, b int) int { return cmp.Compare(weights[a], weights[b]) })
	nodeWeight, parent := slices.Clone(weights), make([]int, 2*n-1)
	nextLeaf, nextNode := 0, n
	least := func() int {
		if nextLeaf < n && (nextNode >= len(nodeWeight) || weights[leaves[nextLeaf]] <= nodeWeight[nextNode]) {
			nextLeaf++
			return leaves[nextLeaf-1]
		}
		nextNode++
		return nextNode - 1
	}
	for len(nodeWeight) < 2*n-1 {
		a, b := least(), least()
		parent[a], parent[b] = len(nodeWeight), len(nodeWeight)
		nodeWeight = append(nodeWeight, nodeWeight[a]+nodeWeight[b])
	}
	depth := make([]uint8, 2*n-1)
	for i := 2*n - 3; i >= 0; i-- {
		depth[i] = depth[parent[i]] + 1
	}
	copy(lengths, depth)
	return lengths
}

// prefixes returns the codes of the tokens in their order, or an error where
// the lengths are not those of a prefix code.
func (c code) prefixes() ([]uint32, error) {
	prefixes := make([]uint32, len(c.tokens))
	next, length := uint32(0), uint8(0)
	for i, n := range c.bits {
		if n == 0 || n > maxCodeBits || n < length {
			return nil, fmt.Errorf("code length %d: want a length of 1..%d, rising", n, maxCodeBits)
		}
		next <<= n - length
		length = n
		if next>>n != 0 {
			return nil, errors.New("the codes are no prefix code")
		}
		prefixes[i] = next
		next++
	}
	return prefixes, nil
}

// append writes the code: two bytes a token.
func (c code) append(dst []byte) []byte {
	for i, t := range c.tokens {
		dst = append(dst, byte(t.outcome()), byte(t.extra())<<4|c.bits[i])
	}
	return dst
}

// readCode reads what append has written.
func readCode(data []byte) (code, error) {
	if len(data) == 0 || len(data)%2 != 0 {
		return code{}, fmt.Errorf("%d bytes of codes: want two for every token", len(data))
	}
	var c code
	for ; len(data) > 0; data = data[2:] {
		c.tokens = append(c.tokens, token(data[0])<<countBits|token(data[1]>>4))
		c.bits = append(c.bits, data[1]&0xF)
	}
	return c, nil
}
