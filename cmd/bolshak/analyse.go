package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/search"
)

// maxMultiPV is the largest number of lines that can be asked for.
const maxMultiPV = movegen.MaxMoves

// newAnalyseCommand returns the command analyse.
func newAnalyseCommand() *cobra.Command {
	var fen, moves string
	var rules board.Rules
	var depth, nodes, threads, hash int
	var moveTime time.Duration
	var asJSON bool
	lines := 1
	cmd := &cobra.Command{
		Use:     "analyse",
		Aliases: []string{"analyze"},
		Short:   "Search a position and say what is best",
		Long: `Searches a position deeper and deeper and prints what every finished depth has
found: depth in plies and, behind a stroke, that of the longest line looked at, score in men for the side to move (or the plies to a win
or a loss), positions searched, millions of them a second, seconds, and the line
expected. Without a limit it goes on until Ctrl-C, and then prints the best move.

A game that is over is not searched: it is told who has won, or why it is drawn.

With --json one object is printed, at the end. Its fen is the position that was
searched, after --moves. A line has its "score" in men or, where the end is seen,
"win" in plies, negative for a loss. A game that is over has no lines but an
"outcome" with "result" and "reason".`,
		Example: `  bolshak analyse --depth 15
  bolshak analyse --moves "c3-d4 d6-c5" --time 5s --multi-pv 3`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			game, err := playMoves(rules, fen, moves)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if o := movegen.Outcome(game); o.Result != board.Ongoing {
				if asJSON {
					return writeJSON(out, overReport(game, o))
				}
				_, err := fmt.Fprintln(out, describeOutcome(game, o))
				return err
			}

			engine, err := search.New(search.Options{Threads: threads, TableLog2: tableLog2(hash)})
			if err != nil {
				return err
			}
			view := newAnalysisView(out, game.Position(), lines)
			if asJSON {
				view.screen = nil
			}
			result, err := engine.Search(cmd.Context(), game, search.Limits{
				Depth: depth, Nodes: uint64(nodes), MoveTime: moveTime, MultiPV: lines, Analyse: true,
			}, view.report)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(out, searchReport(game, result))
			}
			return view.conclude(result.Best)
		},
	}
	fenFlag(cmd, &fen)
	cmd.Flags().StringVar(&moves, "moves", "", "`MOVES` to play from there first, parted by blanks")
	variantFlag(cmd, &rules)
	intFlag(cmd, &depth, "depth", search.MaxDepth, "PLIES", "how deep to search")
	cmd.Flags().Var(durationValue{&moveTime}, "time", "how long to search, such as 5s")
	intFlag(cmd, &nodes, "nodes", math.MaxInt, "N", "how many positions to search")
	intFlag(cmd, &lines, "multi-pv", maxMultiPV, "N", "find so many best moves")
	threadsFlag(cmd, &threads)
	searchHashFlag(cmd, &hash)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// playMoves returns the game that begins with fen and goes on with moves.
func playMoves(rules board.Rules, fen, moves string) (*board.Game, error) {
	p, err := parseFEN(fen)
	if err != nil {
		return nil, err
	}
	game := board.NewGame(rules, p)
	for i, text := range strings.Fields(moves) {
		m, err := movegen.Parse(game.Position(), text)
		if err != nil {
			return nil, fmt.Errorf("--moves, ply %d: %w", i+1, err)
		}
		game.Play(m)
	}
	return game, nil
}
