package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"bolshak/board"
	"bolshak/eval/endgame"
	"bolshak/movegen"
)

// probeReport is the result as --json prints it. Values are those of the side to
// move; plies count to the end of the game and are null for draws and where the
// table keeps no distances.
type probeReport struct {
	Value string      `json:"value"`
	Plies *int        `json:"plies"`
	Moves []probeMove `json:"moves"` // the best first
}

// probeMove is what a move is worth to the side that makes it. Its plies count
// the move itself.
type probeMove struct {
	Move  string `json:"move"`
	Value string `json:"value"`
	Plies *int   `json:"plies"`
}

// newEgdbProbeCommand returns the command egdb probe.
func newEgdbProbeCommand() *cobra.Command {
	var fen, dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "probe --fen POSITION",
		Short: "Look a position up in the endgame tables",
		Long: `Prints what a position is worth to the side to move, in how many plies the game ends
under best play where the table keeps that, and the same for every move, the best
first. The draw counters are not regarded.`,
		Example: `  bolshak egdb probe --fen "W:WKd8,Kc1,Ka3:BKb8"`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			p, err := parseFEN(fen)
			if err != nil {
				return err
			}
			tables := openTables(dir, endgame.Options{Fault: tellFault(cmd.ErrOrStderr())})
			defer func() { err = errors.Join(err, tables.Close()) }()
			r, err := probe(tables, p)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), r)
			}
			return r.print(cmd.OutOrStdout())
		},
	}
	fenFlag(cmd, &fen)
	egdbDirFlag(cmd, &dir)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// probe looks a position and all that follow it up.
func probe(tables *endgame.Tables, p board.Position) (probeReport, error) {
	value, ok := tables.Probe(p)
	if !ok {
		return probeReport{}, fmt.Errorf("--fen: %s: %d pieces, not in the tables (they are complete up to %d)",
			p.FEN(), p.Occupied().Count(), tables.Pieces())
	}
	r := probeReport{Value: value.String(), Moves: []probeMove{}}
	if plies, ok := tables.Distance(p); ok {
		r.Plies = &plies
	}
	for _, m := range movegen.Append(nil, p) {
		after := p.After(m)
		value, _ := tables.Probe(after)
		line := probeMove{Move: movegen.Format(p, m, movegen.Short), Value: value.Opposite().String()}
		if plies, ok := tables.Distance(after); ok {
			plies++
			line.Plies = &plies
		}
		r.Moves = append(r.Moves, line)
	}
	slices.SortFunc(r.Moves, func(a, b probeMove) int {
		return cmp.Or(-cmp.Compare(a.worth(), b.worth()), cmp.Compare(a.Move, b.Move))
	})
	return r, nil
}

// worth is higher for the better of two moves: a win in few plies, a draw, a loss
// in many.
func (m probeMove) worth() int {
	plies := 0
	if m.Plies != nil {
		plies = *m.Plies
	}
	switch m.Value {
	case endgame.Win.String():
		return 1000 - plies
	case endgame.Loss.String():
		return -1000 + plies
	}
	return 0
}

// print writes the report for a reader.
func (r probeReport) print(w io.Writer) error {
	_, err := fmt.Fprintln(w, inPlies(r.Value, r.Plies))
	for _, m := range r.Moves {
		if err == nil {
			_, err = fmt.Fprintf(w, "%-10s %s\n", m.Move, inPlies(m.Value, m.Plies))
		}
	}
	return err
}

// inPlies returns a value and its distance.
func inPlies(value string, plies *int) string {
	if plies == nil {
		return value
	}
	return fmt.Sprintf("%s in %d plies", value, *plies)
}
