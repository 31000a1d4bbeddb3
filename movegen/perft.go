package movegen

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"bolshak/board"
)

// PerftOptions says how Perft counts; the count does not depend on it.
type PerftOptions struct {
	// Threads is the number of goroutines that count; less than 1 means 1.
	Threads int
	// HashMiB is the size of the table that remembers counted positions, in
	// MiB; 0 means none.
	HashMiB int
}

// Branch is the number of leaves behind one move.
type Branch struct {
	Move   board.Move
	Leaves uint64
}

// Perft returns the number of leaves of the tree of legal moves, depth plies
// deep; the last ply is counted in bulk. When ctx ends first, the error is
// its cause.
func Perft(ctx context.Context, p board.Position, depth int, o PerftOptions) (uint64, error) {
	return newPerft(o).count(ctx, p, depth)
}

// Divide returns the leaves behind every move of p, in the order of Append. A
// depth below 1 counts as 1.
func Divide(ctx context.Context, p board.Position, depth int, o PerftOptions) ([]Branch, error) {
	t := newPerft(o)
	var branches []Branch
	for _, m := range Append(nil, p) {
		n, err := t.count(ctx, p.After(m), max(depth, 1)-1)
		if err != nil {
			return nil, err
		}
		branches = append(branches, Branch{m, n})
	}
	return branches, nil
}

// perft is one count: its threads and the table they share.
type perft struct {
	threads int
	table   perftTable
	stop    atomic.Bool
}

func newPerft(o PerftOptions) *perft {
	return &perft{threads: max(o.Threads, 1), table: newPerftTable(o.HashMiB)}
}

// Depths that shape the count, in plies left.
const (
	tableDepth = 3 // less is counted faster than looked up
	stopDepth  = 6 // where a worker looks whether it should stop
	tasksEach  = 64
)

// count splits the tree into subtrees and lets the threads take one after
// another.
func (t *perft) count(ctx context.Context, p board.Position, depth int) (uint64, error) {
	switch {
	case depth <= 0:
		return 1, nil
	case depth == 1:
		return uint64(Count(p)), nil
	}
	defer context.AfterFunc(ctx, func() { t.stop.Store(true) })()

	tasks, left := []board.Position{p}, depth
	for t.threads > 1 && left > tableDepth && len(tasks) > 0 && len(tasks) < tasksEach*t.threads {
		tasks, left = successors(tasks), left-1
	}
	var next atomic.Int64
	var total atomic.Uint64
	var group errgroup.Group
	for range t.threads {
		group.Go(func() error {
			lists := make([][]board.Move, left+1)
			for i := range lists {
				lists[i] = make([]board.Move, 0, MaxMoves)
			}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(tasks) || t.stop.Load() {
					return nil
				}
				total.Add(t.leaves(tasks[i], left, lists))
			}
		})
	}
	_ = group.Wait() // the workers return no error
	if t.stop.Load() {
		return 0, context.Cause(ctx)
	}
	return total.Load(), nil
}

// successors returns all positions one move after the given ones.
func successors(ps []board.Position) (next []board.Position) {
	var list []board.Move
	for _, p := range ps {
		list = Append(list[:0], p)
		for _, m := range list {
			next = append(next, p.After(m))
		}
	}
	return next
}

// leaves counts the leaves below p, depth >= 2 plies deep, and keeps the
// larger counts in the table where there is one.
func (t *perft) leaves(p board.Position, depth int, lists [][]board.Move) uint64 {
	if t.table == nil && depth < stopDepth || depth < tableDepth {
		return leaves(sides{p.Own(), p.Opp(), p.Kings()}, p.Side(), depth, lists)
	}
	if depth >= stopDepth && t.stop.Load() {
		return 0
	}
	if n, ok := t.table.get(p.Key(), depth); ok {
		return n
	}
	lists[0] = Append(lists[0][:0], p)
	var n uint64
	for _, m := range lists[0] {
		n += t.leaves(p.After(m), depth-1, lists[1:])
	}
	if !t.stop.Load() {
		t.table.put(p.Key(), depth, n)
	}
	return n
}

// leaves counts the leaves depth >= 2 plies below a bare placement.
func leaves(s sides, c board.Colour, depth int, lists [][]board.Move) uint64 {
	lists[0] = appendMoves(lists[0][:0], s, c)
	var n uint64
	if depth == 2 {
		for _, m := range lists[0] {
			n += uint64(count(s.after(m), c.Other()))
		}
		return n
	}
	for _, m := range lists[0] {
		n += leaves(s.after(m), c.Other(), depth-1, lists[1:])
	}
	return n
}

// after returns the placement after m with the sides exchanged.
func (s sides) after(m board.Move) sides {
	from, to, captured := m.From().Bit(), m.To(), m.Captured()
	var king board.Bits
	if m.ByKing() || m.Promotes() {
		king = to.Bit()
	}
	return sides{
		own:   s.opp &^ captured,
		opp:   s.own&^from | to.Bit(),
		kings: s.kings&^(from|captured) | king,
	}
}
