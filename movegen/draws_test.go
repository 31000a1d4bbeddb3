package movegen_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

// allow says whether a move may be played at a ply, counted from 0, of a line
// that quietLine looks for.
type allow func(ply int, p board.Position, m board.Move) bool

// quietLine finds moves for a number of plies after none of which anything can
// be captured and no position comes back, so that one counter is seen alone.
// It tries at random, from a fixed seed, until a line is long enough.
func quietLine(t *testing.T, start board.Position, plies int, allowed allow) []board.Move {
	t.Helper()
	random := newRandom(5)
	for range 20_000 {
		p := start
		stood := map[board.Position]bool{p: true}
		var line []board.Move
		for len(line) < plies {
			var fitting []board.Move
			for _, m := range reference.Moves(p) {
				next := p.After(m)
				if !m.IsCapture() && !stood[next] && allowed(len(line), p, m) &&
					!reference.CanCapture(next) && !reference.CanCapture(otherToMove(next)) {
					fitting = append(fitting, m)
				}
			}
			if len(fitting) == 0 {
				break
			}
			m := fitting[random.IntN(len(fitting))]
			line = append(line, m)
			p = p.After(m)
			stood[p] = true
		}
		if len(line) == plies {
			return line
		}
	}
	require.FailNow(t, "no quiet line found", "%d plies from %s", plies, start.FEN())
	return nil
}

// requireDraw plays a line that must be drawn by the given rule with its last
// move, and not sooner; by NoDraw, never. The recount must say the same.
func requireDraw(t *testing.T, start board.Position, line []board.Move, want board.Draw) {
	t.Helper()
	for _, rules := range board.Variants {
		g := board.NewGame(rules, start)
		for ply, m := range line {
			require.Equal(t, board.NoDraw, g.Draw(), "after %d plies", ply)
			require.Equal(t, board.NoDraw, reference.Draw(g), "the recount after %d plies", ply)
			require.Equal(t, board.Outcome{}, movegen.Outcome(g), "after %d plies", ply)
			g.Play(m)
		}
		require.Equal(t, want, g.Draw(), "after %d plies", len(line))
		require.Equal(t, want, reference.Draw(g), "the recount after %d plies", len(line))
		outcome := board.Outcome{Result: board.Drawn, Reason: string(want)}
		if want == board.NoDraw {
			outcome = board.Outcome{}
		}
		require.Equal(t, outcome, movegen.Outcome(g))
	}
}

// kingsMove allows kings alone to move.
func kingsMove(_ int, _ board.Position, m board.Move) bool { return m.ByKing() }

// menMoveAt allows men to move at the given plies, and there nothing else.
func menMoveAt(plies ...int) allow {
	return func(ply int, _ board.Position, m board.Move) bool {
		return !m.Promotes() && m.ByKing() != slices.Contains(plies, ply)
	}
}

// offRoad keeps a lone king away from the main road.
func offRoad(p board.Position, m board.Move) bool {
	return p.Own().Count() > 1 || !m.ByKing() || !board.MainRoad.Has(m.To())
}

// onRoad keeps a lone king on the main road and all others off it.
func onRoad(_ int, p board.Position, m board.Move) bool {
	return (p.Own().Count() == 1) == board.MainRoad.Has(m.To()) && !m.Promotes()
}

