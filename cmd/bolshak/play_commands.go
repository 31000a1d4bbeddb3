package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
)

// playCommand is what can be typed besides moves: its words in English and in
// Russian, both of which work in either language.
type playCommand struct {
	words []string
	run   func(s *playSession, ctx context.Context, args string) error
}

// playCommands lists the commands, as the help does.
func playCommands() []playCommand {
	return []playCommand{
		{[]string{"hint", "подсказка", "h"}, (*playSession).hint},
		{[]string{"undo", "назад", "u"}, (*playSession).takeBack},
		{[]string{"draw", "ничья"}, (*playSession).offerDraw},
		{[]string{"resign", "сдаюсь"}, (*playSession).resign},
		{[]string{"go", "ходи"}, (*playSession).changeSides},
		{[]string{"moves", "ходы"}, (*playSession).listMoves},
		{[]string{"board", "доска", "b"}, (*playSession).showBoard},
		{[]string{"flip", "повернуть"}, (*playSession).flip},
		{[]string{"game", "партия"}, (*playSession).tellGame},
		{[]string{"level", "уровень"}, (*playSession).changeLevel},
		{[]string{"save", "сохранить"}, (*playSession).saveGame},
		{[]string{"load", "загрузить"}, (*playSession).loadGame},
		{[]string{"new", "заново"}, (*playSession).again},
		{[]string{"help", "помощь", "?"}, (*playSession).help},
		{[]string{"quit", "выход", "exit", "q"}, (*playSession).quit},
	}
}

// obey carries out a line: a command or a move.
func (s *playSession) obey(ctx context.Context, line string) error {
	word, args, _ := strings.Cut(line, " ")
	if word == "" {
		return nil
	}
	for _, c := range playCommands() {
		if slices.Contains(c.words, strings.ToLower(word)) {
			return c.run(s, ctx, strings.TrimSpace(args))
		}
	}
	if s.over.Result != board.Ongoing {
		s.out.say(s.say.text("is over"))
		return nil
	}
	p := s.game.Position()
	m, err := movegen.Parse(p, line)
	if err != nil {
		s.out.say(s.say.text("no move", line, strings.Join(moveTexts(p, movegen.Short), " ")))
		if movegen.CanCapture(p) {
			s.out.say(s.say.text("must capture"))
		}
		return nil
	}
	s.play(m)
	s.finish()
	return nil
}

// hint tells the best move.
func (s *playSession) hint(ctx context.Context, _ string) error {
	if s.refuseOver() {
		return nil
	}
	m, score, err := s.opponent.advise(ctx, s.game, hintNodes)
	if err != nil {
		return err
	}
	s.out.say(s.say.text("hint", numberedMove(s.game, m), s.scoreText(score)))
	return nil
}

// takeBack takes back the human's last move and what was answered, or the end of
// a game in which he did not move last.
func (s *playSession) takeBack(context.Context, string) error {
	plies := s.game.Plies()
	for n := plies - 1; n >= 0; n-- {
		if s.game.At(n).Side() != s.human {
			continue
		}
		for s.game.Plies() > n {
			s.game.Undo()
			s.clock.undo()
		}
		s.over, s.found, s.offered = board.Outcome{}, min(s.found, n), -1
		s.show()
		return nil
	}
	s.out.say(s.say.text("nothing to undo"))
	return nil
}

// offerDraw offers a draw, which the opponent takes or not.
func (s *playSession) offerDraw(ctx context.Context, _ string) error {
	if s.refuseOver() {
		return nil
	}
	if s.offered == s.game.Plies() {
		s.out.say(s.say.text("offered already"))
		return nil
	}
	s.offered = s.game.Plies()
	accepted, err := s.opponent.accepts(ctx, s.game)
	if err != nil {
		return err
	}
	if !accepted {
		s.out.say(s.say.text("draw declined"))
		return nil
	}
	s.end(board.Outcome{Result: board.Drawn, Reason: string(board.Agreement)})
	return nil
}

// resign gives the game up.
func (s *playSession) resign(context.Context, string) error {
	if !s.refuseOver() {
		s.end(board.Outcome{Result: wonBy(s.human.Other()), Reason: resigned})
	}
	return nil
}

// changeSides lets the opponent move for the human, who goes on with the other
// colour.
func (s *playSession) changeSides(context.Context, string) error {
	if s.refuseOver() {
		return nil
	}
	s.clock.stop()
	s.human = s.human.Other()
	s.out.say(s.say.text(ofSide("you", s.human)))
	return nil
}

// listMoves lists the legal moves.
func (s *playSession) listMoves(context.Context, string) error {
	s.out.say(strings.Join(moveTexts(s.game.Position(), movegen.Short), " "))
	return nil
}

// showBoard shows the board, and the position as a FEN.
func (s *playSession) showBoard(context.Context, string) error {
	s.show()
	s.out.say(s.game.Position().FEN())
	return nil
}

// flip turns the board round.
func (s *playSession) flip(context.Context, string) error {
	s.flipped = !s.flipped
	s.show()
	return nil
}

// tellGame tells the moves so far.
func (s *playSession) tellGame(context.Context, string) error {
	s.out.say(s.say.text("so far", s.moveList()))
	return nil
}

// changeLevel tells the level, or sets it.
func (s *playSession) changeLevel(_ context.Context, args string) error {
	if args != "" {
		level, err := parseLevel(args)
		if err != nil {
			s.out.say(s.say.text("no level", args))
			return nil
		}
		if err := s.opponent.setLevel(level); err != nil {
			return err
		}
	}
	s.out.say(s.say.text("plays at", s.levelText()))
	return nil
}

// saveGame saves the game to a file.
func (s *playSession) saveGame(_ context.Context, name string) error {
	if name == "" {
		s.out.say(s.say.text("save where"))
		return nil
	}
	if err := s.save(name); err != nil {
		s.out.say(s.say.text("not saved", err))
		return nil
	}
	s.out.say(s.say.text("saved", name))
	return nil
}

// loadGame goes on with a game of a file, the first unless its number is given.
func (s *playSession) loadGame(_ context.Context, args string) error {
	name, number := args, 1
	if i := strings.LastIndexByte(args, ' '); i > 0 {
		if n, err := strconv.Atoi(args[i+1:]); err == nil && n > 0 {
			name, number = strings.TrimSpace(args[:i]), n
		}
	}
	if name == "" {
		s.out.say(s.say.text("load what"))
		return nil
	}
	game, err := s.load(name, number)
	if err != nil {
		s.out.say(s.say.text("not loaded", err))
		return nil
	}
	s.keep()
	return s.take(game)
}

// again begins another game; a colour may be given.
func (s *playSession) again(_ context.Context, args string) error {
	if args != "" {
		colour, err := parsePlayColour(args)
		if err != nil {
			s.out.say(s.say.text("no colour", args))
			return nil
		}
		s.colour = colour
	}
	s.keep()
	return s.newGame()
}

// help lists the commands.
func (s *playSession) help(context.Context, string) error {
	s.out.say(s.say.text("help"))
	return nil
}

// quit leaves.
func (s *playSession) quit(context.Context, string) error { return errLeave }

// refuseOver tells that the game is over, where it is.
func (s *playSession) refuseOver() bool {
	if s.over.Result == board.Ongoing {
		return false
	}
	s.out.say(s.say.text("is over"))
	return true
}
