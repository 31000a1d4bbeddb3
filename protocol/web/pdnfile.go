package web

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"bolshak/board"
	"bolshak/movegen"
	"bolshak/protocol/pdn"
)

// readArgs is the text of a file and the number of the game to open, from 1.
type readArgs struct {
	Text  string `json:"text"`
	Index int    `json:"index"`
}

// pdnFile is what is in a file.
type pdnFile struct {
	Games []pdnHeader `json:"games"`
	Game  *pdnGame    `json:"game,omitempty"` // the one that was asked for
	More  bool        `json:"more,omitempty"` // there are more games than are listed
}

// pdnHeader is a game in a list.
type pdnHeader struct {
	Index   int    `json:"index"`
	White   string `json:"white"`
	Black   string `json:"black"`
	Event   string `json:"event"`
	Date    string `json:"date"`
	Result  string `json:"result"`
	Plies   int    `json:"plies"`
	Problem string `json:"problem,omitempty"` // the first thing that is wrong with it
}

// pdnGame is a game with its variations. The nodes are its moves: a node stands behind
// its parent, and of the children of one the first is the line itself.
type pdnGame struct {
	Rules    string    `json:"rules"`
	Start    string    `json:"start,omitempty"`
	Tags     []pdnTag  `json:"tags"`
	Comment  string    `json:"comment,omitempty"` // before the first move
	Nodes    []pdnNode `json:"nodes"`
	Result   string    `json:"result"`
	Problems []string  `json:"problems,omitempty"`
}

type pdnTag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// pdnNode is a move.
type pdnNode struct {
	Parent  int    `json:"parent"` // index of the move before it; -1 where there is none
	Move    string `json:"move"`
	Text    string `json:"text"`
	Lead    string `json:"lead,omitempty"` // the comment before it
	Comment string `json:"comment,omitempty"`
	NAGs    []int  `json:"nags,omitempty"`
}

// Bounds of files.
const (
	maxListed = 2000  // games
	maxNodes  = 20000 // moves of a game with its variations
)

// readPDN reads the games of a text.
func (ses *session) readPDN(_ int64, args readArgs) (any, error) {
	file := pdnFile{Games: []pdnHeader{}}
	r := pdn.NewReader(strings.NewReader(args.Text), "")
	for ses.ctx.Err() == nil {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(file.Games) < maxListed {
			file.Games = append(file.Games, newHeader(g))
		} else {
			file.More = true
		}
		if g.Index == max(args.Index, 1) {
			if file.Game, err = newPDNGame(g); err != nil {
				return nil, err
			}
		}
	}
	if len(file.Games) == 0 {
		return nil, errors.New("there is no game in it, want PDN")
	}
	return file, nil
}

func newHeader(g *pdn.Game) pdnHeader {
	h := pdnHeader{
		Index: g.Index, White: g.Tag("White"), Black: g.Tag("Black"), Event: g.Tag("Event"), Date: g.Tag("Date"),
		Result: g.Result.String(), Plies: g.Plies(),
	}
	if len(g.Problems) > 0 {
		h.Problem = g.Problems[0].String()
	}
	return h
}

// newPDNGame returns a game that was read for the browser.
func newPDNGame(g *pdn.Game) (*pdnGame, error) {
	game := &pdnGame{
		Rules: g.Rules.Name, Tags: []pdnTag{}, Comment: strings.Join(g.Comments, " "),
		Nodes: []pdnNode{}, Result: g.Result.String(),
	}
	if g.Start != board.Start() {
		game.Start = g.Start.FEN()
	}
	for _, t := range g.Tags {
		game.Tags = append(game.Tags, pdnTag(t))
	}
	for _, p := range g.Problems {
		game.Problems = append(game.Problems, p.String())
	}
	game.add(g.First, -1)
	if len(game.Nodes) >= maxNodes {
		return nil, fmt.Errorf("game %d: it has more than %d moves", g.Index, maxNodes)
	}
	return game, nil
}

// add adds a line and what is given instead of its moves. A null move ends it: nothing
// can be played behind one.
func (game *pdnGame) add(n *pdn.Node, parent int) {
	for _, n := range n.Following() {
		if n.Move == board.NoMove || len(game.Nodes) >= maxNodes {
			return
		}
		index := len(game.Nodes)
		game.Nodes = append(game.Nodes, pdnNode{
			Parent: parent, Move: n.Move.String(), Text: movegen.Format(n.Position, n.Move, movegen.Short),
			Lead: strings.Join(n.Lead, " "), Comment: strings.Join(n.Comments, " "), NAGs: n.NAGs,
		})
		for _, v := range n.Variations {
			game.add(v, parent)
		}
		parent = index
	}
}

// writePDN writes a game as PDN.
func (ses *session) writePDN(_ int64, game pdnGame) (any, error) {
	g, err := game.build()
	if err != nil {
		return nil, err
	}
	text, err := pdn.Append(nil, g)
	if err != nil {
		return nil, err
	}
	return struct {
		Text string `json:"text"`
	}{string(text)}, nil
}

// build makes the game that the browser has. An error names the node, from 0.
func (game *pdnGame) build() (*pdn.Game, error) {
	start, err := path{Rules: game.Rules, Start: game.Start}.game()
	if err != nil {
		return nil, err
	}
	g := &pdn.Game{Rules: start.Rules(), Start: start.Position()}
	if err := g.Result.UnmarshalText([]byte(game.Result)); err != nil {
		return nil, err
	}
	for _, t := range game.Tags {
		g.SetTag(t.Name, t.Value)
	}
	if game.Comment != "" {
		g.Comments = []string{game.Comment}
	}
	if len(game.Nodes) > maxNodes {
		return nil, fmt.Errorf("nodes: %d, want at most %d", len(game.Nodes), maxNodes)
	}

	nodes := make([]*pdn.Node, len(game.Nodes))
	first := make([]*pdn.Node, len(game.Nodes)+1) // by parent, from -1: the line's own move behind it
	for i, node := range game.Nodes {
		if node.Parent < -1 || node.Parent >= i {
			return nil, fmt.Errorf("node %d: parent %d, want one before it", i, node.Parent)
		}
		n := &pdn.Node{Position: g.Start, NAGs: node.NAGs}
		if node.Parent >= 0 {
			n.Position = nodes[node.Parent].After()
		}
		if n.Move, err = movegen.Parse(n.Position, node.Move); err != nil {
			return nil, fmt.Errorf("node %d: %w", i, err)
		}
		if node.Lead != "" {
			n.Lead = []string{node.Lead}
		}
		if node.Comment != "" {
			n.Comments = []string{node.Comment}
		}
		nodes[i] = n
		switch line := &first[node.Parent+1]; {
		case *line != nil:
			(*line).Variations = append((*line).Variations, n)
		case node.Parent < 0:
			g.First, *line = n, n
		default:
			nodes[node.Parent].Next, *line = n, n
		}
	}
	return g, nil
}
