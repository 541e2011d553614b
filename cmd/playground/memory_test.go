package main

import (
	"math"
	"runtime/debug"
	"testing"
)

func TestUseMemory(t *testing.T) {
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(100)
	defer func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}()
	set := func() (int64, int) {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return debug.SetMemoryLimit(-1), p
	}
	debug.SetMemoryLimit(math.MaxInt64)
	useMemory(0)
	if l, p := set(); l != math.MaxInt64 || p != 100 {
		t.Errorf("without a wish it is %d bytes and %d %%", l, p)
	}
	t.Setenv("GOGC", "70")
	useMemory(256)
	if l, p := set(); l != 256<<20 || p != 100 {
		t.Errorf("GOGC does not count: %d bytes and %d %%", l, p)
	}
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "1GiB")
	useMemory(512)
	if l, p := set(); l != 256<<20 || p != spaciousGC {
		t.Errorf("GOMEMLIMIT does not count: %d bytes and %d %%", l, p)
	}
}
