package movegen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

// TestRules states the rules of rules.md one by one: a position and its exact
// moves, written as start, end and, in brackets, the pieces taken.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, rule := range []struct {
		name, fen string
		moves     []string
	}{
		// Moves.
		{"a man moves one square diagonally forward", "W:Wc3:Bh8",
			[]string{"c3-b4", "c3-d4"}},
		{"a black man moves down the board", "B:Wa1:Bc5",
			[]string{"c5-b4", "c5-d4"}},
		{"a man on the rim has one move", "W:Wa3,h4:Bb8",
			[]string{"a3-b4", "h4-g5"}},
		{"a king moves any number of empty squares along a diagonal", "W:WKd4:Bh2",
			[]string{"d4-a1", "d4-a7", "d4-b2", "d4-b6", "d4-c3", "d4-c5", "d4-e3", "d4-e5", "d4-f2", "d4-f6", "d4-g1", "d4-g7", "d4-h8"}},
		{"a king stops before its own pieces", "W:WKa1,d4:Bh2",
			[]string{"a1-b2", "a1-c3", "d4-c5", "d4-e5"}},
		{"a king stops before two pieces in a row", "W:WKa1:Bc3,d4",
			[]string{"a1-b2"}},
		{"a quiet promotion ends the move", "W:We7,h2:Bb6,h4",
			[]string{"e7-d8", "e7-f8", "h2-g3"}},
		{"a man has no quiet move backwards", "W:Wa5:Bb6,c7", nil},

		// Captures.
		{"capturing is compulsory for men", "W:Wc1,a3:Bb4",
			[]string{"a3:c5 (b4)"}},
		{"capturing is compulsory for kings", "W:WKa1,h2:Bd4",
			[]string{"a1:e5 (d4)", "a1:f6 (d4)", "a1:g7 (d4)", "a1:h8 (d4)"}},
		{"men capture backwards", "W:Wd4:Bc3",
			[]string{"d4:b2 (c3)"}},
		{"a man captures in all directions where the square behind is empty", "W:Wd4:Bc5,e3,c3,b2",
			[]string{"d4:b6 (c5)", "d4:f2 (e3)"}},
		{"a man does not capture from afar", "W:Wb2:Bd4",
			[]string{"b2-a3", "b2-c3"}},
		{"no majority rule", "W:Wc3,g3:Bb4,d6,h4,f4,f6",
			[]string{"c3:a5 (b4)", "g3:c7 (d6 f4)", "g3:g7 (f4 f6)"}},
		{"no quality rule", "W:We1,Kh2:Bd2,Kf4",
			[]string{"e1:c3 (d2)", "h2:b8 (f4)", "h2:c7 (f4)", "h2:d6 (f4)", "h2:e5 (f4)"}},
		{"a capture must be played to its end", "W:Wc3:Bd4,f6",
			[]string{"c3:g7 (d4 f6)"}},
		{"a king lands on any empty square behind its victim", "W:WKa1,g7:Bc3",
			[]string{"a1:d4 (c3)", "a1:e5 (c3)", "a1:f6 (c3)"}},
		{"a king captures at any distance", "W:WKa1,c1:Bg7",
			[]string{"a1:h8 (g7)"}},
		{"a king must land where the capture goes on", "W:WKa1:Bc3,f2",
			[]string{"a1:g1 (c3 f2)"}},
		{"landing duty: straight on counts as going on", "W:WKa1:Bc3,f6",
			[]string{"a1:g7 (c3 f6)", "a1:h8 (c3 f6)"}},
		{"landing duty: any of the squares where it goes on", "W:WKa1:Bc3,f2,f6",
			[]string{"a1:g1 (c3 f2)", "a1:g7 (c3 f6)", "a1:h8 (c3 f6)"}},
		{"landing duty in a published fault", "B:W12,17,19,23,25,27,29:B1,3,4,7,8,10,11,K13,14",
			[]string{"a5:e5 (b4 f2 f4)", "c5:c1 (b2 b4)"}},
		{"two pieces in a row are not captured", "W:WKa1:Bb2,c3", nil},

		// Turkish strike.
		{"Turkish strike: what was taken blocks until the move is over", "W:WKe1:Bc3,b6,d6,d4",
			[]string{"e1:e5 (b6 c3 d6)", "e1:e7 (c3 d6)", "e1:f4 (b6 c3 d6)", "e1:f8 (c3 d6)", "e1:g3 (b6 c3 d6)", "e1:h2 (b6 c3 d6)"}},
		{"Turkish strike: no piece is jumped twice", "W:WKb2:Bd4,e7,c7,f2,a5",
			[]string{"b2:b6 (c7 d4 e7)", "b2:b8 (c7 d4)"}},
		{"an empty square may be passed twice", "W:WKa3:Bc5,e5,f2,c3,b6,d8",
			[]string{"a3:c7 (b6 c3 c5 e5 f2)"}},
		{"the start square counts as empty: it is passed", "W:WKf6:Bg7,g5,g3,d2",
			[]string{"f6:h8 (d2 g3 g5 g7)", "f6:h8 (g7)"}},
		{"the start square counts as empty: a man's capture ends there, and both ways are one move", "W:Wd4:Be5,g5,g3,e3",
			[]string{"d4:d4 (e3 e5 g3 g5)"}},
		{"the start square counts as empty: a king's capture ends there", "W:WKc7:Bb6,d6,f4,d2,f2",
			[]string{"c7:b8 (b6 d2 d6 f2 f4)", "c7:c7 (b6 d2 d6 f2 f4)", "c7:d8 (b6 d2 d6 f2 f4)"}},

		// Promotion in passing.
		{"a man that promotes by capture goes on as a king", "W:Wf6:Be7,b6",
			[]string{"f6:a5 (b6 e7)"}},
		{"promotion in passing: the landing duty holds at once", "W:Wh6:Bg7,c5,d2",
			[]string{"h6:e1 (c5 d2 g7)"}},
		{"a man that promotes by capture stops where it cannot go on", "W:Wf6:Be7",
			[]string{"f6:d8 (e7)"}},
		{"a black man promotes by capture", "B:Wb2,e3:Bc3",
			[]string{"c3:a1 (b2)"}},
		{"a man beside the last rank goes on as a man", "W:Wa5:Bb6,e5",
			[]string{"a5:c7 (b6)"}},

		// What is one move.
		{"equal captures are one move", "W:WKe7:Bb4,d4,d6,f4,f6",
			[]string{"e7:a3 (b4 d4 f4 f6)", "e7:a3 (b4 d6)", "e7:a5 (b4 f4 f6)", "e7:d8 (d4 d6 f4 f6)", "e7:e7 (d4 d6 f4 f6)", "e7:f8 (d4 d6 f4 f6)"}},
		{"captures with other victims stay two moves", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8",
			[]string{"f8:b4 (c5)", "f8:b4 (c5 e5 g5 g7)", "h4:b6 (c5 e5 g5)"}},

		// The end.
		{"a blocked side has no move", "W:Wa3:Bb4,c5", nil},
		{"a side without pieces has no move", "B:W29:B", nil},
	} {
		t.Run(rule.name, func(t *testing.T) {
			t.Parallel()
			p := position(t, rule.fen)
			want := slices.Sorted(slices.Values(rule.moves))
			require.Equal(t, want, plain(reference.Moves(p)), "the reference")
			require.Equal(t, want, plain(movegen.Append(nil, p)))
			require.Equal(t, len(want), movegen.Count(p))
			require.Equal(t, len(want) > 0, movegen.HasMove(p))
			require.Equal(t, strings.Contains(strings.Join(want, ""), ":"), movegen.CanCapture(p))
		})
	}
}

