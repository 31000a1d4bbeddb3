package match

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// result returns the record of a game of A and B that A has won (2), drawn or lost.
func result(pair, game int, points Points) GameRecord {
	r := GameRecord{ID: GameID{pair, game}, White: "A", Black: "B", Reason: "no moves"}
	whitePoints := points
	if game == 1 {
		r.White, r.Black, whitePoints = "B", "A", points.Other()
	}
	r.Result = [...]board.Result{Loss: board.BlackWins, Draw: board.Drawn, Win: board.WhiteWins}[whitePoints]
	return r
}

// twoEngines is the schedule of a match of so many pairs.
func twoEngines(pairs int) schedule { return schedule{RoundRobin.pairings(2), pairs} }

func TestPairings(t *testing.T) {
	t.Parallel()
	require.Equal(t, []pairing{{0, 1}}, RoundRobin.pairings(2))
	require.Equal(t, []pairing{{0, 1}}, Gauntlet.pairings(2))
	require.Equal(t, []pairing{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}, RoundRobin.pairings(4))
	require.Equal(t, []pairing{{0, 1}, {0, 2}, {0, 3}}, Gauntlet.pairings(4))
	for _, want := range []Tournament{RoundRobin, Gauntlet} {
		got, err := ParseTournament(want.String())
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := ParseTournament("swiss")
	require.ErrorContains(t, err, `unknown tournament "swiss": expected roundrobin or gauntlet`)

	s := schedule{Gauntlet.pairings(3), 5}
	require.Equal(t, 10, s.pairs())
	require.Equal(t, 3, s.round(7))
	white, black := s.colours(GameID{7, 0})
	require.Equal(t, []int{0, 2}, []int{white, black})
	white, black = s.colours(GameID{7, 1})
	require.Equal(t, []int{2, 0}, []int{white, black})
}

// TestTallySettlesInOrder adds games in any order: what is said after each pair is
// always the same.
func TestTallySettlesInOrder(t *testing.T) {
	t.Parallel()
	const pairs = 12
	random := rand.New(rand.NewPCG(3, 3))
	var games []GameRecord
	for pair := range pairs {
		for game := range 2 {
			games = append(games, result(pair, game, Points(random.IntN(3))))
		}
	}
	var want []string
	for trial := range 20 {
		tally := newTally([]string{"A", "B"}, twoEngines(pairs), nil)
		var said []string
		for _, r := range games {
			require.False(t, tally.has(r.ID))
			require.NoError(t, tally.add(r, func() { said = append(said, tally.summary().Line()) }))
			require.True(t, tally.has(r.ID))
		}
		require.Len(t, said, pairs)
		if trial == 0 {
			want = said
		}
		require.Equal(t, want, said)
		require.Empty(t, tally.unsorted)
		_, summary := tally.final()
		require.Equal(t, want[pairs-1], summary.Line())
		require.Equal(t, 2*pairs, summary.Reasons["no moves"])
		random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	}
}

// TestTallyOfBrokenOffMatch: games behind a gap count in the end, pairs as pairs.
func TestTallyOfBrokenOffMatch(t *testing.T) {
	t.Parallel()
	tally := newTally([]string{"A", "B"}, twoEngines(9), nil)
	for _, r := range []GameRecord{
		result(0, 0, Win), result(0, 1, Draw), result(1, 1, Win), result(2, 0, Win), result(2, 1, Win),
	} {
		require.NoError(t, tally.add(r, func() {}))
	}
	require.Equal(t, Pairs{0, 0, 0, 1, 0}, tally.summary().Pairs)
	table, summary := tally.final()
	require.Equal(t, Pairs{0, 0, 0, 1, 1}, summary.Pairs)
	require.Equal(t, []int{5, 4, 1, 0}, []int{summary.Games, summary.Wins, summary.Draws, summary.Losses})
	require.Equal(t, 5, summary.Reasons["no moves"])
	require.Equal(t, 5, table.records[1][0].Games())
	require.Equal(t, Pairs{0, 0, 0, 1, 0}, tally.summary().Pairs, "the tally itself is as it was")
}

// TestTallyAfterTheVerdict: what comes behind the pair that decides a test counts
// for nothing.
func TestTallyAfterTheVerdict(t *testing.T) {
	t.Parallel()
	test := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	tally := newTally([]string{"A", "B"}, twoEngines(1000), &test)
	settled := 0
	for pair := range 200 {
		points := []Points{Win, Draw}[pair%2]
		require.NoError(t, tally.add(result(pair, 1, points), func() { settled++ }))
		require.NoError(t, tally.add(result(pair, 0, Win), func() { settled++ }))
	}
	require.True(t, tally.decided())
	require.Less(t, settled, 200)
	_, summary := tally.final()
	require.Equal(t, settled, summary.Pairs.Count())
	require.Equal(t, AcceptH1, summary.Verdict)
	require.GreaterOrEqual(t, summary.LLR, 2.94)

	before := summary.Pairs
	before[4-(settled-1)%2]--
	require.Equal(t, Continue, test.Verdict(before), "not a pair later than need be")
}

func TestTallyErrors(t *testing.T) {
	t.Parallel()
	tally := newTally([]string{"A", "B"}, twoEngines(9), nil)
	require.NoError(t, tally.add(result(0, 0, Win), func() {}))
	require.ErrorContains(t, tally.add(result(0, 0, Win), func() {}), "game 1.1: counted already")
	wrong := result(0, 1, Win)
	wrong.White, wrong.Black = wrong.Black, wrong.White
	require.ErrorContains(t, tally.add(wrong, func() {}), "game 1.2: it was A against B, want B against A")
}
