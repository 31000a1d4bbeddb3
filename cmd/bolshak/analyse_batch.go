package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"bolshak/board"
	"bolshak/eval/endgame"
	"bolshak/movegen"
	"bolshak/search"
)

const (
	// batchHash is the size in MiB of the table of each thread of a batch, unless
	// --hash says more: it is cleared before every position, which may take no
	// longer than the search itself.
	batchHash = 4
	// longBatchHash is the same for searches deeper than quickBatchDepth, or
	// limited by time or by more than quickBatchNodes.
	longBatchHash   = 64
	quickBatchDepth = 12
	quickBatchNodes = 1_000_000

	// batchAhead is how many positions for a thread are read, and analysed where
	// it is quick, before the one that is printed next.
	batchAhead = 64
	// maxBatchLine is the longest line in bytes; no position needs more.
	maxBatchLine = 1 << 16
)

// searchBatch analyses the position on every line of a file.
func (a *analysis) searchBatch(cmd *cobra.Command, args []string) error {
	for _, name := range []string{"fen", "moves", "game", "ply", "search-moves"} {
		if cmd.Flags().Changed(name) {
			return usage(cmd, "--%s and --batch, want one of them", name)
		}
	}
	if a.depth == 0 && a.nodes == 0 && a.moveTime == 0 {
		return usage(cmd, "--batch wants a limit: --depth, --nodes or --time")
	}
	in, name := cmd.InOrStdin(), "standard input"
	if len(args) > 0 && args[0] != "-" {
		file, err := openText(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		in, name = file, args[0]
	}

	hash := a.hash / a.threads
	if !cmd.Flags().Changed("hash") {
		hash = longBatchHash
		if a.depth > 0 && a.depth <= quickBatchDepth || a.nodes > 0 && a.nodes <= quickBatchNodes {
			hash = batchHash
		}
	}
	tables := openTables("", endgame.Options{CacheMiB: a.tableCache, Fault: tellFault(cmd.ErrOrStderr())})
	b := batch{rules: a.source.rules, limits: a.limits(), tables: tables}
	defer b.tables.Close()
	for range a.threads {
		engine, err := search.New(search.Options{Threads: 1, TableLog2: tableLog2(max(hash, 1)), Tables: b.tables})
		if err != nil {
			return err
		}
		b.engines = append(b.engines, engine)
	}
	if err := b.run(cmd.Context(), in, cmd.OutOrStdout()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// openText opens a file that is no directory.
func openText(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: a directory, want a file with a position a line", name)
	}
	return os.Open(name)
}

// batch analyses many positions at a time, one engine for each.
type batch struct {
	rules   board.Rules
	limits  search.Limits
	engines []*search.Engine
	tables  *endgame.Tables
}

// batchLine is a line of the input and, once done is closed, what is printed
// for it.
type batchLine struct {
	number int
	text   string
	err    error // the line could not be read
	report any
	done   chan struct{}
}

// batchError is what is printed for a line that is no position.
type batchError struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// run analyses the lines of in and writes what was found in their order.
func (b *batch) run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()

	queue := make(chan *batchLine)                            // for the workers
	order := make(chan *batchLine, batchAhead*len(b.engines)) // for the output
	var readErr error                                         // set before order is closed
	// The reader is not waited for when the batch is broken off: it may stand in a
	// read from a terminal that nothing ends.
	go func() {
		defer close(order)
		defer close(queue)
		readErr = readBatch(in, func(l *batchLine) bool {
			l.done = make(chan struct{})
			select {
			case order <- l:
			case <-ctx.Done():
				return false
			}
			select {
			case queue <- l:
			case <-ctx.Done():
				return false
			}
			return true
		})
	}()
	for _, engine := range b.engines {
		workers.Go(func() { b.work(ctx, engine, queue) })
	}

	lines, bad := 0, 0
	for {
		var l *batchLine
		select {
		case next, open := <-order:
			if !open {
				return summary(lines, bad, readErr)
			}
			l = next
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case <-l.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		lines++
		if _, isError := l.report.(batchError); isError {
			bad++
		}
		if err := writeJSON(out, l.report); err != nil {
			return err
		}
	}
}

// summary returns what was wrong with the input as a whole.
func summary(lines, bad int, readErr error) error {
	switch {
	case readErr != nil:
		return readErr
	case lines == 0:
		return errors.New("empty, want a position a line")
	case bad > 0:
		return fmt.Errorf("%d of %d lines hold no position", bad, lines)
	}
	return nil
}

// work analyses lines until there are none left or ctx is done.
func (b *batch) work(ctx context.Context, engine *search.Engine, queue <-chan *batchLine) {
	for {
		select {
		case l, open := <-queue:
			if !open {
				return
			}
			l.report = b.analyse(ctx, engine, l)
			if ctx.Err() != nil {
				return // the search was cut short
			}
			close(l.done)
		case <-ctx.Done():
			return
		}
	}
}

// analyse returns what is printed for a line.
func (b *batch) analyse(ctx context.Context, engine *search.Engine, l *batchLine) any {
	if l.err != nil {
		return batchError{l.number, l.err.Error()}
	}
	p, err := board.ParsePosition(l.text)
	if err != nil {
		return batchError{l.number, err.Error()}
	}
	game := board.NewGame(b.rules, p)
	if o := movegen.Outcome(game); o.Result != board.Ongoing {
		report := overReport(game, o)
		report.Line = l.number
		return report
	}
	engine.Clear()
	result, err := engine.Search(ctx, game, b.limits, nil)
	if err != nil {
		return batchError{l.number, err.Error()}
	}
	report := searchReport(game, result)
	report.Line, report.Table = l.number, lookUp(b.tables, b.rules, p)
	return report
}

// readBatch passes the lines that are to hold a position to send, until that
// returns false.
func readBatch(in io.Reader, send func(*batchLine) bool) error {
	reader := bufio.NewReaderSize(in, maxBatchLine)
	for number := 1; ; number++ {
		bytes, long, err := reader.ReadLine()
		text := string(bytes)
		for more := long; more && err == nil; {
			_, more, err = reader.ReadLine()
		}
		switch {
		case err == io.EOF && text == "":
			return nil
		case err != nil && err != io.EOF:
			return fmt.Errorf("line %d: %w", number, err)
		}
		if number == 1 {
			text = strings.TrimPrefix(text, "\uFEFF")
		}
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		l := &batchLine{number: number, text: text}
		if long {
			l.err = fmt.Errorf("the line is longer than %d bytes, want a position", maxBatchLine)
		}
		if !send(l) {
			return nil
		}
	}
}
