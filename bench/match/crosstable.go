package match

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// Record is what one engine has scored, against one opponent or several.
type Record struct {
	Wins, Draws, Losses int
	// Pairs holds the complete pairs; a game whose partner was not played is in
	// the counts above only.
	Pairs Pairs
}

// AddPair counts both games of a pair by this engine's results.
func (r *Record) AddPair(first, second Points) {
	r.AddGame(first)
	r.AddGame(second)
	r.Pairs.Add(first, second)
}

// AddGame counts a game that is part of no complete pair.
func (r *Record) AddGame(p Points) {
	switch p {
	case Win:
		r.Wins++
	case Draw:
		r.Draws++
	default:
		r.Losses++
	}
}

// Plus returns the sum of both records.
func (r Record) Plus(s Record) Record {
	return Record{r.Wins + s.Wins, r.Draws + s.Draws, r.Losses + s.Losses, r.Pairs.Plus(s.Pairs)}
}

// Flipped returns the record from the opponent's view.
func (r Record) Flipped() Record {
	return Record{r.Losses, r.Draws, r.Wins, r.Pairs.Flipped()}
}

// Games returns the number of games.
func (r Record) Games() int { return r.Wins + r.Draws + r.Losses }

// Points returns the points made: 1 for a win, half of one for a draw.
func (r Record) Points() float64 { return float64(r.Wins) + float64(r.Draws)/2 }

// Score returns the points of a game on average, 0 to 1; 0.5 without games.
func (r Record) Score() float64 {
	if r.Games() == 0 {
		return 0.5
	}
	return r.Points() / float64(r.Games())
}

// DrawRatio returns the share of games drawn, 0 to 1; 0 without games.
func (r Record) DrawRatio() float64 {
	if r.Games() == 0 {
		return 0
	}
	return float64(r.Draws) / float64(r.Games())
}

// Crosstable holds the results of a tournament. Make one with NewCrosstable.
type Crosstable struct {
	names   []string
	records [][]Record // of the row's engine against the column's
}

// NewCrosstable returns an empty table of the named engines.
func NewCrosstable(names []string) *Crosstable {
	t := &Crosstable{names: slices.Clone(names), records: make([][]Record, len(names))}
	for i := range t.records {
		t.records[i] = make([]Record, len(names))
	}
	return t
}

// Clone returns a table that can go its own way.
func (t *Crosstable) Clone() *Crosstable {
	c := NewCrosstable(t.names)
	for i, row := range t.records {
		copy(c.records[i], row)
	}
	return c
}

// Add adds what engine a has scored against engine b, both indices into the names.
func (t *Crosstable) Add(a, b int, r Record) {
	t.records[a][b] = t.records[a][b].Plus(r)
	t.records[b][a] = t.records[b][a].Plus(r.Flipped())
}

// Total returns what engine a has scored against all others.
func (t *Crosstable) Total(a int) Record {
	var sum Record
	for _, r := range t.records[a] {
		sum = sum.Plus(r)
	}
	return sum
}

// Ranking returns the engines, best first: by score, then by points, then in the
// order they were named.
func (t *Crosstable) Ranking() []int {
	order := make([]int, len(t.names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := t.Total(a), t.Total(b)
		return cmp.Or(cmp.Compare(y.Score(), x.Score()), cmp.Compare(y.Points(), x.Points()))
	})
	return order
}

// String returns the table as plain text, a line an engine: rank, name, Elo
// against the opponents it met with the 95 % error, games, points, score, and
// wins-draws-losses against each engine by its rank.
func (t *Crosstable) String() string {
	ranking := t.Ranking()
	var text bytes.Buffer
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "Rank\tName\tElo\tError\tGames\tPoints\tScore")
	for rank := range ranking {
		fmt.Fprintf(w, "\tvs %d", rank+1)
	}
	fmt.Fprintln(w)
	for rank, a := range ranking {
		total := t.Total(a)
		elo, reach := "-", "-"
		if total.Pairs.Count() > 0 {
			e := total.Pairs.Elo()
			elo, reach = decimal("%+.1f", e.Value), decimal("%.1f", e.Error)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%d\t%.1f\t%.1f%%", rank+1, t.names[a], elo, reach, total.Games(), total.Points(), 100*total.Score())
		for _, b := range ranking {
			if r := t.records[a][b]; r.Games() > 0 {
				fmt.Fprintf(w, "\t%d-%d-%d", r.Wins, r.Draws, r.Losses)
			} else {
				fmt.Fprint(w, "\t-")
			}
		}
		fmt.Fprintln(w)
	}
	w.Flush() // a bytes.Buffer takes everything

	lines := strings.Split(text.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// decimal formats a number, without the sign of a zero that it was rounded to.
func decimal(format string, x float64) string {
	text := fmt.Sprintf(format, x)
	if strings.Trim(text, "+-0.") == "" {
		return strings.TrimLeft(text, "+-")
	}
	return text
}
