package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"bolshak/bench/match"
	"bolshak/board"
	"bolshak/eval/endgame"
)

// matchFlags are the flags of the command match.
type matchFlags struct {
	engines             []string
	each                string
	tournament          string
	openings, order     string
	openingPlies        int
	skipCaptures        bool
	seed                uint64
	games, pairs        int
	concurrency         int
	sprt, resign, draw  string
	maxPlies            int
	tablePieces         int
	recover             bool
	pdn, journal, event string
	resume              bool
	log                 string
	json                bool
	web                 string
	reportEvery         int
	rules               board.Rules
}

// newMatchFlags returns the defaults.
func newMatchFlags() *matchFlags {
	return &matchFlags{
		tournament: match.RoundRobin.String(), openings: "moves", order: match.Random.String(), seed: 1,
		concurrency: 1, recover: true, reportEvery: 100,
	}
}

// maxGames is how many games a test may take that is not limited otherwise.
const maxGames = 1_000_000

// declare declares the flags.
func (f *matchFlags) declare(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&f.engines, "engine", nil, "`KEYS` of an engine, see above; twice or more")
	flags.StringVar(&f.each, "each", "", "`KEYS` for all engines")
	flags.StringVar(&f.tournament, "tournament", f.tournament, "with more than two engines: `roundrobin`, or gauntlet for the first against the others")
	intFlag(cmd, &f.games, "games", maxGames, "N", "games that every two engines play; otherwise every opening is played once as a pair, or --sprt decides")
	intFlag(cmd, &f.pairs, "pairs", maxGames/2, "N", "the same in pairs of games")
	flags.StringVar(&f.sprt, "sprt", "", "end when this `TEST` is decided: \"elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized\"; the model may be logistic")
	intFlag(cmd, &f.concurrency, "concurrency", maxThreads, "N", "games at a time")

	flags.StringVar(&f.openings, "openings", f.openings, "`TABLE` or file. Tables: moves, flying, basic150; start for none. Files, gzipped or not: a position a line, tab-separated with a FEN, or PDN")
	intFlag(cmd, &f.openingPlies, "opening-plies", math.MaxInt32, "N", "cut the games of a PDN file of openings off after N plies")
	flags.StringVar(&f.order, "order", f.order, "`ORDER` of the openings: sequential or random")
	flags.Uint64Var(&f.seed, "seed", f.seed, "`NUMBER` from which random order and jitter follow")
	flags.BoolVar(&f.skipCaptures, "skip-captures", false, "leave out openings that begin with a capture")

	flags.StringVar(&f.resign, "resign", "", "`RULE` \"score=4 moves=5\": lost when an engine says -4 men or worse at 5 moves in a row")
	flags.StringVar(&f.draw, "draw", "", "`RULE` \"score=0.05 moves=8 from=30\": drawn when both say no more than 0.05 men at 8 moves in a row, from move 30 on")
	intFlag(cmd, &f.tablePieces, "egdb", endgame.MaxPieces, "PIECES", "end games by the endgame tables of up to so many pieces; off by default")
	intFlag(cmd, &f.maxPlies, "max-plies", math.MaxInt32, "N", "drawn after so many plies behind the opening; without limit by default")
	flags.BoolVar(&f.recover, "recover", f.recover, "restart engines that crash or hang; =false ends the match then, with status 1")
	variantFlag(cmd, &f.rules)

	flags.StringVar(&f.pdn, "pdn", "", "write the games to this `FILE`")
	flags.StringVar(&f.event, "event", "", "[Event] of the games, a `TEXT`")
	flags.StringVar(&f.journal, "journal", "", "keep the games in this `FILE`, safe from any crash")
	flags.BoolVar(&f.resume, "resume", false, "go on with the match in the journal; begin it if there is none")
	flags.StringVar(&f.log, "log", "", "append all that goes between manager and engines to this `FILE`")
	intFlag(cmd, &f.reportEvery, "report-every", maxGames, "N", "where there is no terminal: print the score after every N games")
	flags.StringVar(&f.web, "web", "", "show the match in the browser, at this `ADDRESS` (--web=0.0.0.0:8064) or at "+defaultWebAddress)
	flags.Lookup("web").NoOptDefVal = defaultWebAddress
	jsonFlag(cmd, &f.json)
}

