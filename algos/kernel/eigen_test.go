package kernel

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
)

// A = UΛUᵀ, UᵀU = I, and the values rise; also where entries are so small that their
// squares are 0.
func TestEigen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		size := math.Pow(10, float64(rapid.IntRange(-200, 200).Draw(t, "size")))
		a := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				v := rapid.Float64Range(-1, 1).Draw(t, "entry")
				if rapid.Bool().Draw(t, "tiny") {
					v *= math.Pow(10, -float64(rapid.IntRange(20, 300).Draw(t, "exponent")))
				}
				a[i*n+j], a[j*n+i] = size*v, size*v
			}
		}
		values, u, ok := Eigen(a, n)
		if !ok {
			t.Fatal("not found")
		}
		for i := range n {
			if i > 0 && values[i] < values[i-1] {
				t.Fatalf("%v do not rise", values)
			}
			for j := range n {
				product, unit := 0.0, 0.0
				for k := range n {
					product += u[i*n+k] * (values[k] / size) * u[j*n+k]
					unit += u[k*n+i] * u[k*n+j]
				}
				if off := math.Abs(product - a[i*n+j]/size); off > 1e-14*float64(n*n) {
					t.Fatalf("UΛUᵀ is off by %g of %g", off*size, size)
				}
				if i == j {
					unit--
				}
				if math.Abs(unit) > 1e-14*float64(n*n) {
					t.Fatalf("UᵀU − 1 has %g", unit)
				}
			}
		}
	})
}
