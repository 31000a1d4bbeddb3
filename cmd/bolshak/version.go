package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is what a binary knows about itself.
type version struct {
	Name     string `json:"name"`
	Version  string `json:"version"` // "devel" for a build without a version
	Go       string `json:"go"`
	Platform string `json:"platform"`           // "linux/amd64"
	Level    string `json:"level,omitempty"`    // of the instruction set: "v3"
	Revision string `json:"revision,omitempty"` // of the source
	Modified bool   `json:"modified,omitempty"` // the source differed from it
}

// readVersion looks into the binary.
func readVersion() version {
	v := version{Name: "bolshak", Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if of := info.Main.Version; of != "" && of != "(devel)" {
		v.Version = of
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOAMD64", "GOARM64":
			v.Level = s.Value
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// String returns the version on one line.
func (v version) String() string {
	text := fmt.Sprintf("%s %s, %s, %s", v.Name, v.Version, v.Go, v.Platform)
	if v.Level != "" {
		text += " " + v.Level
	}
	if v.Revision != "" {
		text += ", revision " + v.Revision
	}
	if v.Modified {
		text += " (modified)"
	}
	return text
}

// newVersionCommand returns the command version.
func newVersionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), readVersion())
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), readVersion())
			return err
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}
