package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bolshak/board"
	"bolshak/protocol/pdn"
)

// pdnForms are what games can be converted to.
var pdnForms = []string{"algebraic", "numeric", "fen", "json"}

// newPDNConvertCommand returns the command pdn convert.
func newPDNConvertCommand() *cobra.Command {
	c := pdnConvert{form: pdnForms[0]}
	var name string
	cmd := &cobra.Command{
		Use:   "convert FILE...",
		Short: "Write games in another form",
		Long: `Reads game files and writes their games in one form, to the standard output or to a
file:

  algebraic  PDN with the names of the squares, "c3-d4" and "b6:d4", in UTF-8
  numeric    PDN with their numbers, "22-18" and "9x18"
  fen        the positions of the games, without variations, one a line; with
             --last the last one of every game alone
  json       an object a line for every game, with "game", "line", "tags",
             "variant", "start", "result" and "moves", and with "comments" and
             "problems" where there are some; a move has "move", and "text" (as it
             stood), "nags", "lead" (comments before it), "comments", "clock"
             (seconds) and "variations" where there are some

Variations, comments and annotations are kept in all forms but fen. A game with
which something is wrong is written as far as it could be read and told of on
standard error; the exit code is 1 then.`,
		Example: `  bolshak pdn convert --to numeric games.pdn -o numeric.pdn
  bolshak pdn convert --to json games.pdn | jq .result`,
		Args: gameFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.last && c.form != "fen" {
				return usage(cmd, "--last wants --to fen")
			}
			return toFile(cmd, name, args, func(out io.Writer) error { return c.run(cmd, args, out) })
		},
	}
	cmd.Flags().Var(formValue{&c.form}, "to", "algebraic, numeric, fen or json")
	cmd.Flags().BoolVar(&c.last, "last", false, "with --to fen: the last position of every game alone")
	cmd.Flags().StringVarP(&name, "output", "o", "", "write to `FILE`")
	return cmd
}

// formValue implements pflag.Value.
type formValue struct{ value *string }

func (v formValue) Type() string   { return "FORM" }
func (v formValue) String() string { return *v.value }

func (v formValue) Set(text string) error {
	if !slices.Contains(pdnForms, text) {
		return fmt.Errorf("want one of %s", strings.Join(pdnForms, ", "))
	}
	*v.value = text
	return nil
}

var _ pflag.Value = formValue{}

// toFile calls write with the standard output, or with a file that appears under
// its name when it is whole. It must be none of the inputs.
func toFile(cmd *cobra.Command, name string, inputs []string, write func(io.Writer) error) error {
	if name == "" {
		out := bufio.NewWriter(cmd.OutOrStdout())
		return errors.Join(write(out), out.Flush())
	}
	if err := refuseInput(name, inputs); err != nil {
		return err
	}
	temporary := name + ".tmp"
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	failed := write(out)
	var told problemsTold // what was written is whole
	err = errors.Join(out.Flush(), f.Close())
	if err == nil && (failed == nil || errors.As(failed, &told)) {
		return errors.Join(failed, os.Rename(temporary, name))
	}
	return errors.Join(failed, err, os.Remove(temporary))
}

// refuseInput returns an error where a file that is to be written is one of those
// that are read, or no plain file.
func refuseInput(name string, inputs []string) error {
	info, err := os.Stat(name)
	if err != nil {
		return nil // a new one
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: want a plain file to write to", name)
	}
	for _, input := range inputs {
		if other, err := os.Stat(input); err == nil && os.SameFile(info, other) {
			return fmt.Errorf("%s: is read, want another name to write to", name)
		}
	}
	return nil
}

// problemsTold is the error that ends a command whose output is as good as the input
// allowed.
type problemsTold struct{ games int }

func (e problemsTold) Error() string {
	return fmt.Sprintf("%d %s could not be read in full", e.games, plural("game", e.games))
}

// pdnConvert converts games.
type pdnConvert struct {
	form string
	last bool
	bad  int // games with problems
	text []byte
}

// run converts the games of files.
func (c *pdnConvert) run(cmd *cobra.Command, files []string, out io.Writer) error {
	var unread error
	for _, name := range files {
		_, err := readGames(cmd, name, func(g *pdn.Game) error {
			for _, p := range g.Problems {
				fmt.Fprintf(cmd.ErrOrStderr(), "bolshak: %s: game %d, %v\n", name, g.Index, p)
			}
			if len(g.Problems) > 0 {
				c.bad++
			}
			if err := c.write(out, g); err != nil {
				return writeError{fileError(name, fmt.Errorf("game %d: %w", g.Index, err))}
			}
			return nil
		})
		var broken writeError
		if errors.As(err, &broken) || errors.Is(err, context.Canceled) {
			return err
		}
		unread = errors.Join(unread, err)
	}
	if unread == nil && c.bad > 0 {
		return problemsTold{c.bad}
	}
	return unread
}

// write writes a game.
func (c *pdnConvert) write(out io.Writer, g *pdn.Game) (err error) {
	c.text = c.text[:0]
	switch c.form {
	case "fen":
		c.text = c.appendFENs(c.text, g)
	case "json":
		return writeJSON(out, newGameReport(g))
	case "numeric":
		c.text, err = pdn.AppendNumeric(c.text, g)
	default:
		c.text, err = pdn.Append(c.text, g)
	}
	if err != nil {
		return err
	}
	_, err = out.Write(c.text)
	return err
}

// appendFENs appends the positions of a game, a line each.
func (c *pdnConvert) appendFENs(dst []byte, g *pdn.Game) []byte {
	add := func(p board.Position) { dst = append(append(dst, p.FEN()...), '\n') }
	p := g.Start
	for _, n := range g.Main() {
		if !c.last {
			add(p)
		}
		p = n.After()
	}
	add(p)
	return dst
}
