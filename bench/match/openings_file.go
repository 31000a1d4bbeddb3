package match

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bolshak/board"
)

// readSource reads a table or a file.
func readSource(source string, plies int) ([]Opening, error) {
	switch {
	case source == "" || source == "start":
		return []Opening{{ID: "start", Start: board.Start()}}, nil
	case slices.Contains(Tables(), source):
		return readTable(source)
	}
	data, err := os.ReadFile(source)
	if err != nil {
		return nil, fmt.Errorf("openings %q: want a table (%s) or a file: %w", source, strings.Join(Tables(), ", "), err)
	}
	openings, err := parseOpenings(filepath.Base(source), data, plies)
	if err != nil {
		return nil, fmt.Errorf("openings %q: %w", source, err)
	}
	return openings, nil
}

// parseOpenings reads the openings in a file's bytes: positions, one a line;
// tab-separated values with a column of FENs; or PDN. Its first line that is
// neither empty nor a comment tells which. name begins the openings' IDs. plies cuts the
// games of PDN off; 0 does not.
func parseOpenings(name string, data []byte, plies int) ([]Opening, error) {
	text, err := plainText(data)
	if err != nil {
		return nil, err
	}
	format, parse := "PDN", func(name, text string) ([]Opening, error) { return parsePDNOpenings(name, text, plies) }
	switch first := firstLine(text); {
	case strings.HasPrefix(first, "["):
	case strings.Contains(first, "\t"):
		format, parse = "tab-separated values", parseTSVOpenings
	case looksLikePosition(first):
		format, parse = "a position a line", parsePositionLines
	}
	openings, err := parse(name, text)
	if err != nil {
		return nil, fmt.Errorf("read as %s: %w", format, err)
	}
	return openings, nil
}

// maxOpeningsText bounds an uncompressed file, in bytes.
const maxOpeningsText = 256 << 20

// plainText uncompresses data if it is gzip, by its first bytes, and takes off a
// byte order mark. Lines end in LF then.
func plainText(data []byte) (string, error) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		var err error
		if data, err = unzip(data, maxOpeningsText); err != nil {
			return "", fmt.Errorf("gzip: %w", err)
		}
	}
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return "", fmt.Errorf("the text is UTF-16, want UTF-8")
	}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), nil
}

// unzip uncompresses gzip. More than the given number of bytes is an error, lest a
// small file fill the memory.
func unzip(data []byte, most int64) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(plain)) > most:
		return nil, fmt.Errorf("more than %d bytes uncompressed, want an opening file", most)
	}
	return plain, r.Close()
}

// firstLine returns the first line that is neither empty nor a comment, without
// blanks before and carriage return or blanks behind, though a tab may stand there.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if content := withoutComment(line); strings.TrimSpace(content) != "" {
			return strings.Trim(content, " \n")
		}
	}
	return ""
}

// withoutComment returns a line without its break and without a comment: from #
// or ; on, where a blank or nothing stands before.
func withoutComment(line string) string {
	line = strings.TrimSuffix(line, "\n")
	before := ' '
	for i, c := range line {
		if (c == '#' || c == ';') && unicode.IsSpace(before) {
			return line[:i]
		}
		before = c
	}
	return line
}

// looksLikePosition reports whether a line is meant as a position rather than as
// moves: it has a colon, and before it no digit, as every move has; or it is
// "start" or as long as a Hub position.
func looksLikePosition(line string) bool {
	colon, digit := strings.IndexByte(line, ':'), strings.IndexAny(line, "0123456789")
	switch {
	case colon >= 0:
		return digit < 0 || colon < digit
	case strings.EqualFold(strings.TrimSpace(line), "start"):
		return true
	}
	return utf8.RuneCountInString(line) >= 32 && !strings.ContainsAny(line, " -")
}

// placeInFile returns the ID of an opening in a file.
func placeInFile(name string, line int) string { return fmt.Sprintf("%s:%d", name, line) }
