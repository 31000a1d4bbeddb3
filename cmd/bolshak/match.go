package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bolshak/bench/match"
	"bolshak/eval/endgame"
)

// newMatchCommand returns the command match.
func newMatchCommand() *cobra.Command {
	f := newMatchFlags()
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Play engines against each other: which is stronger, and by how much",
		Long: `Plays engines against each other and says which is stronger, with honest error
bars. Every opening is played twice with colours swapped; such a pair of games is
the unit of all statistics.

ENGINES. --engine takes words of the form key=value, and is given twice or more;
--each takes the same words and holds for all engines that do not say otherwise.
  name=A             required, and not the same twice
  cmd='./e hub'      the program and its arguments. It has to speak Hub. With
                     cmd=builtin this program's own engine plays, without a process
  dir=PATH           where the program runs
  param.NAME=VALUE   a parameter of the engine, such as param.threads=2. The builtin
                     engine has threads, tt-size (20 by default) and level
  numbering=a1       the engine counts the squares of moves from a1, not from b8
  init=10            seconds that it may take to start
  timemargin=50      milliseconds by which it may overstep its clock; 0 by default
At least one of these says how it thinks:
  tc=10+0.1          10 seconds for the game and 0.1 for every move
  tc=40/300          300 seconds for every 40 moves
  st=0.5             half a second a move
  depth=9            plies
  nodes=2000         positions searched for a move
  jitter=20          up to 20 per cent more or fewer nodes, at random (see --seed)
Without tc or st a move may take 5 minutes; a program that takes longer hangs.
Engines that are limited by depth or nodes may play the same games again and again.
An engine against itself then draws every pair; jitter makes games differ.

WHEN IT ENDS. A game ends by the rules of draughts, by a loss on time, an illegal
move, a crash, a hang, a broken connection or nonsense of one side, or by --resign,
--draw and --max-plies. The match ends after --games, or once --sprt is decided:
a sequential test of whether the first engine is elo1 stronger than the second,
rather than elo0. The test looks at the pairs in their order.

NOTHING IS LOST. With --journal every game is on the disk once it is over. After
whatever end, kill -9 or a power cut, the same command with --resume plays the games
that are missing; more --games than before make a match longer. With --pdn alone the
journal is the PDN file's name with .journal behind it. With neither nothing is kept
and nothing can be resumed. Ctrl-C ends the games that are on and prints the result
of those that are over; the exit status is 130 then.

The result goes to standard output. With --json that is one object, and all else
goes to standard error. Wins, Elo and so on are those of the first engine; errors
are half the width of the 95 % interval.`,
		Example: `  # Is the new program stronger than the old one?
  bolshak match --engine "name=new cmd='./new hub'" --engine "name=old cmd='./old hub'" \
    --each "tc=10+0.1" --sprt "elo0=0 elo1=5" --concurrency 2 --pdn games.pdn

  # What are twice the nodes worth?
  bolshak match --engine "name=A cmd=builtin nodes=4000" --engine "name=B cmd=builtin nodes=2000" \
    --each "jitter=20" --games 1000`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.declare(cmd)
	return cmd
}

// run plays the match. What is wrong with the command line or the engines is told
// before the first game.
func (f *matchFlags) run(cmd *cobra.Command) (err error) {
	for _, name := range []string{"sprt", "resign", "draw", "openings", "order", "tournament"} {
		// What was left empty by a slip, as by an unset variable of a script, must
		// not turn a test off in silence.
		if flag := cmd.Flags().Lookup(name); flag.Changed && flag.Value.String() == "" {
			return usage(cmd, "--%s: empty, want a value or no such flag", name)
		}
	}
	o, err := f.options()
	if err != nil {
		return usage(cmd, "%w", err)
	}
	if o.Threads() > runtime.NumCPU() {
		fmt.Fprintf(cmd.ErrOrStderr(), "bolshak: warning: %d threads may think at a time, and there are %d cores: times and results suffer; want a lower --concurrency or fewer threads\n",
			o.Threads(), runtime.NumCPU())
	}
	if f.log != "" {
		if o.Traffic, err = match.OpenTrafficLog(f.log); err != nil {
			return usage(cmd, "%w", err)
		}
		defer func() { err = firstError(err, o.Traffic.Close()) }()
	}
	if err := o.CheckEngines(cmd.Context()); err != nil {
		if cmd.Context().Err() != nil {
			return err
		}
		return usage(cmd, "%w", err)
	}
	if f.tablePieces > 0 {
		tables := openTables("", endgame.Options{MaxPieces: f.tablePieces, Fault: tellFault(cmd.ErrOrStderr())})
		defer func() { err = firstError(err, tables.Close()) }()
		if n := tables.Pieces(); n < f.tablePieces {
			return usage(cmd, "--egdb %d: there are tables of up to %d pieces, want that or larger ones (bolshak egdb build)", f.tablePieces, n)
		}
		o.Tables = match.TableRule{Tables: tables, Pieces: f.tablePieces}
	}
	if f.journal != "" {
		if o.Journal, err = match.OpenJournal(f.journalOptions(o)); err != nil {
			return usage(cmd, "%w", err)
		}
		defer func() { err = firstError(err, o.Journal.Close()) }()
	}
	return f.play(cmd, o)
}

