package bench

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bolshak/board"
	"bolshak/eval"
	"bolshak/movegen"
	"bolshak/search"
)

// The miner's flags.
var (
	mine     = flag.Bool("mine", false, "mine the tactical suite anew: writes both copies of shots.fen")
	mineSeed = flag.Uint64("mine-seed", 4, "seed of the first games mined; those after them have the next ones")
)

// How the suite is mined.
const (
	playNodes    = 300    // a move of the games: so few that shots are missed, by either side
	scanNodes    = 25_000 // a position of a finished game, looked at with what is known of the later ones
	gradeNodes   = 600_000
	verifyNodes  = 2_000_000 // for the two best moves together
	randomPlies  = 8         // behind the opening, at most
	maxGamePlies = 90
	hopeless     = 400 // centimen: the game is not played on

	minPieces   = 6  // on the board, both sides
	maxBalance  = 1  // men, before the shot, either way
	minGain     = 80 // centimen above the static value of the position
	minLead     = 80 // centimen above the second-best move
	minDistance = 5  // squares on which two shots differ

	easyGrade = 7 // plies; no more than easyQuota shots of each grade up to it
	easyQuota = 24
	hardQuota = 30 // and of each other one
)

// pass is a part of the mining, with a seed of its own.
type pass struct {
	games     int
	maxPieces int // on the board, where a position is looked at
	minGrade  int // of the shots kept, in plies
}

// passes are what the suite comes from. Where few pieces are left shots lie
// deeper; the easy ones come by themselves.
var passes = []pass{{1500, 24, 1}, {3000, 14, 5}, {3000, 14, 8}}

// TestMineShots mines the suite anew; the header of shots.fen has the command. A
// seed leads to the same file as long as search and evaluation stay the same.
func TestMineShots(t *testing.T) {
	if !*mine {
		t.Skip("takes many minutes: ask for it with -mine")
	}
	m := newMiner(t)
	for i, p := range passes {
		m.run(t, *mineSeed+uint64(i), p)
	}
	text := m.text()
	for _, name := range []string{"shots.fen", filepath.Join("..", "testdata", "shots.fen")} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
}

// TestMinerKnowsAShot: of a game's positions it keeps the shot, and what it
// writes can be read.
func TestMinerKnowsAShot(t *testing.T) {
	if testing.Short() {
		t.Skip("searches millions of nodes")
	}
	t.Parallel()
	shot := readShots(t)[0]
	m := newMiner(t)
	m.random, m.pass = rand.New(rand.NewPCG(1, 0)), passes[0]
	game := m.play(t)
	require.Greater(t, len(game), 10)
	m.scan(t, []board.Position{game[0], shot.Position, shot.Position.Flip()})
	require.Equal(t, 2, m.looked, "the third is the second with colours exchanged")
	require.Len(t, m.found, 1)

	shots, err := parseShots(m.text())
	require.NoError(t, err)
	require.Equal(t, []Shot{m.found[0].Shot}, shots)
	require.Contains(t, []board.Move{shot.Best, shot.Best.Flip()}, shots[0].Best)
}

// miner plays games and looks for shots in them.
type miner struct {
	random   *rand.Rand
	engine   *search.Engine
	openings []board.Position
	pass     pass

	found                        []minedShot
	grades                       map[int]int
	looked, candidates, verified int
}

// minedShot is a shot with the scores of the best and the second-best move.
type minedShot struct {
	Shot
	score, second eval.Score
}

func newMiner(t *testing.T) *miner {
	return &miner{engine: newEngine(t, 1), openings: readOpenings(t), grades: map[int]int{}}
}

// run mines the games of a pass.
func (m *miner) run(t *testing.T, seed uint64, p pass) {
	m.random, m.pass = rand.New(rand.NewPCG(seed, 0)), p
	for game := 1; game <= p.games; game++ {
		m.scan(t, m.play(t))
		if game%50 == 0 {
			t.Logf("seed %d: %d games, %d positions looked at, %d candidates, %d verified, %d shots; by grade %v",
				seed, game, m.looked, m.candidates, m.verified, len(m.found), m.grades)
		}
	}
}

// readOpenings returns the positions of the official opening tables.
func readOpenings(t *testing.T) (openings []board.Position) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "ballots.tsv"))
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if columns := strings.Split(strings.TrimSpace(line), "\t"); len(columns) == 4 {
			p, err := board.ParseFEN(columns[3])
			require.NoError(t, err)
			openings = append(openings, p)
		}
	}
	return openings
}

// play plays a game of the engine against itself, with random plies behind an
// opening drawn by lot, until it is as good as decided. It returns the positions,
// oldest first.
func (m *miner) play(t *testing.T) (positions []board.Position) {
	m.engine.Clear()
	g := board.NewGame(board.Russian, m.openings[m.random.IntN(len(m.openings))])
	random := m.random.IntN(randomPlies + 1)
	for movegen.Outcome(g).Result == board.Ongoing && g.Plies() < maxGamePlies {
		positions = append(positions, g.Position())
		moves := movegen.Append(nil, g.Position())
		move := moves[m.random.IntN(len(moves))]
		if g.Plies() >= random {
			r := m.search(t, g, search.Limits{Nodes: playNodes})
			move = r.Best
			if len(r.Lines) > 0 && abs(r.Lines[0].Score) > hopeless {
				break
			}
		}
		g.Play(move)
	}
	return positions
}

