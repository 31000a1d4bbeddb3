package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"bolshak/protocol/hub"
)

// process is a running engine with everything it has started: its process group,
// or what the system has in its place.
type process struct {
	cmd    *exec.Cmd
	group  group
	client *hub.Client
	stderr *tail

	exited  chan struct{} // closed when the program has ended and its group was killed
	status  error         // of the program's end; read after exited
	waiters sync.WaitGroup
	errors  *os.File // our end of its standard error
}

// findProgram returns the absolute path of a command's program. A path that is
// not absolute is looked up in dir, a plain name in PATH.
func findProgram(dir string, cmd []string) (string, error) {
	if dir != "" {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			err = errors.New("not a directory")
		}
		if err != nil {
			return "", fmt.Errorf("key %q: %w", "dir", err)
		}
	}
	name := cmd[0]
	if filepath.Base(name) != name && !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
		if filepath.Base(name) == name {
			name = "." + string(filepath.Separator) + name
		}
	}
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", fmt.Errorf("key %q: %w", "cmd", err)
	}
	return path, nil
}

// startProcess starts the program of an engine.
func startProcess(path string, spec EngineSpec, log func(string, Channel, string)) (p *process, err error) {
	// 1. Pipes. The program's ends are closed here once it has its own copies.
	var files, theirs []*os.File
	pipe := func() (r, w *os.File) {
		if err == nil {
			if r, w, err = os.Pipe(); err == nil {
				files = append(files, r, w)
			}
		}
		return r, w
	}
	inRead, inWrite := pipe()
	outRead, outWrite := pipe()
	errRead, errWrite := pipe()
	theirs = []*os.File{inRead, outWrite, errWrite}
	abort := func(err error) (*process, error) {
		for _, f := range files {
			_ = f.Close()
		}
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	if err != nil {
		return abort(err)
	}

	// 2. The program, as the head of a group of its own.
	cmd := exec.Command(path, spec.Cmd[1:]...)
	cmd.Args[0] = spec.Cmd[0]
	cmd.Dir = spec.Dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inRead, outWrite, errWrite
	p = &process{cmd: cmd, exited: make(chan struct{}), errors: errRead}
	if p.group, err = startInGroup(cmd); err != nil {
		return abort(err)
	}
	for _, f := range theirs {
		_ = f.Close()
	}

	// 3. Those who look after it.
	var clientLog func(sent bool, line string)
	p.stderr = &tail{}
	if log != nil {
		clientLog = func(sent bool, line string) {
			from := FromEngine
			if sent {
				from = ToEngine
			}
			log(spec.Name, from, line)
		}
		p.stderr.log = func(line string) { log(spec.Name, EngineError, line) }
	}
	p.client = hub.NewClient(outRead, inWrite, hub.ClientOptions{Numbering: spec.Numbering, Log: clientLog})
	p.waiters.Go(func() { p.stderr.read(errRead) })
	p.waiters.Go(func() {
		p.status = cmd.Wait()
		// At once: as long as the group lives its number is not given to others.
		p.group.kill()
		close(p.exited)
	})
	return p, nil
}

// fate tells a program that has ended on its own from one that has closed its
// output and goes on.
func (p *process) fate(detail string) (reason, text string) {
	patience := time.NewTimer(exitPatience)
	defer patience.Stop()
	select {
	case <-p.exited:
	case <-patience.C:
		return Disconnect, detail + "; the program goes on"
	}
	p.stderr.settle(exitPatience)
	if p.status == nil {
		return Disconnect, detail + "; the program has ended with exit status 0"
	}
	return Crash, detail + "; the program has ended: " + p.status.Error()
}

// close ends the program: by asking it and waiting for the given time, then by
// force. Nothing of it is left afterwards.
func (p *process) close(grace time.Duration) {
	if grace > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		p.client.Quit(ctx)
		select {
		case <-p.exited:
		case <-ctx.Done():
		}
		cancel()
	}
	select {
	case <-p.exited:
	default:
		p.group.kill()
		<-p.exited
	}
	p.client.Close()
	_ = p.errors.Close() // some process that has left the group may still hold the other end
	p.waiters.Wait()
	p.group.release()
}

// tail keeps the end of a program's standard error.
type tail struct {
	log func(line string)

	mu    sync.Mutex
	lines []string
	size  int // bytes of lines
	done  chan struct{}
	once  sync.Once
}

// Bounds of what is kept of standard error.
const (
	tailBytes = 4 << 10
	tailLine  = 1 << 10
)

// read takes in everything until the end. Lines longer than tailLine come in
// pieces.
func (t *tail) read(r io.Reader) {
	defer close(t.ended())
	lines := bufio.NewReaderSize(r, tailLine)
	for {
		part, err := lines.ReadSlice('\n')
		if line := strings.TrimRight(string(part), "\r\n"); line != "" {
			t.add(strings.ToValidUTF8(line, "\uFFFD"))
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// ended returns the channel that is closed at the end of the input.
func (t *tail) ended() chan struct{} {
	t.once.Do(func() { t.done = make(chan struct{}) })
	return t.done
}

// settle waits for the end of the input, up to the given time.
func (t *tail) settle(patience time.Duration) {
	select {
	case <-t.ended():
	case <-time.After(patience):
	}
}

func (t *tail) add(line string) {
	if t.log != nil {
		t.log(line)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines, t.size = append(t.lines, line), t.size+len(line)
	for t.size > tailBytes {
		t.size -= len(t.lines[0])
		t.lines = t.lines[1:]
	}
}

// text returns what is kept, on one line.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines, " | ")
}
