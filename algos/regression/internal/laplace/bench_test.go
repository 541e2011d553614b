package laplace

import (
	"fmt"
	"math"
	"testing"
)

// moons are n points of two half circles, spread over them by the golden ratio.
func moons(n int) (x [][2]float64, y []float64) {
	const golden = 0.61803398874989484820
	for i := range n {
		_, share := math.Modf(golden * float64(i+1))
		_, off := math.Modf(0.7548776662466927 * float64(i+1))
		sin, cos := math.Sincos(math.Pi * share)
		r := 1 + 0.4*(off-0.5)
		if i%2 == 0 {
			x, y = append(x, [2]float64{r * cos, r * sin}), append(y, 1)
		} else {
			x, y = append(x, [2]float64{1 - r*cos, 0.5 - r*sin}), append(y, -1)
		}
	}
	return x, y
}

// BenchmarkFit finds the mode from the points alone.
func BenchmarkFit(b *testing.B) {
	for _, n := range []int{50, 200, 500, 1000} {
		x, y := moons(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			do, _, err := fitting(x, y)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				do()
			}
		})
	}
}
