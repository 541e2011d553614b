package randomforest

import (
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
)

// BenchmarkRun is a whole run of 25 trees with everything that a step counts, the spread over other samples
// among it, without its pictures.
func BenchmarkRun(b *testing.B) {
	set := algotest.Load(b, dataset.Generate("moons", 200, 0.3, 1))
	for b.Loop() {
		run, err := algotest.Start(b.Context(), Demo, set, 1, nil)
		if err != nil {
			b.Fatal(err)
		}
		for range run {
		}
	}
}

// BenchmarkPanels draws the last step.
func BenchmarkPanels(b *testing.B) {
	s := algotest.Last(b, Demo, dataset.Generate("moons", 200, 0.3, 1), nil)
	var panels []mark.Panel
	for b.Loop() {
		panels = s.View.Panels()
	}
	_ = panels
}
