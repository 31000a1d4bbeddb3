package endgame

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// chunk is the number of positions that a worker takes at a time: whole blocks,
// and whole words of states.
const chunk = 2 * blockSize

// inChunks calls f with bounds that cut n positions into chunks, from several
// goroutines, and returns when all is done.
func inChunks(ctx context.Context, n, threads int, f func(lo, hi int)) error {
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	var taken atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(threads, n/chunk+1) {
		group.Go(func() error {
			for ctx.Err() == nil {
				hi := int(taken.Add(chunk))
				lo := hi - chunk
				if lo >= n {
					return nil
				}
				f(lo, min(hi, n))
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}
