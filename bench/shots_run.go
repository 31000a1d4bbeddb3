package bench

import (
	"context"
	"fmt"
	"time"

	"bolshak/board"
	"bolshak/search"
)

// DefaultShotNodes is how many nodes are searched for a shot where no limit is
// asked for.
const DefaultShotNodes = 100_000

// ShotsResult is what a run of the tactical suite measured.
type ShotsResult struct {
	Positions int
	Solved    int           // the search chose the sacrifice
	Nodes     uint64        // all searches together
	Time      time.Duration // of the searches alone
	Bands     []ShotBand    // the same by grade, rising; none is empty
}

// ShotBand is the part of a run that deals with the grades From to To, in plies.
type ShotBand struct {
	From, To          int
	Positions, Solved int
	Nodes             uint64
}

// shotBandPlies is how many grades make a band.
const shotBandPlies = 3

// RunShots searches every shot up to the limits, each as if it were the
// engine's first position. The shots stand by grade, as Shots returns them. When
// ctx ends before that, the error is its cause.
func RunShots(ctx context.Context, e *search.Engine, shots []Shot, l search.Limits) (ShotsResult, error) {
	result := ShotsResult{Positions: len(shots)}
	for _, s := range shots {
		e.Clear()
		found, err := e.Search(ctx, board.NewGame(board.Russian, s.Position), l, nil)
		switch {
		case err != nil:
			return ShotsResult{}, fmt.Errorf("shot %s: %w", s.Position.FEN(), err)
		case ctx.Err() != nil:
			return ShotsResult{}, context.Cause(ctx)
		}
		band := result.band(s.Grade)
		band.Positions++
		band.Nodes += found.Nodes
		result.Nodes += found.Nodes
		result.Time += found.Time
		if found.Best == s.Best {
			band.Solved++
			result.Solved++
		}
	}
	return result, nil
}

// band returns the band of a grade, which is the last one or a new one.
func (r *ShotsResult) band(grade int) *ShotBand {
	from := (grade-1)/shotBandPlies*shotBandPlies + 1
	if n := len(r.Bands); n == 0 || r.Bands[n-1].From != from {
		r.Bands = append(r.Bands, ShotBand{From: from, To: from + shotBandPlies - 1})
	}
	return &r.Bands[len(r.Bands)-1]
}
