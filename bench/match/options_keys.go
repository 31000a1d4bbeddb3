package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/google/shlex"
)

// parseKeys reads a text of key=value words and hands each to set, in order. Words
// are split as a shell splits them: blanks separate, quotes and backslashes
// protect, a word that starts with # begins a comment. It returns the keys that
// were there. An error names the key.
func parseKeys(text string, set func(key, value string) error) (seen map[string]bool, err error) {
	words, err := shlex.Split(text)
	if err != nil {
		return nil, fmt.Errorf("text %q: %w", text, err)
	}
	seen = make(map[string]bool, len(words))
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		switch {
		case !ok || key == "":
			return nil, fmt.Errorf("word %q: expected key=value", word)
		case seen[key]:
			return nil, fmt.Errorf("key %q: given twice", key)
		}
		seen[key] = true
		if err := set(key, value); err != nil {
			return nil, fmt.Errorf("key %q: %w", key, err)
		}
	}
	return seen, nil
}

// Quote returns words as a line that a shell, and parseKeys, split into the same
// words again.
func Quote(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		switch quoted[i] = w; {
		case w != "" && strings.Trim(w, plainLetters) == "":
		case strings.Contains(w, "'") && !strings.ContainsAny(w, "\"\\$`!"):
			quoted[i] = `"` + w + `"`
		default:
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// plainLetters mean nothing special to a shell.
const plainLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./:,@%"

// unknownKey returns the error for a key that is none of those expected.
func unknownKey(expected ...string) error {
	return fmt.Errorf("unknown: expected one of %s", strings.Join(expected, ", "))
}

// parseNumber reads a plain decimal number of at least low and at most high.
func parseNumber(text string, low, high float64) (float64, error) {
	if digits := strings.TrimLeft(text, "+-"); strings.Trim(digits, "0123456789.") == "" {
		if x, err := strconv.ParseFloat(text, 64); err == nil && x >= low && x <= high {
			return x, nil
		}
	}
	return 0, fmt.Errorf("bad value %q: expected a number from %v to %v", text, low, high)
}

// parseCount reads a whole number of at least low and at most high.
func parseCount(text string, low, high int64) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= low && n <= high {
		return n, nil
	}
	if high == math.MaxInt64 {
		return 0, fmt.Errorf("bad value %q: expected a whole number, %d or more", text, low)
	}
	return 0, fmt.Errorf("bad value %q: expected a whole number from %d to %d", text, low, high)
}

// parseProbability reads a number between 0 and 1, both excluded.
func parseProbability(text string) (float64, error) {
	if p, err := parseNumber(text, 0, 1); err == nil && p > 0 && p < 1 {
		return p, nil
	}
	return 0, fmt.Errorf("bad value %q: expected a number between 0 and 1", text)
}
