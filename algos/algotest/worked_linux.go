package algotest

import (
	"syscall"
	"time"
)

// worked is how long the processor has worked on this thread.
func worked() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_THREAD, &u) // its arguments are right
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
