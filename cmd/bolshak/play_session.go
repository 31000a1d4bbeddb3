package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"bolshak/board"
	"bolshak/movegen"
)

// playSession is a human at the board: games, one after another, until he leaves.
type playSession struct {
	out     *playOutput
	prompts bool // say who is to move before a line is read
	say     phrases
	unicode bool

	begin    func(first bool) (*board.Game, error)
	load     func(name string, number int) (*board.Game, error)
	opponent *opponent
	colour   playColour
	moveTime time.Duration
	seed     uint64
	file     gameFile

	game    *board.Game
	human   board.Colour
	flipped bool // the board is seen from the other side than the human's
	clock   playClock
	over    board.Outcome // its reason may be one of those below
	games   int           // begun
	found   int           // the plies of the game when it began here
	offered int           // the ply at which a draw was offered last; -1: none
}

// How a game ends besides what board.Outcome knows.
const (
	resigned = "resigned"
	timeUp   = "time"
)

// errLeave ends the session.
var errLeave = errors.New("the human leaves")

// playOutput writes texts and keeps the first error.
type playOutput struct {
	w   io.Writer
	err error
}

// say writes a line.
func (o *playOutput) say(text string) { o.write(text + "\n") }

func (o *playOutput) write(text string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.w, text)
	}
}

// run plays until the human leaves, the input ends or ctx does.
func (s *playSession) run(ctx context.Context, in *playInput) error {
	s.out.say(s.say.text("greeting", s.levelText()))
	if err := s.newGame(); err != nil {
		return err
	}
	for s.out.err == nil {
		side := s.game.Position().Side()
		if s.over.Result == board.Ongoing && side != s.human {
			if err := s.answer(ctx); err != nil {
				return err
			}
			continue
		}
		line, err := s.listen(ctx, in)
		switch {
		case errors.Is(err, errFlag):
			s.end(board.Outcome{Result: wonBy(side.Other()), Reason: timeUp})
			continue
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if s.clock.over() { // it fell while a command was carried out
			s.end(board.Outcome{Result: wonBy(side.Other()), Reason: timeUp})
			continue
		}
		if err := s.obey(ctx, line); err != nil {
			if errors.Is(err, errLeave) {
				return nil
			}
			return err
		}
	}
	return s.out.err
}

// listen reads a line from the human while his clock runs.
func (s *playSession) listen(ctx context.Context, in *playInput) (string, error) {
	if s.prompts {
		s.out.write(s.prompt())
	}
	if s.over.Result == board.Ongoing && s.clock.on() {
		s.clock.start(s.human)
	}
	flag, stop := s.clock.flag()
	defer stop()
	line, err := in.next(ctx, flag)
	if err != nil && s.prompts {
		s.out.write("\n") // nobody has ended the line of the prompt
	}
	return line, err
}

// newGame begins a game: the first, or another.
func (s *playSession) newGame() error {
	game, err := s.begin(s.games == 0)
	if err != nil {
		return err
	}
	if s.games > 0 {
		if err := s.opponent.newGame(); err != nil {
			return err
		}
	}
	return s.take(game)
}

// take makes a game the one that is played.
func (s *playSession) take(game *board.Game) error {
	s.games++
	s.game, s.over, s.found, s.offered = game, board.Outcome{}, game.Plies(), -1
	s.file.forget()
	s.clock.reset()
	coin := rand.New(rand.NewPCG(s.seed, uint64(s.games))).IntN(2) == 0
	s.human = s.colour.of(game.Position(), coin)
	if game.Rules().StuckWins {
		s.out.say(s.say.text("giveaway"))
	}
	s.out.say(s.say.text(ofSide("you", s.human)))
	if moves := s.moveList(); moves != "" {
		s.out.say(s.say.text("so far", moves))
	}
	if !s.finish() {
		s.show()
	}
	return nil
}

// play makes a move, the human's or the opponent's, on the board and on the clock.
func (s *playSession) play(m board.Move) {
	s.clock.press()
	s.game.Play(m)
}

// answer lets the opponent move.
func (s *playSession) answer(ctx context.Context) error {
	if s.clock.on() {
		s.clock.start(s.human.Other())
	}
	m, err := s.opponent.move(ctx, s.game, &s.clock, s.moveTime)
	if err != nil {
		return err
	}
	if s.clock.over() {
		s.end(board.Outcome{Result: wonBy(s.human), Reason: timeUp})
		return nil
	}
	text := numberedMove(s.game, m)
	s.play(m)
	s.out.say(s.say.text("engine plays", text))
	if !s.finish() {
		s.show()
	}
	return nil
}

// finish ends the game where the rules do. It reports whether it is over.
func (s *playSession) finish() bool {
	o := movegen.Outcome(s.game)
	if o.Result == board.Ongoing {
		return false
	}
	s.over = o
	s.show()
	s.end(o)
	return true
}

// end ends the game, tells how, and keeps it.
func (s *playSession) end(o board.Outcome) {
	s.over = o
	s.clock.stop()
	s.out.say(s.overText())
	s.keep()
	s.out.say(s.say.text("what next"))
}

// keep writes a game that was played to the file of --pdn, if there is one. What
// is wrong with that is told: the game goes on.
func (s *playSession) keep() {
	found := s.over.Result == board.Ongoing || movegen.Outcome(s.game).Result != board.Ongoing
	if s.file.auto == "" || s.game.Plies() == s.found && found {
		return // as it was found
	}
	if err := s.save(s.file.auto); err != nil {
		s.out.say(s.say.text("not saved", err))
	}
}

// leave keeps the game and says good-bye.
func (s *playSession) leave() error {
	if s.game != nil {
		s.clock.stop()
		s.keep()
	}
	s.out.say(s.say.text("farewell"))
	return s.out.err
}

// wonBy returns the result of a game that a side has won.
func wonBy(side board.Colour) board.Result {
	if side == board.White {
		return board.WhiteWins
	}
	return board.BlackWins
}

// numberedMove returns a move that is to be made, with its number: "5. c3-d4",
// "5... d6-c5".
func numberedMove(g *board.Game, m board.Move) string {
	dots := "."
	if g.Position().Side() == board.Black {
		dots = "..."
	}
	return fmt.Sprintf("%d%s %s", moveNumber(g.Start(), g.Plies()), dots, movegen.Format(g.Position(), m, movegen.Short))
}

// moveNumber returns the number of the move made after so many plies.
func moveNumber(start board.Position, plies int) int {
	if start.Side() == board.Black {
		plies++
	}
	return plies/2 + 1
}
