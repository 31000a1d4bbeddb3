package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bolshak/board"
)

// usageError is a command line that says nothing sensible, whatever the input.
type usageError struct{ error }

// usage returns a usageError that names the command, except for the root, which
// every message names.
func usage(cmd *cobra.Command, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if cmd.HasParent() {
		err = fmt.Errorf("%s: %w", strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "), err)
	}
	return usageError{err}
}

// checkCommand refuses a first argument that names no command, before the
// flags behind it, which belong to it, are looked at.
func checkCommand(root *cobra.Command, args []string) error {
	if _, _, err := root.Find(args); err == nil {
		return nil
	}
	word := args[0]
	for _, arg := range args {
		if !strings.HasPrefix(arg, "-") {
			word = arg
			break
		}
	}
	if isPosition(word) {
		return usageError{fmt.Errorf("%q is a position, not a command: want it behind --fen, as in bolshak analyse --fen %q", word, word)}
	}
	return usageError{fmt.Errorf("unknown command %q, want one of %s", word, commandNames(root))}
}

// isPosition reports whether an argument is a position or was to be one.
func isPosition(arg string) bool {
	_, err := board.ParsePosition(arg)
	return err == nil || strings.Contains(arg, ":")
}

// commandNames lists the subcommands.
func commandNames(root *cobra.Command) string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return strings.Join(names, ", ")
}

// flagError makes a usageError of what was wrong with the flags.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usage(cmd, "%w", err)
	}
	if !cmd.HasParent() {
		return usage(cmd, "%w, want a command before it, one of %s", err, commandNames(cmd))
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			names = append(names, "--"+f.Name)
		}
	})
	if len(names) == 0 {
		return usage(cmd, "%w, want none", err)
	}
	return usage(cmd, "%w, want one of %s", err, strings.Join(names, ", "))
}

// noArguments refuses arguments that are no flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if isPosition(args[0]) && cmd.Flags().Lookup("fen") != nil {
		return usage(cmd, "unexpected argument %q, want a position behind --fen", args[0])
	}
	return usage(cmd, "unexpected argument %q, want nothing but flags", args[0])
}
