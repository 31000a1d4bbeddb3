package board_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// TestPliesToDrawNeverOverstates plays kings to and fro and checks at every ply
// that the draw does not come sooner than announced.
func TestPliesToDrawNeverOverstates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, fen string
		cycle     [][2]board.Square // from, to; played in turn
		draw      board.Draw
	}{
		{"balance of two", "W:WKc1:BKb8", [][2]board.Square{
			{board.C1, board.D2}, {board.B8, board.C7}, {board.D2, board.C1}, {board.C7, board.B8}}, board.Balance},
		{"three kings with men", "W:WKc1,Kg1,Ke1,h2,a3,b2,g3:BKb8", [][2]board.Square{
			{board.C1, board.D2}, {board.B8, board.C7}, {board.D2, board.C1}, {board.C7, board.B8}}, board.ThreeKings},
		{"main road", "W:WKc1,Kg1,Kb8:BKa1", [][2]board.Square{
			{board.C1, board.D2}, {board.A1, board.B2}, {board.D2, board.C1}, {board.B2, board.A1}}, board.OnMainRoad},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := board.ParseFEN(tt.fen)
			require.NoError(t, err)
			var c board.Counters
			announced := []int{c.PliesToDraw(p)}
			for ply := 0; c.Draw(p) == board.NoDraw; ply++ {
				require.Less(t, ply, 200)
				from, to := tt.cycle[ply%4][0], tt.cycle[ply%4][1]
				m := board.KingMove(from, to, 0)
				before := p
				p = p.After(m)
				c = c.After(before, m, p)
				announced = append(announced, c.PliesToDraw(p))
			}
			require.Equal(t, tt.draw, c.Draw(p))
			for ply, left := range announced {
				require.LessOrEqual(t, left, len(announced)-1-ply, "after ply %d", ply)
			}
		})
	}
}