// TestDraws brings every counter of the draw table to its limit: the draw is
// there at that ply and not before.
func TestDraws(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fen string
		plies     int
		draw      board.Draw
		allowed   allow
	}{
		// 5 moves each with 2 or 3 pieces.
		{"balance: 2 pieces", "W:WKc1:BKb8", 10, board.Balance, kingsMove},
		{"balance: 2 pieces, Black begins", "B:WKc1:BKb8", 10, board.Balance, kingsMove},
		{"balance: 3 pieces", "W:WKc1,Kh2:BKa5", 10, board.Balance, kingsMove},
		{"balance: 3 pieces, men move", "W:WKc1,a3:BKh4", 10, board.Balance, menMoveAt(4)},
		{"balance: none without a king on both sides", "W:WKc1,Ke1:Ba7", 10, board.NoDraw,
			func(_ int, _ board.Position, m board.Move) bool { return !m.Promotes() }},

		// 30 moves each with 4 or 5; a man moves so that there are never 15
		// moves each of kings alone.
		{"balance: 4 pieces", "W:WKc1,a3:BKb8,h6", 60, board.Balance, menMoveAt(24, 49)},
		{"balance: 5 pieces", "B:WKc1,Ke1,a3:BKb8,h6", 60, board.Balance, menMoveAt(24, 49)},

		// 60 moves each with 6 or 7; with 8 the balance may stand for ever.
		{"balance: 6 pieces", "W:WKc1,Ke1,a3:BKb8,Kd8,h6", 120, board.Balance, menMoveAt(24, 49, 72, 97)},
		{"balance: 7 pieces", "W:WKc1,Ke1,a3,h2:BKb8,Kd8,h6", 120, board.Balance, menMoveAt(24, 49, 72, 97)},
		{"balance: none with 8 pieces", "W:WKc1,Ke1,a3,h2:BKb8,Kd8,h6,a7", 126, board.NoDraw, menMoveAt(24, 49, 72, 97)},

		{"balance: a promotion starts it again", "W:WKc1,a7:BKh4", 19, board.Balance,
			func(ply int, _ board.Position, m board.Move) bool { return m.Promotes() == (ply == 8) }},

		// 15 moves each of kings alone.
		{"kings-only", "W:WKc1,Ke1:BKb8,Kd8", 30, board.KingsOnly, kingsMove},
		{"kings-only: men may stand there", "B:WKe1,a3,h2:BKd8,h6,a7", 30, board.KingsOnly, kingsMove},
		{"kings-only: a man's move starts it again", "W:WKc1,Ke1,a3:BKb8,Kd8", 51, board.KingsOnly, menMoveAt(20)},

		// 15 moves of the stronger side.
		{"three-kings: the stronger side begins", "W:WKc1,Ke1,Kg1:BKb8", 29, board.ThreeKings, kingsMove},
		{"three-kings: four kings", "W:WKc1,Ke1,Kg1,Kh2:BKa5", 29, board.ThreeKings, kingsMove},
		{"three-kings: Black is the stronger side", "B:WKg1:BKb8,Kd8,Kf8", 29, board.ThreeKings, kingsMove},
		{"three-kings: the lone king begins, men besides", "B:WKc1,Ke1,Kg1,h2:BKa5", 30, board.ThreeKings, menMoveAt(5)},
		{"three-kings: after the lone king's start kings-only comes with it", "B:WKc1,Ke1,Kg1:BKa5", 30, board.KingsOnly, kingsMove},
		{"three-kings: counted from the promotion that made the third", "W:WKc1,Ke1,a7,h2:BKh4", 31, board.ThreeKings,
			func(ply int, _ board.Position, m board.Move) bool {
				return m.Promotes() == (ply == 0) && (ply == 0 || m.ByKing() != (ply == 10))
			}},
		{"three-kings: none where the weaker side has a man too", "W:WKc1,Ke1,Kg1:BKb8,h6", 29, board.NoDraw, kingsMove},

		// 5 moves of the stronger side against a lone king on the main road.
		{"main-road: the stronger side begins", "W:WKc1,Kh2,Kf8:BKa1", 9, board.OnMainRoad, onRoad},
		{"main-road: the lone king begins", "B:WKc1,Kh2,Kf8:BKa1", 10, board.OnMainRoad, onRoad},
		{"main-road: men count among the three", "W:WKe1,h2,a3:BKh8", 9, board.OnMainRoad, onRoad},
		{"main-road: a white king holds it", "B:WKa1:BKb8,Kd8,h6", 9, board.OnMainRoad, onRoad},
		{"main-road: none against two pieces, the balance comes first", "W:WKc1,Kh2:BKa1", 10, board.Balance, onRoad},
		{"main-road: none against four pieces", "W:WKc1,Kh2,Kf8,a3:BKa1", 20, board.NoDraw, onRoad},
		{"main-road: leaving it starts the count again", "W:WKc1,Ke1,Kg1:BKh8", 15, board.OnMainRoad,
			func(ply int, p board.Position, m board.Move) bool {
				return board.MainRoad.Has(m.To()) == (p.Own().Count() == 1 && ply != 3)
			}},
		{"main-road: the move that clears it does not count", "W:WKc1,Kc3,Kh2:BKh8", 11, board.OnMainRoad,
			func(ply int, p board.Position, m board.Move) bool {
				return onRoad(ply, p, m) && (ply > 0 || m.From() == board.C3)
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			start := position(t, c.fen)
			allowed := c.allowed
			if start.Occupied()&board.MainRoad == 0 { // then main-road stays out of it
				allowed = func(ply int, p board.Position, m board.Move) bool {
					return c.allowed(ply, p, m) && offRoad(p, m)
				}
			}
			requireDraw(t, start, quietLine(t, start, c.plies, allowed), c.draw)
		})
	}
}

