package match

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// TrafficLog writes what goes between the manager and the engines to a file, a
// line each:
//
//	2026-01-02 15:04:05.000000 1 A < done move=22-17
//
// that is when, in which slot (0: the check before the match), with which engine,
// in which direction (a Channel), and what. Lines are cut at maxTraffic bytes. It
// may be used by several goroutines; all it costs them is a copy into a buffer,
// which is written out once it is full, and every second.
type TrafficLog struct {
	name string
	stop chan struct{}
	wait sync.WaitGroup

	mu  sync.Mutex
	f   *os.File
	w   *bufio.Writer
	err error // the first one of writing
}

// What a log holds of a line, and what it keeps before it writes, in bytes.
const (
	maxTraffic    = 4 << 10
	trafficBuffer = 256 << 10
)

// OpenTrafficLog begins a log, or goes on with the one that is there.
func OpenTrafficLog(name string) (*TrafficLog, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	l := &TrafficLog{name: name, stop: make(chan struct{}), f: f, w: bufio.NewWriterSize(f, trafficBuffer)}
	l.wait.Go(l.flushNowAndThen)
	return l, nil
}

// flushNowAndThen lets whoever reads the file see what goes on.
func (l *TrafficLog) flushNowAndThen() {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		select {
		case <-second.C:
			l.mu.Lock()
			l.keep(l.w.Flush())
			l.mu.Unlock()
		case <-l.stop:
			return
		}
	}
}

// add writes a line.
func (l *TrafficLog) add(slot int, engine string, c Channel, line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return
	}
	cut := ""
	if len(line) > maxTraffic {
		cut = fmt.Sprintf("... (%d bytes)", len(line))
		line = line[:maxTraffic]
	}
	text := time.Now().AppendFormat(l.w.AvailableBuffer(), "2006-01-02 15:04:05.000000")
	text = fmt.Appendf(text, " %d %s %c %s%s\n", slot, engine, c, line, cut)
	_, err := l.w.Write(text)
	l.keep(err)
}

// keep keeps the first error.
func (l *TrafficLog) keep(err error) {
	if l.err == nil {
		l.err = err
	}
}

// Close writes what is left. It returns the first error that there was: lines that
// could not be written do not stop a match.
func (l *TrafficLog) Close() error {
	close(l.stop)
	l.wait.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keep(l.w.Flush())
	if err := errors.Join(l.err, l.f.Close()); err != nil {
		return fmt.Errorf("log %q: %w", l.name, err)
	}
	return nil
}
