package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bolshak/board"
	"bolshak/eval/endgame"
	"bolshak/movegen"
	"bolshak/search"
)

// maxMultiPV is the largest number of lines that can be asked for.
const maxMultiPV = movegen.MaxMoves

// analysis is what the flags of analyse say.
type analysis struct {
	source      gameSource
	searchMoves string
	depth       int
	nodes       int
	moveTime    time.Duration
	lines       int
	threads     int
	hash        int
	tableCache  int
	asJSON      bool
	batch       bool
}

// newAnalyseCommand returns the command analyse.
func newAnalyseCommand() *cobra.Command {
	a := analysis{lines: 1}
	cmd := &cobra.Command{
		Use:     "analyse [FILE]",
		Aliases: []string{"analyze"},
		Short:   "Search a position and say what is best",
		Long: `Searches a position deeper and deeper and prints what every finished depth has
found: depth in plies and, behind a stroke, that of the longest line looked at,
score in men for the side to move, positions searched, millions of them a second,
seconds, and the line expected. Where the end is in sight the score says in how
many of its own moves the side to move wins or loses. Without a limit the search
goes on until Ctrl-C, and then prints the best move; on a terminal the rows of the
last depth are drawn anew in the meantime.

The position is given by --fen, or FILE is a PDN file: the game of the number
--game, after --ply moves counted one by one, at its end by default. Moves played
before a position count for repetition and draws. Where the endgame tables know
the position, their verdict is told first.

A game that is over is not searched: it is told who has won, or why it is drawn.

With --json one object is printed, at the end. Its fen is the position that was
searched, after --moves. A line has its "score" in men or, where the end is seen,
"win" in plies, negative for a loss. A game that is over has no lines but an
"outcome" with "result" and "reason". A position of the tables has a "table" with
"value" (win, draw or loss) and, where known, "plies" to the end.

With --batch FILE, or standard input without one, holds a position a line; blank
lines and those that begin with # are passed over. An object as above is printed
for each, in the order of the lines, with the number of the "line"; a line that
is no position has "error" besides and nothing else, the others are carried out
all the same, and the exit code is 1 at the end. So many positions as there are
--threads are searched at a time, each by one thread; what is found depends on
neither the order of the lines nor the number of threads, unless by --time.`,
		Example: `  bolshak analyse --depth 15
  bolshak analyse --moves "c3-d4 d6-c5" --time 5s --multi-pv 3
  bolshak analyse --search-moves "c3-d4 g3-f4" --depth 12
  bolshak analyse games.pdn --game 3 --ply 21
  bolshak analyse --batch positions.txt --depth 10 --threads 2 > analyses.jsonl`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.batch {
				return a.searchBatch(cmd, args)
			}
			game, err := a.source.game(cmd, args)
			if err != nil {
				return err
			}
			return a.search(cmd, game)
		},
	}
	a.source.flags(cmd)
	variantFlag(cmd, &a.source.rules)
	intFlag(cmd, &a.depth, "depth", search.MaxDepth, "PLIES", "how deep to search")
	cmd.Flags().Var(durationValue{&a.moveTime}, "time", "how long to search, such as 5s")
	intFlag(cmd, &a.nodes, "nodes", math.MaxInt, "N", "how many positions to search")
	intFlag(cmd, &a.lines, "multi-pv", maxMultiPV, "N", "find so many best moves")
	cmd.Flags().StringVar(&a.searchMoves, "search-moves", "", "choose among these `MOVES` only, parted by blanks")
	cmd.Flags().BoolVar(&a.batch, "batch", false, "read positions, one a line, and print JSON lines")
	threadsFlag(cmd, &a.threads)
	tableCacheFlag(cmd, &a.tableCache)
	searchHashFlag(cmd, &a.hash)
	jsonFlag(cmd, &a.asJSON)
	return cmd
}

// limits returns the limits of the search.
func (a *analysis) limits() search.Limits {
	return search.Limits{
		Depth: a.depth, Nodes: uint64(a.nodes), MoveTime: a.moveTime, MultiPV: a.lines, Analyse: true,
	}
}

// search analyses the present position of a game.
func (a *analysis) search(cmd *cobra.Command, game *board.Game) error {
	out := cmd.OutOrStdout()
	limits := a.limits()
	var err error
	if limits.SearchMoves, err = parseSearchMoves(game.Position(), a.searchMoves); err != nil {
		return err
	}
	if o := movegen.Outcome(game); o.Result != board.Ongoing {
		return a.tellOutcome(out, game, o)
	}
	p := game.Position()
	tables := openTables("", endgame.Options{CacheMiB: a.tableCache, Fault: tellFault(cmd.ErrOrStderr())})
	defer tables.Close()
	verdict := lookUp(tables, game.Rules(), p)
	engine, err := search.New(search.Options{Threads: a.threads, TableLog2: tableLog2(a.hash), Tables: tables})
	if err != nil {
		return err
	}
	view := newAnalysisView(out, p, limits)
	switch {
	case a.asJSON:
		view.screen = nil
	case verdict != nil:
		if err := view.screen.keep(verdict.describe(p.Side())); err != nil {
			return err
		}
	}
	result, err := engine.Search(cmd.Context(), game, limits, view.report)
	if err != nil {
		return err
	}
	if a.asJSON {
		report := searchReport(game, result)
		report.Table = verdict
		return writeJSON(out, report)
	}
	return view.conclude(result)
}

// tellOutcome says how a game ended that is over.
func (a *analysis) tellOutcome(out io.Writer, game *board.Game, o board.Outcome) error {
	if a.asJSON {
		return writeJSON(out, overReport(game, o))
	}
	_, err := fmt.Fprintln(out, describeOutcome(game, o))
	return err
}

// parseSearchMoves reads the value of --search-moves.
func parseSearchMoves(p board.Position, text string) (moves []board.Move, err error) {
	for i, word := range strings.Fields(text) {
		m, err := movegen.Parse(p, word)
		if err != nil {
			return nil, fmt.Errorf("--search-moves, move %d: %w", i+1, err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}