// options returns the match that the flags ask for.
func (f *matchFlags) options() (o match.Options, err error) {
	o = match.Options{
		Rules: f.rules, Seed: f.seed, Concurrency: f.concurrency, MaxPlies: f.maxPlies, NoRecover: !f.recover,
	}
	if o.Engines, err = match.ParseEngines(f.each, f.engines); err != nil {
		return o, err
	}
	if o.Tournament, err = match.ParseTournament(f.tournament); err != nil {
		return o, fmt.Errorf("--tournament: %w", err)
	}
	opening := match.OpeningOptions{Source: f.openings, Seed: f.seed, SkipCaptures: f.skipCaptures, Plies: f.openingPlies}
	if opening.Order, err = match.ParseOrder(f.order); err != nil {
		return o, fmt.Errorf("--order: %w", err)
	}
	if o.Openings, err = match.LoadOpenings(opening); err != nil {
		return o, err
	}
	if f.sprt != "" {
		test, err := match.ParseSPRT(f.sprt)
		if err != nil {
			return o, err
		}
		o.SPRT = &test
	}
	if f.resign != "" {
		if o.Resign, err = match.ParseResign(f.resign); err != nil {
			return o, err
		}
	}
	if f.draw != "" {
		if o.Draw, err = match.ParseDraw(f.draw); err != nil {
			return o, err
		}
	}
	if o.Rounds, err = f.rounds(o); err != nil {
		return o, err
	}
	if f.journal == "" && f.pdn != "" {
		f.journal = f.pdn + ".journal"
	}
	if f.resume && f.journal == "" {
		return o, errors.New("--resume: want --journal or --pdn as well, the match to go on with")
	}
	if err := f.checkFiles(); err != nil {
		return o, err
	}
	return o, o.Check()
}

// checkFiles returns an error where a file would serve two purposes: one would
// destroy what the other has written.
func (f *matchFlags) checkFiles() error {
	type file struct{ flag, name string }
	files := []file{{"--pdn", f.pdn}, {"--journal", f.journal}, {"--log", f.log}}
	if f.openings != "start" && !slices.Contains(match.Tables(), f.openings) {
		files = append([]file{{"--openings", f.openings}}, files...)
	}
	for i, a := range files {
		for _, b := range files[:i] {
			if sameFile(a.name, b.name) {
				return fmt.Errorf("%s: %q is the file of %s already, want another", a.flag, a.name, b.flag)
			}
		}
	}
	return nil
}

// sameFile reports whether two names, "" for none, are those of one file, be it
// there or not.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	first, err1 := filepath.Abs(a)
	second, err2 := filepath.Abs(b)
	if err1 == nil && err2 == nil && first == second {
		return true
	}
	info1, err1 := os.Stat(a)
	info2, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(info1, info2)
}

// rounds returns how many pairs every two engines play at most.
func (f *matchFlags) rounds(o match.Options) (int, error) {
	switch {
	case f.games > 0 && f.pairs > 0:
		return 0, errors.New("--pairs: want either --games or --pairs")
	case f.games%2 != 0:
		return 0, fmt.Errorf("--games: %d is odd, want pairs of games", f.games)
	case f.games > 0:
		return f.games / 2, nil
	case f.pairs > 0:
		return f.pairs, nil
	case o.SPRT != nil:
		return maxGames / 2, nil
	}
	return o.Openings.Len(), nil
}

// journalOptions returns the journal that goes with the match.
func (f *matchFlags) journalOptions(o match.Options) match.JournalOptions {
	return match.JournalOptions{
		Path: f.journal, Resume: f.resume, PDN: f.pdn, Event: f.event, Rules: f.rules, Settings: o.Settings(),
	}
}
