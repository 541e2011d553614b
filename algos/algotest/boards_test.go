package algotest

import (
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
)

// A demo that takes classes or values meets degenerate points of both kinds.
func TestDegeneratesOfBothKinds(t *testing.T) {
	points := &input.Points{Dims: []int{2}, Target: dataset.Either, Classes: 2}
	d := algos.Demo{ID: "d", Input: input.Spec{Points: points}}
	kinds := map[dataset.Target]int{}
	for _, g := range degenerates(d) {
		kinds[g.set.Target]++
		if word := map[dataset.Target]string{dataset.Classes: "classes, ", dataset.Values: "values, "}[g.set.Target]; word == "" || !strings.HasPrefix(g.name, word) {
			t.Errorf("%s has the target %v", g.name, g.set.Target)
		}
	}
	if kinds[dataset.Classes] == 0 || kinds[dataset.Classes] != kinds[dataset.Values] {
		t.Errorf("sets by kind: %v", kinds)
	}
	if points.Target != dataset.Either {
		t.Error("the demo was changed")
	}
}
