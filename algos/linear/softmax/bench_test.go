package softmax

import (
	"fmt"
	"math"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
)

// wheel is n points of k classes around a circle, so wide that they overlap.
func wheel(n, k int) dataset.Set {
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	for i := range n {
		a := float64(i%k) * 2 * math.Pi / float64(k)
		set.Points = append(set.Points, dataset.Point{X: [2]float64{math.Cos(a) + math.Sin(float64(i)), math.Sin(a) + math.Cos(float64(3*i))}, Y: float64(i % k)})
	}
	return set
}

// BenchmarkRun is a thousand updates of single rows, every step made but not
// looked at.
func BenchmarkRun(b *testing.B) {
	for _, size := range []struct{ n, k int }{{90, 3}, {800, 3}, {800, 8}} {
		p := algos.NewProblem(wheel(size.n, size.k), 1, grid.Window{})
		b.Run(fmt.Sprintf("%d points of %d classes", size.n, size.k), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				steps, err := Demo.Steps(b.Context(), p, vals("solver", "sgd"))
				if err != nil {
					b.Fatal(err)
				}
				for range steps {
				}
			}
		})
	}
}
