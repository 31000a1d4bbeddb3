package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
)

// writeJSON writes v on one line.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// jsonFlag declares --json.
func jsonFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, "print JSON and nothing else")
}
