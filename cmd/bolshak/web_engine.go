package main

import (
	"os"
	"slices"
	"time"

	"bolshak/bench/match"
	"bolshak/board"
	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/protocol/hub"
	"bolshak/protocol/web"
)

// webTableLog2 is the tt-size of our own engine behind a board: 64 MiB.
const webTableLog2 = "22"

// engineGrace is how long an engine may take to end once it was told to.
const engineGrace = 2 * time.Second

// webEngine returns the engine that the flags ask for, our own by default: this
// program once more, so that a fault of the search does not end the server.
func (f *webFlags) webEngine() (*web.EngineOptions, error) {
	spec := match.EngineSpec{Builtin: true}
	if f.engine != "" {
		var err error
		if spec, err = match.ParseProgram(f.engine); err != nil {
			return nil, err
		}
	}
	if spec.Builtin {
		own, err := os.Executable()
		if err != nil {
			return nil, err
		}
		spec.Cmd = []string{own, "hub"}
		if !slices.ContainsFunc(spec.Params, func(p match.Param) bool { return p.Name == "tt-size" }) {
			spec.Params = append(spec.Params, match.Param{Name: "tt-size", Value: webTableLog2})
		}
	}
	o := &web.EngineOptions{Numbering: spec.Numbering, Share: webShare, Start: func() (web.Process, error) {
		p, err := match.StartProgram(spec)
		if err != nil {
			return web.Process{}, err
		}
		return web.Process{Output: p.Output, Input: p.Input, Wait: func() { p.Close(engineGrace) }}, nil
	}}
	for _, p := range spec.Params {
		o.Params = append(o.Params, web.Param(p))
	}
	return o, nil
}

// webShare returns the share of the point that the side to move can expect at a score,
// as pdn annotate has it.
func webShare(p board.Position, s hub.Score) float64 {
	switch {
	case s.Win > 0:
		return 1
	case s.Win < 0:
		return 0
	}
	return expectedShare(p, eval.Score(s.Centimen))
}

// webTerms returns an evaluation for the board.
func webTerms(p board.Position) web.Terms {
	r := newEvalReport(p)
	t := web.Terms{Score: r.Score, Phase: r.Phase, WDL: r.WDL}
	for _, line := range r.Terms {
		t.Terms = append(t.Terms, web.Term{Name: line.Name, White: line.White, Black: line.Black, Score: line.Score})
	}
	return t
}

// webVerdict returns what the tables say of a position.
func webVerdict(t *endgame.Tables) func(board.Position, board.Rules) (web.Verdict, bool) {
	return func(p board.Position, r board.Rules) (v web.Verdict, ok bool) {
		if r.Name != board.Russian.Name {
			return v, false // they know no other game
		}
		value, ok := t.Probe(p)
		switch value {
		case endgame.Win:
			v.Value = 1
		case endgame.Loss:
			v.Value = -1
		case endgame.Unknown:
			return v, false
		}
		v.Plies, _ = t.Distance(p)
		return v, ok
	}
}

// webOpenings returns the official tables of openings.
func webOpenings() ([]web.OpeningTable, error) {
	var tables []web.OpeningTable
	for _, name := range match.Tables() {
		openings, err := match.LoadOpenings(match.OpeningOptions{Source: name})
		if err != nil {
			return nil, err
		}
		t := web.OpeningTable{Name: name}
		for i := range openings.Len() {
			o := openings.At(i)
			t.Openings = append(t.Openings, web.Opening{Name: o.ID, Start: o.Start, Moves: o.Moves})
		}
		tables = append(tables, t)
	}
	return tables, nil
}
