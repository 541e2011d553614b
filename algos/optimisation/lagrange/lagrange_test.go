package lagrange

import (
	"math"
	"math/rand/v2"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
)

// ends runs a recipe in the form of values.
func last(t *testing.T, values map[string]string) algos.Step {
	t.Helper()
	steps := algotest.Steps(t, Demo, nothing, values)
	return steps[len(steps)-1]
}

// randomProgram has some half-planes around the origin or not.
func randomProgram(r *rand.Rand, problem string) options {
	o := options{Problem: problem, Vector: pair{r.NormFloat64(), r.NormFloat64()}, Objective: "x1^2 + x1*x2 + x2^2 - 6*x1", Constraint: "-1", Eta: 0.3}
	for range 1 + r.IntN(sides) {
		for range 4 {
			o.Constraints = append(o.Constraints, math.Round(8*(r.Float64()*8-4))/8)
		}
	}
	return o
}

// A dense grid of places, among which no better feasible one may lie.
func TestOptimaAgainstAGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	optimal, infeasible, unbounded := 0, 0, 0
	for trial := range 600 {
		o := randomProgram(r, []string{lp, qp, quadratic}[trial%3])
		p, err := newTask(t.Context(), o)
		if err != nil {
			continue
		}
		low, some := math.Inf(1), false
		for i := range 201 {
			for k := range 201 {
				z := pair{-10 + float64(i)/10, -10 + float64(k)/10}
				if p.violation(z) <= 0 {
					some, low = true, min(low, p.f.at(z))
				}
			}
		}
		switch {
		case p.empty:
			infeasible++
			if some {
				t.Fatalf("trial %d: a feasible place exists, but %v is the proof that there is none", trial, p.proof)
			}
		case p.open:
			unbounded++
			if p.solved {
				t.Fatalf("trial %d: unbounded and solved", trial)
			}
			for _, c := range p.cons {
				if dot(c.n, p.ray) > 1e-9 {
					t.Fatalf("trial %d: the ray leaves a half-plane", trial)
				}
			}
		case !p.solved:
			t.Fatalf("trial %d: %+v is neither solved nor infeasible nor unbounded", trial, o)
		default:
			optimal++
			if p.best.value > low+1e-9*(1+math.Abs(low)) {
				t.Fatalf("trial %d: %v is worse than %v on the grid", trial, p.best.value, low)
			}
			if p.violation(p.best.x) > 1e-7 {
				t.Fatalf("trial %d: the optimum is infeasible", trial)
			}
		}
	}
	if optimal < 200 || infeasible < 20 || unbounded < 20 {
		t.Errorf("%d optimal, %d infeasible, %d unbounded programs: too few of a kind", optimal, infeasible, unbounded)
	}
	t.Log(optimal, infeasible, unbounded)
}