// TestMainRoadAfterCapture: the capture that leaves a lone king on the main road
// brings the state about and does not count; the five moves after it do.
func TestMainRoadAfterCapture(t *testing.T) {
	t.Parallel()
	start := position(t, "W:WKh2,Ke1,Ka3:BKe5,Kh8")
	capture := theMove(t, start, "h2:b8")
	line := quietLine(t, start.After(capture), 10, onRoad)
	requireDraw(t, start, append([]board.Move{capture}, line...), board.OnMainRoad)
}

// TestRepetition: the third time of a position is a draw, the second is not.
func TestRepetition(t *testing.T) {
	t.Parallel()
	start := position(t, "W:WKc1,a3:BKb8,h6")
	requireCycle(t, start, board.Repetition, 2, "c1-d2", "b8-c7", "d2-c1", "c7-b8")
	requireCycle(t, start.Flip(), board.Repetition, 2, "f8-e7", "g1-f2", "e7-f8", "f2-g1")
}

// TestRepetitionCountsTheSideToMove: the placement has stood three times after
// 10 plies, but only twice with White to move; one side's king takes three
// moves for a way that it may take in two.
func TestRepetitionCountsTheSideToMove(t *testing.T) {
	t.Parallel()
	cycle := []string{
		"c1-d2", "b8-c7", "d2-e3", "c7-b8", "e3-c1",
		"b8-c7", "c1-d2", "c7-d6", "d2-c1", "d6-b8",
	}
	requireCycle(t, position(t, "W:WKc1,a3:BKb8,h6"), board.Repetition, 2, cycle...)
}

// requireCycle plays a cycle of moves a number of times: the draw must come
// with the last move.
func requireCycle(t *testing.T, start board.Position, want board.Draw, times int, cycle ...string) {
	t.Helper()
	g := board.NewGame(board.Russian, start)
	for range times {
		play(t, g, cycle...)
	}
	require.Equal(t, start, g.Position())
	require.Equal(t, times+1, g.Occurrences())
	requireDraw(t, start, g.Moves(), want)
}

// TestWinBeatsDraw: White's fifteenth move against a lone king, a draw by
// three-kings, also locks that king in: White has won, in giveaway lost.
func TestWinBeatsDraw(t *testing.T) {
	t.Parallel()
	start := position(t, "W:WKc1,Ke1,Ke5,a3,d4:BKa1")
	whiteKing := []string{"e1", "f2", "g3", "h4", "g5", "h6", "g7", "f8", "h6", "g5", "h4", "g3", "f2", "e1", "c3"}
	var moves []string
	for i := 1; i < len(whiteKing); i++ {
		black := "a1-b2"
		if i%2 == 0 {
			black = "b2-a1"
		}
		moves = append(moves, whiteKing[i-1]+"-"+whiteKing[i], black)
	}
	for _, c := range []struct {
		rules  board.Rules
		result board.Result
	}{{board.Russian, board.WhiteWins}, {board.Losing, board.BlackWins}} {
		g := board.NewGame(c.rules, start)
		play(t, g, moves...)
		require.Equal(t, board.Outcome{}, movegen.Outcome(g))
		require.Equal(t, 28, g.Plies())

		drawn := g.Clone() // another fifteenth move is a draw
		play(t, drawn, "c3-d2")
		require.Equal(t, board.Outcome{Result: board.Drawn, Reason: string(board.ThreeKings)}, movegen.Outcome(drawn))

		play(t, g, "c1-b2")
		require.Equal(t, board.ThreeKings, g.Draw())
		require.Equal(t, board.ThreeKings, reference.Draw(g))
		require.Equal(t, board.Outcome{Result: c.result, Reason: board.NoMoves}, movegen.Outcome(g))
	}
}
