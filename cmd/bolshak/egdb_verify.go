package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bolshak/eval/endgame"
)

// verifyReport is the result as --json prints it.
type verifyReport struct {
	Classes   int      `json:"classes"`
	Positions int64    `json:"positions"`
	Missing   []string `json:"missing"` // classes that were not there
	Seconds   float64  `json:"seconds"`
}

// newEgdbVerifyCommand returns the command egdb verify.
func newEgdbVerifyCommand() *cobra.Command {
	var o endgame.VerifyOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Compare every position of endgame tables with what its moves lead to",
		Long: `Reads the tables of a folder, compares all checksums, and compares the value of every
position, and its distance where it is kept, with the best that its moves lead to. The
tables in the program stand in for those of few pieces that the folder lacks; without
--dir they alone are verified.

The first fault ends it: it is printed with the table, the position and both values.`,
		Example: `  bolshak egdb verify
  bolshak egdb verify --pieces 5 --dir tables --threads 2`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			pieces := o.Pieces
			if o.Pieces == 0 {
				largest, err := largestIn(o.Dir)
				if err != nil {
					return err
				}
				o.Pieces = largest
			}
			r, err := verifyTables(cmd, o)
			if err != nil {
				return err
			}
			if pieces != 0 && len(r.Missing) > 0 {
				return fmt.Errorf("%d classes verified, but %d of up to %d pieces are missing: %s",
					r.Classes, len(r.Missing), pieces, strings.Join(r.Missing, ", "))
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), r)
			}
			line := fmt.Sprintf("%d classes, %d positions: no fault (%.1f s)", r.Classes, r.Positions, r.Seconds)
			if n := len(r.Missing); n > 0 {
				line += fmt.Sprintf("; %d classes of up to %d pieces are not there", n, o.Pieces)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), line)
			return err
		},
	}
	piecesFlag(cmd, &o.Pieces, "pieces of both sides; it is a fault if a class is missing (default all there are)")
	cmd.Flags().StringVar(&o.Dir, "dir", "", "the `FOLDER` of the tables (default the tables in the program)")
	threadsFlag(cmd, &o.Threads)
	memoryFlag(cmd, &o.MemoryMiB)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// largestIn returns the largest number of pieces of which a folder has a table,
// that of the tables in the program at least.
func largestIn(dir string) (int, error) {
	if dir == "" {
		return endgame.EmbeddedPieces, nil
	}
	infos, err := endgame.ReadInfo(dir, endgame.MaxPieces)
	if err != nil {
		return 0, err
	}
	largest := endgame.EmbeddedPieces
	for _, i := range infos {
		largest = max(largest, i.Class.Pieces())
	}
	return largest, nil
}

// verifyTables verifies the tables.
func verifyTables(cmd *cobra.Command, o endgame.VerifyOptions) (verifyReport, error) {
	began := time.Now()
	bar := &tablesBar{out: cmd.ErrOrStderr()}
	o.Progress = bar.show
	v, err := endgame.Verify(cmd.Context(), o)
	bar.close()
	r := verifyReport{Classes: v.Classes, Positions: v.Positions, Missing: []string{}, Seconds: time.Since(began).Seconds()}
	for _, c := range v.Missing {
		r.Missing = append(r.Missing, c.String())
	}
	return r, err
}
