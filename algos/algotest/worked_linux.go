package algotest

import (
	"time"

	"golang.org/x/sys/unix"
)

// worked is how long the processor has worked on this thread.
func worked() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // it fails for no clock of the thread itself
	return time.Duration(t.Nano())
}
