package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

func TestElect(t *testing.T) {
	t.Parallel()
	moves := movegen.Append(nil, board.Start())
	a, b, c := moves[0], moves[1], moves[2]
	type ballot struct {
		move     board.Move
		score    eval.Score
		finished int
	}
	for _, test := range []struct {
		name    string
		ballots []ballot
		limits  Limits
		want    int
	}{
		{"one thread", []ballot{{a, 5, 9}}, Limits{}, 0},
		{"nothing finished", []ballot{{a, -eval.Infinity, 0}, {b, 10, 3}}, Limits{}, 0},
		{"the same move", []ballot{{a, 5, 9}, {a, 50, 12}}, Limits{}, 0},
		{"deeper and better", []ballot{{a, 5, 9}, {b, 30, 10}}, Limits{}, 1},
		{"better, but not so deep", []ballot{{a, 5, 20}, {b, 10, 10}}, Limits{}, 0},
		{"two against one", []ballot{{a, 12, 10}, {b, 10, 10}, {b, 10, 10}}, Limits{}, 1},
		{"one finished nothing", []ballot{{a, 5, 9}, {b, -eval.Infinity, 0}, {c, 0, 9}}, Limits{}, 0},
		{"a win", []ballot{{a, 50, 20}, {b, eval.WinIn(21), 12}, {a, 50, 20}}, Limits{}, 1},
		{"the shortest win", []ballot{{a, eval.WinIn(9), 12}, {b, eval.WinIn(7), 11}, {c, eval.WinIn(11), 20}}, Limits{}, 1},
		{"the longest loss", []ballot{{a, eval.LossIn(8), 12}, {b, eval.LossIn(10), 12}}, Limits{}, 1},
		{"a loss has no votes", []ballot{{a, 5, 9}, {b, eval.LossIn(10), 12}, {b, eval.LossIn(10), 12}}, Limits{}, 0},
		{"a depth was asked for", []ballot{{a, 5, 9}, {b, 30, 10}}, Limits{Depth: 9}, 0},
		{"lines were asked for", []ballot{{a, 5, 9}, {b, 30, 10}}, Limits{MultiPV: 2}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var team []*worker
			for id, b := range test.ballots {
				team = append(team, &worker{id: id, limits: test.limits, finished: b.finished, root: []rootMove{{move: b.move, score: b.score}}})
			}
			require.Equal(t, test.want, elect(team).id)
		})
	}
}

// TestTheElectedLineIsReportedLast: whoever is elected, the result holds what was
// reported last.
func TestTheElectedLineIsReportedLast(t *testing.T) {
	t.Parallel()
	o := allOn()
	o.Threads = 3
	e := newEngine(t, o)
	for _, g := range manyGames(t, 60) {
		infos, result := searched(t, e, g, Limits{Nodes: 20_000, Analyse: true})
		if len(infos) == 0 { // the others used the nodes up before the first worker had a depth
			require.Empty(t, result.Lines)
			requireLegal(t, g.Position(), []board.Move{result.Best})
			continue
		}
		requireLegal(t, g.Position(), last(infos).PV)
		require.Len(t, result.Lines, 1)
		require.Equal(t, timeless(infos[len(infos)-1:]), timeless(result.Lines))
	}
}
