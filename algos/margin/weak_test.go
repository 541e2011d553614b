package margin_test

import (
	"testing"

	"pgregory.net/rapid"

	"playground/algos/margin"
)

func TestKnownWeakSeparations(t *testing.T) {
	for name, c := range map[string]struct {
		z    []margin.Vector
		want bool
	}{
		"none":                      {nil, false},
		"zero":                      {[]margin.Vector{{}}, false},
		"one":                       {[]margin.Vector{{0, 0, 1}}, true},
		"opposite":                  {[]margin.Vector{{1, 2, 3}, {-1, -2, -3}}, false},
		"opposite and one across":   {[]margin.Vector{{1, 2, 3}, {-1, -2, -3}, {0, 0, 1}}, true},
		"opposite and two across":   {[]margin.Vector{{1, 0, 0}, {-1, 0, 0}, {5, 0, 1}, {7, 0, -1}}, false},
		"shared end of a line":      {rows(true, [3]float64{0, 0, -1}, [3]float64{1, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1}), true},
		"overlap on a line":         {rows(true, [3]float64{0, 0, -1}, [3]float64{2, 0, -1}, [3]float64{1, 0, 1}, [3]float64{3, 0, 1}), false},
		"touching along an edge":    {rows(true, [3]float64{0, 0, -1}, [3]float64{0, 2, -1}, [3]float64{-1, 1, -1}, [3]float64{0, 1, 1}, [3]float64{0, 3, 1}, [3]float64{1, 1, 1}), true},
		"the same without the ends": {rows(true, [3]float64{0, 0, -1}, [3]float64{0, 2, -1}, [3]float64{0, 1, 1}, [3]float64{0, 3, 1}), false},
		"exclusive or":              {rows(true, [3]float64{-1, -1, -1}, [3]float64{1, 1, -1}, [3]float64{1, -1, 1}, [3]float64{-1, 1, 1}), false},
		"far digits":                {[]margin.Vector{{1, 1e-200}, {-1, 0}}, true},
	} {
		if got := margin.Weak(c.z); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Against brute force: with small whole coordinates a θ, if there is one, can be
// chosen among the normals of pairs of vectors and their sums.
func TestWeakAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		z := make([]margin.Vector, n)
		for i := range z {
			for j := range z[i] {
				z[i][j] = float64(rapid.IntRange(-2, 2).Draw(t, "x"))
			}
		}
		if got, want := margin.Weak(z), weakByForce(z); got != want {
			t.Fatalf("%v: %v, want %v", z, got, want)
		}
		if margin.Largest(z).Separable && !margin.Weak(z) {
			t.Fatalf("%v: separable, yet not weakly", z)
		}
	})
}

// weakByForce tries every θ that an extreme ray of {θ: ⟨θ, z⟩ ≥ 0} can be: the
// normals of two vectors, and where the vectors do not span the space those of a
// vector and an axis, and the axes.
func weakByForce(z []margin.Vector) bool {
	axes := []margin.Vector{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	all := append(axes, z...)
	tries := append([]margin.Vector{}, all...)
	for i := range all {
		for j := range all {
			a, b := all[i], all[j]
			tries = append(tries, margin.Vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]})
		}
	}
	for _, theta := range tries {
		for _, sign := range []float64{1, -1} {
			least, most := 0.0, 0.0
			for _, v := range z {
				s := sign * dot(theta, v)
				least, most = min(least, s), max(most, s)
			}
			if least == 0 && most > 0 {
				return true
			}
		}
	}
	return false
}
