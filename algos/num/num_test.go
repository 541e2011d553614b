package num_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/num"
)

// No sum is further from the exact one than its bound says.
func TestRoundingIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.SliceOfN(rapid.Float64Range(-1e9, 1e9), 0, 60).Draw(t, "terms")
		var sum num.Sum
		exact := new(big.Float).SetPrec(2000)
		for _, x := range terms {
			sum.Add(x)
			exact.Add(exact, new(big.Float).SetFloat64(x))
		}
		off := exact.Sub(exact, new(big.Float).SetFloat64(sum.Value))
		if size, _ := off.Abs(off).Float64(); size > sum.Rounding() {
			t.Fatalf("off by %g, allowed are %g", size, sum.Rounding())
		}
	})
}

// A tenth is not a binary number: ten of them are not 1, and the bound knows.
func ExampleSum() {
	var sum num.Sum
	for range 10 {
		sum.Add(0.1)
	}
	fmt.Println(sum.Value == 1, 1-sum.Value <= sum.Rounding(), sum.Rounding() < 1e-14)
	// Output: false true true
}
