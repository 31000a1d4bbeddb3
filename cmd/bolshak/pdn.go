package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"bolshak/protocol/pdn"
)

// newPDNCommand returns the command pdn with its subcommands.
func newPDNCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pdn",
		Short: "Check, convert and annotate game files",
		Long: `Works on files of games in PDN, as the games of real collections are written:
in UTF-8, UTF-16, windows-1251, cp866 or koi8-r, with or without tags, numbers and
results, with moves in any notation, variations and comments. Files of any size are
read game by game; what is wrong with one game does not touch the others.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(cmd, "unknown command %q, want one of %s", args[0], commandNames(cmd))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usage(cmd, "want one of %s", commandNames(cmd))
		},
	}
	cmd.AddCommand(newPDNCheckCommand(), newPDNConvertCommand(), newPDNAnnotateCommand())
	return cmd
}

// gameFiles refuses a command line without a file of games.
func gameFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usage(cmd, "want a file of games, or - for the standard input")
	}
	return nil
}

// errNoGames is the error of a file without games.
var errNoGames = errors.New("no games in it, want PDN")

// readGames calls each with the games of a file, in order; "-" is the standard
// input. It returns the file's encoding.
func readGames(cmd *cobra.Command, name string, each func(*pdn.Game) error) (encoding string, err error) {
	r := pdn.NewReader(cmd.InOrStdin(), "")
	if name != "-" {
		file, err := pdn.Open(name)
		if err != nil {
			return "", err
		}
		defer file.Close()
		r = file.Reader
	}
	for games := 0; ; games++ {
		if err := cmd.Context().Err(); err != nil {
			return "", err
		}
		g, err := r.Next()
		switch {
		case err == io.EOF && games == 0:
			return "", fileError(name, errNoGames)
		case err == io.EOF:
			return r.Encoding(), nil
		case err != nil && name == "-":
			return "", fileError(name, err)
		case err != nil:
			return "", err
		}
		if err := each(g); err != nil {
			return "", err
		}
	}
}
