package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bolshak/board"
	"bolshak/movegen"
)

// newMovesCommand returns the command moves.
func newMovesCommand() *cobra.Command {
	var fen string
	var batch bool
	list := moveLister{notation: movegen.Short}
	cmd := &cobra.Command{
		Use:   "moves",
		Short: "List the legal moves",
		Long: `Lists the legal moves of a position on one line, sorted by their bytes; the line
is empty where there is none. With --json a line is {"fen":...,"moves":[...]}.

Notations: short names start and end of a move (a3:g5) and gives the whole route
where that fits two moves; full names every landing, by every route there is; hub
is the protocol's form by numbers (22x15x18).

With --batch a position is read from every line of the standard input. Blank
lines are passed over, LF and CRLF both end a line. A line that is no position
is reported on standard error with its number and gives no line of output; the
others are carried out all the same, and the exit code is 1 at the end.`,
		Example: `  bolshak moves --fen "W:WKe1:Bc3,b6,d6,d4" --notation full
  bolshak moves --batch --json < positions.txt`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list.out = bufio.NewWriter(cmd.OutOrStdout())
			if batch {
				if cmd.Flags().Changed("fen") {
					return usage(cmd, "--fen and --batch, want one of them")
				}
				return list.readAll(cmd.InOrStdin(), cmd.ErrOrStderr())
			}
			p, err := parseFEN(fen)
			if err != nil {
				return err
			}
			return errors.Join(list.print(p), list.out.Flush())
		},
	}
	fenFlag(cmd, &fen)
	cmd.Flags().BoolVar(&batch, "batch", false, "read positions from standard input, one a line")
	cmd.Flags().Var(notationValue{&list.notation}, "notation", "hub, full or short")
	jsonFlag(cmd, &list.asJSON)
	return cmd
}

// moveLister prints the moves of positions.
type moveLister struct {
	out      *bufio.Writer
	notation movegen.Notation
	asJSON   bool
}

// movesReport is a position as --json prints it.
type movesReport struct {
	FEN   string   `json:"fen"`
	Moves []string `json:"moves"`
}

// print writes one position.
func (l *moveLister) print(p board.Position) error {
	texts := moveTexts(p, l.notation)
	if l.asJSON {
		return writeJSON(l.out, movesReport{p.FEN(), texts})
	}
	_, err := l.out.WriteString(strings.Join(texts, " ") + "\n")
	return err
}

// moveTexts returns the legal moves in a notation, sorted by bytes; in full,
// a move of several routes is there by each of them.
func moveTexts(p board.Position, n movegen.Notation) []string {
	texts := []string{}
	for _, m := range movegen.Append(nil, p) {
		if n == movegen.Full {
			texts = append(texts, movegen.Routes(p, m)...)
		} else {
			texts = append(texts, movegen.Format(p, m, n))
		}
	}
	slices.Sort(texts)
	return texts
}

// readAll prints the position on every line of in. What is no position goes to
// complaints.
func (l *moveLister) readAll(in io.Reader, complaints io.Writer) error {
	reader := bufio.NewReader(in)
	bad := 0
	for number := 1; ; number++ {
		line, readErr := reader.ReadString('\n')
		if number == 1 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		if line = strings.TrimSpace(line); line != "" {
			p, err := board.ParsePosition(line)
			if err == nil {
				err = l.print(p)
				if err != nil {
					return err
				}
			} else {
				bad++
				fmt.Fprintf(complaints, "bolshak: line %d: %v\n", number, err)
			}
		}
		// Whoever waits for an answer before the next line gets it.
		if readErr != nil || reader.Buffered() == 0 {
			if err := l.out.Flush(); err != nil {
				return err
			}
		}
		switch {
		case readErr == io.EOF && bad > 0:
			return fmt.Errorf("%d of the lines hold no position", bad)
		case readErr == io.EOF:
			return nil
		case readErr != nil:
			return fmt.Errorf("line %d: %w", number, readErr)
		}
	}
}
