//go:build unix

package match

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// processGroup returns the process group of a player that runs.
func processGroup(t *testing.T, p Player) int {
	t.Helper()
	return p.(*external).process.group.id
}

// groupIsGone waits until no process of a group is left.
func groupIsGone(t *testing.T, id int) {
	t.Helper()
	for deadline := time.Now().Add(patience); !errors.Is(syscall.Kill(-id, 0), syscall.ESRCH); time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "processes of group %d are left", id)
	}
}

// TestEnginesDieWithTheManager kills a manager whose engine hangs and has started
// another process.
func TestEnginesDieWithTheManager(t *testing.T) {
	t.Parallel()
	manager := exec.Command(os.Args[0], dummyArgument, "manager")
	out, err := manager.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, manager.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	group, err := strconv.Atoi(strings.TrimSpace(line))
	require.NoError(t, err)
	time.Sleep(500 * time.Millisecond) // the child starts meanwhile
	require.NoError(t, syscall.Kill(-group, 0))
	require.NoError(t, manager.Process.Kill())
	require.Error(t, manager.Wait())
	groupIsGone(t, group)
}
