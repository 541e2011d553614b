//go:build !linux

package algotest

import "time"

var begun = time.Now()

// worked is how long the processor may have worked on this thread: here no more is known
// than the time that has passed.
func worked() time.Duration { return time.Since(begun) }
