package main

import (
	"github.com/spf13/cobra"

	"bolshak/eval/endgame"
)

// newRoot returns the command with all its subcommands.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "bolshak",
		Short: "Russian draughts: an engine, an analyst and their tools",
		Long: `Bolshak plays and analyses Russian draughts (shashki, 8x8).

Without a command it speaks the Hub protocol when its input is not a terminal,
as "bolshak hub" does, so that a GUI or a bot can start it bare.

A position is given as a FEN (W:Wa1,c1:Bb8,Kd6), a Hub position, a written one
(White: K e1, c1; Black: h6) or "start".`,
		Example: `  bolshak analyse --depth 15
  bolshak analyse --moves "c3-d4 d6-c5" --time 5s
  bolshak moves --fen "W:WKe1:Bc3,b6,d6,d4" --notation full`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 { // an empty word, or words behind --
				return usage(cmd, "unexpected argument %q, want a command, one of %s", args[0], commandNames(cmd))
			}
			if isTerminal(cmd.InOrStdin()) {
				return cmd.Help()
			}
			return serveHub(cmd, endgame.DefaultCacheMiB)
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		newHubCommand(),
		newAnalyseCommand(),
		newPerftCommand(),
		newMovesCommand(),
		newBenchCommand(),
		newMatchCommand(),
		newEvalCommand(),
		newEgdbCommand(),
		newTuneCommand(),
		newPDNCommand(),
		newDiagramCommand(),
		newPlayCommand(),
		newWebCommand(),
		newVersionCommand(),
	)
	root.SetHelpCommand(newHelpCommand(root))
	root.InitDefaultHelpCmd()
	return root
}

// newHelpCommand returns the command help.
func newHelpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkCommand(root, args); err != nil {
				return err
			}
			about, _, err := root.Find(args)
			if err != nil {
				return err
			}
			return about.Help()
		},
	}
}
