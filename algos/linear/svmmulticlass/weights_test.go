package svmmulticlass

import (
	"math"
	"math/rand/v2"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// 000's fixture 9: w₁ = (1, 0), w₂ = (0, 1), w₃ = (−1, −1), x = (1, ½), y = 2.
func TestHinge(t *testing.T) {
	w := []vec{{1, 0}, {0, 1}, {-1, -1}}
	score := make([]float64, 3)
	scores(score, w, vec{1, 0.5})
	j, xi := violation(score, []float64{1, 0, 1}, 1)
	if j != 0 || xi != 1.5 {
		t.Errorf("rival %d, hinge %v, want 0 and 1.5", j, xi)
	}
}

// A block leaves no violation at its own point, whatever the weights are.
func TestBlock(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 2000 {
		K := 2 + r.IntN(7)
		m := &machine{Options: Options{C: math.Pow(10, 4*r.Float64()-2)}, y: []int{r.IntN(K)}, x: []vec{{r.NormFloat64(), r.NormFloat64(), 1}}}
		for range K {
			m.classes = append(m.classes, len(m.classes))
		}
		m.delta = costs([]string{zeroOne, ordinal, squared, dear}[r.IntN(4)], m.classes)
		w, tau := make([]vec, K), make([]float64, K)
		for k := range w {
			w[k] = vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		for range 2 { // the second time it finds nothing to do
			m.block(w, tau, 0)
			sum := 0.0
			for k, v := range tau {
				sum += v
				if k != m.y[0] && v > 0 || v > m.C {
					t.Fatalf("round %d: τ = %v", round, tau)
				}
			}
			if v := m.kkt(w, tau); math.Abs(sum) > 1e-12*m.C || v > 1e-10*(1+m.C) {
				t.Fatalf("round %d: Στ = %v, violation %v", round, sum, v)
			}
		}
	}
}

// A face step never lowers the dual and keeps the coefficients feasible; where the
// bounds are the right ones it finds the optimum at once.
func TestFace(t *testing.T) {
	data := dataset.Generate("blobs3", 60, 0.9, 5)
	for _, c := range []struct {
		params []string
		right  bool
	}{
		{[]string{"passes", "1", "finish", "false"}, false},
		{[]string{"passes", "5", "finish", "false"}, false},
		{[]string{"tol", "1e-2"}, true},
	} {
		s := algotest.Last(t, Demo, data, vals(c.params...)).View.(view).state
		tau := s.coefficients()
		for i := range tau {
			tau[i] *= s.share
		}
		w := make([]vec, s.count())
		s.weigh(w, tau)
		s.face(w, tau)
		after := &state{machine: s.machine, w: w, tau: tau, row: -1}
		after.look()
		algotest.Promises(t, algos.Step{View: view{after, starting}})
		if after.dual < s.dual-1e-12 {
			t.Errorf("%v: the dual fell from %v to %v", c.params, s.dual, after.dual)
		}
		if v := s.kkt(w, tau); c.right && v > 1e-10 {
			t.Errorf("%v: violation %v", c.params, v)
		}
	}
}
