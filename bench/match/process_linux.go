package match

import "syscall"

// groupAttributes asks for a group of its own, and for the leader's death with
// the manager.
func groupAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
