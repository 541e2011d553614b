package engine

import (
	"os/exec"
	"syscall"
)

// ending makes a program end when it is told to, with what it has started, and
// when the tests are killed.
func ending(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}
