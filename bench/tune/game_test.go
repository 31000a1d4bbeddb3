package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
)

const startHub = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"

func TestGameLine(t *testing.T) {
	t.Parallel()
	line := "1/2-1/2 " + startHub + " 22-17? 11-15=-29998 17-14=0 9x18x14=123"
	g, err := ParseGame(line)
	require.NoError(t, err)
	require.Equal(t, line, g.String())
	require.Equal(t, board.Start(), g.Start)
	require.True(t, g.Plies[0].Random)
	require.Equal(t, eval.LossIn(2), g.Plies[1].Score)
	require.True(t, g.Plies[3].Move.IsCapture())
}

func TestBadGameLines(t *testing.T) {
	t.Parallel()
	for line, says := range map[string]string{
		"":                                      "0 words",
		"1-0":                                   "want a result",
		"2-0 " + startHub:                       `"2-0"`,
		"* " + startHub:                         "is over",
		"1-0 Wbbb":                              "33",
		"1-0 " + startHub + " 22-17":            "ply 1",
		"1-0 " + startHub + " 22-17=3?":         "ply 1",
		"1-0 " + startHub + " 22-17? 9-1=0":     "ply 2",
		"1-0 " + startHub + " 22-17=x":          `"x"`,
		"1-0 " + startHub + " 22-17=99999":      "30000",
		"1-0 " + startHub + " 22-17=":           "centimen",
		"1-0 " + startHub + " 22-17=0 22-17? ?": "ply 2",
	} {
		_, err := ParseGame(line)
		require.ErrorContains(t, err, says, line)
	}
}

// TestLabels: positions behind the last random move, without a capture, with a
// score within the limit, and the result as the side to move has it.
func TestLabels(t *testing.T) {
	t.Parallel()
	g, err := ParseGame("0-1 " + startHub + " 22-17? 11-15=-10 17-14=801 9x18x14=5 23x14x18=-800 10x17x14=0")
	require.NoError(t, err)
	labels := g.Labels(Decided)
	// Behind 22-17? stands Black; then White with 801; then captures.
	require.Len(t, labels, 1)
	require.Equal(t, board.Black, labels[0].Position.Side())
	require.EqualValues(t, 2, labels[0].Points)

	labels = g.Labels(eval.Win)
	require.Len(t, labels, 2)
	require.Equal(t, board.White, labels[1].Position.Side())
	require.Zero(t, labels[1].Points)

	g.Result = board.Drawn
	require.EqualValues(t, 1, g.Labels(eval.Win)[0].Points)
	for _, l := range labels {
		require.False(t, movegen.CanCapture(l.Position))
	}
}
