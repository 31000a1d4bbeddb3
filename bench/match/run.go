package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"golang.org/x/sync/errgroup"

	"bolshak/board"
)

// Options says what match is played, and how.
type Options struct {
	Engines    []EngineSpec // two or more
	Tournament Tournament
	Rules      board.Rules
	Openings   *Openings
	Rounds     int    // pairs of games that every pairing plays at most
	Seed       uint64 // of the jitter of nodes

	SPRT     *SPRT // ends the match when it is decided; for two engines only
	Resign   ResignRule
	Draw     DrawRule
	Tables   TableRule
	MaxPlies int // 0: no limit

	Concurrency int  // games at a time
	NoRecover   bool // end the match where an engine would have to be restarted
	Player      PlayerOptions

	Journal *Journal    // nil: nothing is kept
	Traffic *TrafficLog // nil: nothing is logged

	// GameOver, if not nil, is called after every game, with the number of games
	// that are over.
	GameOver func(games int)
	// PairOver, if not nil, is called after every pair, in the order of pairs.
	PairOver func(Standing)
	// Observer, if not nil, is shown the games while they are played.
	Observer Observer
}

// Standing is how a match stands after a pair and all pairs before it.
type Standing struct {
	Games   int // of these pairs
	Summary Summary
	Table   *Crosstable
}

// Outcome is the outcome of a match.
type Outcome struct {
	Table   *Crosstable
	Summary Summary
	// Missing is the number of games that were not played: because a test was
	// decided before, or the match was broken off.
	Missing int
}

// Check returns an error where the options do not make a match.
func (o Options) Check() error {
	switch {
	case len(o.Engines) < 2:
		return fmt.Errorf("engines: %d given, want two or more", len(o.Engines))
	case o.SPRT != nil && len(o.Engines) != 2:
		return fmt.Errorf("sprt: %d engines given, want two", len(o.Engines))
	case o.Openings == nil || o.Openings.Len() == 0:
		return errors.New("openings: none given")
	case o.Rounds < 1:
		return fmt.Errorf("rounds: %d, want 1 or more", o.Rounds)
	case o.Concurrency < 1:
		return fmt.Errorf("concurrency: %d, want 1 or more", o.Concurrency)
	}
	return nil
}

// Games returns the number of games of the whole match.
func (o Options) Games() int { return 2 * o.schedule().pairs() }

// Threads returns how many threads may think at a time: those of the engines with
// the most, as their parameter threads has it, in all games at once.
func (o Options) Threads() int {
	most := 1
	for _, e := range o.Engines {
		if n, err := strconv.Atoi(e.param("threads")); err == nil {
			most = max(most, n)
		}
	}
	return most * o.Concurrency
}

// Settings returns everything by which a result could change, for the journal. The
// number of rounds is not among them: a match may be made longer. Nor is the
// concurrency, which changes results only by the load of the machine.
func (o Options) Settings() []Setting {
	var settings []Setting
	for i, e := range o.Engines {
		settings = append(settings, Setting{fmt.Sprintf("engine %d", i+1), e.String()})
	}
	test := ""
	if o.SPRT != nil {
		test = o.SPRT.String()
	}
	return append(settings,
		Setting{"tournament", o.Tournament.String()},
		Setting{"openings", o.Openings.Fingerprint()},
		Setting{"order", o.Openings.order.String()},
		Setting{"seed", fmt.Sprint(o.Seed)},
		Setting{"sprt", test},
		Setting{"resign", o.Resign.String()},
		Setting{"draw", o.Draw.String()},
		Setting{"egdb", o.Tables.String()},
		Setting{"max-plies", fmt.Sprint(o.MaxPlies)},
	)
}

// schedule returns who plays whom when.
func (o *Options) schedule() schedule {
	return schedule{o.Tournament.pairings(len(o.Engines)), o.Rounds}
}

// ErrEngine is the error of a match that ended, by NoRecover, because an engine
// had failed.
var ErrEngine = errors.New("an engine has failed")

// errDecided ends the games that are on when a test is decided.
var errDecided = errors.New("the test is decided")

