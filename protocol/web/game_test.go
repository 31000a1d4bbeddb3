package web

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
)

// begin begins a game.
func (b *tab) begin(args any) GameState {
	b.t.Helper()
	var s GameState
	b.ask("play", args, &s)
	return s
}

// play makes a move and waits until the player is to move again or the game is over.
func (b *tab) play(move string) GameState {
	b.t.Helper()
	var s GameState
	b.ask("move", moveArgs{Move: move}, &s)
	return b.turn(s)
}

// turn waits for the engine. What it plays may overtake the answer to a request.
func (b *tab) turn(s GameState) GameState {
	b.t.Helper()
	settled := func(now GameState) bool {
		return now.Over != nil || now.Look.Side == now.You || now.Fault != ""
	}
	var seen GameState
	if raw, ok := b.kept["game"]; ok {
		require.NoError(b.t, json.Unmarshal(raw, &seen))
	}
	switch {
	case seen.ID == s.ID && seen.Serial > s.Serial && settled(seen):
		return seen
	case settled(s):
		return s
	}
	return await(b, "game", func(now GameState) bool { return now.Serial > s.Serial && settled(now) })
}

// TestWholeGame: a game is played to its end by legal moves alone, and is all in the
// journal.
func TestWholeGame(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	b := site.open(t)
	s := b.turn(b.begin(Settings{You: "b", Level: 3}))
	for plies := 0; s.Over == nil; plies++ {
		require.Less(t, plies, 400)
		s = b.play(s.Look.Moves[plies%len(s.Look.Moves)].Move)
	}
	require.NotEqual(t, board.Ongoing, s.Over.Result)
	require.NotEmpty(t, s.Over.Reason)
	require.Empty(t, s.Look.Moves)
	require.ErrorContains(t, b.try("move", moveArgs{Move: "c3-d4"}, nil), "the game is over")
	require.Contains(t, site.engine.params(), "level=3")

	other := site.open(t)
	var again GameState
	other.ask("join", joinArgs{s.ID}, &again)
	require.Equal(t, s.Played, again.Played)
	require.Equal(t, s.Over, again.Over)
}

// TestGameOutlivesServerAndTab: whoever comes back finds his game, where the server has
// ended in between too, and the engine goes on thinking.
func TestGameOutlivesServerAndTab(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	use := func(o *Options) { o.Games = folder }
	first := serve(t, use)
	b := first.open(t)
	s := b.begin(Settings{You: "w", Level: 1, Clock: &control{Base: 300, Inc: 2}})
	require.Len(t, s.Left, 2)
	require.Greater(t, s.Left[0], 300.0)
	require.LessOrEqual(t, s.Left[0], 302.0)
	require.InDelta(t, 300, s.Left[1], 0)
	s = b.play("c3-d4")
	require.Len(t, s.Played, 2)
	s = b.play(s.Look.Moves[0].Move)
	require.NoError(t, b.conn.CloseNow())
	eventually(t, "the game is put away", func() bool {
		first.web.games.mu.Lock()
		defer first.web.games.mu.Unlock()
		return len(first.web.games.live) == 0
	})
	first.end()

	second := serve(t, use)
	b = second.open(t)
	var again GameState
	b.ask("join", joinArgs{s.ID}, &again)
	require.Equal(t, s.Played, again.Played)
	require.Equal(t, s.Settings, again.Settings)
	require.InDelta(t, s.Left[0], again.Left[0], 60)
	require.LessOrEqual(t, again.Left[0], s.Left[0]+0.001)
	again = b.play(again.Look.Moves[0].Move)
	require.Len(t, again.Played, len(s.Played)+2)

	// A line that a crash has cut off is no loss.
	file := filepath.Join(folder, s.ID+".jsonl")
	require.NoError(t, b.conn.CloseNow())
	eventually(t, "the game is put away", func() bool {
		second.web.games.mu.Lock()
		defer second.web.games.mu.Unlock()
		return len(second.web.games.live) == 0
	})
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(data, `{"move":"22-`...), 0o600))
	b = second.open(t)
	var third GameState
	b.ask("join", joinArgs{s.ID}, &third)
	require.Equal(t, again.Played, third.Played)
	require.ErrorContains(t, b.try("join", joinArgs{"AAAAAAAAAAAAAAAAAAAAAAAAAA"}, nil), "not known")
	require.ErrorContains(t, b.try("join", joinArgs{"../../etc/passwd"}, nil), "not known")
}

// TestRestoreFromTheBrowser: a game that the server has lost goes on from the browser's
// copy.
func TestRestoreFromTheBrowser(t *testing.T) {
	t.Parallel()
	b := serve(t, func(o *Options) { o.Games = "" }).open(t)
	var s GameState
	b.ask("restore", playArgs{Settings: Settings{You: "b", Level: 2, Moves: []string{"c3-d4"}, Opening: "x"}, Played: []string{"d6-c5", "b2-c3"}}, &s)
	require.Len(t, s.Played, 3)
	require.Equal(t, "b", s.Look.Side)
	s = b.play("c5-b4")
	require.Len(t, s.Played, 5)
	require.ErrorContains(t, b.try("restore", playArgs{Settings: Settings{You: "b"}, Played: []string{"c3-d4", "a1-b2"}}, nil), `ply 2: move "a1-b2"`)
}