// plain writes moves as start, end and, in brackets, the pieces taken, sorted.
func plain(moves []board.Move) []string {
	var texts []string
	for _, m := range moves {
		if !m.IsCapture() {
			texts = append(texts, fmt.Sprintf("%v-%v", m.From(), m.To()))
			continue
		}
		var victims []string
		for rest := m.Captured(); rest != 0; rest = rest.Rest() {
			victims = append(victims, rest.First().String())
		}
		slices.Sort(victims)
		texts = append(texts, fmt.Sprintf("%v:%v (%s)", m.From(), m.To(), strings.Join(victims, " ")))
	}
	slices.Sort(texts)
	return texts
}

// TestPositionsAfter: what stands on the board when a move is over.
func TestPositionsAfter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, fen, move, after string }{
		{"a quiet promotion makes a king", "W:We7:Bb6", "e7-f8", "B:WKf8:Bb6"},
		{"a man that promotes in passing is a king", "W:Wf6:Be7,b6", "f6:a5", "B:WKa5:B"},
		{"a black man promotes on the first rank", "B:Wb2,e3:Bc3", "c3:a1", "W:We3:BKa1"},
		{"all that was taken leaves the board, kings too", "W:Wd4:BKe5,Kg5,g3,e3,a7", "d4:d4", "B:Wd4:Ba7"},
		{"a man stays a man off the last rank", "W:Wc3:Bd4,f6,h8", "c3:g7", "B:Wg7:Bh8"},
		{"a king stays a king", "W:WKa1,g7:Bc3", "a1:d4", "B:WKd4,g7:B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := position(t, c.fen)
			m := theMove(t, p, c.move)
			require.Contains(t, generated(p), m)
			require.Equal(t, position(t, c.after), p.After(m))
		})
	}
}

// TestEndOfGame: who is stuck has lost, in giveaway won.
func TestEndOfGame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fen, reason string
		russian, losing   board.Result
	}{
		{"White is blocked", "W:Wa3:Bb4,c5", board.NoMoves, board.BlackWins, board.WhiteWins},
		{"Black is blocked", "B:Wf4,g5:Bh6", board.NoMoves, board.WhiteWins, board.BlackWins},
		{"a king is blocked", "B:WKb2,c3:BKa1", board.NoMoves, board.WhiteWins, board.BlackWins},
		{"White has no piece", "W:W:Bh6", board.NoPieces, board.BlackWins, board.WhiteWins},
		{"Black has no piece", "B:Wa1:B", board.NoPieces, board.WhiteWins, board.BlackWins},
		{"who is blocked but not to move plays on", "B:Wa3:Bb4,c5", "", board.Ongoing, board.Ongoing},
		{"the start", "start", "", board.Ongoing, board.Ongoing},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := position(t, c.fen)
			require.Equal(t, board.Outcome{Result: c.russian, Reason: c.reason}, movegen.Outcome(board.NewGame(board.Russian, p)))
			require.Equal(t, board.Outcome{Result: c.losing, Reason: c.reason}, movegen.Outcome(board.NewGame(board.Losing, p)))
		})
	}
}
