package search

import (
	"time"

	"bolshak/board"
	"bolshak/eval"
)

// Info is what a search knows after a depth is finished, or in the middle of one.
type Info struct {
	Depth     int     // plies searched
	SelDepth  int     // plies of the longest line looked at
	MeanDepth float64 // average length of the lines, in plies
	Line      int     // which of the best lines this is, from 1
	Partial   bool    // the depth is not finished: see Engine.Search
	Score     eval.Score
	Nodes     uint64
	Time      time.Duration
	HashFull  int // 1/1000 of the table used by this search
	PV        []board.Move
}

// NodesPerSecond returns the speed; 0 where no time has passed.
func (i Info) NodesPerSecond() float64 {
	if i.Time <= 0 {
		return 0
	}
	return float64(i.Nodes) / i.Time.Seconds()
}

// Result is what a search found.
type Result struct {
	Best   board.Move
	Ponder board.Move // the reply expected, or NoMove
	Lines  []Info     // the best line, or as many as MultiPV asked for, best first
	Nodes  uint64     // of the whole search, the depth that was not finished included
	Time   time.Duration
}
