package covariance

import (
	"math"
	"testing"
)

// A row of slopes is what the pairs have one by one, for every leaf, sums and products.
func TestSlopes(t *testing.T) {
	z := [][2]float64{{0.3, -1}, {0, 0}, {1.5, 0.2}, {0.3, 2}, {40, 40}}
	for _, text := range []string{
		"2", "rbf(0.7)", "1.3*rbf(0.7)", "matern12(1)", "0.5*matern32(2)+linear(0.4)", "rq(1,2)*periodic(1,3)",
		"2*(rbf(1)+0.1*rbf(3))*matern52(0.8)", "0.5*(1+linear(1)*linear(2))+rbf(9)*3",
	} {
		k, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		m, n := len(k.Values()), len(z)
		value, by, one := make([]float64, n), make([][]float64, m), make([]float64, m)
		for q := range by {
			by[q] = make([]float64, n)
		}
		s, values := NewRows(k), make([]float64, n)
		for range 2 { // what is left of the row before means nothing
			s.Slopes(value, by, z[0], z)
			s.Fill(values, z[0], z)
		}
		for j := range z {
			want := k.Gradient(one, z[0], z[j])
			if !near(value[j], want) || !near(values[j], want) {
				t.Errorf("%s: value %d is %g and %g, want %g", text, j, value[j], values[j], want)
			}
			for q := range one {
				if !near(by[q][j], one[q]) {
					t.Errorf("%s: derivative %d of pair %d is %g, want %g", text, q, j, by[q][j], one[q])
				}
			}
		}
	}
}

func near(x, y float64) bool { return math.Abs(x-y) <= 4e-15*math.Abs(y)+1e-300 }
