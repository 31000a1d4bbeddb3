package main

import (
	"context"
	"errors"
	"math"

	"github.com/spf13/cobra"

	"bolshak/eval/endgame"
	"bolshak/protocol/hub"
)

// newHubCommand returns the command hub.
func newHubCommand() *cobra.Command {
	var tableCache int
	cmd := &cobra.Command{
		Use:   "hub",
		Short: "Speak the Hub protocol on standard input and output",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return serveHub(cmd, tableCache) },
	}
	tableCacheFlag(cmd, &tableCache)
	return cmd
}

// tableCacheFlag declares --egdb-cache.
func tableCacheFlag(cmd *cobra.Command, value *int) {
	*value = endgame.DefaultCacheMiB
	memory := int(min(physicalMemory()>>20, math.MaxInt>>20))
	cmd.Flags().Var(&intValue{value: value, last: memory, unit: "MIB", why: ", MiB of this machine's memory"}, "egdb-cache",
		"memory for the blocks of endgame tables that are not in the program, in MiB")
}

// serveHub speaks Hub until quit, the end of the input or a signal, all of which
// are an end like any other: clients may read what is said on standard error.
func serveHub(cmd *cobra.Command, tableCache int) error {
	engine := newAdapter()
	engine.tables.cache = tableCache
	err := hub.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), engine, engineID())
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, engine.Close())
}

// engineID returns how the engine introduces itself.
func engineID() hub.ID {
	return hub.ID{Name: "Bolshak", Version: readVersion().Version, Author: "the Bolshak authors"}
}
