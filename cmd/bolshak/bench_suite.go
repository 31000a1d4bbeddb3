package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"bolshak/bench"
	"bolshak/search"
)

// suiteReport is the result of a suite as --json prints it.
type suiteReport struct {
	Suite     string  `json:"suite"`
	Positions int     `json:"positions"`
	Solved    int     `json:"solved"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"`
}

// suiteValue implements pflag.Value for the name of a suite; empty is none.
type suiteValue struct{ value *string }

// shotsSuite is the only suite there is.
const shotsSuite = "shots"

func (v suiteValue) Type() string   { return "NAME" }
func (v suiteValue) String() string { return *v.value }

func (v suiteValue) Set(text string) error {
	if text != shotsSuite {
		return fmt.Errorf("want %s", shotsSuite)
	}
	*v.value = text
	return nil
}

// suiteLimits returns what is searched for a position of a suite: as many nodes
// or plies as are asked for, or so many nodes.
func suiteLimits(cmd *cobra.Command, depth, nodes int) search.Limits {
	l := search.Limits{Nodes: uint64(nodes)}
	if cmd.Flags().Changed("depth") {
		l.Depth = depth
	} else if nodes == 0 {
		l.Nodes = bench.DefaultShotNodes
	}
	return l
}

// runSuite carries out bench --suite.
func runSuite(cmd *cobra.Command, suite string, o search.Options, l search.Limits, asJSON bool) error {
	shots, err := bench.Shots()
	if err != nil {
		return err
	}
	engine, err := search.New(o)
	if err != nil {
		return err
	}
	r, err := bench.RunShots(cmd.Context(), engine, shots, l)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if asJSON {
		return writeJSON(out, suiteReport{suite, r.Positions, r.Solved, r.Nodes, r.Time.Seconds()})
	}
	return newScreen(out).draw(suiteRows(r))
}

// suiteRows returns the sums and a table by grade.
func suiteRows(r bench.ShotsResult) []string {
	rows := []string{
		fmt.Sprintf("positions  %d", r.Positions),
		fmt.Sprintf("solved     %d (%.1f %%)", r.Solved, 100*float64(r.Solved)/float64(r.Positions)),
		fmt.Sprintf("nodes      %d", r.Nodes),
		fmt.Sprintf("seconds    %.3f", r.Time.Seconds()),
		fmt.Sprintf("%-8s  %9s  %6s  %12s", "grades", "positions", "solved", "nodes"),
	}
	for _, b := range r.Bands {
		rows = append(rows, fmt.Sprintf("%-8s  %9d  %6d  %12d", fmt.Sprintf("%d-%d", b.From, b.To), b.Positions, b.Solved, b.Nodes))
	}
	return rows
}
