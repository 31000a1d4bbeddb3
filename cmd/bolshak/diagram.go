package main

import (
	"io"

	"github.com/spf13/cobra"
)

// newDiagramCommand returns the command diagram.
func newDiagramCommand() *cobra.Command {
	var fen string
	cmd := &cobra.Command{
		Use:     "diagram",
		Short:   "Print a picture of a position",
		Example: `  bolshak diagram --fen "White: K e1, c1; Black: h6"`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := parseFEN(fen)
			if err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), p.Diagram())
			return err
		},
	}
	fenFlag(cmd, &fen)
	return cmd
}
