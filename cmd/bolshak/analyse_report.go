package main

import (
	"fmt"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
	"bolshak/search"
)

// analysisReport is an analysis as --json prints it.
type analysisReport struct {
	FEN     string         `json:"fen"`
	Depth   int            `json:"depth"`
	Nodes   uint64         `json:"nodes"`
	Seconds float64        `json:"seconds"`
	Best    string         `json:"best"`
	Lines   []analysisLine `json:"lines"`
	Outcome *outcomeReport `json:"outcome,omitempty"` // of a game that is over
	Table   *tableReport   `json:"table,omitempty"`
	Line    int            `json:"line,omitempty"` // of the batch
}

// analysisLine is one of the best lines: it has a score or a win.
type analysisLine struct {
	Score *float64 `json:"score,omitempty"` // men
	Win   *int     `json:"win,omitempty"`   // plies; negative: lost
	PV    []string `json:"pv"`
}

// outcomeReport is how a game ended.
type outcomeReport struct {
	Result string `json:"result"` // "1-0", "0-1", "1/2-1/2"
	Reason string `json:"reason"` // "no moves", "no pieces" or a draw's id
}

// searchReport returns what a search found.
func searchReport(g *board.Game, r search.Result) analysisReport {
	p := g.Position()
	report := analysisReport{FEN: p.FEN(), Best: movegen.Format(p, r.Best, movegen.Short),
		Nodes: r.Nodes, Seconds: r.Time.Seconds(), Lines: []analysisLine{}}
	for _, i := range r.Lines {
		report.Depth = i.Depth
		report.Lines = append(report.Lines, newAnalysisLine(p, i.Score, i.PV))
	}
	return report
}

func newAnalysisLine(p board.Position, s eval.Score, pv []board.Move) analysisLine {
	line := analysisLine{PV: formatLine(p, pv)}
	if plies, ok := s.Plies(); ok {
		line.Win = &plies
	} else {
		men := float64(s) / 100
		line.Score = &men
	}
	return line
}

// overReport returns that there is nothing to search.
func overReport(g *board.Game, o board.Outcome) analysisReport {
	return analysisReport{
		FEN:     g.Position().FEN(),
		Lines:   []analysisLine{},
		Outcome: &outcomeReport{o.Result.String(), o.Reason},
	}
}

// formatLine writes the moves of a line that begins in p.
func formatLine(p board.Position, pv []board.Move) []string {
	texts := make([]string, len(pv))
	for i, m := range pv {
		texts[i] = movegen.Format(p, m, movegen.Short)
		p = p.After(m)
	}
	return texts
}

// whyDrawn explains the draws.
var whyDrawn = map[board.Draw]string{
	board.Repetition: "the position stands for the third time",
	board.KingsOnly:  "15 moves each with kings only and no capture",
	board.Balance:    "the balance of men and kings has stood too long",
	board.ThreeKings: "15 moves of three or more kings did not take the lone king",
	board.OnMainRoad: "the lone king has held the main road for 5 moves against three pieces",
}

// describeOutcome says how a game ended.
func describeOutcome(g *board.Game, o board.Outcome) string {
	if winner, ok := o.Result.Winner(); ok {
		return fmt.Sprintf("%v wins, %v: %v, to move, has %s", winner, o.Result, g.Position().Side(), o.Reason)
	}
	return fmt.Sprintf("drawn, %v: %s (%s)", o.Result, whyDrawn[board.Draw(o.Reason)], o.Reason)
}
