package main

import (
	"github.com/spf13/cobra"
)

// newTuneCommand returns the command tune with its subcommands.
func newTuneCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Play training games and fit the evaluation's weights to them",
		Long: `The evaluation is a sum of terms with weights. The weights are fitted to games that
the engine has played against itself: "tune games" plays them, "tune fit" finds the
weights that foretell their results best and writes them into the source.`,
		Example: `  bolshak tune games --out games.gz --positions 1000000 --threads 2
  bolshak tune fit --data games.gz --out eval/weights.go --chances bench/tune/chances_fitted.go`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(cmd, "unknown command %q, want one of %s", args[0], commandNames(cmd))
			}
			return usage(cmd, "want a command behind it, one of %s", commandNames(cmd))
		},
	}
	cmd.AddCommand(newTuneGamesCommand(), newTuneFitCommand())
	return cmd
}
