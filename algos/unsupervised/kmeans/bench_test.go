package kmeans

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/unsupervised/internal/lloyd"
)

// fiveClusters are n points in five clusters.
func fiveClusters(n int) []vec {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]vec, n)
	for i := range x {
		k := float64(i % 5)
		x[i] = vec{3*k + r.NormFloat64(), k*k + r.NormFloat64()}
	}
	return x
}

// BenchmarkFit is Lloyd's algorithm with K = 5 from the first five rows to its fixpoint.
func BenchmarkFit(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			do, _, err := settling(fiveClusters(n), nil)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				do()
			}
		})
	}
}

// A round allocates nothing.
func TestRoundDoesNotAllocate(t *testing.T) {
	x := fiveClusters(500)
	centres, next, counts, labels := append([]vec(nil), x[:5]...), make([]vec, 5), make([]int, 5), make([]uint8, len(x))
	if n := testing.AllocsPerRun(10, func() {
		lloyd.Assign(labels, x, centres)
		lloyd.Means(next, counts, x, labels, centres)
		lloyd.Objective(x, labels, next)
	}); n != 0 {
		t.Errorf("a round allocates %v times", n)
	}
}

// BenchmarkEnd is everything that a page shows at the end of a run: other seeds, a
// hundred starts, other K, silhouettes.
func BenchmarkEnd(b *testing.B) {
	for _, n := range []int{150, 600, 2000} {
		s := algotest.Last(b, Demo, dataset.Generate("gmm", n, 1, 1), nil).View.(view).state
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s.explore(b.Context())
			}
		})
	}
}

// BenchmarkLook is what a page shows of an update.
func BenchmarkLook(b *testing.B) {
	var step algos.Step
	for _, s := range algotest.Steps(b, Demo, nine(), algotest.Values("k", "9")) {
		if s.Phase == "update" {
			step = s
		}
	}
	for b.Loop() {
		step.Say()
		step.Checks()
		step.Panels()
	}
}
