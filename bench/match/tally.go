package match

import (
	"fmt"
	"maps"
	"slices"

	"bolshak/board"
)

// tally counts games as they end and settles their pairs in order, so that what it
// says of a pair, and when a test is decided, does not depend on which game was
// over first. It is not for several goroutines.
type tally struct {
	names    []string
	schedule schedule
	test     *SPRT

	table    *Crosstable    // of the settled pairs
	reasons  map[string]int // of their games
	settled  int            // pairs, counted from the first without a gap
	verdict  Verdict
	unsorted map[int]*unsettled // the games of pairs from settled on
}

// unsettled is what is known of a pair.
type unsettled struct {
	done   [2]bool
	points [2]Points // of the pairing's first engine
	reason [2]string
}

// complete reports whether both games are there.
func (u *unsettled) complete() bool { return u.done[0] && u.done[1] }

func newTally(names []string, s schedule, test *SPRT) *tally {
	t := &tally{
		names: names, schedule: s, test: test,
		table: NewCrosstable(names), reasons: map[string]int{}, verdict: NoTest, unsorted: map[int]*unsettled{},
	}
	if test != nil {
		t.verdict = Continue
	}
	return t
}

// decided reports whether the test has ended. Nothing is settled from then on.
func (t *tally) decided() bool { return t.verdict == AcceptH0 || t.verdict == AcceptH1 }

// has reports whether a game was counted.
func (t *tally) has(id GameID) bool {
	if id.Pair < t.settled {
		return true
	}
	u := t.unsorted[id.Pair]
	return u != nil && u.done[id.Game]
}

// add counts a game, and calls settled after every pair that this settles.
func (t *tally) add(r GameRecord, settled func()) error {
	white, black := t.schedule.colours(r.ID)
	switch {
	case t.names[white] != r.White || t.names[black] != r.Black:
		return fmt.Errorf("game %v: it was %s against %s, want %s against %s", r.ID, r.White, r.Black, t.names[white], t.names[black])
	case t.has(r.ID):
		return fmt.Errorf("game %v: counted already", r.ID)
	}
	u := t.unsorted[r.ID.Pair]
	if u == nil {
		u = &unsettled{}
		t.unsorted[r.ID.Pair] = u
	}
	u.done[r.ID.Game], u.reason[r.ID.Game] = true, r.Reason
	u.points[r.ID.Game] = pointsOf(r.Result, white == t.schedule.pairing(r.ID.Pair)[0])

	for !t.decided() {
		next := t.unsorted[t.settled]
		if next == nil || !next.complete() {
			return nil
		}
		t.settle(next)
		settled()
	}
	return nil
}

// settle counts the next pair.
func (t *tally) settle(u *unsettled) {
	count(t.table, t.reasons, t.schedule.pairing(t.settled), u)
	delete(t.unsorted, t.settled)
	t.settled++
	if t.test != nil {
		t.verdict = t.test.Verdict(t.table.Total(0).Pairs)
	}
}

// count adds what is known of a pair to a table and to the reasons.
func count(table *Crosstable, reasons map[string]int, p pairing, u *unsettled) {
	var r Record
	switch {
	case u.complete():
		r.AddPair(u.points[0], u.points[1])
	case u.done[0]:
		r.AddGame(u.points[0])
	case u.done[1]:
		r.AddGame(u.points[1])
	}
	table.Add(p[0], p[1], r)
	for game, done := range u.done {
		if done {
			reasons[u.reason[game]]++
		}
	}
}

// summary returns the summary of the settled pairs.
func (t *tally) summary() Summary {
	return NewSummary(t.names, t.table.Total(0), t.reasons, t.test)
}

// final returns the table and the summary of all games: of the settled pairs and
// the games behind a gap, which there are where a match was broken off. A test
// looks at the settled pairs alone, lest its verdict hang on which game was over
// first: with one, so do table and summary.
func (t *tally) final() (*Crosstable, Summary) {
	if t.test != nil || len(t.unsorted) == 0 {
		return t.table, t.summary()
	}
	table, reasons := t.table.Clone(), maps.Clone(t.reasons)
	for _, pair := range slices.Sorted(maps.Keys(t.unsorted)) {
		count(table, reasons, t.schedule.pairing(pair), t.unsorted[pair])
	}
	return table, NewSummary(t.names, table.Total(0), reasons, nil)
}

// pointsOf returns the points of one side of a game.
func pointsOf(r board.Result, white bool) Points {
	switch {
	case r == board.Drawn:
		return Draw
	case (r == board.WhiteWins) == white:
		return Win
	}
	return Loss
}
