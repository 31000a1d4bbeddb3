package tune

import (
	"fmt"
	"hash/fnv"
	"sync"
	"sync/atomic"

	"bolshak/board"
	"bolshak/eval"
)

// Parameters is the number of weights: that of the opening and of the ending for
// every term i, at 2i and 2i+1, and behind the terms for every pattern.
const Parameters = termParameters + 2*eval.PatternWeights

// termParameters is how many of them belong to terms.
const termParameters = 2 * eval.Terms

// Data is labelled positions as the evaluation sees them, game by game.
type Data struct {
	rows   []row
	counts []count
	games  int
	man    worth
}

// row is a position.
type row struct {
	first    int // of its counts; those of the next row end them
	game     int32
	phase    uint8
	points   uint8 // half points of the side to move
	material int16 // men and three times kings, of the side to move less the opponent
}

// count is how often a term or a pattern counts: its number above the lowest
// byte, which is how often, with its sign.
type count uint32

func newCount(number int, n int8) count { return count(number<<8) | count(uint8(n)) }

func (c count) number() int { return int(c >> 8) }
func (c count) n() float64  { return float64(int8(c)) }

// worth adds up what the evaluation loses with a man.
type worth struct {
	weights []float64 // in units of every weight
	men     int
}

// manStride is the distance of the rows whose men are weighed.
const manStride = 50

// Add adds the positions of a game.
func (d *Data) Add(labels []Label) {
	if len(labels) == 0 {
		return
	}
	for _, l := range labels {
		if len(d.rows)%manStride == 0 {
			d.man.add(l.Position)
		}
		d.add(eval.TraceOf(l.Position), material(l.Position), l.Points)
	}
	d.games++
}

func (d *Data) add(t eval.Trace, material int, points uint8) {
	d.rows = append(d.rows, row{len(d.counts), int32(d.games), uint8(t.Phase), points, int16(material)})
	for i, n := range t.Count {
		if n != 0 {
			d.counts = append(d.counts, newCount(i, n))
		}
	}
	for i := range t.Own {
		if t.Own[i] != t.Opp[i] {
			d.counts = append(d.counts, newCount(eval.Terms+int(t.Own[i]), 1), newCount(eval.Terms+int(t.Opp[i]), -1))
		}
	}
}

// material counts men and, threefold, kings.
func material(p board.Position) int {
	kings := (p.Own() & p.Kings()).Count() - (p.Opp() & p.Kings()).Count()
	return p.Own().Count() - p.Opp().Count() + 2*kings
}

// add takes every man off in turn.
func (w *worth) add(p board.Position) {
	if w.weights == nil {
		w.weights = make([]float64, Parameters)
	}
	whole := eval.TraceOf(p)
	for men := p.Occupied() &^ p.Kings(); men != 0; men = men.Rest() {
		man := men.First().Bit()
		q, err := board.New(p.White()&^man, p.Black()&^man, p.Kings(), p.Side())
		if err != nil {
			continue // every man can be taken off
		}
		sign := 1.0
		if p.Opp()&man != 0 {
			sign = -1
		}
		w.addTrace(whole, sign)
		w.addTrace(eval.TraceOf(q), -sign)
		w.men++
	}
}

// addTrace adds what the weights are multiplied by.
func (w *worth) addTrace(t eval.Trace, sign float64) {
	opening := sign * openingShare(t.Phase)
	ending := sign - opening
	add := func(number int, n float64) {
		w.weights[2*number] += n * opening
		w.weights[2*number+1] += n * ending
	}
	for i, n := range t.Count {
		add(i, float64(n))
	}
	for i := range t.Own {
		add(eval.Terms+int(t.Own[i]), 1)
		add(eval.Terms+int(t.Opp[i]), -1)
	}
}

func openingShare(phase int) float64 { return float64(phase) / eval.MaxPhase }

// Positions and Games return how many there are.
func (d *Data) Positions() int { return len(d.rows) }
func (d *Data) Games() int     { return d.games }

// countsOf returns the counts of a row.
func (d *Data) countsOf(i int) []count {
	if i+1 < len(d.rows) {
		return d.counts[d.rows[i].first:d.rows[i+1].first]
	}
	return d.counts[d.rows[i].first:]
}

// value returns the evaluation of a row with the given weights: all, or those of
// the terms alone.
func (d *Data) value(i int, weights []float64) float64 {
	var opening, ending float64
	for _, c := range d.countsOf(i) {
		if 2*c.number() >= len(weights) {
			break // patterns stand last
		}
		opening += c.n() * weights[2*c.number()]
		ending += c.n() * weights[2*c.number()+1]
	}
	share := openingShare(int(d.rows[i].phase))
	return opening*share + ending*(1-share)
}

// sum adds up what add makes of the rows, in so many numbers. The rows are parted
// at games into the given number of parts, each added up by itself, so that the
// sum does not depend on the number of threads.
func (d *Data) sum(threads, parts, size int, add func(sum []float64, first, end int)) []float64 {
	sums := make([][]float64, parts)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range max(threads, 1) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= parts {
					return
				}
				sums[i] = make([]float64, size)
				add(sums[i], d.border(i, parts), d.border(i+1, parts))
			}
		})
	}
	wait.Wait()
	total := sums[0]
	for _, s := range sums[1:] {
		for i, x := range s {
			total[i] += x
		}
	}
	return total
}

// border returns the first row of a part: that of a game.
func (d *Data) border(part, parts int) int {
	i := len(d.rows) * part / parts
	for i > 0 && i < len(d.rows) && d.rows[i].game == d.rows[i-1].game {
		i++
	}
	return i
}

// Sample is the positions of files of games, parted into those to fit to and
// those to test with.
type Sample struct {
	Train, HeldOut Data
	Sources        []Source
}

// Source is a file that was read.
type Source struct {
	Name     string
	Settings Settings
	Games    int // with those that gave no positions
}

// Folds is into how many folds the games fall, of which one is held out.
const Folds = 10

// Load reads files of games, and of them the positions that are not beyond the
// score decided. One fold of the games is held out, 0 to Folds-1: whole games, by a
// hash of their moves and the seed, so that a game that was played twice is not on
// both sides.
func Load(names []string, seed uint64, fold int, decided eval.Score) (*Sample, error) {
	s := &Sample{}
	for _, name := range names {
		source := Source{Name: name}
		var err error
		source.Settings, err = Read(name, func(_ int, g Game) error {
			source.Games++
			to := &s.Train
			if foldOf(g, seed) == fold {
				to = &s.HeldOut
			}
			to.Add(g.Labels(decided))
			return nil
		})
		if err != nil {
			return nil, err
		}
		s.Sources = append(s.Sources, source)
	}
	return s, nil
}

// foldOf returns the fold of a game.
func foldOf(g Game, seed uint64) int {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%d %s", seed, g)
	return int(hash.Sum64() % Folds)
}
