package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval/endgame"
)

// TestTableRule: won, drawn and lost by the tables, for both colours; what they do
// not know, or what a draw counter may turn, is played on.
func TestTableRule(t *testing.T) {
	t.Parallel()
	known, err := endgame.Embedded()
	require.NoError(t, err)
	four := TableRule{Tables: known, Pieces: 4}
	for _, c := range []struct {
		what, fen string
		rules     board.Rules
		rule      TableRule
		want      board.Result
	}{
		{"king against king", "W:WKa1:BKh2", board.Russian, four, board.Drawn},
		{"White wins, to move", "W:WKc1,Kb6:Ba7", board.Russian, four, board.WhiteWins},
		{"White wins, Black to move", "B:WKc1,Kb6:Ba7", board.Russian, four, board.WhiteWins},
		{"Black wins, to move", "B:Wh2:BKf8,Kg3", board.Russian, four, board.BlackWins},
		{"too many pieces", "W:WKc1,Kb6,Kd4:Ba7,c7", board.Russian, four, board.Ongoing},
		{"more than is asked for", "W:WKa1,Kc1:BKh2", board.Russian, TableRule{Tables: known, Pieces: 2}, board.Ongoing},
		{"giveaway", "W:WKa1:BKh2", board.Losing, four, board.Ongoing},
		{"no tables", "W:WKa1:BKh2", board.Russian, TableRule{}, board.Ongoing},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err, c.what)
		got := c.rule.judge(board.NewGame(c.rules, p))
		require.Equal(t, c.want, got.Result, c.what)
		if c.want != board.Ongoing {
			require.Equal(t, EndgameTable, got.Reason, c.what)
		}
	}
	require.Equal(t, "4", four.String())
	require.Empty(t, TableRule{}.String())
}

// TestMatchEndsByTables: games that come down to few pieces end by the tables, and
// the journal's settings say so.
func TestMatchEndsByTables(t *testing.T) {
	t.Parallel()
	known, err := endgame.Embedded()
	require.NoError(t, err)
	o := testMatch(t, 2, 4)
	o.Tables = TableRule{Tables: known, Pieces: 4}
	require.Positive(t, runMatch(t, o).Summary.Reasons[EndgameTable])
	require.Contains(t, o.Settings(), Setting{"egdb", "4"})
}
