package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bolshak/board"
	"bolshak/movegen"
)

// maxPerftDepth is the deepest count that can be asked for, in plies; a count
// of 20 would not fit its 64 bits much longer.
const maxPerftDepth = 20

// perftReport is the result as --json prints it.
type perftReport struct {
	Variant string        `json:"variant"`
	FEN     string        `json:"fen"`
	Depth   int           `json:"depth"`
	Nodes   uint64        `json:"nodes"`
	Seconds float64       `json:"seconds"`
	Divide  []perftBranch `json:"divide,omitempty"`
}

// perftBranch is the count behind one move.
type perftBranch struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// newPerftCommand returns the command perft.
func newPerftCommand() *cobra.Command {
	var fen string
	var rules board.Rules
	var depth int
	var options movegen.PerftOptions
	var divide, asJSON bool
	cmd := &cobra.Command{
		Use:   "perft --depth N",
		Short: "Count the positions after so many plies",
		Long: `Counts the leaves of the tree of legal moves. Captures that agree in start, end
and pieces taken are one move.`,
		Example: `  bolshak perft --depth 10
  bolshak perft --depth 13 --hash 1024 --threads 2`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if depth == 0 {
				return usage(cmd, "no --depth, want the number of plies, from 1 to %d", maxPerftDepth)
			}
			p, err := parseFEN(fen)
			if err != nil {
				return err
			}
			r := perftReport{Variant: rules.Name, FEN: p.FEN(), Depth: depth}
			if err := r.count(cmd.Context(), p, divide, options); err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), r)
			}
			return r.print(cmd.OutOrStdout())
		},
	}
	fenFlag(cmd, &fen)
	variantFlag(cmd, &rules)
	intFlag(cmd, &depth, "depth", maxPerftDepth, "PLIES", "how deep to count")
	cmd.Flags().BoolVar(&divide, "divide", false, "print the count behind every move as well")
	threadsFlag(cmd, &options.Threads)
	hashFlag(cmd, &options.HashMiB, "size of a table of positions counted before, in MiB (default none)")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// count fills in what is counted.
func (r *perftReport) count(ctx context.Context, p board.Position, divide bool, o movegen.PerftOptions) (err error) {
	began := time.Now()
	defer func() { r.Seconds = time.Since(began).Seconds() }()
	if !divide {
		r.Nodes, err = movegen.Perft(ctx, p, r.Depth, o)
		return err
	}
	branches, err := movegen.Divide(ctx, p, r.Depth, o)
	if err != nil {
		return err
	}
	for _, b := range branches {
		r.Nodes += b.Leaves
		r.Divide = append(r.Divide, perftBranch{movegen.Format(p, b.Move, movegen.Short), b.Leaves})
	}
	slices.SortFunc(r.Divide, func(a, b perftBranch) int { return strings.Compare(a.Move, b.Move) })
	return nil
}

// print writes the report for a reader.
func (r *perftReport) print(w io.Writer) error {
	for _, b := range r.Divide {
		if _, err := fmt.Fprintf(w, "%-10s %d\n", b.Move, b.Nodes); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "depth %d: %d positions in %.3f s (%.1f M/s)\n",
		r.Depth, r.Nodes, r.Seconds, float64(r.Nodes)/1e6/max(r.Seconds, 1e-9))
	return err
}
