package tune

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"bolshak/board"
)

// GenerateOptions says how many games are played, and how.
type GenerateOptions struct {
	Starts   []board.Position // where games begin, drawn by lot
	Settings Settings         // those of the file
	Threads  int              // games at a time

	// The end: so many games or so many labelled positions in the file, whichever
	// comes first; 0 is no limit.
	Games, Positions int

	// Progress, where not nil, is called after every game with what is in the file.
	Progress func(games, positions int)
}

// errOtherEngine is the error of a file that this program would not have written.
var errOtherEngine = errors.New("game 1 is not the one that this program plays: another version has begun the file, want a new one")

// Generate plays games and appends them to the file in the order of their
// numbers, until there are enough or ctx ends, which is its error then. The games
// depend on the settings alone, not on the number of threads nor on how often the
// file was gone on with.
func Generate(ctx context.Context, f *File, o GenerateOptions) error {
	if len(o.Starts) == 0 {
		return errors.New("no position to begin from, want at least one")
	}
	if f.Games() > 0 {
		if err := checkFirstGame(ctx, f, o); err != nil {
			return err
		}
	}

	enough := func() bool {
		return o.Games > 0 && f.Games() >= o.Games || o.Positions > 0 && f.Positions() >= o.Positions
	}
	if enough() {
		return nil
	}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	group, playing := errgroup.WithContext(playing)
	order := startPlayers(playing, group, f.Games(), o)
	err := collect(playing, order, func(g Game) (bool, error) {
		err := f.Append(g)
		if err == nil && o.Progress != nil {
			o.Progress(f.Games(), f.Positions())
		}
		return err == nil && !enough(), err
	})
	stop()
	if failed := group.Wait(); err == nil {
		err = failed
	}
	if err == nil && !enough() {
		err = context.Cause(ctx)
	}
	return err
}

// checkFirstGame returns an error where game 1 would be played otherwise today.
func checkFirstGame(ctx context.Context, f *File, o GenerateOptions) error {
	p, err := newPlayer(o.Starts, o.Settings)
	if err != nil {
		return err
	}
	g, err := p.play(ctx, 0)
	if err == nil && g.String() != f.first {
		err = errOtherEngine
	}
	return err
}

// ticket is a game to be played, and the way back for it.
type ticket struct {
	number int
	played chan Game
}

// startPlayers lets the group play games from the given number on until ctx ends,
// and returns their tickets in order.
func startPlayers(ctx context.Context, group *errgroup.Group, first int, o GenerateOptions) <-chan ticket {
	threads := max(o.Threads, 1)
	order, tickets := make(chan ticket, 4*threads), make(chan ticket)
	group.Go(func() error {
		defer close(order)
		defer close(tickets)
		for number := first; ; number++ {
			t := ticket{number, make(chan Game, 1)}
			for _, to := range []chan ticket{order, tickets} {
				select {
				case to <- t:
				case <-ctx.Done():
					return nil
				}
			}
		}
	})
	for range threads {
		group.Go(func() error {
			p, err := newPlayer(o.Starts, o.Settings)
			if err != nil {
				return err
			}
			for t := range tickets {
				g, err := p.play(ctx, t.number)
				switch {
				case ctx.Err() != nil:
					return nil
				case err != nil:
					return err
				}
				t.played <- g
			}
			return nil
		})
	}
	return order
}

// collect takes the games in their order until take wants no more or ctx ends.
func collect(ctx context.Context, order <-chan ticket, take func(Game) (more bool, err error)) error {
	for t := range order {
		var g Game
		select {
		case g = <-t.played:
		case <-ctx.Done():
			select {
			case g = <-t.played: // finished all the same
			default:
				return nil
			}
		}
		if more, err := take(g); err != nil || !more {
			return err
		}
	}
	return nil
}
