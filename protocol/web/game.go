package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/hub"
)

// Settings says how a game against the engine is played.
type Settings struct {
	Rules string   `json:"rules"`
	You   string   `json:"you"`             // the player's colour, "w" or "b"
	Level int      `json:"level"`           // of the engine; 0: full strength
	Clock *control `json:"clock,omitempty"` // nil: none
	// Where the game begins: moves from a position. Opening names it.
	Start   string   `json:"start,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	Opening string   `json:"opening,omitempty"`
}

// control is a time control, in seconds.
type control struct {
	Base float64 `json:"base"`
	Inc  float64 `json:"inc"`
}

// Bounds of time controls, in seconds.
const (
	maxBase = 24 * 3600
	maxInc  = 3600
)

// GameState is a game as the browser shows it.
type GameState struct {
	ID string `json:"id"`
	// Serial grows with every picture of the game: of two the later has more.
	Serial int64 `json:"serial"`
	Settings
	Played   []played  `json:"played"` // all moves, those of the opening among them
	Left     []float64 `json:"left,omitempty"`
	Running  string    `json:"running,omitempty"` // whose clock runs, "w" or "b"
	Thinking bool      `json:"thinking"`
	Over     *over     `json:"over,omitempty"`
	Offer    string    `json:"offer,omitempty"` // "declined": the engine's answer to an offer of a draw
	Hint     *played   `json:"hint,omitempty"`
	Fault    string    `json:"fault,omitempty"` // what is wrong with the engine
	Look     Look      `json:"look"`
}

// liveGame is a game that somebody has open. While nobody has, the clocks stand and
// the engine does not think.
type liveGame struct {
	server *Server
	id     string

	mu       sync.Mutex
	set      Settings
	you      board.Colour
	game     *board.Game
	opening  int // plies of it
	journal  journal
	watchers map[*session]struct{}

	left   [2]time.Duration // on the clocks, when the present move began
	turnAt time.Time        // when the running clock was started; zero: none runs
	flag   *time.Timer      // falls when the player's time is over

	thinking context.CancelFunc // ends the engine's search; nil where none is on
	serial   int                // of searches: an old one's answer counts for nothing
	score    *hub.Score         // what the engine said last, for itself
	over     *over
	offered  string
	hinted   *played
	hinting  context.CancelFunc // ends the search for a hint; nil where none is on
	fault    string
}

// games holds the games that are open.
type games struct {
	server *Server
	dir    string

	mu   sync.Mutex
	live map[string]*liveGame
}

// newGame checks the settings and returns the game they make.
func (s *Server) newGame(set Settings) (*liveGame, error) {
	if s.engine == nil {
		return nil, errNoEngine
	}
	g, err := path{set.Rules, set.Start, set.Moves}.game()
	if err != nil {
		return nil, fmt.Errorf("the opening: %w", err)
	}
	switch {
	case set.You != "w" && set.You != "b":
		return nil, fmt.Errorf("you: %q, want w or b", set.You)
	case set.Level < 0 || set.Level > s.hello.Levels:
		return nil, fmt.Errorf("level: %d, want 1 to %d, or 0 for full strength", set.Level, s.hello.Levels)
	case !slices.Contains(s.hello.Variants, g.Rules().Name):
		return nil, fmt.Errorf("rules: the engine does not play %s", g.Rules().Name)
	case set.Clock != nil && !(set.Clock.Base >= 0 && set.Clock.Base <= maxBase && set.Clock.Inc >= 0 && set.Clock.Inc <= maxInc && set.Clock.Base+set.Clock.Inc > 0):
		return nil, fmt.Errorf("clock: %v seconds and %v a move, want up to %d and %d", set.Clock.Base, set.Clock.Inc, maxBase, maxInc)
	case len(set.Opening) > 200:
		return nil, errors.New("opening: its name is too long")
	}
	set.Rules = g.Rules().Name
	lg := &liveGame{server: s, set: set, game: g, opening: g.Plies(), watchers: map[*session]struct{}{}}
	if set.You == "b" {
		lg.you = board.Black
	}
	if set.Clock != nil {
		base := seconds(set.Clock.Base)
		lg.left = [2]time.Duration{base, base}
	}
	lg.settle()
	return lg, nil
}

// seconds converts a number of seconds.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// settle notes whether the game is over on the board.
func (lg *liveGame) settle() {
	if out := movegen.Outcome(lg.game); out.Result != board.Ongoing {
		lg.over = &over{out.Result, out.Reason}
	}
}

// newID returns a name for a game that nobody can guess.
func newID() string { return rand.Text() }

// enter lets a session into the game.
func (lg *liveGame) enter(ses *session) {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	lg.watchers[ses] = struct{}{}
	lg.wake()
}

// exit lets a session out of the game. Where it was the last the game is put away.
func (lg *liveGame) exit(ses *session) {
	games := &lg.server.games
	games.mu.Lock()
	defer games.mu.Unlock()
	lg.mu.Lock()
	defer lg.mu.Unlock()
	delete(lg.watchers, ses)
	if len(lg.watchers) > 0 {
		return
	}
	lg.rest()
	if lg.set.Clock != nil && lg.over == nil {
		lg.journal.note(entry{Left: lg.clocks()}) // what the present move has cost so far
	}
	if lg.journal.kept() {
		delete(games.live, lg.id)
	}
}

// wake lets the clock run and the engine think, where they should. The lock is held.
func (lg *liveGame) wake() {
	if lg.over != nil || len(lg.watchers) == 0 || lg.thinking != nil {
		return
	}
	if lg.game.Position().Side() != lg.you {
		if lg.fault == "" {
			lg.think()
		}
		return
	}
	if lg.set.Clock == nil || !lg.turnAt.IsZero() {
		return
	}
	lg.turnAt = time.Now()
	ply := lg.game.Plies()
	lg.flag = time.AfterFunc(lg.budget(lg.you), func() { lg.outOfTime(ply) })
}

// rest stops clock and engine. The lock is held.
func (lg *liveGame) rest() {
	lg.stopClock()
	if lg.thinking != nil {
		lg.thinking()
		lg.thinking = nil
	}
	if lg.hinting != nil {
		lg.hinting()
		lg.hinting = nil
	}
	lg.serial++
}

// budget returns the time that a side has for this move: the increment is added before
// it, as in Hub.
func (lg *liveGame) budget(side board.Colour) time.Duration {
	return lg.left[side] + seconds(lg.set.Clock.Inc)
}

// stopClock stops the clock of the side to move, which keeps what is left: the
// increment is given once, when the move is made.
func (lg *liveGame) stopClock() {
	if lg.flag != nil {
		lg.flag.Stop()
		lg.flag = nil
	}
	if lg.set.Clock != nil && !lg.turnAt.IsZero() {
		side := lg.game.Position().Side()
		lg.left[side] -= time.Since(lg.turnAt)
		lg.turnAt = time.Time{}
	}
}

// outOfTime ends the game if the player has not moved yet.
func (lg *liveGame) outOfTime(ply int) {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	if lg.over != nil || lg.turnAt.IsZero() || lg.game.Plies() != ply {
		return
	}
	lg.rest()
	lg.end(lg.you.Other(), "time")
	lg.tell(nil)
}

// end ends the game by a win of a side. The lock is held.
func (lg *liveGame) end(winner board.Colour, reason string) {
	result := board.WhiteWins
	if winner == board.Black {
		result = board.BlackWins
	}
	lg.finish(over{result, reason})
}

func (lg *liveGame) finish(o over) {
	lg.over = &o
	lg.journal.note(entry{Over: &o, Left: lg.clocks()})
}

// seconds returns what is left on the clocks; nil where there are none.
func (lg *liveGame) seconds() []float64 {
	if lg.set.Clock == nil {
		return nil
	}
	left := lg.left
	if !lg.turnAt.IsZero() {
		left[lg.game.Position().Side()] -= time.Since(lg.turnAt)
	}
	if lg.over == nil {
		// What is shown is what there is for this move.
		left[lg.game.Position().Side()] += seconds(lg.set.Clock.Inc)
	}
	return []float64{left[0].Seconds(), left[1].Seconds()}
}

// playMove makes a move of the side to move. The lock is held.
func (lg *liveGame) playMove(m board.Move) {
	side := lg.game.Position().Side()
	if lg.set.Clock != nil {
		lg.left[side] += seconds(lg.set.Clock.Inc)
	}
	lg.game.Play(m)
	lg.hinted, lg.offered, lg.fault = nil, "", ""
	lg.settle()
	lg.journal.note(entry{Move: m.String(), Left: lg.clocks(), Over: lg.over})
}

// tell shows the game to all who have it open, but for the one who gets it as an
// answer. The lock is held.
func (lg *liveGame) tell(but *session) {
	if len(lg.watchers) == 0 {
		return
	}
	state := lg.stateLocked()
	for ses := range lg.watchers {
		if ses != but {
			ses.out.latest("game", state)
		}
	}
}

// state returns the game as it is shown.
func (lg *liveGame) state() GameState {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	return lg.stateLocked()
}

func (lg *liveGame) stateLocked() GameState {
	s := GameState{
		ID: lg.id, Serial: lg.server.serial.Add(1), Settings: lg.set, Played: []played{}, Left: lg.seconds(), Thinking: lg.thinking != nil,
		Over: lg.over, Offer: lg.offered, Hint: lg.hinted, Fault: lg.fault, Look: lg.server.look(lg.game),
	}
	for i, m := range lg.game.Moves() {
		s.Played = append(s.Played, newPlayed(lg.game.At(i), m))
	}
	if lg.set.Clock != nil && !lg.turnAt.IsZero() {
		s.Running = sideLetter(lg.game.Position().Side())
	}
	if lg.over != nil {
		s.Look.Over, s.Look.Moves = lg.over, []choice{}
	}
	return s
}

// The errors of a player who does what cannot be done.
var (
	errOver    = errors.New("the game is over")
	errNotYou  = errors.New("it is not your move")
	errNoUndo  = errors.New("there is no move to take back")
	errClocked = errors.New("in a game with clocks no move is taken back")
)

// turn returns an error unless it is the player's turn. The lock is held.
func (lg *liveGame) turn() error {
	switch {
	case lg.over != nil:
		return errOver
	case lg.game.Position().Side() != lg.you:
		return errNotYou
	}
	return nil
}

// makeMove makes the player's move.
func (lg *liveGame) makeMove(text string, ply int) error {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	if err := lg.turn(); err != nil {
		return err
	}
	switch {
	case ply >= 0 && ply != lg.game.Plies():
		return errors.New("the board has changed meanwhile")
	case lg.game.Plies() >= maxPlies:
		return fmt.Errorf("the game has %d moves, more are not taken", maxPlies)
	}
	m, err := movegen.Parse(lg.game.Position(), text)
	if err != nil {
		return err
	}
	lg.rest()
	lg.playMove(m)
	lg.wake()
	lg.tell(nil)
	return nil
}

// undo takes the player's last move back, with what the engine answered.
func (lg *liveGame) undo() error {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	if lg.set.Clock != nil {
		return errClocked
	}
	// The last ply at which the player was to move and did.
	ply := lg.game.Plies() - 1
	for ply >= lg.opening && lg.game.At(ply).Side() != lg.you {
		ply--
	}
	if ply < lg.opening {
		return errNoUndo
	}
	lg.rest()
	for lg.game.Plies() > ply {
		lg.game.Undo()
	}
	lg.over, lg.hinted, lg.offered, lg.fault = nil, nil, "", ""
	lg.journal.note(entry{Plies: &ply})
	lg.wake()
	lg.tell(nil)
	return nil
}

// resign loses the game.
func (lg *liveGame) resign() error {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	if lg.over != nil {
		return errOver
	}
	lg.rest()
	lg.end(lg.you.Other(), "resignation")
	lg.tell(nil)
	return nil
}

// When the engine agrees to a draw: it does not think that it is better by more than
// so many centimen, and the game is not a young one.
const (
	drawCentimen = 5
	drawPlies    = 30
)

// offer offers a draw, which the engine takes or declines at once.
func (lg *liveGame) offer() error {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	if lg.over != nil {
		return errOver
	}
	young := lg.game.Plies()-lg.opening < drawPlies && lg.game.Position().Occupied().Count() > 7
	if lg.score == nil || young || lg.score.Win > 0 || lg.score.Win == 0 && lg.score.Centimen > drawCentimen {
		lg.offered = "declined"
	} else {
		lg.rest()
		lg.finish(over{board.Drawn, string(board.Agreement)})
	}
	lg.tell(nil)
	return nil
}

// retry asks an engine again that has failed.
func (lg *liveGame) retry() error {
	lg.mu.Lock()
	defer lg.mu.Unlock()
	lg.fault = ""
	lg.wake()
	lg.tell(nil)
	return nil
}
