package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/protocol/hub"
)

// cp returns a reply with a score in centimen, won one with a win in so many plies.
func cp(centimen int) Reply { return Reply{Score: hub.Score{Centimen: centimen}, HasScore: true} }
func won(plies int) Reply   { return Reply{Score: hub.Score{Win: plies}, HasScore: true} }

// mute is a reply without a score.
var mute = Reply{}

func TestAdjudicate(t *testing.T) {
	t.Parallel()
	resign := ResignRule{Score: 400, Moves: 2}
	draw := DrawRule{Score: 5, Moves: 2, From: 3}
	whiteWins := board.Outcome{Result: board.WhiteWins, Reason: Resign}
	blackWins := board.Outcome{Result: board.BlackWins, Reason: Resign}
	drawn := board.Outcome{Result: board.Drawn, Reason: AdjudicateDraw}
	tooLong := board.Outcome{Result: board.Drawn, Reason: MaxPlies}
	for _, c := range []struct {
		name     string
		resign   ResignRule
		draw     DrawRule
		maxPlies int
		first    board.Colour
		scores   []Reply
		want     board.Outcome // after the last score; before it the game goes on
	}{
		{"no rule", ResignRule{}, DrawRule{}, 0, board.White, []Reply{cp(-9000), cp(0), cp(-9000), cp(0), won(-1), cp(0)}, board.Outcome{}},
		{"white resigns", resign, draw, 0, board.White, []Reply{cp(-400), cp(90), cp(-401)}, blackWins},
		{"black resigns", resign, draw, 0, board.White, []Reply{cp(90), cp(-400), cp(90), cp(-500)}, whiteWins},
		{"black resigns, to move first", resign, draw, 0, board.Black, []Reply{cp(-400), cp(90), cp(-400)}, whiteWins},
		{"the opponent's score is not asked", resign, draw, 0, board.White, []Reply{cp(-400), cp(-90), cp(-400)}, blackWins},
		{"proven loss", resign, draw, 0, board.White, []Reply{cp(-400), won(3), won(-2)}, blackWins},
		{"proven win is no loss", resign, draw, 0, board.White, []Reply{won(3), cp(9), won(1)}, board.Outcome{}},
		{"not lost enough", resign, draw, 0, board.White, []Reply{cp(-400), cp(9), cp(-399), cp(9), cp(-400)}, board.Outcome{}},
		{"a move without a score breaks the row", resign, draw, 0, board.White, []Reply{cp(-400), cp(9), mute, cp(9), cp(-400)}, board.Outcome{}},
		{"one move is enough", ResignRule{Score: 1, Moves: 1}, draw, 0, board.White, []Reply{cp(-1)}, blackWins},

		{"draw", resign, draw, 0, board.White, []Reply{cp(90), cp(9), cp(5), cp(-5), cp(0), cp(0)}, drawn},
		{"draw, not before from", resign, draw, 0, board.White, []Reply{cp(0), cp(0), cp(0), cp(0), cp(0), cp(0)}, drawn},
		{"draw from the first move", resign, DrawRule{Moves: 1}, 0, board.White, []Reply{cp(0), cp(0)}, drawn},
		{"both must see it", resign, draw, 0, board.White, []Reply{cp(0), cp(6), cp(0), cp(6), cp(0), cp(6), cp(0), cp(6)}, board.Outcome{}},
		{"too low", resign, draw, 0, board.White, []Reply{cp(0), cp(-6), cp(0), cp(-6), cp(0), cp(-6), cp(0), cp(-6)}, board.Outcome{}},
		{"proven win is no draw", resign, draw, 0, board.White, []Reply{cp(0), cp(0), cp(0), won(9), cp(0), cp(0), cp(0)}, board.Outcome{}},
		{"no score is no draw", resign, draw, 0, board.White, []Reply{cp(0), cp(0), cp(0), mute, cp(0), cp(0), cp(0)}, board.Outcome{}},

		{"max plies", resign, draw, 4, board.White, []Reply{mute, mute, mute, mute}, tooLong},
		{"resigned on the last ply", resign, draw, 3, board.White, []Reply{cp(-400), mute, cp(-400)}, blackWins},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := NewAdjudicator(c.resign, c.draw, c.maxPlies)
			mover := c.first
			for i, s := range c.scores {
				want := board.Outcome{}
				if i == len(c.scores)-1 {
					want = c.want
				}
				require.Equal(t, want, a.Judge(mover, s), "ply %d", i+1)
				mover = mover.Other()
			}
		})
	}
}
