package joint

import (
	"math"
	"math/rand/v2"
	"testing"
)

// costs are losses Δ: 0 or 1, |y − j|, (y − j)², and 4 for missing the first class.
func costs(kind, K int) [][]float64 {
	d := make([][]float64, K)
	for y := range d {
		d[y] = make([]float64, K)
		for j := range d[y] {
			apart := math.Abs(float64(y - j))
			d[y][j] = [...]float64{min(1, apart), apart, apart * apart, min(1, apart)}[kind]
			if kind == 3 && y == 0 {
				d[y][j] *= 4
			}
		}
	}
	return d
}

// 000's fixture 9: w₁ = (1, 0), w₂ = (0, 1), w₃ = (−1, −1), x = (1, ½), y = 2.
func TestHinge(t *testing.T) {
	w := []Vector{{1, 0}, {0, 1}, {-1, -1}}
	score := make([]float64, 3)
	Scores(score, w, Vector{1, 0.5})
	j, xi := Violation(score, []float64{1, 0, 1}, 1)
	if j != 0 || xi != 1.5 {
		t.Errorf("rival %d, hinge %v, want 0 and 1.5", j, xi)
	}
}

// A block leaves no violation at its own point, whatever the weights are.
func TestBlock(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 2000 {
		K := 2 + r.IntN(7)
		m := Data{Price: math.Pow(10, 4*r.Float64()-2), Y: []int{r.IntN(K)}, X: []Vector{{r.NormFloat64(), r.NormFloat64(), 1}}}
		m.Cost = costs(r.IntN(4), K)
		w, tau := make([]Vector, K), make([]float64, K)
		for k := range w {
			w[k] = Vector{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		for range 2 { // the second time it finds nothing to do
			m.Block(w, tau, 0)
			sum := 0.0
			for k, v := range tau {
				sum += v
				if k != m.Y[0] && v > 0 || v > m.Price {
					t.Fatalf("round %d: τ = %v", round, tau)
				}
			}
			if v := m.KKT(w, tau); math.Abs(sum) > 1e-12*m.Price || v > 1e-10*(1+m.Price) {
				t.Fatalf("round %d: Στ = %v, violation %v", round, sum, v)
			}
		}
	}
}
