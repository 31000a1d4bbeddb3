package movegen_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/movegen/reference"
)

// TestRandomPlay plays games at random and checks at every ply what must hold
// in every position.
func TestRandomPlay(t *testing.T) {
	t.Parallel()
	const games, longest = 600, 200 // plies
	starts := append(ballots(t), board.Start())
	random := newRandom(3)
	plies := 0
	for i := range games {
		g := board.NewGame(board.Variants[i%len(board.Variants)], starts[random.IntN(len(starts))])
		requireSound(t, g)
		for g.Plies() < longest {
			moves := generated(g.Position())
			if len(moves) == 0 {
				break
			}
			playChecked(t, g, moves[random.IntN(len(moves))])
			plies++
		}
	}
	t.Logf("%d games, %d plies", games, plies)
}

// TestRandomEndings plays endings in which kings shuffle, so that every draw
// of the table comes up, and checks the counters at every ply.
func TestRandomEndings(t *testing.T) {
	t.Parallel()
	const games, longest = 300, 150 // plies
	random := newRandom(4)
	draws := map[board.Draw]int{}
	for i := range games {
		g := board.NewGame(board.Variants[i%len(board.Variants)], randomEnding(random))
		requireSound(t, g)
		var results []board.Outcome
		for g.Plies() < longest && movegen.HasMove(g.Position()) {
			results = append(results, movegen.Outcome(g))
			playChecked(t, g, shuffle(random, g))
			draws[g.Draw()]++
		}
		for g.Undo() { // every count is as it was at that ply
			require.Equal(t, results[g.Plies()], movegen.Outcome(g), "%s after %d plies", g.Start().FEN(), g.Plies())
		}
	}
	t.Logf("plies by draw: %v", draws)
	for _, draw := range []board.Draw{board.Repetition, board.KingsOnly, board.Balance, board.ThreeKings, board.OnMainRoad} {
		require.Positive(t, draws[draw], "no ending came to a draw by %s", draw)
	}
}

// playChecked plays a move and compares the position with the one that the
// reference makes afresh.
func playChecked(t *testing.T, g *board.Game, m board.Move) {
	t.Helper()
	before := g.Position()
	want, err := reference.After(before, m)
	require.NoError(t, err, "%v in %s: the position reached is not valid", m, before.FEN())
	g.Play(m)
	if g.Position() != want {
		require.Equal(t, want.FEN(), g.Position().FEN(), "%v in %s", m, before.FEN())
		require.Equal(t, want.Key(), g.Position().Key(), "%v in %s: key", m, before.FEN())
		require.Equal(t, want, g.Position(), "%v in %s", m, before.FEN())
	}
	requireSound(t, g)
}

// requireSound checks a position of a game: its text forms are read back to
// it, the flipped position has the flipped moves, and the counters agree with
// a slow recount.
func requireSound(t *testing.T, g *board.Game) {
	t.Helper()
	p := g.Position()

	read, err := board.ParseFEN(p.FEN())
	require.NoError(t, err)
	requireSame(t, p, read, "FEN read back")
	read, err = board.ParseHub(p.Hub())
	require.NoError(t, err)
	requireSame(t, p, read, "Hub position read back")
	requireSame(t, p, p.Flip().Flip(), "flipped twice")

	moves := reference.Moves(p)
	flipped := reference.Moves(p.Flip())
	for i, m := range flipped {
		flipped[i] = m.Flip()
	}
	slices.Sort(flipped)
	if got := generated(p); !slices.Equal(moves, got) {
		require.Equal(t, hubForms(moves), hubForms(got), "moves in %s", p.FEN())
	}
	if !slices.Equal(moves, flipped) {
		require.Equal(t, hubForms(moves), hubForms(flipped), "flipped moves in %s", p.FEN())
	}
	flippedGenerated := generated(p.Flip())
	if want := reference.Moves(p.Flip()); !slices.Equal(want, flippedGenerated) {
		require.Equal(t, hubForms(want), hubForms(flippedGenerated), "moves in %s", p.Flip().FEN())
	}

	draw := reference.Draw(g)
	if g.Draw() != draw {
		require.Equal(t, draw, g.Draw(), "draw after %d plies from %s: %v", g.Plies(), g.Start().FEN(), g.Moves())
	}
	if want := outcome(g, len(moves) > 0, draw); movegen.Outcome(g) != want {
		require.Equal(t, want, movegen.Outcome(g), "outcome after %d plies from %s: %v", g.Plies(), g.Start().FEN(), g.Moves())
	}
}

// requireSame compares two positions that should be the same value.
func requireSame(t *testing.T, want, got board.Position, what string) {
	t.Helper()
	if want != got {
		require.Equal(t, want.FEN(), got.FEN(), what)
		require.Equal(t, want, got, "%s of %s", what, want.FEN())
	}
}

// outcome says how a game stands, by what the reference found.
func outcome(g *board.Game, canMove bool, draw board.Draw) board.Outcome {
	p := g.Position()
	switch {
	case !canMove:
		stuckWins := g.Rules().Name == "losing"
		o := board.Outcome{Result: board.BlackWins, Reason: board.NoMoves}
		if (p.Side() == board.White) == stuckWins {
			o.Result = board.WhiteWins
		}
		if p.Own() == 0 {
			o.Reason = board.NoPieces
		}
		return o
	case draw != board.NoDraw:
		return board.Outcome{Result: board.Drawn, Reason: string(draw)}
	}
	return board.Outcome{}
}

// randomEnding sets up a few kings, at times with a man or two, in which the
// side to move has nothing to capture.
func randomEnding(random *rand.Rand) board.Position {
	for {
		var sets [2]board.Bits
		var kings board.Bits
		counts := [2]int{1 + random.IntN(4), 1}
		if random.IntN(3) == 0 {
			counts[1] = 1 + random.IntN(4)
		}
		for c, count := range counts {
			for i := range count {
				free := board.Board &^ (sets[0] | sets[1])
				if i > 0 && random.IntN(4) == 0 {
					free &^= board.PromotionRank(board.Colour(c))
				} else if count == 1 && random.IntN(2) == 0 && free&board.MainRoad != 0 {
					free &= board.MainRoad
				}
				for range random.IntN(free.Count()) {
					free = free.Rest()
				}
				sets[c] |= free.First().Bit()
				if i == 0 || random.IntN(8) > 0 {
					kings |= free.First().Bit()
				}
			}
		}
		p, err := board.New(sets[0], sets[1], kings, board.Colour(random.IntN(2)))
		if err == nil && !movegen.CanCapture(p) {
			return p
		}
	}
}

// shuffle picks a move for a game to go on for long: one after which nothing
// can be captured, at times one that keeps a lone king on the main road.
func shuffle(random *rand.Rand, g *board.Game) board.Move {
	p := g.Position()
	moves := generated(p)
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	holdsRoad := p.Own().Count() == 1 && random.IntN(20) > 0
	best, bestWorth := moves[0], -1
	for _, m := range moves {
		worth := 0
		next := p.After(m)
		if !movegen.CanCapture(next) {
			worth += 4
		}
		onRoad := board.MainRoad.Has(m.To())
		if holdsRoad == onRoad {
			worth += 2
		}
		if !m.Promotes() {
			worth++
		}
		if worth > bestWorth {
			best, bestWorth = m, worth
		}
	}
	return best
}
