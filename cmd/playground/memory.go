package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
)

// spaciousGC is how much garbage may pile up, in per cent of what is used, far below the
// limit. A picture leaves a megabyte of garbage, while a session uses little: with 400
// instead of the usual 100 a busy server spends a twelfth less processor time, for twice
// the memory.
const spaciousGC = 400

// What a server's memory is for, in per cent. The rest is for the program itself, what
// its demos and pages share, and the stacks.
const (
	heapShare  = 90 // garbage is collected the more often from here on
	visitShare = 60 // sessions, pictures and connections get no more
)

// useMemory lets the server use about so many megabytes, or with 0 what the container or
// the machine has for it. It returns the bytes that its visitors share. Below the limit
// little garbage is collected, near it the more often. GOGC and GOMEMLIMIT, where they
// are set, count more.
func useMemory(mb int) int64 {
	bytes := int64(mb) << 20
	if mb == 0 {
		bytes = system{root: "/"}.memory()
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bytes / 100 * heapShare)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(spaciousGC)
	}
	return bytes / 100 * visitShare
}

// What a server takes of a machine that nobody has divided: half of its memory. Where
// that is not known, a gigabyte.
const (
	machineShare  = 2
	unknownMemory = 1 << 30
)

// A system is where the operating system tells of itself in files.
type system struct{ root string }

// memory is what a server may use: the limit of its container, or else its share of
// the machine.
func (s system) memory() int64 {
	machine := s.machine()
	if limit := s.container(); limit > 0 && (machine == 0 || limit < machine) {
		return limit
	}
	if machine > 0 {
		return machine / machineShare
	}
	return unknownMemory
}

// container is the memory limit of the control group of the process or of one above it,
// the smallest of them; 0: there is none. Version 2 has one tree of groups, and version 1
// one for memory.
func (s system) container() int64 {
	groups, _ := os.ReadFile(filepath.Join(s.root, "proc/self/cgroup"))
	least := int64(0)
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		tree, file := "sys/fs/cgroup", "memory.max"
		switch {
		case fields[1] == "memory":
			tree, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case fields[0] != "0":
			continue
		}
		// Inside of a container the path may be that of the host, and the tree that of
		// the container: then only its root is there.
		for dir := filepath.Clean("/" + fields[2]); ; dir = filepath.Dir(dir) {
			if n := number(filepath.Join(s.root, tree, dir, file)); n > 0 && (least == 0 || n < least) {
				least = n
			}
			if dir == "/" {
				break
			}
		}
	}
	return least
}

// number is the number in a file; 0: there is none. "max" is none.
func number(path string) int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// machine is the memory of the machine; 0: it is not known.
func (s system) machine() int64 {
	info, _ := os.ReadFile(filepath.Join(s.root, "proc/meminfo"))
	for line := range strings.Lines(string(info)) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] != "MemTotal:" {
			continue
		}
		kb, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return 0
		}
		return kb << 10
	}
	return 0
}
