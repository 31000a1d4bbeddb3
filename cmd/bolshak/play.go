package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bolshak/bench/match"
	"bolshak/board"
	"bolshak/search"
)

// defaultPlayLevel is the level of the opponent: one that a beginner loses to
// and a club player beats.
const defaultPlayLevel = 8

// playFlags is what the flags of play say.
type playFlags struct {
	source   gameSource
	opening  string // a table of openings; empty for none
	colour   string
	level    int
	clock    playTime
	moveTime time.Duration
	threads  int
	seed     uint64
	pdn      string
	lang     string
	unicode  bool
}

// newPlayCommand returns the command play.
func newPlayCommand() *cobra.Command {
	f := playFlags{level: defaultPlayLevel, moveTime: time.Second}
	cmd := &cobra.Command{
		Use:   "play [FILE]",
		Short: "Play a game in the terminal",
		Long: `Plays against you in the terminal. Type a move in any notation (c3-d4, cd4, 22-18,
b4:d6), or a word: hint, undo, draw, resign, moves, board, save FILE and more; "help"
lists them. The end of the input ends it, so that games can be played by a script.

The level is from 1, for who has just learned how the men move, to ` + strconv.Itoa(search.MaxLevel) + `; "full" is
all there is. --time "5+3" gives each side 5 minutes and 3 seconds for every move.

The game begins in the position of --fen, with an opening drawn by lot from the
official tables (--opening), or goes on where that of a PDN file, FILE --game N,
has come to. With --pdn it is written to a file when it is over or left, behind
what the file holds already.

Messages are in English or Russian: --lang, or else LC_ALL, LC_MESSAGES and LANG.`,
		Example: `  bolshak play
  bolshak play --colour black --level 12 --time 5+3 --opening
  bolshak play --variant losing --lang ru --pdn games.pdn
  bolshak play games.pdn --game 3`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.source.flags(cmd)
	variantFlag(cmd, &f.source.rules)
	flags := cmd.Flags()
	flags.StringVar(&f.opening, "opening", "", "begin with an opening drawn by lot, from --opening=`TABLE`: "+strings.Join(match.Tables(), ", "))
	flags.Lookup("opening").NoOptDefVal = "moves"
	flags.StringVar(&f.colour, "colour", "", "your `COLOUR`: white, black or random; that of the side to move by default")
	flags.Var(levelValue{&f.level}, "level", "the opponent's strength, 1 to "+strconv.Itoa(search.MaxLevel)+", or full")
	flags.Var(&f.clock, "time", "a clock: minutes for the game and, behind a plus, seconds for every move")
	flags.Var(durationValue{&f.moveTime}, "move-time", "how long the opponent thinks where there is neither level nor clock")
	threadsFlag(cmd, &f.threads)
	flags.Uint64Var(&f.seed, "seed", 0, "`NUMBER` from which all that is random follows; without it no two games are the same")
	flags.StringVar(&f.pdn, "pdn", "", "write the games to this `FILE`")
	flags.StringVar(&f.lang, "lang", "", "`LANGUAGE` of the messages: en or ru")
	flags.BoolVar(&f.unicode, "unicode", false, "draughts pieces instead of letters; by default where the terminal has them")
	return cmd
}

// run plays.
func (f *playFlags) run(cmd *cobra.Command, args []string) error {
	say, err := playLanguage(f.lang, os.Getenv)
	if err != nil {
		return usage(cmd, "%w", err)
	}
	if !cmd.Flags().Changed("unicode") {
		f.unicode = isTerminal(cmd.OutOrStdout()) && speaksUTF8(os.Getenv)
	}
	if f.seed == 0 {
		f.seed = rand.Uint64N(math.MaxUint64) + 1
	}
	begin, err := f.beginning(cmd, args)
	if err != nil {
		return err
	}
	s := &playSession{
		out:      &playOutput{w: cmd.OutOrStdout()},
		prompts:  isTerminal(cmd.InOrStdin()),
		say:      say,
		unicode:  f.unicode,
		begin:    begin,
		load:     f.loader(cmd),
		clock:    playClock{time: f.clock, now: time.Now},
		moveTime: f.moveTime,
		seed:     f.seed,
		file:     gameFile{auto: f.pdn},
	}
	if s.colour, err = parsePlayColour(f.colour); err != nil {
		return usage(cmd, "--colour: %w", err)
	}
	if s.opponent, err = newOpponent(f.level, f.threads, f.seed); err != nil {
		return err
	}

	in := newPlayInput(cmd.InOrStdin())
	defer in.close()
	err = s.run(cmd.Context(), in)
	if errors.Is(err, context.Canceled) { // Ctrl-C is a way to leave like any other
		err = nil
	}
	return errors.Join(err, s.leave())
}

// beginning returns what gives the first game and, after it, those of the
// command new: they have no file and another opening.
func (f *playFlags) beginning(cmd *cobra.Command, args []string) (func(first bool) (*board.Game, error), error) {
	if f.opening == "" {
		game, err := f.source.game(cmd, args)
		if err != nil {
			return nil, err
		}
		return func(first bool) (*board.Game, error) {
			if first {
				return game, nil
			}
			return board.NewGame(game.Rules(), game.Start()), nil
		}, nil
	}
	if len(args) > 0 && slices.Contains(match.Tables(), args[0]) {
		return nil, usage(cmd, "%q: want the table behind a =, as in --opening=%s", args[0], args[0])
	}
	if len(args) > 0 || cmd.Flags().Changed("fen") || cmd.Flags().Changed("moves") {
		return nil, usage(cmd, "--opening stands for a position already, want neither a file, --fen nor --moves")
	}
	openings, err := loadTable(f.opening, f.seed)
	if err != nil {
		return nil, usage(cmd, "--opening: %w", err)
	}
	next := 0
	return func(bool) (*board.Game, error) {
		next++
		return openings.At(next - 1).Game(f.source.rules), nil
	}, nil
}

// loadTable returns the openings of a table in an order by lot.
func loadTable(name string, seed uint64) (*match.Openings, error) {
	if slices.Contains(match.Tables(), name) {
		return match.LoadOpenings(match.OpeningOptions{Source: name, Order: match.Random, Seed: seed})
	}
	return nil, fmt.Errorf("%q: want one of %s", name, strings.Join(match.Tables(), ", "))
}

// loader returns what reads a game from a file, for the command load.
func (f *playFlags) loader(cmd *cobra.Command) func(name string, number int) (*board.Game, error) {
	return func(name string, number int) (*board.Game, error) {
		source := gameSource{rules: f.source.rules, number: number, ply: atTheEnd}
		return source.fromFile(cmd, name)
	}
}

// speaksUTF8 reports whether the environment says that the terminal shows UTF-8.
func speaksUTF8(getenv func(string) string) bool {
	locale := strings.ToLower(locale(getenv))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// locale returns the language and encoding that POSIX programs speak.
func locale(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			return value
		}
	}
	return ""
}
