package main

import (
	"slices"
	"strings"

	"bolshak/board"
	"bolshak/board/picture"
	"bolshak/eval"
	"bolshak/movegen"
)

// nearDrawMoves is from how many moves before a draw by a counter on it is told.
const nearDrawMoves = 5

// show shows the board with the last move, the clocks and how near a draw is.
func (s *playSession) show() {
	p := s.game.Position()
	shown := picture.Text{Position: p, BlackBelow: (s.human == board.Black) != s.flipped, Unicode: s.unicode}
	if moves := s.game.Moves(); len(moves) > 0 {
		last := moves[len(moves)-1]
		shown.Marked = last.From().Bit() | last.To().Bit()
	}
	text := shown.String()
	text = strings.TrimSuffix(text, "\n")
	text = text[:strings.LastIndexByte(text, '\n')] // without the side to move, in English
	s.out.say("\n" + text + "\n")
	if s.clock.on() {
		s.out.say(s.say.text("clock", clockText(s.clock.of(board.White)), clockText(s.clock.of(board.Black))))
	}
	if s.over.Result != board.Ongoing {
		return
	}
	if s.game.Occurrences() == 2 {
		s.out.say(s.say.text("stood twice"))
	}
	for _, c := range s.game.Counters().Counts(p) {
		if c.Limit-c.Moves <= nearDrawMoves {
			s.out.say(s.say.text("count "+string(c.Draw), c.Moves, c.Limit))
		}
	}
	if movegen.CanCapture(p) && p.Side() == s.human {
		s.out.say(s.say.text("must capture"))
	}
}

// prompt says who is to move.
func (s *playSession) prompt() string {
	if s.over.Result != board.Ongoing {
		return "> "
	}
	return s.say.text(ofSide("to move", s.game.Position().Side())) + "> "
}

// overText says how the game has ended.
func (s *playSession) overText() string {
	return s.reasonText() + " " + s.say.text("result "+s.over.Result.String())
}

// reasonText says why the game is over.
func (s *playSession) reasonText() string {
	p := s.game.Position()
	switch s.over.Reason {
	case string(board.Balance):
		counts := s.game.Counters().Counts(p)
		balance := slices.IndexFunc(counts, func(c board.Count) bool { return c.Draw == board.Balance })
		return s.say.text("draw balance", counts[balance].Limit, p.Occupied().Count())
	case board.NoMoves, board.NoPieces, timeUp:
		return s.say.text(ofSide(s.over.Reason, p.Side()))
	case resigned:
		return s.say.text(ofSide(resigned, s.human))
	}
	return s.say.text("draw " + s.over.Reason)
}

// moveList returns the moves so far with their numbers.
func (s *playSession) moveList() string {
	var words []string
	g := board.NewGame(s.game.Rules(), s.game.Start())
	for i, m := range s.game.Moves() {
		if i == 0 || g.Position().Side() == board.White {
			words = append(words, numberedMove(g, m))
		} else {
			words = append(words, movegen.Format(g.Position(), m, movegen.Short))
		}
		g.Play(m)
	}
	return strings.Join(words, " ")
}

// scoreText returns a score in men, or in how many moves the side to move wins or
// loses.
func (s *playSession) scoreText(score eval.Score) string {
	plies, ok := score.Plies()
	switch {
	case !ok:
		return score.String()
	case plies > 0:
		return s.say.text("wins in", (plies+1)/2)
	}
	return s.say.text("loses in", (1-plies)/2)
}

// levelText names the opponent's strength.
func (s *playSession) levelText() string {
	if s.opponent.level() == 0 {
		return s.say.text("full strength")
	}
	return s.say.text("level", s.opponent.level())
}

// ofSide returns the key of a phrase that is different for either side.
func ofSide(key string, side board.Colour) string {
	if side == board.White {
		return key + " white"
	}
	return key + " black"
}
