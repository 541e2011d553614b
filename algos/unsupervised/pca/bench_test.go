package pca

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkFit finds means and components, as "playground bench" does.
func BenchmarkFit(b *testing.B) {
	for _, degree := range []int{1, 3} {
		for _, n := range []int{1000, 10_000} {
			b.Run(fmt.Sprintf("degree %d, n = %d", degree, n), func(b *testing.B) {
				r, x := rand.New(rand.NewPCG(1, 2)), make([][2]float64, n)
				for i := range x {
					x[i] = [2]float64{r.NormFloat64(), 2 * r.NormFloat64()}
				}
				do, _, err := fitting(degree)(x, nil)
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
}
