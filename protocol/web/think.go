package web

import (
	"context"
	"time"

	"bolshak/board"
	"bolshak/protocol/hub"
)

// levels is how many levels are made for an engine that has none.
const levels = 20

// What full strength means without a clock, and what a hint may take.
const (
	fullStrengthTime = 2 * time.Second
	hintTime         = time.Second
)

// limits returns how the engine thinks in this game. The lock is held.
func (lg *liveGame) limits() hub.Limits {
	side := lg.you.Other()
	switch {
	case lg.set.Clock != nil:
		return hub.Limits{Time: max(lg.budget(side), time.Millisecond), Inc: seconds(lg.set.Clock.Inc)}
	case lg.set.Level == 0 || lg.server.ownLevels:
		return hub.Limits{MoveTime: fullStrengthTime}
	}
	// Plies and time together: neither means the same to all engines.
	return hub.Limits{Depth: lg.set.Level, MoveTime: time.Duration(lg.set.Level) * 100 * time.Millisecond}
}

// think lets the engine find its move. The lock is held.
func (lg *liveGame) think() {
	ctx, cancel := context.WithCancel(lg.server.ctx)
	lg.serial++
	serial := lg.serial
	j := &job{ctx: ctx, game: lg.game.Clone(), limits: lg.limits(), level: lg.set.Level}
	j.began = func() {
		lg.mu.Lock()
		defer lg.mu.Unlock()
		if lg.serial == serial && lg.set.Clock != nil {
			lg.turnAt = time.Now()
			lg.tell(nil)
		}
	}
	lg.thinking = cancel
	if !lg.server.spawn(func() { lg.thought(serial, lg.server.engine.do(j)) }) {
		cancel()
		lg.thinking = nil
	}
}

// thought takes the engine's answer.
func (lg *liveGame) thought(serial int, f found) {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	if lg.serial != serial {
		return // the game has gone another way
	}
	lg.thinking()
	lg.thinking = nil
	side := lg.you.Other()
	if lg.set.Clock != nil {
		// The engine pays for its thinking alone.
		lg.left[side] -= f.answer.Elapsed
		lg.turnAt = time.Time{}
	}
	switch {
	case f.err != nil:
		lg.fault = f.err.Error()
	case lg.set.Clock != nil && lg.budget(side) < 0:
		lg.end(lg.you, "time")
	default:
		if f.answer.Report.HasScore {
			score := f.answer.Report.Score
			lg.score = &score
		}
		lg.playMove(f.answer.Move)
		lg.wake()
	}
	lg.tell(nil)
}

// hint asks the engine what it would play in the player's place.
func (lg *liveGame) hint() error {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	if err := lg.turn(); err != nil {
		return err
	}
	if lg.hinting != nil {
		return nil // it is on its way
	}
	ctx, cancel := context.WithCancel(lg.server.ctx)
	g := lg.game.Clone()
	lg.hinting = cancel
	lg.server.spawn(func() {
		defer cancel()
		f := lg.server.engine.do(&job{ctx: ctx, game: g, limits: hub.Limits{MoveTime: hintTime}})
		lg.mu.Lock()
		defer lg.mu.Unlock()
		if ctx.Err() != nil {
			return // the game has gone on, or nobody looks any more
		}
		lg.hinting = nil
		if f.err != nil {
			lg.fault = f.err.Error()
		} else {
			hint := newPlayed(g.Position(), f.answer.Move)
			lg.hinted = &hint
		}
		lg.tell(nil)
	})
	return nil
}

// playArgs is a game to begin.
type playArgs struct {
	Settings
	// Table, if set, is the table of openings from which to draw.
	Table string `json:"table"`
	// Played are the moves that were made already, of a game that comes from the
	// browser's storage, and Left what was left on the clocks.
	Played []string  `json:"played"`
	Left   []float64 `json:"left"`
}

// play begins a game.
func (ses *session) play(_ int64, args playArgs) (any, error) {
	args.Played, args.Left = nil, nil
	if args.Table != "" {
		o, err := ses.server.draw(args.Table)
		if err != nil {
			return nil, err
		}
		args.Opening, args.Start, args.Moves = o.Name, "", nil
		if o.Start != board.Start() {
			args.Start = o.Start.FEN()
		}
		for _, m := range o.Moves {
			args.Moves = append(args.Moves, m.String())
		}
	}
	return ses.restore(0, args)
}

// restore begins a game with the moves that were made in it.
func (ses *session) restore(_ int64, args playArgs) (any, error) {
	lg, err := ses.server.games.begin(args)
	if err != nil {
		return nil, err
	}
	return ses.into(lg), nil
}

// joinArgs names a game.
type joinArgs struct {
	Game string `json:"game"`
}

// join goes on with a game.
func (ses *session) join(_ int64, args joinArgs) (any, error) {
	lg, err := ses.server.games.find(args.Game, ses)
	if err != nil {
		return nil, err
	}
	if ses.game != nil && ses.game != lg {
		ses.game.exit(ses)
	}
	ses.game = lg
	return lg.state(), nil
}

// into moves the session to a game.
func (ses *session) into(lg *liveGame) GameState {
	if ses.game != nil {
		ses.game.exit(ses)
	}
	ses.game = lg
	lg.enter(ses)
	return lg.state()
}

// leave closes the game in this tab.
func (ses *session) leave(int64, nothing) (any, error) {
	if ses.game != nil {
		ses.game.exit(ses)
		ses.game = nil
	}
	return nothing{}, nil
}

// moveArgs is a move of the player.
type moveArgs struct {
	Move string `json:"move"` // in any notation
	Ply  *int   `json:"ply"`  // how many were played before it, as the player sees it
}

// move makes the player's move.
func (ses *session) move(_ int64, args moveArgs) (any, error) {
	if ses.game == nil {
		return nil, errNoGame
	}
	ply := -1
	if args.Ply != nil {
		ply = *args.Ply
	}
	if err := ses.game.makeMove(args.Move, ply); err != nil {
		return nil, err
	}
	return ses.game.state(), nil
}
