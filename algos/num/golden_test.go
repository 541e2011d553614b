package num_test

import (
	"fmt"
	"math"
	"testing"

	"playground/algos/num"
)

// The least value of a function with one valley.
func ExampleGolden() {
	at, least := num.Golden(0, 3, 60, func(x float64) float64 { return (x-1)*(x-1) + 2 })
	fmt.Printf("%.4f at %.4f\n", least, at)
	// Output: 2.0000 at 1.0000
}

// Each step evaluates once, and leaves 0.618 of the interval around the least value.
func TestGoldenNarrows(t *testing.T) {
	for _, valley := range []float64{-2, -1.3, 0, 0.71, 2} {
		calls := 0
		at, least := num.Golden(-2, 2, 40, func(x float64) float64 {
			calls++
			return math.Abs(x - valley)
		})
		if width := 4 * math.Pow(0.6181, 40); math.Abs(at-valley) > width || least != math.Abs(at-valley) {
			t.Errorf("valley at %g: found %g at %g", valley, least, at)
		}
		if calls != 42 {
			t.Errorf("valley at %g: %d evaluations, not 42", valley, calls)
		}
	}
}
