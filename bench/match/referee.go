package match

import (
	"context"
	"errors"

	"bolshak/board"
	"bolshak/movegen"
)

// referee conducts one game: by the rules of board, the clocks of the players and
// the adjudicator. What engines say of a game's end does not matter.
type referee struct {
	game        *board.Game
	players     [2]Player // by colour
	names       [2]string
	adjudicator *Adjudicator
	tables      TableRule
	moves       []MoveRecord             // made by the players
	played      func(*board.Game, Reply) // is told of every move of a player
}

// ending is how a game ended.
type ending struct {
	board.Outcome
	detail  string // what exactly happened, for people
	forfeit *Forfeit
}

// conduct has the game played to its end. An error is nobody's loss: there is no
// game then.
func (r *referee) conduct(ctx context.Context) (ending, error) {
	for {
		// 1. The game may be over by the rules.
		if out := movegen.Outcome(r.game); out.Result != board.Ongoing {
			return ending{Outcome: out}, nil
		}

		// 2. The side to move thinks.
		mover := r.game.Position().Side()
		reply, err := r.players[mover].Move(ctx, r.game)
		if err != nil {
			return forfeited(mover, r.names[mover], err)
		}
		r.game.Play(reply.Move)
		r.moves = append(r.moves, NewMoveRecord(reply))
		r.played(r.game, reply)

		// 3. Or by what the endgame tables know or the engines think of it.
		if movegen.Outcome(r.game).Result != board.Ongoing {
			continue
		}
		if out := r.tables.judge(r.game); out.Result != board.Ongoing {
			return ending{Outcome: out}, nil
		}
		if out := r.adjudicator.Judge(mover, reply); out.Result != board.Ongoing {
			return ending{Outcome: out}, nil
		}
	}
}

// forfeited returns the end of a game by a player's *Forfeit; any other error is
// returned.
func forfeited(loser board.Colour, name string, err error) (ending, error) {
	var f *Forfeit
	if !errors.As(err, &f) {
		return ending{}, err
	}
	result := board.WhiteWins
	if loser == board.White {
		result = board.BlackWins
	}
	return ending{board.Outcome{Result: result, Reason: f.Reason}, name + ": " + f.Detail, f}, nil
}
