// Bolshak plays and analyses Russian draughts. Each subcommand has a file of
// its own: flags, wiring and exit codes.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// The exit codes.
const (
	exitOK          = 0
	exitFailure     = 1   // the input or the machine did not allow it
	exitUsage       = 2   // the command line was wrong
	exitInterrupted = 130 // ended by a signal before it was done
)

func main() {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program the hard way.
	context.AfterFunc(ctx, release)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run carries out a command line and returns the exit code. An error is one
// line on stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)

	err := checkCommand(root, args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "bolshak: interrupted")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "bolshak: "+strings.Join(strings.Fields(err.Error()), " "))
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailure
}