func TestTakeBackHintResignAndDraw(t *testing.T) {
	t.Parallel()
	b := serve(t, nil).open(t)
	require.ErrorContains(t, b.try("undo", nothing{}, nil), "no game")
	b.begin(Settings{You: "w", Level: 1, Moves: []string{"c3-d4", "d6-c5"}})
	require.ErrorContains(t, b.try("undo", nothing{}, nil), "no move to take back")
	s := b.play("b2-c3")
	require.Len(t, s.Played, 4)
	b.ask("undo", nothing{}, &s)
	require.Len(t, s.Played, 2)
	require.Equal(t, "w", s.Look.Side)

	b.ask("hint", nothing{}, nil)
	s = await(b, "game", func(s GameState) bool { return s.Hint != nil })
	require.Contains(t, texts0(s.Look), s.Hint.Text)

	b.ask("offer", nothing{}, &s)
	require.Equal(t, "declined", s.Offer, "the game is young")
	b.ask("resign", nothing{}, &s)
	require.Equal(t, &over{board.BlackWins, "resignation"}, s.Over)
	require.ErrorContains(t, b.try("resign", nothing{}, nil), "over")

	// With few pieces on the board and no advantage the engine agrees. It is asked
	// once it has thought.
	s = b.turn(b.begin(Settings{You: "b", Level: 1, Start: "W:WKa1:BKh2"}))
	if s.Over == nil {
		b.ask("offer", nothing{}, &s)
		require.Equal(t, &over{board.Drawn, "agreement"}, s.Over)
	}
}

// texts0 returns the texts of the legal moves.
func texts0(l Look) (texts []string) {
	for _, m := range l.Moves {
		texts = append(texts, m.Text)
	}
	return texts
}

// TestFlagFalls: the player loses on time, and the clocks stand while nobody looks.
func TestFlagFalls(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	b := site.open(t)
	b.begin(Settings{You: "w", Level: 1, Clock: &control{Base: 0.2}})
	s := await(b, "game", func(s GameState) bool { return s.Over != nil })
	require.Equal(t, &over{board.BlackWins, "time"}, s.Over)
	require.ErrorContains(t, b.try("undo", nothing{}, nil), "clocks")
}

func TestBadGames(t *testing.T) {
	t.Parallel()
	b := serve(t, nil).open(t)
	for args, want := range map[string]string{
		`{"you":"x"}`:                             `you: "x"`,
		`{"you":"w","level":99}`:                  "level: 99, want 1 to 12",
		`{"you":"w","rules":"chess"}`:             `variant "chess"`,
		`{"you":"w","clock":{"base":-1}}`:         "clock",
		`{"you":"w","clock":{"base":0}}`:          "clock",
		`{"you":"w","start":"W:Wa1:Ba1"}`:         "a1",
		`{"you":"w","moves":["c3-d4","c3-d4"]}`:   `move "c3-d4"`,
		`{"you":"w","table":"nonsense"}`:          "no such table",
		`{"you":7}`:                               "args",
		`{"you":"w","rules":"losing","level":12}`: "",
	} {
		err := b.try("play", json.RawMessage(args), nil)
		if want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want, args)
		}
	}
	require.ErrorContains(t, b.try("nonsense", nothing{}, nil), "not known")
}

// TestEngineThatFails: the game stays, says what is wrong, and goes on after retry.
func TestEngineThatFails(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	b := site.open(t)
	site.engine.refusing.Store(true)
	s := b.begin(Settings{You: "b", Level: 1})
	s = b.turn(s)
	require.Contains(t, s.Fault, "out of order")
	require.Empty(t, s.Played)
	site.engine.refusing.Store(false)
	b.ask("retry", nothing{}, &s)
	s = b.turn(s)
	require.Empty(t, s.Fault)
	require.Len(t, s.Played, 1)
}

// TestHintEndsWithItsTab: the search for a hint did not end when its tab was closed, and
// the engine, which does not end it either, was given up.
func TestHintEndsWithItsTab(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	site.engine.slow = true
	b := site.open(t)
	b.begin(Settings{You: "w", Level: 1})
	b.ask("hint", nothing{}, nil)
	eventually(t, "the search begins", func() bool { return site.engine.searching.Load() == 1 })
	require.NoError(t, b.conn.CloseNow())
	eventually(t, "the search ends", func() bool { return site.engine.searching.Load() == 0 })
	c := site.open(t)
	c.send("analyse", analyseArgs{Lines: 1})
	await(c, "lines", func(linesEvent) bool { return true })
	require.EqualValues(t, 1, site.started.Load())
}

// TestGameGoesOnAfterAHintThatFailed: a hint that was not to be had left the engine
// without its moves until somebody asked it again.
func TestGameGoesOnAfterAHintThatFailed(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	b := site.open(t)
	b.begin(Settings{You: "w", Level: 1})
	site.engine.refusing.Store(true)
	b.ask("hint", nothing{}, nil)
	await(b, "game", func(s GameState) bool { return s.Fault != "" })
	site.engine.refusing.Store(false)
	s := b.play("c3-d4")
	require.Empty(t, s.Fault)
	require.Len(t, s.Played, 2)
}

// TestTwoTabsSeeOneGame: what happens in one tab is seen in the other.
func TestTwoTabsSeeOneGame(t *testing.T) {
	t.Parallel()
	site := serve(t, nil)
	a, b := site.open(t), site.open(t)
	s := a.begin(Settings{You: "w", Level: 1})
	var joined GameState
	b.ask("join", joinArgs{s.ID}, &joined)
	s = a.play("c3-d4")
	seen := await(b, "game", func(s GameState) bool { return len(s.Played) == 2 })
	require.Equal(t, s.Played, seen.Played)
	ply := 0
	require.ErrorContains(t, b.try("move", moveArgs{Move: "g3-f4", Ply: &ply}, nil), "changed")
}
