package hub

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
)

// TestMovesSinceTheLastConversionAreEnough: what is sent of random games gives
// the counters and occurrences of the whole.
func TestMovesSinceTheLastConversionAreEnough(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		game := board.NewGame(board.Russian, board.Start())
		for movegen.Outcome(game).Result == board.Ongoing {
			legal := movegen.Append(nil, game.Position())
			game.Play(legal[random.IntN(len(legal))])
			line, err := ParseLine(posText(game, board.FromA1))
			require.NoError(t, err)
			sent, err := parsePos(line, board.Russian, board.FromA1)
			require.NoError(t, err)
			require.Equal(t, game.Position(), sent.Position())
			require.Equal(t, game.Counters(), sent.Counters())
			require.Equal(t, game.Occurrences(), sent.Occurrences())
		}
	}
}

// TestOldProgramsGreetInTheirLetters: Windows-1251 is no reason to fail before
// the game.
func TestOldProgramsGreetInTheirLetters(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{"hub": "\xcf\xf0\xe8\xe2\xe5\xf2\nid name=Y author=\xcf\nparam\nparam name=x type=real\nwait\n"})))
	require.Equal(t, ID{Name: "Y", Author: "\uFFFD"}, c.ID())
	require.Equal(t, []Param{{Name: "x", Type: "real"}}, c.Params())
}

// TestWhatIsUnknownIsIgnored in every place.
func TestWhatIsUnknownIsIgnored(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{
		"hub":  "hello\n\n\tid name=X colour=red\nparam name=\"a\nparam name=p value=1 unit=s\nwait\n",
		"ping": "bestmove\npong now\n",
		"go":   "info depth=x score=nan nodes=-5 \"\ninfo depth=9 score=inf time=1e400 nodes=1.5e3 what=1\n   \nDone move=1-2\ndone  ponder=9-9 move=22-18 x=\"y z\"\r\n",
	})))
	answer, err := ask(t, c, patience)
	require.NoError(t, err)
	require.Equal(t, "22-18", answer.Text)
	require.Equal(t, board.ManMove(board.C3, board.D4, 0, false), answer.Move)
	require.Equal(t, board.NoMove, answer.Ponder)
	require.Equal(t, Report{Depth: 9, Nodes: 1500}, answer.Report)
}

// TestReportKeepsWhatIsNotRepeated: engines send what has changed.
func TestReportKeepsWhatIsNotRepeated(t *testing.T) {
	t.Parallel()
	c := opened(t, talkTo(t, ClientOptions{}, scripted(map[string]string{
		"ping": "info depth=99\npong\n", // of no search
		"go":   "info depth=3 score=-0.07 nodes=10 time=0.5 pv=\"22-18 9-13 1-1\"\ninfo nodes=20 mean-depth=2.5\ndone move=22-18 ponder=9-13\n",
	})))
	answer, err := ask(t, c, patience)
	require.NoError(t, err)
	require.Equal(t, Report{
		Depth: 3, MeanDepth: 2.5, Score: Score{Centimen: -7}, HasScore: true, Nodes: 20, Time: time.Second / 2, PV: "22-18 9-13 1-1",
	}, answer.Report)
	require.Equal(t, board.ManMove(board.B6, board.A5, 0, false), answer.Ponder)
	line, err := answer.Report.Line(board.Start(), board.FromB8)
	require.ErrorContains(t, err, "pv: ply 3")
	require.Equal(t, []board.Move{answer.Move, answer.Ponder}, line)
}

func TestScoreOfReadsWhatScoreWrites(t *testing.T) {
	t.Parallel()
	for _, s := range []Score{{}, {Centimen: 1}, {Centimen: -312}, {Centimen: maxCentimen}, {Win: 1}, {Win: 17}, {Win: -2}, {Win: 999}, {Win: -1000}} {
		var r Report
		line, err := ParseLine("info score=" + s.String())
		require.NoError(t, err)
		r.read(line)
		require.Equal(t, s, r.Score)
	}
	require.Equal(t, Score{Win: 1}, scoreOf(100))
	require.Equal(t, Score{Win: -1}, scoreOf(-1e9))
}

func TestLimitsLine(t *testing.T) {
	t.Parallel()
	for want, l := range map[string]Limits{
		"level infinite":                   {},
		"level depth=5 nodes=100":          {Depth: 5, Nodes: 100},
		"level move-time=0.5":              {MoveTime: time.Second / 2},
		"level move-time=0.001":            {MoveTime: 1},
		"level time=60 inc=1":              {Time: 61 * time.Second, Inc: time.Second},
		"level moves=40 time=299.999":      {Moves: 40, Time: 300*time.Second - 1},
		"level time=0":                     {Time: 1},
		"level time=0 inc=0.1":             {Time: time.Millisecond, Inc: 100 * time.Millisecond},
		"level depth=3 infinite":           {Depth: 3, Infinite: true},
		"level nodes=18446744073709551615": {Nodes: 1<<64 - 1},
	} {
		require.Equal(t, want, l.line().String())
		_, known, err := parseLevel(l.line())
		require.NoError(t, err, want)
		require.True(t, known)
	}
}
