package emgmm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
)

// fiveClusters is a task of n points in five clusters, and its start.
func fiveClusters(n int) (*em, mixture) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]vec, n)
	for i := range x {
		k := float64(i % 5)
		x[i] = vec{3*k + r.NormFloat64(), k*k + r.NormFloat64()}
	}
	m := newMixture(5)
	for j := range m.weight {
		m.weight[j], m.mean[j], m.cov[j] = 0.2, x[j], sym{4, 0, 8}
	}
	return newEM(x, 2, 5, full, 1e-6), m
}

// BenchmarkIteration is one E-step and one M-step, K = 5, full covariances.
func BenchmarkIteration(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e, now := fiveClusters(n)
			r, next := make([]float64, n*5), newMixture(5)
			b.ReportAllocs()
			for b.Loop() {
				e.expect(r, now)
				e.maximise(next, r, now)
				now, next = next, now
			}
		})
	}
}

// The loops of the E- and the M-step allocate nothing.
func TestIterationDoesNotAllocate(t *testing.T) {
	e, now := fiveClusters(500)
	r, next := make([]float64, 500*5), newMixture(5)
	if n := testing.AllocsPerRun(10, func() {
		e.expect(r, now)
		e.maximise(next, r, now)
		e.elbo(r, next)
		now, next = next, now
	}); n != 0 {
		t.Errorf("an iteration allocates %v times", n)
	}
}

// BenchmarkRun is a whole run of the demo, every step made but not looked at.
func BenchmarkRun(b *testing.B) {
	p := algos.NewProblem(algotest.Load(b, dataset.Generate("gmm", 1000, 1, 1)), 1, grid.Window{})
	b.ReportAllocs()
	count := 0
	for b.Loop() {
		seq, err := Demo.Steps(b.Context(), p, nil)
		if err != nil {
			b.Fatal(err)
		}
		count = 0
		for range seq {
			count++
		}
	}
	b.ReportMetric(float64(count), "steps/op")
}

// BenchmarkLook is everything that a page shows of an M-step, with the density
// on 100 × 100 nodes but without drawing it.
func BenchmarkLook(b *testing.B) {
	all := algotest.Steps(b, Demo, dataset.Generate("gmm", 200, 1, 1), nil)
	step := all[slices.IndexFunc(all, func(s algos.Step) bool { return s.Phase == "M-step" })]
	g := grid.Grid{Window: grid.Window{X0: -4, X1: 4, Y0: -4, Y1: 4}, NX: 100, NY: 100}
	dst := make([]float64, g.Len())
	b.ReportAllocs()
	for b.Loop() {
		step.Say()
		step.Checks()
		step.Panels()[0].Marks[0].(mark.Field).Eval(dst, g)
	}
}

// BenchmarkOthers is what the first look at the end of a run costs beyond the run
// itself: other seeds, and other numbers of components.
func BenchmarkOthers(b *testing.B) {
	for _, n := range []int{150, 500, 2000} {
		s := algotest.Last(b, Demo, dataset.Generate("gmm", n, 1, 1), nil).View.(view).state
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s.explore(b.Context())
			}
		})
	}
}
