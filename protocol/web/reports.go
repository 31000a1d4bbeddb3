package web

import (
	"slices"
	"sync"
	"time"

	"bolshak/protocol/hub"
)

// reportPeriod is the shortest time between two reports of a search.
const reportPeriod = 100 * time.Millisecond

// reports passes on what an engine says during a search, not too often.
type reports struct {
	mu      sync.Mutex
	job     *job // whose search is on; nil between searches
	lines   []hub.Report
	told    time.Time   // when the last report was passed on
	pending *time.Timer // tells later what is new; nil where nothing is
}

// maxLines is how many lines of an analysis are kept.
const maxLines = 10

// begin starts anew for a job.
func (r *reports) begin(j *job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.job, r.lines, r.told = j, nil, time.Time{}
}

// take takes a report in.
func (r *reports) take(number int, report hub.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.job == nil || number > maxLines {
		return
	}
	for len(r.lines) < number {
		r.lines = append(r.lines, hub.Report{})
	}
	r.lines[number-1] = report
	if r.job.report == nil || r.pending != nil {
		return
	}
	if wait := reportPeriod - time.Since(r.told); wait > 0 {
		job := r.job
		r.pending = time.AfterFunc(wait, func() { r.late(job) })
		return
	}
	r.tell()
}

// late passes on what was too early.
func (r *reports) late(j *job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.job == j {
		r.tell()
	}
}

// tell passes the lines on. The lock is held.
func (r *reports) tell() {
	if r.pending != nil {
		r.pending.Stop()
		r.pending = nil
	}
	r.told = time.Now()
	r.job.report(slices.Clone(r.lines))
}

// end ends a job's reports, and returns the last.
func (r *reports) end() []hub.Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pending != nil {
		r.tell()
	}
	r.job = nil
	return r.lines
}
