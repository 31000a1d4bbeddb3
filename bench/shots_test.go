package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/search"
)

func readShots(t *testing.T) []Shot {
	t.Helper()
	shots, err := Shots()
	require.NoError(t, err)
	return shots
}

// TestShots: every line is what the head of the file says.
func TestShots(t *testing.T) {
	t.Parallel()
	shots := readShots(t)
	require.GreaterOrEqual(t, len(shots), 200)

	atLeast := map[int]int{}
	for i, s := range shots {
		fen := s.Position.FEN()
		require.Contains(t, shotsText, fen+" # ", "not written as we write it")
		require.Contains(t, movegen.Append(nil, s.Position), s.Best, fen)
		require.GreaterOrEqual(t, movegen.Count(s.Position), 2, "%s: nothing to choose", fen)
		require.True(t, sacrifices(s.Position, s.Line), "%s: the best move is no sacrifice", fen)
		line, gain := winningLine(s.Position, s.Line)
		require.Equal(t, s.Line, line, fen)
		require.Equal(t, s.Gain, gain, fen)
		if i > 0 {
			require.LessOrEqual(t, shots[i-1].Grade, s.Grade, "%s: not by grade", fen)
		}
		for _, other := range shots[:i] {
			require.GreaterOrEqual(t, placementDistance(other.Position, s.Position), minDistance,
				"%s and %s are too much alike", fen, other.Position.FEN())
		}
		for _, grade := range []int{4, 8, 12} {
			if s.Grade >= grade {
				atLeast[grade]++
			}
		}
	}
	require.GreaterOrEqual(t, atLeast[4], 130)
	require.GreaterOrEqual(t, atLeast[8], 60)
	require.GreaterOrEqual(t, atLeast[12], 20)
}

// TestShotsAreThoseOfTestdata: the package cannot embed a file outside of its
// folder, so it has a copy.
func TestShotsAreThoseOfTestdata(t *testing.T) {
	t.Parallel()
	shared, err := os.ReadFile(filepath.Join("..", "testdata", "shots.fen"))
	require.NoError(t, err)
	require.Equal(t, string(shared), shotsText)
	require.NotContains(t, shotsText, "\r")
}

func TestBadShotsNameTheLine(t *testing.T) {
	t.Parallel()
	const fen = "W:Wc3,b2:Be5,h8 "
	for _, c := range []struct{ line, want string }{
		{"W:Wa2:Bb8 # best=a2-b3", "a2"},
		{fen, "best"},
		{fen + "# best=c3-d5", "best"},
		{fen + "# best=c3-d4", `depth ""`},
		{fen + "# best=c3-d4 depth=0", `depth "0"`},
		{fen + "# best=c3-d4 depth=3", `gain ""`},
		{fen + "# best=c3-d4 depth=3 gain=1", "line, ply 1"},
		{fen + "# best=c3-d4 depth=3 gain=1 line=c3-d4,h8-g7", "line, ply 2"},
		{fen + "# best=c3-d4 depth=3 gain=1 line=c3-b4", "begin with the best move"},
	} {
		_, err := parseShots("# a comment\n\n" + c.line + "\n")
		require.ErrorContains(t, err, "shots, line 3: ", c.line)
		require.ErrorContains(t, err, c.want, c.line)
	}
}

// TestSacrifices: what is one and what is none.
func TestSacrifices(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fen, line string
		want            bool
	}{
		{"a man given for nothing", "W:Wc3,a1:Be5,h8", "c3-d4 e5:c3 a1-b2", true},
		{"two men for three", "W:We5,a3,c3,e3,b2,a1,c1:Bf8,h8,a7,c7,e7,h6,a5", "e5-d6 c7:e5 c3-b4 a5:c3 b2:d8", true},
		{"a man given behind an exchange", "W:Wa5,b4,d4,a3,c3,b2:Bf8,c7,b6,Kh2", "d4-c5 b6:d4 c3:e5 h2:d6 b4-c5 d6:b4 a3:c5", true},
		{"an exchange", "W:Wc3,b2,a1:Be5,h8", "c3-d4 e5:c3 b2:d4", false},
		{"one man for two", "W:Wc3,b2,a1:Be5,c5", "c3-d4 e5:c3 b2:b6", false},
		{"a quiet move", "W:Wc3:Bh8", "c3-d4 h8-g7 d4-e5", false},
		{"a capture", "W:Wc3:Bd4,h8,f8", "c3:e5 h8-g7 e5-d6", false},
		{"a line too short to tell", "W:Wc3,a1:Be5,h8", "c3-d4 e5:c3", false},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err, c.name)
		var line []board.Move
		at := p
		for text := range strings.FieldsSeq(c.line) {
			m, err := movegen.Parse(at, text)
			require.NoError(t, err, c.name)
			line, at = append(line, m), at.After(m)
		}
		require.Equal(t, c.want, sacrifices(p, line), c.name)
	}
}

// TestPlacementDistanceIsTheSameBothWays: colours exchanged count as equal, and
// a missing pair of brackets once made the order of the two matter.
func TestPlacementDistanceIsTheSameBothWays(t *testing.T) {
	t.Parallel()
	shots := readShots(t)
	for _, a := range shots {
		require.Zero(t, placementDistance(a.Position, a.Position.Flip()))
		for _, b := range shots {
			require.Equal(t, placementDistance(a.Position, b.Position), placementDistance(b.Position, a.Position))
		}
	}
	one, err := board.ParseFEN("W:Wc3,a1:Bh8")
	require.NoError(t, err)
	two, err := board.ParseFEN("W:Wd4,Ka1:Bh8")
	require.NoError(t, err)
	require.Equal(t, 3, placementDistance(one, two), "c3, d4 and the king")
}

// TestSearchFindsShots: few nodes are enough for the easy ones. The share asked
// for leaves room for changes of the search.
func TestSearchFindsShots(t *testing.T) {
	t.Parallel()
	easy := readShots(t)[:60]
	r, err := RunShots(t.Context(), newEngine(t, 1), easy, search.Limits{Nodes: 20_000})
	require.NoError(t, err)
	t.Logf("%d of %d", r.Solved, r.Positions)
	require.GreaterOrEqual(t, r.Solved, 54)
}

// TestRunShotsAddsUp: the bands are the whole, and a run leaves no traces.
func TestRunShotsAddsUp(t *testing.T) {
	t.Parallel()
	e, limits := newEngine(t, 1), search.Limits{Depth: 5}
	shots := readShots(t)
	first, err := RunShots(t.Context(), e, shots, limits)
	require.NoError(t, err)
	again, err := RunShots(t.Context(), e, shots, limits)
	require.NoError(t, err)
	require.Equal(t, first.Nodes, again.Nodes)
	require.Equal(t, first.Bands, again.Bands)

	require.Positive(t, first.Nodes)
	require.Positive(t, first.Solved)
	require.Less(t, first.Solved, first.Positions, "a search of 5 plies finds everything: too easy")
	var sum ShotBand
	for i, b := range first.Bands {
		require.Less(t, b.From, b.To)
		if i > 0 {
			require.Greater(t, b.From, first.Bands[i-1].To)
		}
		sum.Positions += b.Positions
		sum.Solved += b.Solved
		sum.Nodes += b.Nodes
	}
	require.Equal(t, ShotBand{Positions: first.Positions, Solved: first.Solved, Nodes: first.Nodes}, sum)
}

func TestRunShotsEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := RunShots(ctx, newEngine(t, 1), readShots(t), search.Limits{Nodes: DefaultShotNodes})
	require.ErrorIs(t, err, context.Canceled)
}
