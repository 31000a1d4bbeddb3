package web

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"bolshak/movegen"
)

// A game's journal is a file of lines of JSON: the settings, then what happened, an
// entry each. A last line that was cut off by a crash is left out.

// entry is what happened in a game.
type entry struct {
	Move  string    `json:"move,omitempty"`  // was played
	Plies *int      `json:"plies,omitempty"` // back to so many, the opening's included
	Left  []float64 `json:"left,omitempty"`  // seconds on the clocks after it, White's first
	Over  *over     `json:"over,omitempty"`
}

// journal is where a game is kept; the zero journal keeps nothing.
type journal struct{ file string }

func (j journal) kept() bool { return j.file != "" }

// note appends an entry. Where that fails the game goes on: the browser has it too.
func (j journal) note(e any) {
	if j.file == "" {
		return
	}
	line, err := json.Marshal(e)
	if err != nil {
		return
	}
	f, err := os.OpenFile(j.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, _ = f.Write(append(line, '\n'))
	_ = f.Close()
}

// maxKept is how many journals are kept; the oldest go first.
const maxKept = 1000

// begin begins a game, with the moves that were made in it already.
func (g *games) begin(args playArgs) (*liveGame, error) {
	lg, err := g.server.newGame(args.Settings)
	if err != nil {
		return nil, err
	}
	lg.id = newID()
	for i, text := range args.Played {
		m, err := movegen.Parse(lg.game.Position(), text)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if lg.over != nil || lg.game.Plies() >= maxPlies {
			return nil, fmt.Errorf("ply %d: the game is over before it", i+1)
		}
		lg.game.Play(m)
		lg.settle()
	}
	if err := lg.setLeft(args.Left); err != nil {
		return nil, err
	}
	if len(args.Left) > 0 && lg.set.Clock != nil && lg.over == nil {
		// What is shown has the increment for this move in it.
		lg.left[lg.game.Position().Side()] -= seconds(lg.set.Clock.Inc)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.live) >= maxKept && !g.forget() {
		return nil, errors.New("too many games are open")
	}
	if g.dir != "" {
		g.prune()
		lg.journal.file = filepath.Join(g.dir, lg.id+".jsonl")
		lg.journal.note(lg.set)
		for _, m := range lg.game.Moves()[lg.opening:] {
			lg.journal.note(entry{Move: m.String(), Left: lg.clocks()})
		}
	}
	g.live[lg.id] = lg
	return lg, nil
}

// forget drops a game that nobody has open and no file keeps. The lock is held.
func (g *games) forget() bool {
	for id, lg := range g.live {
		lg.mu.Lock()
		idle := len(lg.watchers) == 0
		lg.mu.Unlock()
		if idle {
			delete(g.live, id)
			return true
		}
	}
	return false
}

// clocks returns what the clocks show, as the journal has it; nil where there are
// none.
func (lg *liveGame) clocks() []float64 {
	if lg.set.Clock == nil {
		return nil
	}
	return []float64{lg.left[0].Seconds(), lg.left[1].Seconds()}
}

// setLeft sets the clocks; an empty list leaves them.
func (lg *liveGame) setLeft(left []float64) error {
	if len(left) == 0 || lg.set.Clock == nil {
		return nil
	}
	if len(left) != 2 {
		return fmt.Errorf("left: %d clocks, want 2", len(left))
	}
	for i, s := range left {
		if !(s >= -maxInc && s <= 10*maxBase) {
			return fmt.Errorf("left: %v seconds, want up to %d", s, 10*maxBase)
		}
		lg.left[i] = seconds(s)
	}
	return nil
}

// prune removes the oldest journals where there are too many.
func (g *games) prune() {
	files, err := filepath.Glob(filepath.Join(g.dir, "*.jsonl"))
	if err != nil || len(files) < maxKept {
		return
	}
	age := map[string]time.Time{}
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			age[f] = info.ModTime()
		}
	}
	slices.SortFunc(files, func(a, b string) int { return age[a].Compare(age[b]) })
	for _, f := range files[:len(files)-maxKept+1] {
		_ = os.Remove(f)
	}
}

// idForm is how a game is named.
var idForm = regexp.MustCompile(`^[A-Z2-7]{20,40}$`)

var errUnknownGame = errors.New("the game is not known here")

// find returns a game, from its journal where nobody has it open, and lets the session
// in.
func (g *games) find(id string, ses *session) (*liveGame, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	lg, ok := g.live[id]
	if !ok {
		if g.dir == "" || !idForm.MatchString(id) {
			return nil, errUnknownGame
		}
		var err error
		if lg, err = g.load(id); err != nil {
			return nil, err
		}
		g.live[id] = lg
	}
	lg.enter(ses)
	return lg, nil
}

// load reads a journal.
func (g *games) load(id string) (*liveGame, error) {
	file := filepath.Join(g.dir, id+".jsonl")
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errUnknownGame
	}
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	lg, err := g.server.replay(data)
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", id, err)
	}
	lg.id, lg.journal.file = id, file
	return lg, nil
}

// replay plays a journal. An error names the line.
func (s *Server) replay(data []byte) (*liveGame, error) {
	if end := bytes.LastIndexByte(data, '\n'); end >= 0 {
		data = data[:end+1]
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, maxMessage)
	var lg *liveGame
	for number := 1; lines.Scan(); number++ {
		var err error
		if lg == nil {
			var set Settings
			if err = json.Unmarshal(lines.Bytes(), &set); err == nil {
				lg, err = s.newGame(set)
			}
		} else {
			var e entry
			if err = json.Unmarshal(lines.Bytes(), &e); err == nil {
				err = lg.repeat(e)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if lg == nil {
		return nil, errors.New("it is empty")
	}
	return lg, nil
}

// repeat does what an entry says.
func (lg *liveGame) repeat(e entry) error {
	if e.Plies != nil {
		if *e.Plies < lg.opening || *e.Plies > lg.game.Plies() {
			return fmt.Errorf("plies: %d, want %d to %d", *e.Plies, lg.opening, lg.game.Plies())
		}
		for lg.game.Plies() > *e.Plies {
			lg.game.Undo()
		}
		lg.over = nil
	}
	if e.Move != "" {
		m, err := movegen.Parse(lg.game.Position(), e.Move)
		if err != nil {
			return err
		}
		lg.game.Play(m)
		lg.settle()
	}
	if e.Over != nil {
		lg.over = e.Over
	}
	return lg.setLeft(e.Left)
}
