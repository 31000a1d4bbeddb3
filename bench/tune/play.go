package tune

import (
	"context"
	"math/rand/v2"

	"bolshak/board"
	"bolshak/eval/endgame"
	"bolshak/movegen"
	"bolshak/search"
)

// How games differ.
const (
	randomPlies = 6  // at most so many random plies behind the opening
	blunderOdds = 40 // one move in so many is drawn by lot later on, until the game is decided
)

// playerTableLog2 is the size of a player's table: it is cleared for every game.
const playerTableLog2 = 14

// player plays games against itself.
type player struct {
	engine *search.Engine
	starts []board.Position
	seed   uint64
	nodes  int
	moves  []board.Move // scratch
}

func newPlayer(starts []board.Position, s Settings) (*player, error) {
	tables, err := endgame.Embedded()
	if err != nil {
		return nil, err
	}
	engine, err := search.New(search.Options{TableLog2: playerTableLog2, Tables: tables})
	if err != nil {
		return nil, err
	}
	return &player{engine: engine, starts: starts, seed: s.Seed, nodes: s.Nodes}, nil
}

// play plays the game of the given number, from 0, to its end by the rules. Seed
// and number decide what is drawn by lot, so the game is the same whoever plays it
// and whenever. When ctx ends first the error is its cause.
func (p *player) play(ctx context.Context, number int) (Game, error) {
	lot := rand.New(rand.NewPCG(p.seed, uint64(number)))
	p.engine.Clear()
	g := board.NewGame(board.Russian, p.starts[lot.IntN(len(p.starts))])
	played := Game{Start: g.Start()}
	opening := lot.IntN(randomPlies + 1)
	decided := false
	for {
		if o := movegen.Outcome(g); o.Result != board.Ongoing {
			played.Result = o.Result
			return played, nil
		}
		// A blunder in a decided game would only spoil what came before it.
		ply := Ply{Random: g.Plies() < opening || !decided && lot.IntN(blunderOdds) == 0}
		if ply.Random {
			p.moves = movegen.Append(p.moves[:0], g.Position())
			ply.Move = p.moves[lot.IntN(len(p.moves))]
		} else {
			limits := search.Limits{Nodes: uint64(max(p.nodes/2+lot.IntN(p.nodes), 1))}
			r, err := p.engine.Search(ctx, g, limits, nil)
			switch {
			case ctx.Err() != nil:
				return Game{}, context.Cause(ctx)
			case err != nil:
				return Game{}, err
			}
			ply.Move = r.Best
			if len(r.Lines) > 0 {
				ply.Score = r.Lines[0].Score
			}
			decided = ply.beyond(Decided)
		}
		played.Plies = append(played.Plies, ply)
		g.Play(ply.Move)
	}
}
