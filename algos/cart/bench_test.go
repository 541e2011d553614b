package cart

import (
	"fmt"
	"testing"

	"playground/algos/dataset"
)

// A tree to purity, and the sorting before it.
func BenchmarkClassify(b *testing.B) {
	for _, n := range []int{200, 1000, 2000} {
		set, err := dataset.Generate("moons", n, 0.3, 1).Load()
		if err != nil {
			b.Fatal(err)
		}
		points, y := make([][2]float64, n), make([]int, n)
		for i, p := range set.Points {
			points[i], y[i] = p.X, int(p.Y)
		}
		columns := Columns(points, 2)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Classify(b.Context(), Sort(columns), y, Gini, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
