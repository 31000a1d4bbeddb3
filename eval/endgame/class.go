// Package endgame holds exact values of positions with few pieces: win, draw or
// loss under best play by the rules of the moves, without the draw counters, and
// the number of plies to the end. It numbers the positions, generates the
// values by retrograde analysis, keeps them in compressed files, looks them up,
// and verifies them.
package endgame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bolshak/board"
)

// MaxPieces is the largest number of pieces of both sides that the package can
// number, generate and look up.
const MaxPieces = 6

// Class is the material of a position as the side to move sees it. All
// positions of a class share one table: a position with Black to move is the
// same as the flipped one with White to move.
type Class struct {
	OwnMen, OwnKings int // of the side to move
	OppMen, OppKings int
}

// Pieces returns the number of pieces of both sides.
func (c Class) Pieces() int { return c.OwnMen + c.OwnKings + c.OppMen + c.OppKings }

// Mirror returns the class of the same material with the other side to move,
// to which every quiet move leads that does not promote.
func (c Class) Mirror() Class { return Class{c.OppMen, c.OppKings, c.OwnMen, c.OwnKings} }

// String returns the name of the class, the side to move first: "KKKvK" is
// three kings to move against one, "MKvM" a man and a king against a man.
func (c Class) String() string {
	return strings.Repeat("M", c.OwnMen) + strings.Repeat("K", c.OwnKings) + "v" +
		strings.Repeat("M", c.OppMen) + strings.Repeat("K", c.OppKings)
}

// ParseClass reads a name as String writes it.
func ParseClass(name string) (Class, error) {
	own, opp, found := strings.Cut(name, "v")
	c := Class{
		OwnMen: strings.Count(own, "M"), OwnKings: strings.Count(own, "K"),
		OppMen: strings.Count(opp, "M"), OppKings: strings.Count(opp, "K"),
	}
	if !found || c.String() != name || own == "" || opp == "" || c.Pieces() > MaxPieces {
		return Class{}, fmt.Errorf("class %q: want men (M) and kings (K) of the side to move, v, and those of the other, "+
			"at most %d in all, such as MKvK", name, MaxPieces)
	}
	return c, nil
}

// Classes returns the classes with n pieces in the order in which they can be
// generated: promotions lead to classes that stand earlier, and a class stands
// beside its mirror.
func Classes(n int) []Class {
	var list []Class
	for own := 1; own < n; own++ {
		for ownMen := range own + 1 {
			for oppMen := range n - own + 1 {
				list = append(list, Class{ownMen, own - ownMen, oppMen, n - own - oppMen})
			}
		}
	}
	slices.SortFunc(list, func(a, b Class) int {
		first, second := a.pair(), b.pair()
		return cmp.Or(cmp.Compare(a.OwnMen+a.OppMen, b.OwnMen+b.OppMen),
			-cmp.Compare(first.key(), second.key()), -cmp.Compare(a.key(), b.key()))
	})
	return list
}

// pair returns the class or its mirror, whichever is the stronger side's: one
// name for the two.
func (c Class) pair() Class {
	m := c.Mirror()
	if c.key() >= m.key() {
		return c
	}
	return m
}

// classKeys is the number of keys.
const classKeys = 8 * 8 * 8 * 8

// key numbers the classes.
func (c Class) key() int { return classKey(c.OwnMen, c.OwnKings, c.OppMen, c.OppKings) }

// classKey puts the number of pieces of a side first, then its kings.
func classKey(ownMen, ownKings, oppMen, oppKings int) int {
	return (ownMen+ownKings)<<9 | ownKings<<6 | (oppMen+oppKings)<<3 | oppKings
}

// placement is a position of a class: the pieces of the side to move, whose
// men go up the board, and those of the other side.
type placement struct {
	ownMen, ownKings, oppMen, oppKings board.Bits
}

// placementOf returns the placement of a position as its side to move sees it.
func placementOf(p board.Position) placement {
	own, opp, kings := p.Own(), p.Opp(), p.Kings()
	if p.Side() == board.Black {
		own, opp, kings = own.Flip(), opp.Flip(), kings.Flip()
	}
	return placement{own &^ kings, own & kings, opp &^ kings, opp & kings}
}

// position returns the placement with White to move.
func (pl placement) position() board.Position {
	p, err := board.New(pl.ownMen|pl.ownKings, pl.oppMen|pl.oppKings, pl.ownKings|pl.oppKings, board.White)
	if err != nil {
		panic("endgame: a placement that is no position: " + err.Error())
	}
	return p
}

// mirror returns the placement as the other side sees it.
func (pl placement) mirror() placement {
	return placement{pl.oppMen.Flip(), pl.oppKings.Flip(), pl.ownMen.Flip(), pl.ownKings.Flip()}
}

// key returns the key of the placement's class.
func (pl placement) key() int {
	return classKey(pl.ownMen.Count(), pl.ownKings.Count(), pl.oppMen.Count(), pl.oppKings.Count())
}
