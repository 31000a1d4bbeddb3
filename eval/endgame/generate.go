package endgame

import (
	"context"
	"fmt"
	"sync/atomic"

	"bolshak/board"
)

// generator finds the outcomes of a class and of its mirror by retrograde
// analysis. First every position is looked at by itself: one with a capture
// pending has the best value of what its captures lead to, and any other knows
// what its promotions lead to and how many quiet moves it has inside the two
// classes. Then outcomes are carried backwards, those that end after L plies at
// step L, over the quiet moves that lead to them: a lost position makes won ones
// of all before it, and a won one makes a lost one of a position before it that
// has no other move left. What is never reached is a draw.
type generator struct {
	known     *values  // finished classes
	side      [2]*pool // of the class and of its mirror; one and the same where they are equal
	distances bool     // whether the distances of finished classes count
	threads   int
	looked    func(positions int) // is told of positions looked at; several at a time
	top       atomic.Uint32       // the highest outcome given so far
}

// pool is the state of one class while it is generated.
type pool struct {
	index  *index
	states []uint32 // two positions a word
	before *pool    // of the class from which quiet moves lead here
}

// newGenerator returns a generator of a class and of its mirror. known must hold
// the classes to which captures and promotions lead. With distances the plies
// to the end of the game are found, and known must have them; without, outcomes
// have the least distance of their value.
func newGenerator(c Class, known *values, distances bool, threads int) *generator {
	g := &generator{known: known, distances: distances, threads: threads, looked: func(int) {}}
	g.side[0] = newPool(c)
	g.side[1] = g.side[0]
	if m := c.Mirror(); m != c {
		g.side[1] = newPool(m)
	}
	g.side[0].before, g.side[1].before = g.side[1], g.side[0]
	return g
}

// run returns the outcomes of the class and of its mirror.
func (g *generator) run(ctx context.Context) ([2]*classValues, error) {
	if err := g.each(ctx, g.look); err != nil {
		return [2]*classValues{}, err
	}
	for level := outcome(1); uint32(level) <= g.top.Load(); level++ {
		if level > longest {
			return [2]*classValues{}, fmt.Errorf("class %v: a game of more than %d plies, the most that is kept", g.side[0].index.class, longest.plies())
		}
		err := g.each(ctx, func(p *pool, lo, hi int) { g.carry(p, level, lo, hi) })
		if err != nil {
			return [2]*classValues{}, err
		}
	}
	return g.finish(ctx)
}

func newPool(c Class) *pool {
	ix := newIndex(c)
	return &pool{index: ix, states: make([]uint32, (ix.size+1)/2)}
}

// each runs f on chunks of both classes, several at a time.
func (g *generator) each(ctx context.Context, f func(p *pool, lo, hi int)) error {
	pools := g.side[:]
	if g.side[0] == g.side[1] {
		pools = pools[:1]
	}
	for _, p := range pools {
		if err := inChunks(ctx, p.index.size, g.threads, func(lo, hi int) { f(p, lo, hi) }); err != nil {
			return err
		}
	}
	return nil
}

// look sets the first state of positions.
func (g *generator) look(p *pool, lo, hi int) {
	var moves moveList
	pl := p.index.unrank(lo)
	var top outcome
	for i := lo; i < hi; i++ {
		pos := pl.position()
		s := g.firstState(pos, moves.of(pos))
		p.states[i/2] |= uint32(s) << (i % 2 * stateBits)
		top = max(top, s.outcome())
		p.index.next(&pl)
	}
	g.raise(top)
	g.looked(hi - lo)
}

// firstState returns what the moves of a position say of it that leave its
// class.
func (g *generator) firstState(p board.Position, moves []board.Move) state {
	var left choice
	quiet := 0
	for _, m := range moves {
		if !m.Converts() {
			quiet++
			continue
		}
		o := g.known.after(p, m)
		if !g.distances {
			o = o.short()
		}
		left.add(o)
	}
	switch o := left.best(); {
	case quiet == 0:
		return newState(o, 0)
	case left.draws:
		return newState(o, quiet+holds)
	case left.loss != 0 || left.win != 0:
		return newState(o, quiet)
	}
	return newState(0, quiet)
}

// raise notes that outcomes up to o have been given.
func (g *generator) raise(o outcome) {
	for {
		have := g.top.Load()
		if uint32(o) <= have || g.top.CompareAndSwap(have, uint32(o)) {
			return
		}
	}
}

// finish returns the outcomes that the states stand for.
func (g *generator) finish(ctx context.Context) (result [2]*classValues, err error) {
	for i, p := range g.side {
		if i == 1 && p == g.side[0] {
			result[1] = result[0]
			break
		}
		v := &classValues{index: p.index, outcomes: make([]outcome, p.index.size)}
		err = inChunks(ctx, p.index.size, g.threads, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				o := state(p.states[i/2] >> (i % 2 * stateBits) & stateMask).final()
				if !g.distances {
					o = o.short()
				}
				v.outcomes[i] = o
			}
		})
		if err != nil {
			return result, err
		}
		result[i] = v
	}
	return result, nil
}