// firstError returns the first error there is. What comes from a match is worth
// more than what comes from closing its files.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// play plays the match and prints how it goes and ends.
func (f *matchFlags) play(cmd *cobra.Command, o match.Options) error {
	notes := cmd.OutOrStdout()
	if f.json {
		notes = cmd.ErrOrStderr()
	}
	if f.journal != "" {
		fmt.Fprintf(notes, "games are kept in %s; after an interruption go on with\n  %s\n", f.journal, resumeCommand(cmd.Flags()))
	}
	if n := o.Openings.Skipped(); n > 0 {
		fmt.Fprintf(notes, "%d openings begin with a capture and are left out, %d are played\n", n, o.Openings.Len())
	}
	view := newMatchView(notes, o, f.reportEvery)
	o.GameOver, o.PairOver = view.gameOver, view.pairOver
	if f.web != "" {
		shown, err := showMatch(notes, f.web, o)
		if err != nil {
			return err
		}
		defer shown.close()
		o.Observer = shown
		o.PairOver = func(s match.Standing) {
			view.pairOver(s)
			shown.pairOver(s)
		}
	}

	out, err := match.Run(cmd.Context(), o)
	view.close()
	if out.Table == nil {
		return err
	}
	if printed := f.print(cmd.OutOrStdout(), out); printed != nil {
		return firstError(err, printed)
	}
	if err != nil && f.journal != "" {
		fmt.Fprintf(notes, "games missing: %d; go on with\n  %s\n", out.Missing, resumeCommand(cmd.Flags()))
	}
	if cmd.Context().Err() != nil {
		return context.Canceled
	}
	return err
}

// print prints the result.
func (f *matchFlags) print(w io.Writer, out match.Outcome) error {
	if f.json {
		return writeJSON(w, out.Summary)
	}
	var text strings.Builder
	if len(out.Summary.Engines) > 2 {
		text.WriteString(out.Table.String() + "\n")
	}
	fmt.Fprintf(&text, "%s\n%s\n", out.Summary.Engines[0]+": "+out.Summary.Line(), reasonsLine(out.Summary))
	_, err := io.WriteString(w, text.String())
	return err
}

// reasonsLine says how the games ended.
func reasonsLine(s match.Summary) string {
	var words []string
	for _, reason := range match.Reasons() {
		if n := s.Reasons[reason]; n > 0 {
			words = append(words, fmt.Sprintf("%s %d", reason, n))
		}
	}
	if len(words) == 0 {
		return "games ended by: nothing yet"
	}
	return "games ended by: " + strings.Join(words, ", ")
}

// resumeCommand returns the command line that goes on with the match, for a shell.
func resumeCommand(flags *pflag.FlagSet) string {
	words := []string{os.Args[0], "match"}
	flags.Visit(func(f *pflag.Flag) {
		switch values, ok := f.Value.(pflag.SliceValue); {
		case f.Name == "resume":
		case ok:
			for _, v := range values.GetSlice() {
				words = append(words, "--"+f.Name, v)
			}
		case f.NoOptDefVal != "": // its value must not be a word of its own
			words = append(words, "--"+f.Name+"="+f.Value.String())
		default:
			words = append(words, "--"+f.Name, f.Value.String())
		}
	})
	return match.Quote(append(words, "--resume")...)
}
