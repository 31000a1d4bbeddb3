package match

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
)

// ballots holds the official opening tables of Russian draughts (draughts-64),
// from which openings are drawn by lot in competitions, as published by the
// sport's federations: a line holds table, code, text and FEN.
//
//go:embed ballots.tsv
var ballots string

// Tables returns the names of the opening tables that are built in: "moves", the
// drawn moves; "flying", one man of each side moved anywhere; "basic150", the
// short table of drawn moves.
func Tables() []string { return []string{"moves", "flying", "basic150"} }

// readTable reads one of the tables. The drawn moves are replayed from the start
// position and must lead to the position the table gives; the flying men make no
// legal moves, so there the position is all.
func readTable(name string) ([]Opening, error) {
	var openings []Opening
	number := 0
	for line := range strings.Lines(ballots) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		columns := strings.Split(line, "\t")
		if len(columns) != 4 || !slices.Contains(Tables(), columns[0]) {
			return nil, fmt.Errorf("opening table, line %d: %q: want table, code, text and FEN", number, line)
		}
		if columns[0] != name {
			continue
		}
		o, err := tableOpening(columns)
		if err == nil {
			err = o.check()
		}
		if err != nil {
			return nil, fmt.Errorf("opening table %s, line %d: %w", name, number, err)
		}
		openings = append(openings, o)
	}
	return openings, nil
}

// tableOpening makes an opening of a table's line.
func tableOpening(columns []string) (Opening, error) {
	table, code, text := columns[0], columns[1], columns[2]
	final, err := board.ParseFEN(columns[3])
	if err != nil {
		return Opening{}, err
	}
	if table == "flying" {
		return Opening{ID: table + " " + code, Start: final}, nil
	}
	o := Opening{ID: table + " " + code, Start: board.Start()}
	p := o.Start
	for i, move := range strings.Fields(text) {
		m, err := movegen.Parse(p, move)
		if err != nil {
			return Opening{}, fmt.Errorf("ply %d: %w", i+1, err)
		}
		p = p.After(m)
		o.Moves = append(o.Moves, m)
	}
	if p != final {
		return Opening{}, fmt.Errorf("%q leads to %s, want %s", text, p.FEN(), final.FEN())
	}
	return o, nil
}
