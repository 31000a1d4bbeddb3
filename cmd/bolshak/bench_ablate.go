package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"bolshak/bench"
	"bolshak/search"
)

// ablationReport is a technique's worth as --json prints it.
type ablationReport struct {
	Technique string  `json:"technique"`
	Nodes     uint64  `json:"nodes"`   // without it
	Seconds   float64 `json:"seconds"` // without it
	Ratio     float64 `json:"ratio"`   // of the seconds without it to those with it
}

// runAblation carries out bench --ablate.
func runAblation(cmd *cobra.Command, o search.Options, depth int, asJSON bool) error {
	out := cmd.OutOrStdout()
	progress := newScreen(out)
	run, runs := 0, len(bench.Techniques())+2
	var shown error
	all, err := bench.Ablate(cmd.Context(), o, depth, func(technique string) {
		run++
		if asJSON || progress.width == nil || shown != nil {
			return
		}
		text := "with all techniques"
		if technique != "" {
			text = "without " + technique
		}
		shown = progress.draw([]string{fmt.Sprintf("%d/%d  %s", run, runs, text)})
	})
	switch {
	case err != nil:
		return err
	case shown != nil:
		return shown
	}
	if asJSON {
		reports := make([]ablationReport, 0, len(all))
		for _, a := range all {
			reports = append(reports, ablationReport{a.Technique, a.Without.Nodes, a.Without.Time.Seconds(), a.Ratio()})
		}
		return writeJSON(out, reports)
	}
	return progress.draw(ablationRows(all, depth))
}

// ablationRows returns the table, the technique that is worth most first.
func ablationRows(all []bench.Ablation, depth int) []string {
	rows := []string{
		fmt.Sprintf("positions  %d", all[0].With.Positions),
		fmt.Sprintf("depth      %d", depth),
		fmt.Sprintf("%-20s  %12s  %8s  %6s  %6s", "without", "nodes", "seconds", "nodes", "time"),
		fmt.Sprintf("%-20s  %12d  %8.3f", "(nothing)", all[0].With.Nodes, all[0].With.Time.Seconds()),
	}
	for _, a := range all {
		rows = append(rows, fmt.Sprintf("%-20s  %12d  %8.3f  %5.2fx  %5.2fx",
			a.Technique, a.Without.Nodes, a.Without.Time.Seconds(), a.NodesRatio(), a.Ratio()))
	}
	return rows
}
