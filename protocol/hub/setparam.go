package hub

import (
	"errors"
	"fmt"
	"strings"

	"bolshak/board"
)

// ownParams returns the parameters that the server handles itself.
func ownParams() []Param {
	names := make([]string, len(board.Variants))
	for i, r := range board.Variants {
		names[i] = r.Name
	}
	return []Param{
		{Name: "variant", Type: Enum, Value: board.Russian.Name, Values: names},
		{Name: "ponder", Type: Bool, Value: "false"}, // GUIs set it; the commands say all there is to know
		{Name: "numbering", Type: Enum, Value: "b8", Values: []string{"b8", "a1"}},
	}
}

// declared returns all parameters in the order of their declaration: the
// variant, which clients look for, the engine's, the rest.
func (s *session) declared() []Param {
	all := append([]Param{}, s.own[0])
	all = append(all, s.params...)
	return append(all, s.own[1:]...)
}

// setParam carries out set-param. Unknown names are ignored: bots set the
// parameters of other engines. After an error the old value stands.
func (s *session) setParam(line Line) error {
	name, ok := line.Value("name")
	if !ok || name == "" {
		return errors.New("set-param: no name, want name=... and value=... behind the command")
	}
	for i := range s.own {
		if p := &s.own[i]; p.Name == name {
			return s.assign(p, line, s.setOwn)
		}
	}
	for i := range s.params {
		if p := &s.params[i]; p.Name == name {
			return s.assign(p, line, s.engine.SetParam)
		}
	}
	return nil
}

// assign checks the value in line, hands it to set and keeps it.
func (s *session) assign(p *Param, line Line, set func(name, value string) error) error {
	text, ok := line.Value("value")
	if !ok {
		return fmt.Errorf("set-param: parameter %s: no value, want %s", p.Name, p.wanted())
	}
	if p.Name == "variant" && strings.EqualFold(strings.TrimSpace(text), "normal") {
		return fmt.Errorf("set-param: parameter variant: value %q is 10x10 draughts, want %s", text, p.wanted())
	}
	value, err := p.check(text)
	if err == nil {
		err = set(p.Name, value)
	}
	if err != nil {
		return fmt.Errorf("set-param: %w", err)
	}
	p.Value = value
	return nil
}

// setOwn sets one of the server's parameters to a value that was checked.
func (s *session) setOwn(name, value string) error {
	switch name {
	case "variant":
		rules, err := board.ParseRules(value)
		if err != nil {
			return err
		}
		s.rules = rules
		if s.game != nil {
			s.game = replay(s.game, rules)
		}
	case "numbering":
		s.numbering = board.FromB8
		if value == "a1" {
			s.numbering = board.FromA1
		}
	}
	return nil
}

// replay returns the game under other rules: the moves are the same.
func replay(g *board.Game, rules board.Rules) *board.Game {
	again := board.NewGame(rules, g.Start())
	for _, m := range g.Moves() {
		again.Play(m)
	}
	return again
}
