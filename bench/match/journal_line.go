package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
)

// lineKind is what a line of a journal holds.
type lineKind string

// The kinds. A line is {"sum":"01234567","KIND":{...}} and a line feed, where sum
// is the CRC-32C of what stands for {...}, in hexadecimal.
const (
	headerLine lineKind = "journal"
	gameLine   lineKind = "game"
)

// castagnoli is the polynomial of CRC-32C.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encodeLine returns the line that holds value.
func encodeLine(kind lineKind, value any) ([]byte, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, `{"sum":"%08x","%s":`, crc32.Checksum(body, castagnoli), kind)
	return append(append(line, body...), "}\n"...), nil
}

// decodeLine returns what a line holds; ok is false where it is not whole: cut
// off, or changed since it was written.
func decodeLine(kind lineKind, line []byte) (body []byte, ok bool) {
	const sumDigits = 8
	rest, ok := bytes.CutPrefix(line, []byte(`{"sum":"`))
	if !ok || len(rest) < sumDigits {
		return nil, false
	}
	sum, err := strconv.ParseUint(string(rest[:sumDigits]), 16, 32)
	if err != nil {
		return nil, false
	}
	rest, ok = bytes.CutPrefix(rest[sumDigits:], []byte(`","`+kind+`":`))
	if !ok {
		return nil, false
	}
	body, ok = bytes.CutSuffix(rest, []byte("}\n"))
	return body, ok && uint32(sum) == crc32.Checksum(body, castagnoli)
}

// lineSpan is where a game's line lies in the journal, in bytes.
type lineSpan struct {
	id     GameID
	offset int64
	length int
}

// journalContent is what was found in a journal.
type journalContent struct {
	header journalHeader
	games  []lineSpan
	end    int64 // end of the last whole line
}

// errNotJournal is the error of a file that begins otherwise than a journal.
var errNotJournal = errors.New("not the journal of a match: line 1 is not its header")

// scanJournal reads a journal. What stands behind the last whole line is what a
// killed match left of a line, and not part of the content. A line that is not
// whole but has whole ones behind it was not left by a killed match; that is an
// error, as is a game that is there twice.
func scanJournal(r io.Reader) (journalContent, error) {
	var c journalContent
	seen := map[GameID]int{} // line
	damaged := 0             // the first line that is not whole
	offset := int64(0)
	reader := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := reader.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return journalContent{}, err
		}
		last := err == io.EOF
		if number == 1 {
			body, ok := decodeLine(headerLine, line)
			if !ok || json.Unmarshal(body, &c.header) != nil {
				return journalContent{}, errNotJournal
			}
			offset += int64(len(line))
			c.end = offset
			continue
		}
		body, ok := decodeLine(gameLine, line)
		switch {
		case ok && damaged > 0:
			return journalContent{}, fmt.Errorf("line %d: damaged, though whole games follow in line %d: restore the line, or remove it to have its game played again", damaged, number)
		case ok:
			var record GameRecord
			if err := json.Unmarshal(body, &record); err != nil {
				return journalContent{}, fmt.Errorf("line %d: %w", number, err)
			}
			if err := record.check(); err != nil {
				return journalContent{}, fmt.Errorf("line %d: %w", number, err)
			}
			if before, twice := seen[record.ID]; twice {
				return journalContent{}, fmt.Errorf("line %d: game %v is in line %d already", number, record.ID, before)
			}
			seen[record.ID] = number
			c.games = append(c.games, lineSpan{record.ID, offset, len(line)})
			c.end = offset + int64(len(line))
		case damaged == 0:
			damaged = number
		}
		offset += int64(len(line))
		if last {
			return c, nil
		}
	}
}
