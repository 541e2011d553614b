package panel

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
)

// The chords between the places that are kept miss no value by more than the tolerance,
// a straight line keeps its ends alone, and places above each other are all kept.
func TestBends(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		tolerance := rapid.SampledFrom([]float64{0, 0.01, 0.3}).Draw(t, "tolerance")
		x, y, z, order := make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
		for i := range n {
			x[i] = float64(i - i/7) // some share their abscissa with the one before
			y[i] = math.Sin(x[i] * rapid.SampledFrom([]float64{0.05, 0.1, 2}).Draw(t, "bend"))
			z[i], order[i] = 2*x[i]-1, i
		}
		kept := Bends(order, func(i int) float64 { return x[i] }, tolerance, y, z)
		if kept[0] != 0 || kept[len(kept)-1] != n-1 {
			t.Fatalf("of %d places %v are kept: not both ends", n, kept)
		}
		for k := 1; k < len(kept); k++ {
			a, b := kept[k-1], kept[k]
			for i := a + 1; i < b; i++ {
				chord := y[a] + (y[b]-y[a])*(x[i]-x[a])/(x[b]-x[a])
				if !(math.Abs(chord-y[i]) <= tolerance+1e-12) {
					t.Fatalf("the chord from %d to %d misses %d by %v", a, b, i, chord-y[i])
				}
			}
		}
	})
	line := []float64{0, 1, 2, 3, 4}
	if kept := Bends([]int{0, 1, 2, 3, 4}, func(i int) float64 { return line[i] }, 1e-9, line); len(kept) != 2 {
		t.Errorf("of a straight line %v are kept", kept)
	}
}
