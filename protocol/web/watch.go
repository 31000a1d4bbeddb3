package web

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
)

// Match is a match that is shown while it is played. Whoever plays it calls its
// methods, from any goroutine; they do not block.
type Match struct {
	mu       sync.Mutex
	boards   map[int]*matchBoard // by slot
	standing Standing
	changed  chan struct{} // closed at the next change
}

// Standing is how a match stands.
type Standing struct {
	Games  int           `json:"games"`
	Total  int           `json:"total"` // games at most; 0 where that is not known
	Wins   int           `json:"wins"`  // of the first engine
	Draws  int           `json:"draws"`
	Losses int           `json:"losses"`
	Elo    [2]float64    `json:"elo"`            // with the error, half the width of the 95 % interval
	LOS    float64       `json:"los"`            // 0 to 1
	LLR    *LLR          `json:"llr,omitempty"`  // nil without a test
	Table  []StandingRow `json:"table"`          // best first
	Over   bool          `json:"over,omitempty"` // the match has ended
}

// LLR is where a sequential test stands.
type LLR struct {
	Value   float64    `json:"value"`
	Bounds  [2]float64 `json:"bounds"`
	Elo     [2]float64 `json:"elo"` // the hypotheses
	Verdict string     `json:"verdict"`
}

// StandingRow is an engine in the cross table.
type StandingRow struct {
	Name   string     `json:"name"`
	Games  int        `json:"games"`
	Points float64    `json:"points"`
	Elo    [2]float64 `json:"elo"`
	// Against holds wins, draws and losses against the engine of every row.
	Against [][3]int `json:"against"`
}

// MatchGame is a game that begins.
type MatchGame struct {
	Number       int // from 1
	White, Black string
	Opening      string
	Game         *board.Game      // as far as the opening goes
	Clock        [2]time.Duration // by colour; 0 where there is none
}

// MatchMove is a move that was made.
type MatchMove struct {
	Game     *board.Game // with the move
	Left     time.Duration
	Depth    int
	Score    hub.Score // of the side that moved
	HasScore bool
}

// matchBoard is a board of a match.
type matchBoard struct {
	MatchGame
	played []played
	rules  string
	start  string // empty: the start of the game
	fen    string
	square string
	side   board.Colour
	depth  [2]int
	score  [2]*score
	turnAt time.Time
	over   *over
}

// MatchState is a match as the browser shows it.
type MatchState struct {
	Boards   []matchBoardState `json:"boards"`
	Standing Standing          `json:"standing"`
}

type matchBoardState struct {
	Slot    int       `json:"slot"`
	Number  int       `json:"number"`
	White   string    `json:"white"`
	Black   string    `json:"black"`
	Opening string    `json:"opening"`
	Rules   string    `json:"rules"`
	Start   string    `json:"start,omitempty"`
	FEN     string    `json:"fen"`
	Squares string    `json:"squares"`
	Side    string    `json:"side"`
	Played  []played  `json:"played"`
	Left    []float64 `json:"left,omitempty"` // the clock of the side to move is that of now
	Depth   [2]int    `json:"depth"`          // what White and Black said last
	Score   [2]*score `json:"score"`          // White's
	Over    *over     `json:"over,omitempty"`
}

// NewMatch returns a match of which nothing is known yet.
func NewMatch() *Match {
	return &Match{boards: map[int]*matchBoard{}, changed: make(chan struct{}), standing: Standing{Table: []StandingRow{}}}
}

// change makes a change and tells who waits for one.
func (m *Match) change(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	close(m.changed)
	m.changed = make(chan struct{})
}

// Begin shows a game that begins on the board of a slot.
func (m *Match) Begin(slot int, g MatchGame) {
	m.change(func() {
		b := &matchBoard{MatchGame: g, played: []played{}, rules: g.Game.Rules().Name, turnAt: time.Now()}
		if g.Game.Start() != board.Start() {
			b.start = g.Game.Start().FEN()
		}
		for i, move := range g.Game.Moves() {
			b.played = append(b.played, newPlayed(g.Game.At(i), move))
		}
		b.set(g.Game.Position())
		b.Game = nil // it goes on without us
		m.boards[slot] = b
	})
}

func (b *matchBoard) set(p board.Position) {
	b.fen, b.square, b.side = p.FEN(), p.Hub()[1:], p.Side()
}

// Move shows a move.
func (m *Match) Move(slot int, move MatchMove) {
	m.change(func() {
		b := m.boards[slot]
		n := move.Game.Plies()
		if b == nil || n == 0 {
			return
		}
		mover := move.Game.At(n - 1).Side()
		b.played = append(b.played, newPlayed(move.Game.At(n-1), move.Game.Moves()[n-1]))
		b.set(move.Game.Position())
		b.turnAt, b.depth[mover] = time.Now(), move.Depth
		if b.Clock[mover] > 0 {
			b.Clock[mover] = move.Left
		}
		if move.HasScore {
			s := whiteScore(move.Score, mover)
			b.score[mover] = &s
		}
		if out := movegen.Outcome(move.Game); out.Result != board.Ongoing {
			b.over = &over{out.Result, out.Reason}
		}
	})
}

// End shows how a game has ended.
func (m *Match) End(slot int, result board.Result, reason string) {
	m.change(func() {
		if b := m.boards[slot]; b != nil {
			b.over = &over{result, reason}
		}
	})
}

// Stand shows how the match stands.
func (m *Match) Stand(s Standing) { m.change(func() { m.standing = s }) }

// state returns what is shown, and a channel that is closed at the next change.
func (m *Match) state() (MatchState, <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := MatchState{Boards: []matchBoardState{}, Standing: m.standing}
	for _, slot := range slices.Sorted(maps.Keys(m.boards)) {
		b := m.boards[slot]
		state := matchBoardState{
			Slot: slot, Number: b.Number, White: b.White, Black: b.Black, Opening: b.Opening,
			Rules: b.rules, Start: b.start, FEN: b.fen, Squares: b.square, Side: sideLetter(b.side), Played: slices.Clone(b.played),
			Depth: b.depth, Score: b.score, Over: b.over,
		}
		if b.Clock != [2]time.Duration{} {
			left := b.Clock
			if b.over == nil {
				left[b.side] = max(left[b.side]-time.Since(b.turnAt), 0)
			}
			state.Left = []float64{left[0].Seconds(), left[1].Seconds()}
		}
		s.Boards = append(s.Boards, state)
	}
	return s, m.changed
}

// watchPeriod is the shortest time between two pictures of a match.
const watchPeriod = 200 * time.Millisecond

// watch shows the match from now on.
func (ses *session) watch(int64, nothing) (any, error) {
	m := ses.server.options.Match
	if m == nil {
		return nil, errors.New("there is no match here")
	}
	state, changed := m.state()
	if ses.stopWatching != nil {
		return state, nil
	}
	ended := make(chan struct{})
	ses.stopWatching = func() { close(ended) }
	ses.server.spawn(func() {
		for {
			select {
			case <-ended:
				return
			case <-changed:
			}
			pause := time.NewTimer(watchPeriod)
			select {
			case <-ended:
				pause.Stop()
				return
			case <-pause.C:
			}
			var s MatchState
			s, changed = m.state()
			ses.out.latest("match", s)
		}
	})
	return state, nil
}
