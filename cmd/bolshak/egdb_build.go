package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"bolshak/eval/endgame"
)

// buildReport is the result as --json prints it.
type buildReport struct {
	Dir     string  `json:"dir"`
	Classes int     `json:"classes"`
	Bytes   int64   `json:"bytes"`
	Seconds float64 `json:"seconds"`
}

// newEgdbBuildCommand returns the command egdb build.
func newEgdbBuildCommand() *cobra.Command {
	var o endgame.BuildOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "build --pieces N",
		Short: "Build endgame tables",
		Long: fmt.Sprintf(`Builds the tables of all classes with 2 to N pieces, each from those with fewer pieces
and with fewer men. A table's file appears when it is complete; files that are there
and sound are kept, so that a build goes on where it was stopped.

Tables of up to %d pieces hold distances, larger ones hold values alone, unless
--distance is given.`, endgame.EmbeddedPieces),
		Example: `  bolshak egdb build --pieces 5 --threads 2
  bolshak egdb build --pieces 6 --dir tables --memory 8192`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Pieces == 0 {
				return usage(cmd, "no --pieces, want the number of pieces, from 2 to %d", endgame.MaxPieces)
			}
			r, err := buildTables(cmd, o)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), r)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d classes, %d bytes, %.1f s\n", r.Dir, r.Classes, r.Bytes, r.Seconds)
			return err
		},
	}
	piecesFlag(cmd, &o.Pieces, "pieces of both sides")
	cmd.Flags().StringVar(&o.Dir, "dir", "", "the `FOLDER` of the tables (default bolshak/egdb in the user's cache folder)")
	threadsFlag(cmd, &o.Threads)
	memoryFlag(cmd, &o.MemoryMiB)
	cmd.Flags().BoolVar(&o.Distances, "distance", false, "keep the number of plies to the end in all tables")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// buildTables builds the tables.
func buildTables(cmd *cobra.Command, o endgame.BuildOptions) (r buildReport, err error) {
	if o.Dir == "" {
		if o.Dir, err = endgame.UserDir(); err != nil {
			return r, fmt.Errorf("no --dir, and no folder of the user's: %w", err)
		}
	}
	began := time.Now()
	bar := &tablesBar{out: cmd.ErrOrStderr()}
	o.Progress = bar.show
	err = endgame.Build(cmd.Context(), o)
	bar.close()
	if err != nil {
		return r, err
	}
	r = buildReport{Dir: o.Dir, Seconds: time.Since(began).Seconds()}
	infos, err := endgame.ReadInfo(o.Dir, o.Pieces)
	for _, i := range infos {
		r.Classes++
		r.Bytes += i.Bytes
	}
	return r, err
}
