package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"bolshak/protocol/hub"
)

// newHubCommand returns the command hub.
func newHubCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "hub",
		Short: "Speak the Hub protocol on standard input and output",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return serveHub(cmd) },
	}
}

// serveHub speaks Hub until quit, the end of the input or a signal, all of which
// are an end like any other: clients may read what is said on standard error.
func serveHub(cmd *cobra.Command) error {
	err := hub.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), newAdapter(), engineID())
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// engineID returns how the engine introduces itself.
func engineID() hub.ID {
	return hub.ID{Name: "Bolshak", Version: readVersion().Version, Author: "the Bolshak authors"}
}
