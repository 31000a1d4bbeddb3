package search

import (
	"context"
	"math/rand/v2"
	"time"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

// levels holds the levels of play for people, from 1; bench/NOTEBOOK.md has the
// matches between neighbours by which they were set apart.
var levels = [...]level{
	{sight: 0.10, taste: 150},
	{sight: 0.29, taste: 125},
	{sight: 0.47, taste: 110},
	{sight: 0.59, taste: 100},
	{sight: 0.73, taste: 90},
	{sight: 0.85, taste: 80},
	{sight: 0.96, taste: 70},
	{sight: 1.3, taste: 60, lapse: 0.05},
	{sight: 1.65, taste: 50, lapse: 0.10},
	{sight: 2.1, taste: 45, lapse: 0.12},
	{sight: 2.75, taste: 40, lapse: 0.10},
	{sight: 3.4, taste: 33, lapse: 0.07},
	{sight: 4.2, taste: 28, lapse: 0.05},
	{sight: 5.15, taste: 24, lapse: 0.04},
	{sight: 5.8, taste: 20, lapse: 0.03},
	{sight: 6.6, taste: 15, lapse: 0.02},
	{sight: 7.4, taste: 10, lapse: 0.01},
	{sight: 8.4, taste: 8},
	{sight: 9.7, taste: 6},
	{sight: 11.3, taste: 5},
}

// MaxLevel is the strongest of the levels for people.
const MaxLevel = len(levels)

const (
	// levelTableLog2 is the size of the table of a search at a level: 1 MiB.
	levelTableLog2 = 16
	// levelCandidates is how many moves a player of a level chooses between who
	// looks ahead at all: the best that he sees.
	levelCandidates = 5
)

// level is how a player of some strength finds a move. He looks ahead a few
// plies and follows captures to their end, so what he overlooks are the quiet
// moves of a combination, as people do; only a beginner overlooks that the move
// he makes can be taken. Among the moves that he sees to be about as good he
// has his own taste.
type level struct {
	// sight is how many plies he looks ahead on average: 2.3 is two of them, and
	// three at every third or fourth move. At 0 he takes what he sees on the
	// board after his move for what it is, captures that are due included.
	sight float64
	// taste is by how many centimen he may hold a move for better or worse than
	// he has seen it to be.
	taste eval.Score
	// lapse is at what share of his moves he looks but one ply ahead.
	lapse float64
}

// searchAtLevel finds a move as a player of the level does who has the same
// position before him. Nothing is kept from one move to the next: the choice
// depends on the game, the level and the seed alone, as long as no limit of l
// ends it.
func (e *Engine) searchAtLevel(ctx context.Context, g *board.Game, l Limits, report func(Info)) (Result, error) {
	start := time.Now()
	player, err := e.levelPlayer()
	if err != nil {
		return Result{}, err
	}
	lv, chance := levels[e.options.Level-1], e.options.chance(g)

	var result Result
	if plies := lv.plies(chance); plies == 0 {
		result, err = player.glance(g, l)
	} else {
		if l.Depth == 0 || l.Depth > plies {
			l.Depth = plies
		}
		l.MultiPV = levelCandidates
		result, err = player.Search(ctx, g, l, nil)
	}
	if err != nil || len(result.Lines) == 0 {
		return result, err
	}

	chosen := lv.choose(result.Lines, chance)
	chosen.Line, chosen.Nodes, chosen.Time = 1, result.Nodes, time.Since(start)
	if report != nil {
		report(chosen)
	}
	result.Lines, result.Time = []Info{chosen}, chosen.Time
	result.Best, result.Ponder = chosen.PV[0], board.NoMove
	if len(chosen.PV) > 1 {
		result.Ponder = chosen.PV[1]
	}
	return result, nil
}

// levelPlayer returns the engine that searches for a player of the level: it
// has one thread and a small table, knows no endgame by heart and has learned
// nothing.
func (e *Engine) levelPlayer() (*Engine, error) {
	if e.player == nil {
		o := e.options
		o.Level, o.Threads, o.TableLog2, o.Tables = 0, 1, levelTableLog2, nil
		var err error
		if e.player, err = New(o); err != nil {
			return nil, err
		}
	}
	e.player.Clear()
	return e.player, nil
}

// chance returns the random numbers of a choice.
func (o Options) chance(g *board.Game) *rand.Rand {
	seed := o.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	return rand.New(rand.NewPCG(seed, uint64(g.Position().Key())+uint64(g.Plies())))
}

// plies returns how far the player looks ahead this time.
func (lv level) plies(chance *rand.Rand) int {
	plies := int(lv.sight)
	if chance.Float64() < lv.sight-float64(plies) {
		plies++
	}
	if chance.Float64() < lv.lapse {
		plies = min(plies, 1)
	}
	return plies
}

// choose returns the line that the player likes best. Of lines equally good, or
// lost, he takes the first that was found; a win that he sees he plays.
func (lv level) choose(lines []Info, chance *rand.Rand) Info {
	chosen, best := 0, -eval.Infinity
	for i, line := range lines {
		liking := line.Score
		if !isDecided(liking) {
			liking += lv.fancy(chance)
		}
		if liking > best {
			chosen, best = i, liking
		}
	}
	return lines[chosen]
}

// fancy returns by how much the player misjudges a move: within the bounds of
// his taste, and more often by little than by much.
func (lv level) fancy(chance *rand.Rand) eval.Score {
	return eval.Score(float64(lv.taste) * (chance.Float64() + chance.Float64() - 1))
}

// glance values every move by the board after it, without a look at what the
// opponent may do.
func (e *Engine) glance(g *board.Game, l Limits) (Result, error) {
	w := e.workers[0]
	w.rules = g.Rules()
	before := g.Position()
	var result Result
	for _, m := range l.choice(movegen.Append(nil, before)) {
		after := before.After(m)
		score := -w.evaluate(after)
		if !movegen.HasMove(after) {
			score = -w.stuck(1)
		}
		result.Lines = append(result.Lines, Info{Score: score, PV: []board.Move{m}})
	}
	if len(result.Lines) == 0 {
		return Result{}, ErrGameOver
	}
	result.Nodes = uint64(len(result.Lines))
	return result, nil
}
