package board

import "strings"

// lookalikes maps Cyrillic letters to the Latin letter of the same shape, and
// the letter З to the digit it is typed for. Russian players type squares on a
// Russian keyboard, and nobody sees the difference.
//
// It goes by shape alone: В is B (not V) and Н is H (not N), in lower case too.
// Letters that merely sound alike (б, д, г, ф) have no Latin twin and are left
// out, and so are б for 6 and О for 0, which no text at hand shows.
var lookalikes = map[rune]rune{
	'а': 'a', 'в': 'b', 'с': 'c', 'е': 'e', 'н': 'h', 'к': 'k',
	'м': 'm', 'о': 'o', 'р': 'p', 'т': 't', 'у': 'y', 'х': 'x',
	'А': 'A', 'В': 'B', 'С': 'C', 'Е': 'E', 'Н': 'H', 'К': 'K',
	'М': 'M', 'О': 'O', 'Р': 'P', 'Т': 'T', 'У': 'Y', 'Х': 'X',
	'з': '3', 'З': '3',
}

// FoldLookalikes returns s with every Cyrillic letter that looks like a Latin
// one replaced by it, in the same case (а с е в н к м о р т у х), and З and з
// by the digit 3; all else stays. Runes are replaced one for one, so that a
// column counted in runes means the same before and after; bytes that are no
// UTF-8 become U+FFFD each.
//
// A Russian word does not survive this: a caller that also reads words folds
// what it compares them with.
func FoldLookalikes(s string) string {
	return strings.Map(foldRune, s)
}

// foldRune returns the Latin letter or the digit that looks like r, or r.
func foldRune(r rune) rune {
	if r < 'Ѐ' { // U+0400, where Cyrillic begins
		return r
	}
	if latin, ok := lookalikes[r]; ok {
		return latin
	}
	return r
}

// IsDash reports whether r is a hyphen, a dash or a minus sign: all of them are
// typed for the one in a move or a range.
func IsDash(r rune) bool {
	return r == '-' || r >= '\u2010' && r <= '\u2015' || r == '\u2212'
}
