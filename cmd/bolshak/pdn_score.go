package main

import (
	"context"
	"io"
	"math"
	"strings"

	"bolshak/bench/tune"
	"bolshak/board"
	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/protocol/pdn/annotate"
	"bolshak/search"
)

// positionScorer scores positions for pdn annotate: by the endgame tables, else by a
// search.
type positionScorer struct {
	engines []*search.Engine // one for each worker
	limits  search.Limits
	tables  *endgame.Tables
}

// newScorer returns a scorer by the flags.
func (a *annotation) newScorer(complaints io.Writer) (*positionScorer, error) {
	s := &positionScorer{limits: search.Limits{Depth: a.depth, MoveTime: a.moveTime, Analyse: true}}
	for range a.threads {
		engine, err := search.New(search.Options{Threads: 1, TableLog2: tableLog2(a.hash)})
		if err != nil {
			return nil, err
		}
		s.engines = append(s.engines, engine)
	}
	s.tables = openTables("", endgame.Options{Fault: tellFault(complaints)})
	return s, nil
}

// close closes the tables.
func (s *positionScorer) close() { _ = s.tables.Close() }

// score implements annotate.Scorer. Every position is searched from an empty table, so
// that what is found does not depend on those before it.
func (s *positionScorer) score(ctx context.Context, worker int, game *board.Game) (annotate.Score, error) {
	p := game.Position()
	s.engines[worker].Clear()
	result, err := s.engines[worker].Search(ctx, game, s.limits, nil)
	if err != nil || len(result.Lines) == 0 {
		return annotate.Score{}, err
	}
	best := result.Lines[0]
	own := annotate.Score{Centimen: int(best.Score), Chance: expectedShare(p, best.Score), Line: hubLine(best.PV)}
	if plies, ok := best.Score.Plies(); ok {
		own.Win = plies
	}
	if known := lookUp(s.tables, game.Rules(), p); known != nil {
		applyTable(&own, known)
	}
	return forWhite(own, p.Side()), nil
}

// applyTable puts what the tables know, from the side to move's view, in the place of
// what a search found.
func applyTable(s *annotate.Score, known *tableReport) {
	won := 0
	switch known.Value {
	case endgame.Win.String():
		s.Table, s.Chance, won = board.WhiteWins.String(), 1, 1
	case endgame.Loss.String():
		s.Table, s.Chance, won = board.BlackWins.String(), 0, -1
	default:
		s.Table, s.Chance, s.Win, s.Centimen = board.Drawn.String(), 0.5, 0, 0
	}
	if won != 0 && known.Plies != nil {
		s.Win = won * *known.Plies
	}
}

// forWhite turns a score from the view of the side to move to White's.
func forWhite(s annotate.Score, side board.Colour) annotate.Score {
	if side == board.White {
		return s
	}
	s.Centimen, s.Win, s.Chance = -s.Centimen, -s.Win, math.Round((1-s.Chance)*1e4)/1e4
	switch s.Table {
	case board.WhiteWins.String():
		s.Table = board.BlackWins.String()
	case board.BlackWins.String():
		s.Table = board.WhiteWins.String()
	}
	return s
}

// expectedShare returns the share of the point that the side to move can expect at a
// score: the chance of a win and half of that of a draw.
func expectedShare(p board.Position, s eval.Score) float64 {
	switch {
	case s > eval.Max:
		return 1
	case s < -eval.Max:
		return 0
	}
	own, _ := eval.SidesOf(p)
	win, draw, _ := tune.Fitted.Of(s, own.Phase)
	return math.Round((win+draw/2)*1e4) / 1e4
}

// hubLine returns the moves of a line in Hub form.
func hubLine(pv []board.Move) string {
	texts := make([]string, len(pv))
	for i, m := range pv {
		texts[i] = m.String()
	}
	return strings.Join(texts, " ")
}
