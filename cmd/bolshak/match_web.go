package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"bolshak/bench/match"
	"bolshak/board"
	"bolshak/protocol/web"
)

// defaultWebAddress is where the board is served unless told otherwise.
const defaultWebAddress = "127.0.0.1:8064"

// lastLook is how long the browsers have to see the end of a match.
const lastLook = time.Second

// matchWeb shows a match in the browser. It is a match.Observer.
type matchWeb struct {
	match  *web.Match
	total  int
	test   *match.SPRT
	cancel context.CancelFunc
	served sync.WaitGroup

	mu       sync.Mutex
	standing web.Standing
}

// showMatch serves the match at an address until close.
func showMatch(notes io.Writer, listen string, o match.Options) (*matchWeb, error) {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("--web: %w", err)
	}
	w := &matchWeb{match: web.NewMatch(), total: o.Games(), test: o.SPRT}
	options := web.Options{Match: w.match}
	address := webAddress(l.Addr(), rand.Text(), &options)
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel = cancel
	s, err := web.New(ctx, options)
	if err != nil {
		_ = l.Close()
		return nil, err
	}
	w.standing = web.Standing{Total: w.total, Table: []web.StandingRow{}}
	names := make([]string, len(o.Engines))
	for i, e := range o.Engines {
		names[i] = e.Name
	}
	w.pairOver(match.Standing{Summary: match.NewSummary(names, match.Record{}, nil, o.SPRT), Table: match.NewCrosstable(names)})
	w.served.Go(func() {
		if err := s.Serve(ctx, l); err != nil {
			fmt.Fprintf(notes, "bolshak: warning: %v\n", err)
		}
	})
	fmt.Fprintf(notes, "the match is shown at %s\n", address)
	return w, nil
}

// close lets the browsers see the end and ends the server.
func (w *matchWeb) close() {
	w.mu.Lock()
	w.standing.Over = true
	w.match.Stand(w.standing)
	w.mu.Unlock()
	time.Sleep(lastLook)
	w.cancel()
	w.served.Wait()
}

// pairOver shows how the match stands.
func (w *matchWeb) pairOver(s match.Standing) {
	standing := web.Standing{
		Games: s.Games, Total: w.total,
		Wins: s.Summary.Wins, Draws: s.Summary.Draws, Losses: s.Summary.Losses,
		Elo: [2]float64{s.Summary.Elo.Value, s.Summary.Elo.Error}, LOS: s.Summary.LOS, Table: []web.StandingRow{},
	}
	if w.test != nil {
		low, high := w.test.Bounds()
		standing.LLR = &web.LLR{
			Value: s.Summary.LLR, Bounds: [2]float64{low, high}, Elo: [2]float64{w.test.Elo0, w.test.Elo1}, Verdict: string(s.Summary.Verdict),
		}
	}
	for _, row := range s.Table.Rows() {
		elo := row.Total.Pairs.Elo()
		r := web.StandingRow{Name: row.Name, Games: row.Total.Games(), Points: row.Total.Points(), Elo: [2]float64{elo.Value, elo.Error}}
		for _, a := range row.Against {
			r.Against = append(r.Against, [3]int{a.Wins, a.Draws, a.Losses})
		}
		standing.Table = append(standing.Table, r)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.standing = standing
	w.match.Stand(standing)
}

// GameBegun implements match.Observer.
func (w *matchWeb) GameBegun(slot int, r match.GameRecord, g *board.Game, clocks [2]time.Duration) {
	w.match.Begin(slot, web.MatchGame{
		Number: 2*r.ID.Pair + r.ID.Game + 1, White: r.White, Black: r.Black, Opening: r.Opening, Game: g, Clock: clocks,
	})
}

// MovePlayed implements match.Observer.
func (w *matchWeb) MovePlayed(slot int, g *board.Game, r match.Reply) {
	w.match.Move(slot, web.MatchMove{Game: g, Left: r.Left, Depth: r.Depth, Score: r.Score, HasScore: r.HasScore})
}

// GameOver implements match.Observer.
func (w *matchWeb) GameOver(slot int, r match.GameRecord) { w.match.End(slot, r.Result, r.Reason) }
