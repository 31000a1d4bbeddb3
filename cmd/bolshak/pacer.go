package main

import (
	"slices"
	"sync"
	"time"

	"bolshak/protocol/hub"
)

// The pace of info lines: quick depths come by the dozen before anyone could
// read one.
const (
	firstReport    = 20 * time.Millisecond // how long a search is silent at first
	betweenReports = 100 * time.Millisecond
)

// pacer passes on the reports of a search at a pace that a client can follow.
// Of those that come too soon after others only the last depth is kept; it is
// passed on when it is time, and in any case before the search returns.
type pacer struct {
	report func(hub.Info)
	lines  int // that make a depth

	mu      sync.Mutex // guards what follows, and the calls of report
	coming  []hub.Info // the lines so far of the depth that comes in
	waiting []hub.Info // what is to be passed on next
	early   bool       // it is not time yet
	ended   bool
	timer   *time.Timer
}

// newPacer returns a pacer for a search that begins now. It must be ended.
func newPacer(lines int, report func(hub.Info)) *pacer {
	p := &pacer{report: report, lines: lines, early: true}
	p.timer = time.AfterFunc(firstReport, p.due)
	return p
}

// take takes a report: line n, from 1, of a depth, or a partial one, which
// stands alone.
func (p *pacer) take(i hub.Info, n int, partial bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case partial:
		p.waiting = append(slices.DeleteFunc(p.waiting, func(w hub.Info) bool { return w.Line == i.Line }), i)
	case n < p.lines:
		p.coming = append(p.coming, i)
		return
	default:
		p.waiting, p.coming = append(p.coming, i), nil
	}
	if !p.early {
		p.pass()
	}
}

// due is called by the timer.
func (p *pacer) due() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.early = false
	if len(p.waiting) > 0 {
		p.pass()
	}
}

// pass passes on what waits.
func (p *pacer) pass() {
	for _, i := range p.waiting {
		p.report(i)
	}
	p.waiting, p.early = nil, true
	p.timer.Reset(betweenReports)
}

// end passes on what still waits; nothing is reported afterwards.
func (p *pacer) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.timer.Stop()
	for _, i := range p.waiting {
		p.report(i)
	}
	p.waiting = nil
}
