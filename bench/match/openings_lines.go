package match

import (
	"fmt"
	"slices"
	"strings"

	"bolshak/board"
)

// parsePositionLines reads a position a line, in any form of board.ParsePosition.
func parsePositionLines(name, text string) ([]Opening, error) {
	var openings []Opening
	number := 0
	for line := range strings.Lines(text) {
		number++
		content := withoutComment(line)
		if strings.TrimSpace(content) == "" {
			continue
		}
		p, err := board.ParsePosition(content)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		o := Opening{ID: placeInFile(name, number), Start: p}
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		openings = append(openings, o)
	}
	return openings, nil
}

// parseTSVOpenings reads tab-separated values. The column of the FENs is the one
// whose heading is FEN, or the first that holds one in the first line.
func parseTSVOpenings(name, text string) ([]Opening, error) {
	var openings []Opening
	number, column := 0, -1
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(line, "\n")
		if trimmed := strings.TrimSpace(line); trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';' {
			continue
		}
		cells := strings.Split(line, "\t")
		if column < 0 {
			var heading bool
			if column, heading = fenColumn(cells); heading {
				continue
			}
		}
		switch {
		case column < 0:
			return nil, fmt.Errorf("line %d: none of its %d columns holds a FEN and none is headed FEN, want one like W:Wa1,c1:Bb8,d8", number, len(cells))
		case column >= len(cells):
			return nil, fmt.Errorf("line %d: %d columns, want the FEN in column %d", number, len(cells), column+1)
		}
		p, err := board.ParseFEN(cells[column])
		if err != nil {
			return nil, fmt.Errorf("line %d, tab column %d: %w", number, column+1, err)
		}
		o := Opening{ID: placeInFile(name, number), Start: p}
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		openings = append(openings, o)
	}
	return openings, nil
}

// fenColumn returns the index of the column of FENs by the first line's cells, -1
// where there is none. heading tells that the line holds headings.
func fenColumn(cells []string) (column int, heading bool) {
	isHeading := func(cell string) bool { return strings.EqualFold(strings.TrimSpace(cell), "fen") }
	if i := slices.IndexFunc(cells, isHeading); i >= 0 {
		return i, true
	}
	return slices.IndexFunc(cells, func(cell string) bool {
		_, err := board.ParseFEN(cell)
		return err == nil
	}), false
}
