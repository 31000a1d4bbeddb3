package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"bolshak/bench/match"
	"bolshak/bench/tune"
	"bolshak/board"
)

// gamesReport is what is in a file of games, as --json prints it.
type gamesReport struct {
	File      string  `json:"file"`
	Games     int     `json:"games"`
	Positions int     `json:"positions"`
	New       int     `json:"new"`     // of the positions, those of this run
	Seconds   float64 `json:"seconds"` // of this run
}

// tuneGames is the command tune games.
type tuneGames struct {
	out              string
	games, positions int
	nodes, threads   int
	seed             uint64
	resume, json     bool
}

// newTuneGamesCommand returns the command tune games.
func newTuneGamesCommand() *cobra.Command {
	t := tuneGames{nodes: 1200, seed: 1}
	cmd := &cobra.Command{
		Use:   "games --out FILE.gz",
		Short: "Play training games",
		Long: `Plays games of the engine against itself until there are --positions or --games, or
until Ctrl-C. They begin in the official opening tables with up to 6 random plies
behind; later on one move in 40 is random. A move is searched for from half to one and
a half times --nodes. Games end by the rules of draughts and nothing else; the endgame
tables in the program are asked, so that endings of up to four pieces have the result
that they deserve.

The games depend on --seed and --nodes alone, not on --threads, and are written in
their order. After an interruption the same command with --resume goes on, and the
file is the same in the end; with higher --games or --positions a file becomes longer.
A file that another version of the program began is refused.

THE FILE is text under gzip. Line 1 holds the settings. Every line behind it is a
game: the result, the position in which it began in Hub form, and the moves in Hub
form. Behind a move stands = and the score of the search in centimen for the side that
moved (above 29000 a win in 30000 less the score plies), or ? where it was random.

A position counts, and "tune fit" learns from it, if it stands behind the last random
move, the side to move cannot capture, and the score is at most 8 men.`,
		Example: `  bolshak tune games --out games.gz --positions 1000000 --threads 2`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return t.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&t.out, "out", "", "the `FILE` of the games")
	intFlag(cmd, &t.positions, "positions", math.MaxInt32, "N", "how many labelled positions there shall be")
	intFlag(cmd, &t.games, "games", math.MaxInt32, "N", "how many games there shall be")
	intFlag(cmd, &t.nodes, "nodes", math.MaxInt32, "N", "positions to search for a move, on average")
	flags.Uint64Var(&t.seed, "seed", t.seed, "`NUMBER` from which all that is random follows")
	flags.BoolVar(&t.resume, "resume", false, "go on with the file; begin it if there is none")
	threadsFlag(cmd, &t.threads)
	jsonFlag(cmd, &t.json)
	return cmd
}

// run plays the games.
func (t *tuneGames) run(cmd *cobra.Command) (err error) {
	if t.out == "" {
		return usage(cmd, "no --out, want the file of the games")
	}
	starts, err := openingPositions()
	if err != nil {
		return err
	}
	settings := tune.NewSettings(t.seed, t.nodes, starts)
	open := tune.Create
	if t.resume {
		open = tune.Resume
	}
	file, err := open(t.out, settings)
	if err != nil {
		return err
	}
	report := gamesReport{File: t.out, New: -file.Positions()}
	began := time.Now()
	progress := t.progress(cmd, began, file.Positions())
	err = tune.Generate(cmd.Context(), file, tune.GenerateOptions{
		Starts: starts, Settings: settings, Threads: t.threads, Games: t.games, Positions: t.positions, Progress: progress.gameOver,
	})
	report.Games, report.Positions, report.Seconds = file.Games(), file.Positions(), time.Since(began).Seconds()
	report.New += file.Positions()
	if err = errors.Join(err, file.Close()); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w", t.out, err)
	}
	if t.json {
		return firstError(writeJSON(cmd.OutOrStdout(), report), err)
	}
	line := fmt.Sprintf("%s: %d games, %d positions; %d new ones in %.1f s (%.0f/s)",
		report.File, report.Games, report.Positions, report.New, report.Seconds, float64(report.New)/max(report.Seconds, 1e-9))
	if err != nil {
		line += "; go on with --resume"
	}
	return firstError(progress.screen.draw([]string{line}), err)
}

// openingPositions returns where games begin: the last positions of all openings
// of the tables.
func openingPositions() ([]board.Position, error) {
	var starts []board.Position
	for _, table := range match.Tables() {
		openings, err := match.LoadOpenings(match.OpeningOptions{Source: table})
		if err != nil {
			return nil, err
		}
		for i := range openings.Len() {
			starts = append(starts, openings.At(i).Game(board.Russian).Position())
		}
	}
	return starts, nil
}

// gamesProgress shows on a terminal how far the games are.
type gamesProgress struct {
	screen    *screen
	began     time.Time
	shown     time.Time
	positions int // when it began
	target    tuneGames
}

func (t *tuneGames) progress(cmd *cobra.Command, began time.Time, positions int) *gamesProgress {
	out := cmd.OutOrStdout()
	if t.json {
		out = cmd.ErrOrStderr()
	}
	return &gamesProgress{newScreen(out), began, began, positions, *t}
}

// gameOver shows a row, twice a second at most.
func (p *gamesProgress) gameOver(games, positions int) {
	if p.screen.width == nil || time.Since(p.shown) < time.Second/2 {
		return
	}
	p.shown = time.Now()
	row := fmt.Sprintf("%d games, %d positions, %.0f/s", games, positions,
		float64(positions-p.positions)/time.Since(p.began).Seconds())
	switch {
	case p.target.positions > 0:
		row += fmt.Sprintf(", %.1f %%", 100*float64(positions)/float64(p.target.positions))
	case p.target.games > 0:
		row += fmt.Sprintf(", %.1f %%", 100*float64(games)/float64(p.target.games))
	}
	_ = p.screen.draw([]string{row}) // a terminal that takes no text shows none
}
