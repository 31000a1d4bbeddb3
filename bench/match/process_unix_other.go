//go:build unix && !linux

package match

import "syscall"

// groupAttributes asks for a group of its own.
func groupAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
