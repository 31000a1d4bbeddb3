package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

// gameSource says where the game comes from whose present position is looked
// at: from --fen, or from a PDN file, FILE --game N --ply N; --moves are played
// behind it.
type gameSource struct {
	rules      board.Rules
	fen, moves string
	number     int // of the game in the file
	ply        int // of that game; atTheEnd: its last
}

// atTheEnd is the ply of a game that is looked at behind its last move.
const atTheEnd = -1

// flags declares the flags.
func (s *gameSource) flags(cmd *cobra.Command) {
	s.number, s.ply = 1, atTheEnd
	fenFlag(cmd, &s.fen)
	cmd.Flags().StringVar(&s.moves, "moves", "", "`MOVES` to play from there first, parted by blanks")
	intFlag(cmd, &s.number, "game", math.MaxInt, "N", "which game of the PDN file")
	cmd.Flags().Var(plyValue{&s.ply}, "ply", "the position after so many moves of the game, each side's counted; all by default")
}

// game returns the game.
func (s *gameSource) game(cmd *cobra.Command, args []string) (*board.Game, error) {
	if len(args) > 0 {
		if cmd.Flags().Changed("fen") {
			return nil, usage(cmd, "--fen and %q, want one of them", args[0])
		}
		game, err := s.fromFile(cmd, args[0])
		if err != nil {
			return nil, err
		}
		return game, playOn(game, s.moves)
	}
	for _, name := range []string{"game", "ply"} {
		if cmd.Flags().Changed(name) {
			return nil, usage(cmd, "--%s wants a PDN file", name)
		}
	}
	return playMoves(s.rules, s.fen, s.moves)
}

// fromFile returns the game of the file up to the ply.
func (s *gameSource) fromFile(cmd *cobra.Command, name string) (*board.Game, error) {
	file, err := pdn.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for games := 0; ; games++ {
		g, err := file.Next()
		switch {
		case err == io.EOF && games == 0:
			return nil, fmt.Errorf("%s: no game found, want a PDN file", name)
		case err == io.EOF:
			return nil, fmt.Errorf("%s: game %d: the last one is %d", name, s.number, games)
		case err != nil:
			return nil, err
		case g.Index != s.number:
			continue
		}
		if cmd.Flags().Changed("variant") { // else what the file says counts
			g.Rules = s.rules
		}
		if err := s.checkPly(g); err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", name, s.number, err)
		}
		game, err := g.Replay(s.ply)
		if err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", name, s.number, err)
		}
		return game, nil
	}
}

// checkPly refuses a ply that the game does not have, or that cannot be reached
// for what is wrong with a move before it.
func (s *gameSource) checkPly(g *pdn.Game) error {
	plies := g.Plies()
	if s.ply != atTheEnd && s.ply <= plies {
		return nil
	}
	for _, p := range g.Problems {
		if p.Ply == plies+1 {
			return fmt.Errorf("%v", p)
		}
	}
	if s.ply != atTheEnd {
		return fmt.Errorf("ply %d: the game has %d", s.ply, plies)
	}
	return nil
}

// playMoves returns the game that begins with fen and goes on with moves.
func playMoves(rules board.Rules, fen, moves string) (*board.Game, error) {
	p, err := parseFEN(fen)
	if err != nil {
		return nil, err
	}
	game := board.NewGame(rules, p)
	return game, playOn(game, moves)
}

// playOn plays the value of --moves.
func playOn(game *board.Game, moves string) error {
	for i, text := range strings.Fields(moves) {
		m, err := movegen.Parse(game.Position(), text)
		if err != nil {
			return fmt.Errorf("--moves, ply %d: %w", i+1, err)
		}
		game.Play(m)
	}
	return nil
}

// oneFile lets the name of a file through, or nothing.
func oneFile(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case len(args) > 1:
		return usage(cmd, "unexpected argument %q, want one file", args[1])
	}
	if _, err := os.Stat(args[0]); err != nil && isPosition(args[0]) {
		return noArguments(cmd, args)
	}
	return nil
}

// plyValue implements pflag.Value for a number of plies, 0 or more.
type plyValue struct{ value *int }

func (v plyValue) Type() string { return "PLY" }

func (v plyValue) String() string {
	if v.value == nil || *v.value == atTheEnd {
		return ""
	}
	return strconv.Itoa(*v.value)
}

func (v plyValue) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return fmt.Errorf("want an integer of at least 0")
	}
	*v.value = n
	return nil
}

var _ pflag.Value = plyValue{}
