package hub

import (
	"fmt"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
)

// parsePos reads the arguments of a pos command and plays the moves. Without a
// position it is the start. Numbered moves follow the numbering; the position
// always runs from b8. Errors name the square, or the ply, counted from 1.
func parsePos(line Line, rules board.Rules, numbering board.Numbering) (*board.Game, error) {
	start := board.Start()
	if text, ok := line.Value("pos"); ok {
		var err error
		if start, err = board.ParseHub(text); err != nil {
			return nil, fmt.Errorf("pos: %w", err)
		}
	}
	game := board.NewGame(rules, start)
	moves, _ := line.Value("moves")
	for i, text := range strings.Fields(moves) {
		move, err := movegen.ParseNumbered(game.Position(), text, numbering)
		if err != nil {
			return nil, fmt.Errorf("pos: moves, ply %d: %w", i+1, err)
		}
		game.Play(move)
	}
	return game, nil
}
