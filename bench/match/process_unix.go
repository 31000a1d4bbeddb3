//go:build unix

package match

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// group is a process group and its guard.
type group struct {
	id    int
	guard *guard
}

// startInGroup starts a command as the leader of a process group of its own, so
// that all of it can be ended at once and an interrupt from the terminal does not
// reach it.
func startInGroup(cmd *exec.Cmd) (group, error) {
	cmd.SysProcAttr = groupAttributes()
	if err := cmd.Start(); err != nil {
		return group{}, err
	}
	g := group{id: cmd.Process.Pid}
	// Without a guard, where there is no shell, the end of its input still tells
	// an engine that the manager is gone.
	g.guard, _ = startGuard(g.id)
	return g, nil
}

// kill ends every process of the group.
func (g group) kill() {
	_ = syscall.Kill(-g.id, syscall.SIGKILL) // there may be none any more
}

// release ends the guard. The group must be gone.
func (g group) release() {
	if g.guard != nil {
		g.guard.release()
	}
}

// guard is a shell that waits at a pipe: a line dismisses it, and at the end of
// the pipe, when the manager was killed, it kills the group.
type guard struct {
	cmd  *exec.Cmd
	pipe *os.File
}

const guardScript = `read -r line || kill -s KILL -- "-$1"`

func startGuard(id int) (*guard, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd := exec.Command("/bin/sh", "-c", guardScript, "guard", strconv.Itoa(id))
	cmd.Stdin = r
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		_ = w.Close()
		return nil, err
	}
	return &guard{cmd, w}, nil
}

func (g *guard) release() {
	_, _ = g.pipe.WriteString("\n")
	_ = g.pipe.Close()
	_ = g.cmd.Wait()
}
