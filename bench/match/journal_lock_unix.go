//go:build unix && !aix && !solaris

package match

import (
	"errors"
	"os"
	"syscall"
)

// lockFile takes the file for this process until it is closed, or the process
// ends in whatever way. It does not wait: taken is false where another open file
// holds the lock.
func lockFile(f *os.File) (taken bool, err error) {
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// unlockFile gives the lock back, for copies of the file as well: a process that is
// just being started has them until it runs its own program.
func unlockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// syncDirectory makes the creation of a file in a directory durable.
func syncDirectory(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
