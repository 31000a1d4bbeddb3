package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bolshak/eval/endgame"
)

// infoReport is the result as --json prints it.
type infoReport struct {
	Classes []classLine `json:"classes"`
}

// classLine is the table of a class. Its values are those of the side to move.
type classLine struct {
	Name      string  `json:"name"`
	Pieces    int     `json:"pieces"`
	Positions int64   `json:"positions"`
	Wins      int64   `json:"wins"`
	Draws     int64   `json:"draws"`
	Losses    int64   `json:"losses"`
	Longest   *int    `json:"longest"`  // win, in plies; null where distances are not kept
	Position  *string `json:"position"` // that is won so
	Bytes     int64   `json:"bytes"`
	Bits      float64 `json:"bits"` // a position
}

// newEgdbInfoCommand returns the command egdb info.
func newEgdbInfoCommand() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "info",
		Short: "List the endgame tables there are",
		Long: `Lists the tables in the program and those that are found: the positions of each class,
how many of them the side to move wins, draws and loses, the longest win in plies with
its position, and the size.`,
		Example: `  bolshak egdb info
  bolshak egdb info --dir tables --json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			tables := openTables(dir, endgame.Options{Fault: tellFault(cmd.ErrOrStderr())})
			r := newInfoReport(tables.Info())
			if err := tables.Close(); err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), r)
			}
			_, err := io.WriteString(cmd.OutOrStdout(), r.table())
			return err
		},
	}
	egdbDirFlag(cmd, &dir)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// egdbDirFlag declares --dir for tables that are used.
func egdbDirFlag(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "dir", "", "`FOLDERS` of larger tables, to be looked into before the usual ones")
}

func newInfoReport(infos []endgame.Info) infoReport {
	r := infoReport{Classes: []classLine{}}
	for _, i := range infos {
		line := classLine{
			Name: i.Class.String(), Pieces: i.Class.Pieces(), Positions: i.Positions,
			Wins: i.Wins, Draws: i.Draws, Losses: i.Losses,
			Bytes: i.Bytes, Bits: float64(8*i.Bytes) / float64(i.Positions),
		}
		if i.Distances {
			line.Longest = &i.Plies
		}
		if i.Plies > 0 {
			fen := i.Longest.FEN()
			line.Position = &fen
		}
		r.Classes = append(r.Classes, line)
	}
	return r
}

// table returns the report for a reader.
func (r infoReport) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s %10s %10s %10s %10s %10s %6s  %s\n", endgame.MaxPieces+1,
		"class", "positions", "wins", "draws", "losses", "bytes", "bits", "longest win")
	sum := classLine{}
	for i, c := range r.Classes {
		c.row(&b)
		sum.add(c)
		if i+1 == len(r.Classes) || r.Classes[i+1].Pieces != c.Pieces {
			sum.Name = fmt.Sprintf("all %d", c.Pieces)
			sum.row(&b)
			sum = classLine{}
		}
	}
	return b.String()
}

// add counts another class in.
func (c *classLine) add(other classLine) {
	c.Positions += other.Positions
	c.Wins += other.Wins
	c.Draws += other.Draws
	c.Losses += other.Losses
	c.Bytes += other.Bytes
	c.Bits = float64(8*c.Bytes) / float64(c.Positions)
	if other.Longest != nil && (c.Longest == nil || *other.Longest > *c.Longest) {
		c.Longest, c.Position = other.Longest, other.Position
	}
}

// row writes a line of the table.
func (c *classLine) row(w io.Writer) {
	longest := "-"
	if c.Longest != nil && c.Position != nil {
		longest = fmt.Sprintf("%d plies: %s", *c.Longest, *c.Position)
	}
	fmt.Fprintf(w, "%-*s %10d %10d %10d %10d %10d %6.3f  %s\n", endgame.MaxPieces+1,
		c.Name, c.Positions, c.Wins, c.Draws, c.Losses, c.Bytes, c.Bits, longest)
}
