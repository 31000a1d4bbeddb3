package match

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

// wantPDN returns what a whole PDN file of the given games holds.
func wantPDN(t *testing.T, ids ...GameID) string {
	t.Helper()
	var text []byte
	for _, id := range ids {
		g, err := testRecord(id).PDN("test", board.Russian)
		require.NoError(t, err)
		text, err = pdn.Append(text, g)
		require.NoError(t, err)
	}
	return string(text)
}

// TestJournalRepairsPDN: whatever a kill left of the PDN file, resuming makes it
// whole.
func TestJournalRepairsPDN(t *testing.T) {
	t.Parallel()
	o := testJournal(t.TempDir(), false)
	j, err := OpenJournal(o)
	require.NoError(t, err)
	for id := range missing(j, 2) {
		require.NoError(t, j.Append(testRecord(id)))
	}
	require.NoError(t, j.Close())
	whole := readFile(t, o.PDN)
	require.Equal(t, wantPDN(t, allGames(2)...), whole)
	o.Resume = true
	for _, left := range []string{whole[:len(whole)-9], whole[:len(whole)/2], "", whole + "[Event \"te", whole} {
		require.NoError(t, os.WriteFile(o.PDN, []byte(left), 0o644))
		require.NoError(t, os.WriteFile(o.PDN+".tmp", []byte("left by a killed repair"), 0o644))
		j, err := OpenJournal(o)
		require.NoError(t, err)
		require.Equal(t, whole, readFile(t, o.PDN))
		require.NoError(t, j.Close())
		require.NoFileExists(t, o.PDN+".tmp")
	}
	require.NoError(t, os.Remove(o.PDN))
	j, err = OpenJournal(o)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	require.Equal(t, whole, readFile(t, o.PDN))
}

func TestRecordAsPDN(t *testing.T) {
	t.Parallel()
	r := GameRecord{
		ID: GameID{11, 1}, White: "B", Black: "A", WhiteLimits: "tc=10+0.1", BlackLimits: "tc=10+0.1 nodes=5",
		Result: board.BlackWins, Reason: TimeLoss, Detail: "B used 1.2 s, had 1.1 s",
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600*5)),
		Opening: "book.fen:3", Start: "B:Wc3,d2:Bc7,e7", Book: 1,
		Moves: []MoveRecord{{Move: "6-10"}, {Move: "22-17", Win: -4, Depth: 9, Seconds: 0.0344}, {Move: "7-11", Depth: 3, Seconds: 2}},
	}
	last := cp(-108)
	last.Move, last.Depth, last.Elapsed = mustMove(t, "W:Wd2,b4:Bf6,d6", "17-13"), 12, 1234567*time.Nanosecond
	r.Moves = append(r.Moves, NewMoveRecord(last))
	g, err := r.PDN("An event", board.Russian)
	require.NoError(t, err)
	text, err := pdn.Append(nil, g)
	require.NoError(t, err)
	require.Equal(t, `[Event "An event"]
[Site "?"]
[Date "2026.01.01"]
[Round "12.2"]
[White "B"]
[Black "A"]
[Result "0-1"]
[GameType "25"]
[SetUp "1"]
[FEN "B:Wc3,d2:Bc7,e7"]
[Opening "book.fen:3"]
[UTCDate "2026.01.01"]
[UTCTime "22:04:05"]
[WhiteTimeControl "10+0.1"]
[BlackTimeControl "10+0.1 nodes=5"]
[Termination "time"]
[PlyCount "4"]

1... c7-d6 {book} 2. c3-b4 {-W4/9 0.034s} e7-f6 {2.000s} 3. b4-a5 {-1.08/12
0.001s} {B used 1.2 s, had 1.1 s} 0-1

`, string(text))
}

// mustMove reads a move.
func mustMove(t *testing.T, position, text string) board.Move {
	t.Helper()
	m, err := movegen.Parse(fen(t, position), text)
	require.NoError(t, err)
	return m
}
