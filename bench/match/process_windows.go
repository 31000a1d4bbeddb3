package match

import (
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object: the process and all it starts. The system ends them when
// the job's last handle is closed, which the manager's own end does too.
type group struct{ job windows.Handle }

// startInGroup starts a command in a job of its own.
func startInGroup(cmd *exec.Cmd) (group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return group{}, err
	}
	g := group{job}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info))); err != nil {
		g.release()
		return group{}, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	if err = cmd.Start(); err != nil {
		g.release()
		return group{}, err
	}
	if err = g.assign(cmd.Process.Pid); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		g.release()
		return group{}, err
	}
	return g, nil
}

// assign puts a process into the job.
func (g group) assign(pid int) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(g.job, process)
}

// kill ends every process of the job.
func (g group) kill() { _ = windows.TerminateJobObject(g.job, 1) }

// release closes the job. Its processes must be gone.
func (g group) release() { _ = windows.CloseHandle(g.job) }
