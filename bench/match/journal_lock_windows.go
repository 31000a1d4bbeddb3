package match

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile takes the file for this process until it is closed, or the process
// ends in whatever way. It does not wait: taken is false where another open file
// holds the lock. Locks are mandatory here, so the byte that is locked lies far
// behind the file's end and everybody may read the journal.
func lockFile(f *os.File) (taken bool, err error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	farAway := windows.Overlapped{OffsetHigh: 1 << 30}
	err = windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &farAway)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// unlockFile has nothing to do: closing the file does it.
func unlockFile(*os.File) error { return nil }

// syncDirectory has nothing to do: the file system journals the creation of files,
// and directories cannot be flushed.
func syncDirectory(string) error { return nil }
