package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
)

// TestEvalReport: the terms add up to the score, and the other player's view of
// the board is the same with the colours swapped.
func TestEvalReport(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{
		"start", "W:We3,f2,g1:Bb6,d6,f8", "B:WKe1,c1,f2:BKh6,b6,e5,e7,g7", "W:WKa1:BKh8,Kb8", "B:Wa1:B", "W:W:B",
	} {
		p, err := board.ParsePosition(fen)
		require.NoError(t, err)
		r, flipped := evalOf(t, fen), evalOf(t, p.Flip().FEN())

		require.Equal(t, p.FEN(), r.FEN)
		require.InDelta(t, float64(eval.Evaluate(p))/100, r.Score, 1e-9)
		require.InDelta(t, 1, r.WDL[0]+r.WDL[1]+r.WDL[2], 1e-9)
		require.Equal(t, eval.TraceOf(p).Phase, r.Phase)
		sum := 0.0
		for i, term := range r.Terms {
			sum += term.Score
			require.True(t, term.White != 0 || term.Black != 0, term.Name)
			require.Equal(t, term.White, flipped.Terms[i].Black, "%s: %s", fen, term.Name)
			require.Equal(t, term.Black, flipped.Terms[i].White, "%s: %s", fen, term.Name)
			require.Equal(t, term.Score, flipped.Terms[i].Score, "%s: %s", fen, term.Name)
		}
		require.InDelta(t, r.Score, sum, 0.01, "fractions of a centimen are dropped")
		require.Equal(t, r.Score, flipped.Score)
		require.Equal(t, r.WDL, flipped.WDL)
	}
}

func evalOf(t *testing.T, fen string) (r evalReport) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(output(t, "", "eval", "--json", "--fen", fen)))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&r))
	return r
}

// TestSidesMakeTheTrace: what counts for each side, one less the other.
func TestSidesMakeTheTrace(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{"start", "B:We3,f2,g1,h4:Bb6,d6,f8,Ka1", "W:WKe1,c1,f2:BKh6,b6,e5,e7,g7"} {
		p, err := board.ParsePosition(fen)
		require.NoError(t, err)
		own, opp := eval.SidesOf(p)
		for i := range own.Count {
			own.Count[i] -= opp.Count[i]
		}
		own.Opp = opp.Own
		require.Equal(t, eval.TraceOf(p), own, fen)
	}
}

func TestEvalText(t *testing.T) {
	t.Parallel()
	text := output(t, "", "eval", "--fen", "B:WKe1,c1:Bb6")
	rows := strings.Split(strings.TrimSpace(text), "\n")
	require.Equal(t, []string{"term", "White", "Black", "opening", "ending", "score"}, strings.Fields(rows[0]))
	require.Regexp(t, `(?m)^king +1 +0 `, text)
	require.Regexp(t, `(?m)^man +1 +1 `, text)
	require.Regexp(t, `(?m)^score for Black +-\d`, text)
	require.Regexp(t, `^phase 2 of 24, win \d+\.\d %, draw \d+\.\d %, loss \d+\.\d %$`, rows[len(rows)-1])

	require.Contains(t, output(t, "", "eval", "--fen", "W:Wc3:Bd4"), "White can capture")
	require.NotContains(t, output(t, "", "eval"), "can capture")
}
