package main

import (
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// The memory of a server is the limit of its container where there is one, in both
// versions of control groups, and else its share of the machine.
func TestMemoryOfTheSystem(t *testing.T) {
	const meminfo = "MemTotal:       8388608 kB\nMemFree:  1 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"another system": {nil, 1 << 30},
		"a machine":      {map[string]string{"proc/meminfo": meminfo}, 4 << 30},
		"version 2": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/app\n", "sys/fs/cgroup/app/memory.max": "536870912\n",
		}, 512 << 20},
		"a limit above": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "268435456\n",
		}, 256 << 20},
		"no limit": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n",
		}, 4 << 30},
		"version 1, the path of the host": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "5:cpu:/x\n4:memory:/docker/1234\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n",
		}, 1 << 30},
		"version 1, no limit": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 4 << 30},
	} {
		root := t.TempDir()
		for file, text := range c.files {
			path := filepath.Join(root, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := (system{root: root}).memory(); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// Garbage may pile up far below the limit, also where nobody has said how much memory
// there is. GOGC counts more.
func TestGarbageMayPileUp(t *testing.T) {
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(100)
	t.Cleanup(func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	})
	for _, c := range []struct {
		gogc string
		mb   int
		want int
	}{{"", 0, spaciousGC}, {"", 512, spaciousGC}, {"50", 0, 100}, {"50", 512, 100}} {
		t.Setenv("GOGC", c.gogc)
		t.Setenv("GOMEMLIMIT", "")
		debug.SetGCPercent(100)
		useMemory(c.mb)
		if got := debug.SetGCPercent(100); got != c.want {
			t.Errorf("GOGC=%s, -memory %d: %d per cent, want %d", c.gogc, c.mb, got, c.want)
		}
		if got := debug.SetMemoryLimit(-1); got <= 0 || got == math.MaxInt64 {
			t.Errorf("GOGC=%s, -memory %d: the limit is %d", c.gogc, c.mb, got)
		}
	}
}
