package pdn

import (
	"strconv"
	"strings"
)

// markNAGs are the marks behind a move that have a number.
var markNAGs = map[string]int{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "*": 7}

// nagMarks are the marks by number.
var nagMarks = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// Mark returns the marks that a numeric annotation glyph from $1 to $6 stands for;
// "" for another.
func Mark(nag int) string {
	if nag < 0 || nag >= len(nagMarks) {
		return ""
	}
	return nagMarks[nag]
}

// cutMarks parts a move from the marks behind it, "c3-d4!?", and returns their
// numbers. Marks without a number, such as "+" and a comma, are left out.
func cutMarks(text string) (move string, nags []int) {
	end := len(text)
	for end > 0 && strings.IndexByte("!?*+#=,.'", text[end-1]) >= 0 {
		end--
	}
	if end == len(text) {
		return text, nil
	}
	return text[:end], parseMarks(text[end:])
}

// parseMarks returns the numbers of marks.
func parseMarks(marks string) (nags []int) {
	rest := marks
	for rest != "" {
		size := 2
		if len(rest) < 2 || markNAGs[rest[:2]] == 0 {
			size = 1
		}
		if nag := markNAGs[rest[:size]]; nag != 0 {
			nags = append(nags, nag)
		}
		rest = rest[size:]
	}
	return nags
}

// parseAnnotation returns the numbers of an annotation, "$3" or "!?"; ok is false
// where it is none. PDN has the numbers 0 to 255.
func parseAnnotation(text string) (nags []int, ok bool) {
	if text[0] != '$' {
		return parseMarks(text), true
	}
	for part := range strings.SplitSeq(text[1:], "$") {
		number, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return nil, false
		}
		nags = append(nags, int(number))
	}
	return nags, true
}
