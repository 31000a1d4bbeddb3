package search

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/eval/endgame"
	"bolshak/movegen"
)

// tableEngine returns an engine that asks the embedded tables.
func tableEngine(tb testing.TB) (*Engine, *endgame.Tables) {
	tb.Helper()
	known, err := endgame.Embedded()
	require.NoError(tb, err)
	o := allOn()
	o.Tables = known
	return newEngine(tb, o), known
}

// fourPieces returns a random position of four pieces of the given value to the
// side to move.
func fourPieces(r *rand.Rand, known *endgame.Tables, value endgame.Value) board.Position {
	return pieces(r, known, 4, value)
}

// pieces returns a random position of n pieces of the given value.
func pieces(r *rand.Rand, known *endgame.Tables, n int, value endgame.Value) board.Position {
	for {
		white := 1 + r.IntN(n-1)
		whiteKings, blackKings := r.IntN(white+1), r.IntN(n-white+1)
		p := scatter(r, white-whiteKings, whiteKings, n-white-blackKings, blackKings)
		if v, ok := known.Probe(p); ok && v == value && movegen.HasMove(p) {
			return p
		}
	}
}

// perfect returns the move of a perfect player: it keeps the value, holds out
// longest where it is lost, and where it is drawn takes what the lot decides.
func perfect(t *testing.T, r *rand.Rand, known *endgame.Tables, p board.Position) board.Move {
	best, bestRank := board.NoMove, -1<<30
	for _, m := range movegen.Append(nil, p) {
		next := p.After(m)
		value, ok := known.Probe(next)
		require.True(t, ok, next.FEN())
		plies, _ := known.Distance(next)
		rank := map[endgame.Value]int{endgame.Win: plies - 1000, endgame.Draw: r.IntN(100), endgame.Loss: 1000 - plies}[value]
		if rank > bestRank {
			best, bestRank = m, rank
		}
	}
	return best
}

// playOut plays a game in which the engine moves first, against a perfect
// player.
func playOut(t *testing.T, r *rand.Rand, e *Engine, known *endgame.Tables, p board.Position, nodes uint64) (*board.Game, board.Outcome) {
	g := board.NewGame(board.Russian, p)
	e.Clear()
	for {
		if o := movegen.Outcome(g); o.Result != board.Ongoing {
			return g, o
		}
		if g.Plies()%2 == 1 {
			g.Play(perfect(t, r, known, g.Position()))
			continue
		}
		result, err := e.Search(context.Background(), g, Limits{Nodes: nodes}, nil)
		require.NoError(t, err)
		g.Play(result.Best)
	}
}

// TestWinsAreConverted: won positions of four pieces are won against the longest
// defence, before a draw counter ends the game, without an exception.
func TestWinsAreConverted(t *testing.T) {
	t.Parallel()
	e, known := tableEngine(t)
	r := rand.New(rand.NewPCG(5, 1))
	games := 500
	if testing.Short() {
		games = 10
	}
	for range games {
		p := fourPieces(r, known, endgame.Win)
		distance, _ := known.Distance(p)
		g, o := playOut(t, r, e, known, p, 20_000)
		winner, ok := o.Result.Winner()
		require.True(t, ok && winner == p.Side(), "%s, won in %d plies: %v (%v) after %d", p.FEN(), distance, o.Result, o.Reason, g.Plies())
		require.GreaterOrEqual(t, g.Plies(), distance, p.FEN())
	}
}

// larger names a folder of tables of five pieces with distances, which are not in
// the program.
var larger = flag.String("tables", "", "folder of tables of five pieces: play won positions out")

// TestFivePieces plays won and drawn positions of five pieces out, and lists those
// that a draw counter saves.
func TestFivePieces(t *testing.T) {
	if *larger == "" {
		t.Skip("wants -args -tables DIR, made by: bolshak egdb build --pieces 5 --distance --dir DIR")
	}
	known, faults := endgame.Open(endgame.Options{Dirs: []string{*larger}, MaxPieces: 5})
	require.Empty(t, faults)
	defer known.Close()
	o := allOn()
	o.Tables = known
	e := newEngine(t, o)
	r := rand.New(rand.NewPCG(5, 6))
	won := 0
	for range 500 {
		p := pieces(r, known, 5, endgame.Win)
		distance, _ := known.Distance(p)
		g, end := playOut(t, r, e, known, p, 20_000)
		winner, ok := end.Result.Winner()
		switch {
		case ok:
			require.Equal(t, p.Side(), winner, p.FEN())
			won++
		default:
			t.Logf("%s, won in %d plies: %v after %d", p.FEN(), distance, end.Reason, g.Plies())
		}
	}
	t.Logf("%d of 500 won", won)
	require.Greater(t, won, 490)
	for range 500 {
		p := pieces(r, known, 5, endgame.Draw)
		_, end := playOut(t, r, e, known, p, 20_000)
		require.Equal(t, board.Drawn, end.Result, p.FEN())
	}
}

