package losses

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// The curves cross where the closed form says, and nowhere else on the right side.
func TestCrossing(t *testing.T) {
	if math.Abs(crossing-math.Log(math.E-1)) > 1e-15 || math.Abs(hinge(crossing)-0.4587) > 5e-5 {
		t.Errorf("the curves cross at %v, %v", crossing, hinge(crossing))
	}
	for z := 0.001; z < 20; z += 0.001 {
		if (hinge(z) < logistic(z)) != (z > crossing) {
			t.Fatalf("z = %v: hinge %v, logistic %v", z, hinge(z), logistic(z))
		}
		if hinge(z) >= logistic(z)/math.Ln2 {
			t.Fatalf("z = %v: hinge %v, with log₂ %v", z, hinge(z), logistic(z)/math.Ln2)
		}
	}
}

// Along the length and along the offset the totals are those of a view that has it, the
// 0–1 loss jumps where a margin is 0, and the least of the square is that of its parabola.
func TestSlicesAreTheTotals(t *testing.T) {
	data := dataset.Generate("overlap", 30, 0.9, 5)
	at := func(params ...string) view {
		return algotest.Steps(t, Demo, data, param.Pairs(params...))[0].View.(view)
	}
	v := at("angle", "30", "norm", "1.5", "theta0", "0.4")
	for name, s := range map[string]slice{"norm": v.byLength(), "theta0": v.byOffset()} {
		other := map[string]view{
			"norm":   at("angle", "30", "norm", "0.7", "theta0", "0.4"),
			"theta0": at("angle", "30", "norm", "1.5", "theta0", "0.7"),
		}[name]
		for l := range all {
			if got, want := s.total(l, 0.7), other.sum[l]; math.Abs(got-want) > 1e-12*(1+want) {
				t.Errorf("%s, %s: %v, want %v", name, all[l].id, got, want)
			}
		}
		// Σ(1 − y(p + tq))² is least at t = Σq(y − p)/Σq².
		above, below := 0.0, 0.0
		for i, y := range s.y {
			above += s.q[i] * (y - s.p[i])
			below += s.q[i] * s.q[i]
		}
		if got, _ := s.lowest(atSquare); math.Abs(got-max(s.lo, min(s.hi, above/below))) > 1e-6 {
			t.Errorf("%s: the square is least at %v, want %v", name, got, above/below)
		}
		lines := s.curves(1e9)
		for l, line := range lines {
			for _, at := range line {
				if want := s.total(l, at.X); l != atZeroOne && math.Abs(at.Y-want) > 1e-12*(1+want) {
					t.Fatalf("%s, %s at %v: %v, want %v", name, all[l].id, at.X, at.Y, want)
				}
			}
		}
		steps := lines[atZeroOne]
		for k := range steps[1:] { // between two jumps
			middle := (steps[k].X + steps[k+1].X) / 2
			if steps[k+1].X > steps[k].X && (steps[k].Y != steps[k+1].Y || steps[k].Y != s.total(atZeroOne, middle)) {
				t.Fatalf("%s: %v mistakes at %v, want %v", name, steps[k].Y, middle, s.total(atZeroOne, middle))
			}
		}
	}
	handles := map[string]float64{}
	for _, p := range v.Panels() {
		for _, m := range p.Marks {
			if h, ok := m.(mark.Handle); ok {
				handles[h.Param] = h.At.X
			}
		}
	}
	if handles["norm"] != 1.5 || handles["theta0"] != 0.4 {
		t.Errorf("handles at %v", handles)
	}
}
