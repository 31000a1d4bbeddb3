package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bolshak/protocol/pdn"
)

// newPDNCheckCommand returns the command pdn check.
func newPDNCheckCommand() *cobra.Command {
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Say what is wrong with games",
		Long: `Reads game files, replays every move and says what is wrong, and where: text that
cannot be read, moves that are not legal, positions that cannot be, other variants,
results that contradict each other or the board, and files that are no PDN. Every
file has a line with what it holds and in which encoding. The exit code is 1 when
anything is wrong.

With --json one object is printed: "games", "plies" (moves that could be replayed),
"ok" (games with which nothing is wrong) and "problems", each with "file", "game",
"line", "column", "ply" and "what". A problem of the file as a whole has the game 0;
one that is no move's has the ply 0.`,
		Example: `  bolshak pdn check games.pdn
  bolshak pdn check --json *.pdn`,
		Args: gameFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			c := pdnCheck{cmd: cmd, out: bufio.NewWriter(cmd.OutOrStdout()), all: all, quiet: asJSON,
				report: checkReport{Problems: []checkProblem{}}}
			if err := c.run(args); err != nil {
				return errors.Join(err, c.out.Flush())
			}
			if asJSON {
				if err := writeJSON(c.out, c.report); err != nil {
					return err
				}
			}
			return errors.Join(c.out.Flush(), c.verdict())
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "a line for every game, the good ones too")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// checkReport is what --json prints.
type checkReport struct {
	Games    int            `json:"games"`
	Plies    int            `json:"plies"`
	OK       int            `json:"ok"` // games
	Problems []checkProblem `json:"problems"`
}

// checkProblem is a pdn.Problem with its place.
type checkProblem struct {
	File   string `json:"file"`
	Game   int    `json:"game"` // from 1; 0: the file itself
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Ply    int    `json:"ply"` // from 1; 0: no move
	What   string `json:"what"`
}

// pdnCheck checks files.
type pdnCheck struct {
	cmd    *cobra.Command
	out    *bufio.Writer
	all    bool // the good games are reported, too
	quiet  bool // nothing is printed
	report checkReport
}

// run checks files. An error is one of the output, or an interruption.
func (c *pdnCheck) run(files []string) error {
	for _, name := range files {
		before := c.report
		encoding, err := readGames(c.cmd, name, func(g *pdn.Game) error { return c.game(name, g) })
		var broken writeError
		switch {
		case errors.As(err, &broken) || errors.Is(err, context.Canceled):
			return err
		case err != nil:
			what := strings.TrimPrefix(err.Error(), name+": ")
			c.report.Problems = append(c.report.Problems, checkProblem{File: name, What: what})
			err = c.printf("%s: %s\n", name, what)
		default:
			games := c.report.Games - before.Games
			err = c.printf("%s: %d %s, %d plies, %s: %d ok\n", name, games, plural("game", games),
				c.report.Plies-before.Plies, encoding, c.report.OK-before.OK)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// game checks a game.
func (c *pdnCheck) game(file string, g *pdn.Game) error {
	c.report.Games++
	plies := g.Plies()
	c.report.Plies += plies
	problems := g.Check()
	if len(problems) == 0 {
		c.report.OK++
		if c.all {
			return c.printf("%s:%d: game %d, %s: %d plies, ok\n", file, g.Line, g.Index, g.ResultText(), plies)
		}
		return nil
	}
	for _, p := range problems {
		place := fmt.Sprintf("%s:%d:%d: game %d", file, p.Line, p.Column, g.Index)
		if p.Ply > 0 {
			place += fmt.Sprintf(", ply %d", p.Ply)
		}
		if err := c.printf("%s: %s\n", place, p.What); err != nil {
			return err
		}
		c.report.Problems = append(c.report.Problems, checkProblem{file, g.Index, p.Line, p.Column, p.Ply, p.What})
	}
	return nil
}

// printf prints for people.
func (c *pdnCheck) printf(format string, args ...any) error {
	if c.quiet {
		return nil
	}
	if _, err := fmt.Fprintf(c.out, format, args...); err != nil {
		return writeError{err}
	}
	return nil
}

// verdict returns an error where anything was wrong.
func (c *pdnCheck) verdict() error {
	problems := len(c.report.Problems)
	if problems == 0 {
		return nil
	}
	return fmt.Errorf("%d %s, %d of %d %s ok", problems, plural("problem", problems),
		c.report.OK, c.report.Games, plural("game", c.report.Games))
}

// writeError is an error of the output, as opposed to one of an input, with which
// the next file can be tried.
type writeError struct{ error }

func (e writeError) Unwrap() error { return e.error }

// fileError returns an error with the name of an input.
func fileError(name string, err error) error {
	if name == "-" {
		name = "standard input"
	}
	return fmt.Errorf("%s: %w", name, err)
}
