// Package bench measures the search on fixed positions: how many nodes it needs
// and how fast it is.
package bench

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"bolshak/board"
	"bolshak/search"
)

// DefaultDepth is the depth to which positions are searched where none is
// asked for, in plies: some seconds on one thread.
const DefaultDepth = 15

// AblateDepth is DefaultDepth for an ablation, which is many runs, some of them
// without what makes the search fast.
const AblateDepth = 12

//go:embed positions.txt
var positionsText string

// Positions returns the positions that are searched, in their order: openings,
// middle games and endings of real play (see positions.txt).
func Positions() ([]board.Position, error) { return parsePositions(positionsText) }

// parsePositions reads a FEN a line. What follows a # is a comment. Errors name
// the line.
func parsePositions(text string) ([]board.Position, error) {
	var positions []board.Position
	for i, line := range strings.Split(text, "\n") {
		fen, _, _ := strings.Cut(line, "#")
		if fen = strings.TrimSpace(fen); fen == "" {
			continue
		}
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nil, fmt.Errorf("bench positions, line %d: %w", i+1, err)
		}
		positions = append(positions, p)
	}
	return positions, nil
}

// Result is what a run measured.
type Result struct {
	// Nodes is the sum over all positions. With one thread it is the same on
	// every run and every machine: the signature of the search.
	Nodes     uint64
	Time      time.Duration // of the searches alone
	Positions int
}

// NodesPerSecond returns the speed; 0 where no time has passed.
func (r Result) NodesPerSecond() float64 {
	if r.Time <= 0 {
		return 0
	}
	return float64(r.Nodes) / r.Time.Seconds()
}

// Run searches every position to the given depth, each as if it were the
// engine's first. When ctx ends before that, the error is its cause.
func Run(ctx context.Context, e *search.Engine, depth int) (Result, error) {
	positions, err := Positions()
	if err != nil {
		return Result{}, err
	}
	result := Result{Positions: len(positions)}
	for _, p := range positions {
		e.Clear()
		var last search.Info
		began := time.Now()
		_, err := e.Search(ctx, board.NewGame(board.Russian, p), search.Limits{Depth: depth},
			func(i search.Info) { last = i })
		result.Time += time.Since(began)
		switch {
		case err != nil:
			return Result{}, fmt.Errorf("bench position %s: %w", p.FEN(), err)
		case ctx.Err() != nil:
			return Result{}, context.Cause(ctx)
		}
		result.Nodes += last.Nodes
	}
	return result, nil
}
