package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bolshak/board"
)

// slot plays games one after another, with players of its own. It keeps the
// engines of its last game running, and no others.
type slot struct {
	number  int // from 1
	options *Options
	seats   map[int]*seat // by engine
}

// seat is an engine's place in a slot.
type seat struct {
	player Player
	ready  bool // started, and not in need of another start
}

// close ends all engines.
func (s *slot) close() {
	for _, seat := range s.seats {
		seat.player.Close()
	}
}

// play plays a game. A forfeit is a result like any other; an error is that of ctx
// or of the machine, and there is no game then.
func (s *slot) play(ctx context.Context, id GameID) (GameRecord, *Forfeit, error) {
	o := s.options
	white, black := o.schedule().colours(id)
	opening := o.Openings.At(o.schedule().round(id.Pair))
	record := GameRecord{
		ID: id, White: o.Engines[white].Name, Black: o.Engines[black].Name,
		WhiteLimits: o.Engines[white].Limits.String(), BlackLimits: o.Engines[black].Limits.String(),
		Started: time.Now(), Opening: opening.ID, Start: opening.Start.FEN(),
		Book: len(opening.Moves), Moves: OpeningMoves(opening),
	}
	o.note(s.number, "game %v: %s (White), %s (Black), opening %s", id, record.White, record.Black, opening.ID)

	// 1. Who plays.
	seats, err := s.seated(white, black)
	if err != nil {
		return GameRecord{}, nil, err
	}
	r := referee{
		game:        opening.Game(o.Rules),
		players:     [2]Player{seats[0].player, seats[1].player},
		names:       [2]string{record.White, record.Black},
		adjudicator: NewAdjudicator(o.Resign, o.Draw, o.MaxPlies),
		tables:      o.Tables,
		played:      s.played,
	}
	s.begun(record, r.game, white, black)

	// 2. The game. Who is not ready for it has lost.
	end, err := s.readied(ctx, id, seats, r.names)
	if err == nil && end.Result == board.Ongoing {
		end, err = r.conduct(ctx)
	}
	if err != nil {
		return GameRecord{}, nil, err
	}

	// 3. What is left of it.
	if end.forfeit != nil && end.forfeit.Restart {
		loser := seats[board.White]
		if end.Result == board.WhiteWins {
			loser = seats[board.Black]
		}
		loser.ready = false
	}
	record.Moves = append(record.Moves, r.moves...)
	record.Result, record.Reason, record.Detail = end.Result, end.Reason, end.detail
	o.note(s.number, "game %v: %v, %s %s", id, end.Result, end.Reason, end.detail)
	s.over(record)
	return record, end.forfeit, nil
}

// seated returns the places of two engines, by colour, and ends all other engines.
func (s *slot) seated(white, black int) (seats [2]*seat, err error) {
	for engine, seat := range s.seats {
		if engine != white && engine != black {
			seat.player.Close()
			delete(s.seats, engine)
		}
	}
	for colour, engine := range [2]int{white, black} {
		if s.seats[engine] == nil {
			player, err := s.options.newPlayer(s.number, engine)
			if err != nil {
				return seats, err
			}
			s.seats[engine] = &seat{player: player}
		}
		seats[colour] = s.seats[engine]
	}
	return seats, nil
}

// readied starts the engines that are not running, and readies both for a new
// game. The ending is that of a game which one of them has lost by that, or of an
// ongoing one.
func (s *slot) readied(ctx context.Context, id GameID, seats [2]*seat, names [2]string) (ending, error) {
	for colour, seat := range seats {
		err := error(nil)
		if !seat.ready {
			err = seat.player.Start(ctx)
		}
		if err == nil {
			seat.ready = true
			err = seat.player.NewGame(ctx, Seed{s.options.Seed, uint64(id.Pair)<<2 | uint64(id.Game)<<1 | uint64(colour)})
		}
		if err != nil {
			return forfeited(board.Colour(colour), names[colour], err)
		}
	}
	return ending{}, nil
}

// newPlayer returns a player for an engine in a slot, to be started.
func (o *Options) newPlayer(number, engine int) (Player, error) {
	spec := o.Engines[engine]
	if o.Rules.Name != board.Russian.Name && !spec.Builtin && spec.param("variant") == "" {
		spec.Params = append([]Param{{"variant", o.Rules.Name}}, spec.Params...)
	}
	player := o.Player
	if o.Traffic != nil {
		player.Log = func(engine string, from Channel, line string) { o.Traffic.add(number, engine, from, line) }
	}
	return NewPlayer(spec, player)
}

// note writes a line of our own into the log of the traffic, if there is one.
func (o *Options) note(number int, format string, args ...any) {
	if o.Traffic != nil {
		o.Traffic.add(number, "match", Note, fmt.Sprintf(format, args...))
	}
}

// CheckEngines starts every engine once and ends it again. An error says what is
// wrong with which: a program that does not exist, that is not ready in time, or
// that does not know a parameter.
func (o Options) CheckEngines(ctx context.Context) error {
	for i, spec := range o.Engines {
		player, err := o.newPlayer(0, i)
		if err != nil {
			return err
		}
		err = player.Start(ctx)
		player.Close()
		var f *Forfeit
		if errors.As(err, &f) {
			return fmt.Errorf("engine %s: %s", spec.Name, f.Detail)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
