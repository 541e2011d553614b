package algotest

import (
	"slices"
	"strings"
	"testing"

	"playground/algos/param"
)

// A description that no reader can fill in is found, and the corners of a sound one are taken.
func TestMatrixFaults(t *testing.T) {
	even := [][]float64{{0.5, 0.5}, {0.5, 0.5}}
	spec := func(lo, hi float64, refine func(param.Binding)) param.Spec {
		var s param.Set
		var m [][]float64
		refine(s.Matrix(&m, "P", even, lo, hi, nil))
		return s.Schema()[0]
	}
	for want, p := range map[string]param.Spec{
		"":                         spec(0, 1, func(b param.Binding) { b.Square(2, 3).Sums(param.EachRow) }),
		"cannot be edited":         spec(0, 1, func(b param.Binding) { b.Square(2, 13) }),
		"cannot be negative":       spec(-1, 1, func(b param.Binding) { b.Sums(param.AllOf) }),
		"no row within the limits": spec(0, 0.4, func(b param.Binding) { b.Sums(param.EachRow) }),
		"more names":               spec(0, 1, func(b param.Binding) { b.Names([]string{"a", "b", "c"}, nil) }),
		"larger than the range":    spec(0, 1, func(b param.Binding) { b.Step(2) }),
		"have no range":            spec(1, 1, func(param.Binding) {}),
	} {
		faults := matrixFaults(p)
		if want == "" && len(faults) > 0 || want != "" && !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, want) }) {
			t.Errorf("the faults are %q, want %q", faults, want)
		}
	}
	p := spec(0, 1, func(b param.Binding) { b.Square(2, 3).Sums(param.EachRow) })
	if got := corners(p); !slices.Contains(got, "1 0; 0 1") || !slices.Contains(got, "1 0 0; 0 1 0; 0 0 1") {
		t.Errorf("the corners are %q", got)
	}
}