// TestShortEndsTakeTheirTime: where no counter comes near, the engine wins in as many
// plies as the tables say, and holds out as long.
func TestShortEndsTakeTheirTime(t *testing.T) {
	t.Parallel()
	e, known := tableEngine(t)
	r := rand.New(rand.NewPCG(5, 5))
	for _, value := range []endgame.Value{endgame.Win, endgame.Loss} {
		for played := 0; played < 50; {
			p := fourPieces(r, known, value)
			distance, _ := known.Distance(p)
			if distance > 9 {
				continue
			}
			g, _ := playOut(t, r, e, known, p, 20_000)
			require.Equal(t, distance, g.Plies(), p.FEN())
			played++
		}
	}
}

// TestDrawsAreHeld: no drawn position of four pieces is lost to a perfect player.
func TestDrawsAreHeld(t *testing.T) {
	t.Parallel()
	e, known := tableEngine(t)
	r := rand.New(rand.NewPCG(5, 2))
	games := 500
	if testing.Short() {
		games = 10
	}
	for range games {
		p := fourPieces(r, known, endgame.Draw)
		_, o := playOut(t, r, e, known, p, 2_000)
		require.Equal(t, board.Drawn, o.Result, p.FEN())
	}
}

// TestTablesAreExact: the score of a search is what the tables say, where no draw
// by a counter comes between.
func TestTablesAreExact(t *testing.T) {
	t.Parallel()
	e, known := tableEngine(t)
	r := rand.New(rand.NewPCG(5, 4))
	compared := 0
	for _, value := range []endgame.Value{endgame.Win, endgame.Draw, endgame.Loss} {
		for range 100 {
			p := fourPieces(r, known, value)
			distance, _ := known.Distance(p)
			if distance > 8 {
				continue
			}
			compared++
			want := map[endgame.Value]eval.Score{endgame.Win: eval.WinIn(distance), endgame.Draw: eval.Draw, endgame.Loss: eval.LossIn(distance)}[value]
			infos, _ := searched(t, e, board.NewGame(board.Russian, p), Limits{Depth: 4, Analyse: true})
			require.Equal(t, want, last(infos).Score, p.FEN())
		}
	}
	require.Greater(t, compared, 150)
}

// TestGiveawayAsksNoTables: they are those of the other game.
func TestGiveawayAsksNoTables(t *testing.T) {
	t.Parallel()
	e, _ := tableEngine(t)
	plain := newEngine(t, allOn())
	for _, fen := range []string{"W:WKa1,Kc1:Bd8,f8", "B:WKa1:Bd8,Kh2,Ka3"} {
		with, a := searched(t, e, newGame(t, board.Losing, fen), Limits{Depth: 6})
		without, b := searched(t, plain, newGame(t, board.Losing, fen), Limits{Depth: 6})
		require.Equal(t, last(without).Score, last(with).Score)
		require.Equal(t, b.Nodes, a.Nodes)
	}
}

// TestTablePieces: with fewer pieces asked for, larger positions are not looked
// up.
func TestTablePieces(t *testing.T) {
	t.Parallel()
	known, err := endgame.Embedded()
	require.NoError(t, err)
	p := newGame(t, board.Russian, "W:WKd8,Kc1,Ka3:BKb8").Position()
	require.Equal(t, 4, newTables(Options{Tables: known}, board.Russian, p).pieces)
	require.Equal(t, 4, newTables(Options{Tables: known, TablePieces: 6}, board.Russian, p).pieces)
	require.Equal(t, 3, newTables(Options{Tables: known, TablePieces: 3}, board.Russian, p).pieces)
	require.Zero(t, newTables(Options{}, board.Russian, p).pieces)
	require.Zero(t, newTables(Options{Tables: known}, board.Losing, p).pieces)
}
