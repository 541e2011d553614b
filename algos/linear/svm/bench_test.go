package svm

import (
	"fmt"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
)

// BenchmarkRun is a whole run of the demo, every step made but not looked at.
func BenchmarkRun(b *testing.B) {
	for _, n := range []int{200, 1000, 2000} {
		set, err := dataset.Generate("moons", n, 0.25, 1).Load()
		if err != nil {
			b.Fatal(err)
		}
		p := algos.NewProblem(set, 1, grid.Window{})
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			steps := 0
			for b.Loop() {
				seq, err := Demo.Steps(b.Context(), p, vals("gamma", "1"))
				if err != nil {
					b.Fatal(err)
				}
				steps = 0
				for range seq {
					steps++
				}
			}
			b.ReportMetric(float64(steps), "steps/op")
		})
	}
}

// BenchmarkLook is everything that a page shows of one step, with the board's
// field on 100 × 100 nodes but without drawing it.
func BenchmarkLook(b *testing.B) {
	last := algotest.Last(b, Demo, dataset.Generate("moons", 200, 0.25, 1), vals("gamma", "1"))
	g := grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -2, Y1: 2}, NX: 100, NY: 100}
	dst := make([]float64, g.Len())
	b.ReportAllocs()
	for b.Loop() {
		last.Say()
		last.Checks()
		last.Panels()[0].Marks[0].(mark.Field).Eval(dst, g)
	}
}
