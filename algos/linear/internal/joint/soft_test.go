package joint

import (
	"math"
	"math/rand/v2"
	"testing"
)

func randomData(r *rand.Rand, n, classes int) Data {
	d := Data{Price: 0.7, Cost: make([][]float64, classes)}
	for y := range d.Cost {
		d.Cost[y] = make([]float64, classes)
	}
	for i := range n {
		y := i % classes
		d.Y = append(d.Y, y)
		d.X = append(d.X, Vector{r.NormFloat64() + float64(y), r.NormFloat64() - float64(y*y)/2, 1})
	}
	return d
}

// The slope is what central differences of the objective say, and the dual is below it,
// by half of the squared slope: the objective is quadratic at least.
func TestTheSlopeOfTheLogLoss(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	for _, classes := range []int{2, 3, 5} {
		d := randomData(r, 40, classes)
		w := make([]Vector, classes)
		for k := range w {
			w[k] = Vector{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		s := d.Soft(w)
		const h = 1e-5
		square := 0.0
		for k := range w {
			for c := range 3 {
				up, down := append([]Vector(nil), w...), append([]Vector(nil), w...)
				up[k][c] += h
				down[k][c] -= h
				want := (d.Soft(up).Primal - d.Soft(down).Primal) / (2 * h)
				if math.Abs(s.Slope[k][c]-want) > 1e-7*(1+math.Abs(want)) {
					t.Errorf("slope %d, %d: %v, by differences %v", k, c, s.Slope[k][c], want)
				}
				square += s.Slope[k][c] * s.Slope[k][c]
			}
		}
		if gap := s.Primal - s.Dual; math.Abs(gap-square/2) > 1e-9*s.Primal {
			t.Errorf("gap %v, half of the squared slope %v", gap, square/2)
		}
	}
}

// Newton steps end where the slope is 0, and no weights nearby are cheaper.
func TestNewtonUnderTheLogLoss(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for _, classes := range []int{2, 4, 8} {
		d := randomData(r, 60, classes)
		w := make([]Vector, classes)
		for range 30 {
			next, _, ok := d.Newton(w, d.Soft(w))
			if !ok {
				break
			}
			w = next
		}
		s := d.Soft(w)
		if s.Steep > 1e-12 || s.Primal-s.Dual > 1e-9*s.Primal {
			t.Errorf("%d classes: steep %v, gap %v", classes, s.Steep, s.Primal-s.Dual)
		}
		for range 500 {
			other := append([]Vector(nil), w...)
			for k := range other {
				for c := range 3 {
					other[k][c] += 0.01 * r.NormFloat64()
				}
			}
			if d.Soft(other).Primal < s.Primal {
				t.Fatalf("%d classes: weights nearby are cheaper", classes)
			}
		}
	}
}
