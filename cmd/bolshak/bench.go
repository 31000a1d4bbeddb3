package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"bolshak/bench"
	"bolshak/eval/endgame"
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
	var threads, hash, nodes int
	var suite string
	var ablate, asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions: the node signature and the speed",
		Long: `Searches fixed positions from openings to endings to a fixed depth, each with an
empty table. With one thread and the same hash size the number of nodes is the
same on every run: it is the signature of the search, and changes with it.

With --ablate every technique of the search is switched off in turn, and what the
same depth costs without it is told, in nodes and time and as a multiple of the
cost with all of them: above 1 the technique pays. This says nothing of the moves
that are found. Some minutes pass; a smaller --depth makes it shorter.

With --suite shots the positions are those in which a sacrifice wins by force, and
what counts is how often the search chooses it, after 100000 nodes each unless
--nodes or --depth says otherwise; also by grade, the depth in plies at which the
sacrifice was found when the suite was made.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			tables, err := endgame.Embedded() // and no others, so that the nodes are the same everywhere
			if err != nil {
				return err
			}
			options := search.Options{Threads: threads, TableLog2: tableLog2(hash), Tables: tables}
			switch {
			case suite == "" && nodes != 0:
				return usage(cmd, "--nodes without --suite, want --depth here")
			case suite != "" && ablate:
				return usage(cmd, "--suite and --ablate, want one of them")
			case suite != "":
				return runSuite(cmd, suite, options, suiteLimits(cmd, depth, nodes), asJSON)
			}
			if ablate {
				if !cmd.Flags().Changed("depth") {
					depth = bench.AblateDepth
				}
				return runAblation(cmd, options, depth, asJSON)
			}
			engine, err := search.New(options)
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
	cmd.Flags().Var(suiteValue{&suite}, "suite", "count the positions solved instead: shots")
	intFlag(cmd, &nodes, "nodes", math.MaxInt, "N", "of a suite: how many positions to search for each")
	cmd.Flags().BoolVar(&ablate, "ablate", false, "measure what every technique is worth")
	threadsFlag(cmd, &threads)
	searchHashFlag(cmd, &hash)
	jsonFlag(cmd, &asJSON)
	return cmd
}
