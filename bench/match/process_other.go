//go:build !unix && !windows

package match

import "os/exec"

// group is the process alone: the system has nothing for more.
type group struct{ cmd *exec.Cmd }

func startInGroup(cmd *exec.Cmd) (group, error) { return group{cmd}, cmd.Start() }

func (g group) kill() { _ = g.cmd.Process.Kill() }

func (g group) release() {}
