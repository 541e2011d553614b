package dpmixture

import (
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// BenchmarkLook is what a look at one step costs where most is to be seen: all sentences,
// promises and pictures of forty points after many sweeps, of seven, and of three hundred.
func BenchmarkLook(b *testing.B) {
	for name, run := range map[string]struct {
		data  dataset.Source
		pairs []string
	}{
		"forty":         {blobs, []string{"sweeps", "1000"}},
		"seven":         {seven, []string{"sweeps", "1000"}},
		"three hundred": {dataset.Generate("blobs3", maxPoints, 0.45, 1), []string{"init", alone, "sweeps", "1"}},
	} {
		all := play(b, run.data, run.pairs...)
		v := all[len(all)-1]
		if name == "three hundred" {
			v = all[10] // with nearly as many tables
		}
		algotest.Promises(b, algos.Step{View: v})
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				v.Say()
				v.Checks()
				v.Panels()
			}
		})
	}
}