// match is a match that is played.
type match struct {
	options  Options
	schedule schedule
	end      context.CancelCauseFunc

	mu    sync.Mutex
	tally *tally
	games int // that are over
	next  int // the first pair that no slot has taken
}

// Run plays the games of a match that the journal does not hold yet, and returns
// how the whole match ended, with an error too: that of ctx, ErrEngine, or one of
// the machine. The outcome is that of all games that are over.
//
// Every slot takes the next pair whenever it has played one. A test is decided by
// the pairs in their order; games behind its last pair are in the journal, but
// count for nothing.
func Run(ctx context.Context, o Options) (Outcome, error) {
	if err := o.Check(); err != nil {
		return Outcome{}, err
	}
	m := &match{options: o, schedule: o.schedule()}
	names := make([]string, len(o.Engines))
	for i, e := range o.Engines {
		names[i] = e.Name
	}
	m.tally = newTally(names, m.schedule, o.SPRT)
	if err := m.recall(); err != nil {
		return Outcome{}, err
	}

	ctx, m.end = context.WithCancelCause(ctx)
	defer m.end(nil)
	if m.tally.decided() {
		m.end(errDecided)
	}
	slots, ctx := errgroup.WithContext(ctx)
	for number := range min(o.Concurrency, m.schedule.pairs()) {
		slots.Go(func() error { return m.runSlot(ctx, number+1) })
	}
	err := slots.Wait()

	table, summary := m.tally.final()
	return Outcome{table, summary, max(o.Games()-m.games, 0)}, err
}

// recall counts the games in the journal. Those of later rounds than are to be
// played stay out.
func (m *match) recall() error {
	if m.options.Journal == nil {
		return nil
	}
	return m.options.Journal.Each(func(r GameRecord) error {
		if r.ID.Pair >= m.schedule.pairs() {
			return nil
		}
		m.games++
		return m.tally.add(r, func() {})
	})
}

// runSlot plays pairs until there are no more.
func (m *match) runSlot(ctx context.Context, number int) error {
	s := &slot{number: number, options: &m.options, seats: map[int]*seat{}}
	defer s.close()
	for ctx.Err() == nil {
		games := m.take()
		if len(games) == 0 {
			return nil
		}
		for _, id := range games {
			if ctx.Err() != nil {
				break // the pair's first game was cut off, with its search still on
			}
			if err := m.playGame(ctx, s, id); err != nil {
				return err
			}
		}
	}
	return ended(ctx, ctx.Err())
}

// take returns the games to play of the next pair that has any.
func (m *match) take() []GameID {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.next < m.schedule.pairs() {
		var missing []GameID
		for game := range 2 {
			if id := (GameID{m.next, game}); !m.tally.has(id) {
				missing = append(missing, id)
			}
		}
		m.next++
		if len(missing) > 0 {
			return missing
		}
	}
	return nil
}

// playGame plays a game, records and counts it.
func (m *match) playGame(ctx context.Context, s *slot, id GameID) error {
	record, forfeit, err := s.play(ctx, id)
	if err != nil {
		return ended(ctx, err)
	}
	if m.options.Journal != nil {
		if err := m.options.Journal.Append(record); err != nil {
			return err
		}
	}
	if err := m.count(record); err != nil {
		return err
	}
	if m.options.NoRecover && forfeit != nil && forfeit.Restart {
		return fmt.Errorf("%w: game %v: %s: %s", ErrEngine, id, record.Reason, record.Detail)
	}
	return nil
}

// count counts a game that is over and tells who wants to know.
func (m *match) count(record GameRecord) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.games++
	if m.options.GameOver != nil {
		m.options.GameOver(m.games)
	}
	err := m.tally.add(record, func() {
		if m.options.PairOver != nil {
			m.options.PairOver(Standing{2 * m.tally.settled, m.tally.summary(), m.tally.table.Clone()})
		}
	})
	if m.tally.decided() {
		m.end(errDecided)
	}
	return err
}

// ended returns err, but for the end that a decided test has put to a game.
func ended(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errDecided) && (err == nil || errors.Is(err, errDecided) || errors.Is(err, context.Canceled)) {
		return nil
	}
	return err
}
