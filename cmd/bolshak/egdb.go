package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"bolshak/eval/endgame"
)

// newEgdbCommand returns the command egdb with its subcommands.
func newEgdbCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "egdb",
		Short: "Build, verify and ask endgame tables",
		Long: fmt.Sprintf(`Endgame tables hold the value of every position with few pieces: won, drawn or lost
under best play by the rules of the moves, without regard to the draw counters. Those
of up to %d pieces are in the program, with the number of plies to the end. Larger ones
are built by "egdb build" and found in the folders of --dir, in those of $BOLSHAK_EGDB
and in bolshak/egdb in the user's cache folder.

A class is named by its men (M) and kings (K), those of the side to move first: MKvK is
a man and a king to move against a king. White and Black share it.`, endgame.EmbeddedPieces),
		Example: `  bolshak egdb build --pieces 5 --threads 2
  bolshak egdb probe --fen "W:WKd8,Kc1,Ka3:BKb8"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(cmd, "unknown command %q, want one of %s", args[0], commandNames(cmd))
			}
			return usage(cmd, "want a command behind it, one of %s", commandNames(cmd))
		},
	}
	cmd.AddCommand(newEgdbBuildCommand(), newEgdbVerifyCommand(), newEgdbInfoCommand(), newEgdbProbeCommand())
	return cmd
}

// piecesFlag declares --pieces.
func piecesFlag(cmd *cobra.Command, value *int, usage string) {
	cmd.Flags().Var(&intValue{value: value, first: 2, last: endgame.MaxPieces, unit: "N"}, "pieces", usage)
}

// memoryFlag declares --memory.
func memoryFlag(cmd *cobra.Command, value *int) {
	memory := int(min(physicalMemory()>>20, math.MaxInt>>20))
	cmd.Flags().Var(&intValue{value: value, last: memory, unit: "MIB", why: ", MiB of this machine's memory"}, "memory",
		"memory to work with, in MiB; what does not fit is read again (default no bound)")
}

// tablesBar shows on a terminal how far work on tables is.
type tablesBar struct {
	out io.Writer
	bar *progressbar.ProgressBar // nil until the work is known, and where there is no terminal
}

// show moves the bar.
func (b *tablesBar) show(p endgame.Progress) {
	if !isTerminal(b.out) || os.Getenv("TERM") == "dumb" {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions64(p.Total,
			progressbar.OptionSetWriter(b.out),
			progressbar.OptionSetWidth(20),
			progressbar.OptionSetItsString("positions"),
			progressbar.OptionShowIts(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(barPeriod),
			progressbar.OptionClearOnFinish(),
		)
	}
	b.bar.Describe(fmt.Sprintf("%-*v", endgame.MaxPieces+1, p.Class))
	_ = b.bar.Set64(p.Done) // a terminal that takes no text shows none
}

// close takes the bar away.
func (b *tablesBar) close() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
