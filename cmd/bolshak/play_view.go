package main

import (
	"strings"

	"bolshak/board"
	"bolshak/board/picture"
	"bolshak/eval"
	"bolshak/movegen"
)

// nearDrawPlies is from how many plies before a draw by a counter on it is told.
const nearDrawPlies = 10

// show shows the board, the clocks and how near a draw is.
func (s *playSession) show() {
	p := s.game.Position()
	text := picture.Text{Position: p, BlackBelow: (s.human == board.Black) != s.flipped, Unicode: s.unicode}.String()
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
	if left := s.game.Counters().PliesToDraw(p); left <= nearDrawPlies {
		s.out.say(s.say.text("draw near", left))
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
		n := p.Occupied().Count()
		return s.say.text("draw balance", balanceMoves(n), n)
	case board.NoMoves, board.NoPieces, timeUp:
		return s.say.text(ofSide(s.over.Reason, p.Side()))
	case resigned:
		return s.say.text(ofSide(resigned, s.human))
	}
	return s.say.text("draw " + s.over.Reason)
}

// balanceMoves returns for how many moves of each side the balance of so many
// pieces may stand.
func balanceMoves(pieces int) int {
	switch {
	case pieces <= 3:
		return 5
	case pieces <= 5:
		return 30
	}
	return 60
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
