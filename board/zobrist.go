package board

// Key identifies a position: placement and side to move (Zobrist, 1970). Its
// lowest bit is the side to move itself, so a key never needs the side beside it.
type Key uint64

// kind indexes the Zobrist table: colour, then man or king.
func kind(c Colour, king bool) int {
	if king {
		return int(c) + 2
	}
	return int(c)
}

// zobrist holds a number for every kind of piece on every bit position. The
// lowest bit of each is clear: it belongs to the side to move.
var zobrist = zobristTable()

// sideKey is what a change of the side to move adds: the lowest bit alone
// would leave both sides' keys in neighbouring table slots.
const sideKey Key = 0x9E37_79B9_7F4A_7C15

// zobristTable fills the table with the SplitMix64 sequence (Steele, Lea and
// Flood, 2014) of a fixed seed: keys are the same on every run and machine.
func zobristTable() (t [4][64]Key) {
	state := uint64(0xB01_5AA4)
	for k := range t {
		for s := range t[k] {
			state += 0x9E37_79B9_7F4A_7C15
			z := state
			z = (z ^ z>>30) * 0xBF58_476D_1CE4_E5B9
			z = (z ^ z>>27) * 0x94D0_49BB_1331_11EB
			z ^= z >> 31
			t[k][s] = Key(z &^ 1)
		}
	}
	return t
}

// computeKey returns the key of a position from nothing but its pieces.
func computeKey(white, black, kings Bits, side Colour) Key {
	var key Key
	if side == Black {
		key = sideKey
	}
	for c, set := range [2]Bits{white, black} {
		for b := set; b != 0; b = b.Rest() {
			s := b.First()
			key ^= zobrist[kind(Colour(c), kings.Has(s))][s&63]
		}
	}
	return key
}