// scan looks at the positions of a game from its end to its beginning, so that
// the table knows what comes of them, and keeps the shots.
func (m *miner) scan(t *testing.T, positions []board.Position) {
	for _, p := range slices.Backward(positions) {
		if movegen.CanCapture(p) || !m.counts(p.Occupied().Count()) ||
			abs(balance(p, p.Side())) > maxBalance || !m.isNew(p) {
			continue
		}
		m.looked++
		r := m.search(t, board.NewGame(board.Russian, p), search.Limits{Nodes: scanNodes})
		if len(r.Lines) == 0 || r.Lines[0].Score < eval.Evaluate(p)+minGain || !sacrifices(p, r.Lines[0].PV) {
			continue
		}
		m.candidates++
		if s, ok := m.verify(t, p, r.Best); ok {
			m.found = append(m.found, s)
			m.grades[s.Grade]++
		}
	}
}

// counts reports whether positions of so many pieces are looked at.
func (m *miner) counts(pieces int) bool { return pieces >= minPieces && pieces <= m.pass.maxPieces }

// isNew reports whether a position is unlike all shots found.
func (m *miner) isNew(p board.Position) bool {
	return !slices.ContainsFunc(m.found, func(s minedShot) bool { return placementDistance(s.Position, p) < minDistance })
}

// verify grades a candidate and searches it deeply, from an empty table.
func (m *miner) verify(t *testing.T, p board.Position, best board.Move) (s minedShot, ok bool) {
	g := board.NewGame(board.Russian, p)
	s.Position, s.Best = p, best

	// 1. The grade: from this depth on the search has found it.
	m.engine.Clear()
	_, err := m.engine.Search(t.Context(), g, search.Limits{Nodes: gradeNodes}, func(i search.Info) {
		switch {
		case i.Partial:
		case i.PV[0] != best:
			s.Grade = 0
		case s.Grade == 0:
			s.Grade = i.Depth
		}
	})
	require.NoError(t, err)
	quota := hardQuota
	if s.Grade <= easyGrade {
		quota = easyQuota
	}
	if s.Grade < max(m.pass.minGrade, 1) || m.grades[s.Grade] >= quota {
		return s, false
	}

	// 2. It is much better than any other move, and than what the board shows.
	m.engine.Clear()
	m.verified++
	r := m.search(t, g, search.Limits{Nodes: verifyNodes, MultiPV: 2})
	if len(r.Lines) < 2 || r.Lines[0].PV[0] != best {
		return s, false
	}
	s.score, s.second = r.Lines[0].Score, r.Lines[1].Score
	s.Line, s.Gain = winningLine(p, r.Lines[0].PV)
	ok = s.score >= s.second+minLead && s.score >= eval.Evaluate(p)+minGain && s.Gain > 0 && sacrifices(p, s.Line)
	return s, ok
}

func (m *miner) search(t *testing.T, g *board.Game, l search.Limits) search.Result {
	r, err := m.engine.Search(t.Context(), g, l, nil)
	require.NoError(t, err)
	return r
}

func abs[T int | eval.Score](n T) T { return max(n, -n) }

// text returns the file: the header and the shots, sorted.
func (m *miner) text() string {
	slices.SortStableFunc(m.found, func(a, b minedShot) int { return a.Grade - b.Grade })
	text := shotsHeader()
	for _, s := range m.found {
		text += s.line()
	}
	return text
}

// line returns a shot as the file has it.
func (s minedShot) line() string {
	moves, p := make([]string, len(s.Line)), s.Position
	for i, m := range s.Line {
		moves[i] = movegen.Format(p, m, movegen.Short)
		p = p.After(m)
	}
	score := func(s eval.Score) string { return strings.ReplaceAll(s.String(), " ", "") }
	return fmt.Sprintf("%s # best=%s depth=%d gain=%d score=%s second=%s line=%s\n",
		s.Position.FEN(), moves[0], s.Grade, s.Gain, score(s.score), score(s.second), strings.Join(moves, ","))
}

// shotsHeader says what the file is and where it comes from.
func shotsHeader() string {
	return fmt.Sprintf(`# Shots: positions in which a sacrifice wins by force, sorted by how deep it lies.
#
# A FEN a line, and behind the # what is known of it:
# best    the only move that wins so much. It takes nothing, the opponent must capture, and goes on having to, until
#         the mover, whatever he answers, is at least a man worse off than in the beginning (a king counts %d men);
#         before that he is never better off. Exchanges of equal count may come first.
# depth   the grade, in plies: one thread with an empty table finds the move at this depth and keeps it at every
#         deeper one that %d nodes reach
# gain    what the line wins, in men
# score   of the move, in men, and
# second  that of the second-best move, both after %d nodes with multi-pv 2. The score is at least %.2f above
#         the second and above the static value of the position.
# line    the best play of both sides until nothing can be captured and the gain is there
#
# Mined from games of this engine against itself, %d nodes a move from the openings of ballots.tsv and up to %d random
# plies. Grades and scores are those of the search of that day. Any two positions, seen by the side to move, differ on
# at least %d squares. To mine a new suite, which with another search is another one:
#   go test ./bench -run MineShots -timeout 1h -args -mine -mine-seed %d
`, kingMen, gradeNodes, verifyNodes, float64(minLead)/100, playNodes, randomPlies, minDistance, *mineSeed)
}
