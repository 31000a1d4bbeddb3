package main

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"bolshak/protocol/hub"
)

// TestPacer: nothing comes in the first moments, then the last of what there
// was; what comes between two reports is held back, and nothing is lost in the
// end.
func TestPacer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var depths []int
		p := newPacer(1, func(i hub.Info) { depths = append(depths, i.Depth) })
		report := func(depth int) { p.take(hub.Info{Depth: depth}, 1, false) }
		told := func() []int {
			p.mu.Lock()
			defer p.mu.Unlock()
			return slices.Clone(depths)
		}
		report(1)
		report(2)
		require.Empty(t, told())
		pause := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		pause(firstReport)
		require.Equal(t, []int{2}, told(), "the first has passed by")
		report(3)
		report(4)
		require.Equal(t, []int{2}, told())
		pause(betweenReports)
		require.Equal(t, []int{2, 4}, told())
		pause(10 * betweenReports)
		report(5)
		require.Equal(t, []int{2, 4, 5}, told(), "after a while at once")
		report(6)
		p.end()
		require.Equal(t, []int{2, 4, 5, 6}, told())
		pause(10 * betweenReports)
		require.Equal(t, []int{2, 4, 5, 6}, told(), "after the end nothing")
	})
}

// TestPacerKeepsDepthsWhole: the lines of a depth come together, and a partial
// report takes the place of its line.
func TestPacerKeepsDepthsWhole(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var got [][2]int
		p := newPacer(2, func(i hub.Info) { got = append(got, [2]int{i.Depth, i.Line}) })
		report := func(depth, line int, partial bool) { p.take(hub.Info{Depth: depth, Line: line}, line, partial) }
		report(1, 1, false)
		report(1, 2, false)
		report(2, 1, false)
		time.Sleep(firstReport)
		synctest.Wait()
		report(2, 2, false)
		report(3, 1, true)
		p.end()
		require.Equal(t, [][2]int{{1, 1}, {1, 2}, {2, 2}, {3, 1}}, got)
	})
}

// TestQuickSearchesReportOnce: however short a search, its last depth is told
// before its move.
func TestQuickSearchesReportOnce(t *testing.T) {
	t.Parallel()
	c := connect(t, "name=tt-size value=12")
	for range 5 {
		c.send("level depth=4", "go think")
		_, before := c.until("done")
		require.NotEmpty(t, before)
		require.Contains(t, before[len(before)-1], "info depth=4 ")
		require.LessOrEqual(t, len(before), 2)
	}
	c.quit()
}
