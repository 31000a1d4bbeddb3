package match

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// Program is an engine's program that runs, for whoever speaks to it himself, with
// all that it starts.
type Program struct {
	Output io.ReadCloser
	Input  io.WriteCloser

	cmd    *exec.Cmd
	group  group
	exited chan struct{}
}

// ParseProgram reads the text of an engine that plays no match: the keys are those of
// --engine but for the limits. An error names the key.
func ParseProgram(text string) (EngineSpec, error) {
	e := EngineSpec{InitTimeout: DefaultInitTimeout}
	_, err := parseKeys(text, e.set)
	switch {
	case err != nil:
		return e, err
	case e.Limits.IsSet():
		return e, fmt.Errorf("keys %q: limits are not set here", e.Limits.String())
	case !e.Builtin && len(e.Cmd) == 0:
		return e, fmt.Errorf("key %q is missing: expected a text such as \"name=A cmd='./engine hub'\"", "cmd")
	}
	return e, nil
}

// StartProgram starts the program of an engine, which must not be the builtin one.
// What it says on standard error is dropped.
func StartProgram(spec EngineSpec) (*Program, error) {
	path, err := findProgram(spec.Dir, spec.Cmd)
	if err != nil {
		return nil, err
	}
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	defer inRead.Close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		_ = inWrite.Close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	defer outWrite.Close()

	p := &Program{Output: outRead, Input: inWrite, exited: make(chan struct{})}
	p.cmd = exec.Command(path, spec.Cmd[1:]...)
	p.cmd.Args[0] = spec.Cmd[0]
	p.cmd.Dir, p.cmd.Stdin, p.cmd.Stdout = spec.Dir, inRead, outWrite
	if p.group, err = startInGroup(p.cmd); err != nil {
		_ = inWrite.Close()
		_ = outRead.Close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	go func() {
		_ = p.cmd.Wait() // how it ended is no concern of ours
		p.group.kill()
		close(p.exited)
	}()
	return p, nil
}

// Close closes both pipes, gives the program a while to end, then ends it and all it
// has started by force, and waits for that.
func (p *Program) Close(grace time.Duration) {
	_ = p.Input.Close()
	_ = p.Output.Close()
	patience := time.NewTimer(grace)
	defer patience.Stop()
	select {
	case <-p.exited:
	case <-patience.C:
		p.group.kill()
		<-p.exited
	}
	p.group.release()
}
