package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"bolshak/bench"
	"bolshak/search"
)

// benchReport is the result as --json prints it.
type benchReport struct {
	Nodes     uint64  `json:"nodes"` // the signature
	Seconds   float64 `json:"seconds"`
	NPS       float64 `json:"nps"`
	Positions int     `json:"positions"`
}

// newBenchCommand returns the command bench.
func newBenchCommand() *cobra.Command {
	depth := bench.DefaultDepth
	var threads, hash int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions: the node signature and the speed",
		Long: `Searches fixed positions from openings to endings to a fixed depth, each with an
empty table. With one thread and the same hash size the number of nodes is the
same on every run: it is the signature of the search, and changes with it.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			engine, err := search.New(search.Options{Threads: threads, TableLog2: tableLog2(hash)})
			if err != nil {
				return err
			}
			r, err := bench.Run(cmd.Context(), engine, depth)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if asJSON {
				return writeJSON(out, benchReport{r.Nodes, r.Time.Seconds(), r.NodesPerSecond(), r.Positions})
			}
			_, err = fmt.Fprintf(out, "positions  %d\ndepth      %d\nnodes      %d\nseconds    %.3f\nnodes/s    %.0f\n",
				r.Positions, depth, r.Nodes, r.Time.Seconds(), r.NodesPerSecond())
			return err
		},
	}
	intFlag(cmd, &depth, "depth", search.MaxDepth, "PLIES", "how deep to search")
	threadsFlag(cmd, &threads)
	searchHashFlag(cmd, &hash)
	jsonFlag(cmd, &asJSON)
	return cmd
}
