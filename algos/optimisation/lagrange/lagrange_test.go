package lagrange

import (
	"math"
	"math/rand/v2"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/mark"
)

// last is the last step of a run.
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
			var n pair
			for i, j := range p.proof.set {
				y := p.proof.y[i]
				n[0], n[1] = n[0]+y*p.cons[j].n[0], n[1]+y*p.cons[j].n[1]
				if y < 0 {
					t.Fatalf("trial %d: a weight is negative", trial)
				}
			}
			if math.Hypot(n[0], n[1]) > 1e-9 || p.proof.value >= 0 {
				t.Fatalf("trial %d: %+v proves nothing", trial, p.proof)
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

// read is the task of some options.
func read(t *testing.T, o options) *task {
	t.Helper()
	p, err := newTask(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The dual function is μ − μ²/4 for min ‖x‖² with x₁ ≥ 1, and −1/(2μ) − 2μ for x₁ + x₂ on a disc.
func TestDualFunctions(t *testing.T) {
	p := read(t, options{Problem: quadratic, Constraints: []float64{1, 2, 1, -2}, Eta: 1})
	disc := read(t, options{Problem: convex, Objective: "x1 + x2", Constraint: "x1^2 + x2^2 - 2", Eta: 1})
	for _, mu := range []float64{0.25, 1, 2, 3, 7} {
		v := view{task: p, m: []float64{mu}}
		if got, want := v.along(0, mu), mu-mu*mu/4; math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
			t.Errorf("θ(%v) = %v, want %v", mu, got, want)
		}
		w := view{task: disc, m: []float64{mu}}
		if got, want := w.along(0, mu), -1/(2*mu)-2*mu; math.Abs(got-want) > 1e-9 {
			t.Errorf("disc: θ(%v) = %v, want %v", mu, got, want)
		}
	}
	if y := (view{task: disc, m: []float64{0}}).along(0, 0); finite(y) {
		t.Errorf("disc: θ(0) = %v, and a linear function has no minimum", y)
	}
}

// The printed dual of a quadratic program, with H, has the maximum ¼ where p* is 1.
func TestPrintedDual(t *testing.T) {
	p := read(t, options{Problem: qp, Objective: "x1^2 + x2^2", Constraints: []float64{1, 2, 1, -2}})
	v := view{task: p}
	if !v.misprint(0) {
		t.Fatal("the printed dual is not shown")
	}
	most := math.Inf(-1)
	for _, at := range v.printed(0, 0, 3, mark.Axis{Min: -10}).At {
		most = max(most, at.Y)
	}
	if math.Abs(most-0.25) > 1e-9 || p.best.value != 1 {
		t.Errorf("the printed dual has the maximum %v, and p* is %v", most, p.best.value)
	}
}

// The gradient of θ is the value of the constraint at x(μ), by central differences.
func TestGradientOfTheDual(t *testing.T) {
	p := read(t, options{Problem: convex, Objective: "exp(x1) + x1^2/4 + x2^2 - x1*x2/4", Constraint: "x1^2 + x2^2 - 2*x1", Constraints: standard, Eta: 0.1})
	m := []float64{0.5, 0.2, 0.1, 0.7}
	v := view{task: p, m: m}
	x, ok := minimise(p.lagrangian(m), pair{})
	if !ok {
		t.Fatal("no minimum")
	}
	v.x = x
	const h = 1e-4
	for j, c := range p.cons {
		slope := (v.along(j, m[j]+h) - v.along(j, m[j]-h)) / (2 * h)
		if g := c.at(x); math.Abs(slope-g) > 1e-6*(1+math.Abs(g)) {
			t.Errorf("∂θ/∂μ%d = %v, and g is %v", j+1, slope, g)
		}
	}
}

// Dual ascent ends at the optimum that all active sets give.
func TestAscentAgainstActiveSets(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range 150 {
		o := randomProgram(r, quadratic)
		p, err := newTask(t.Context(), o)
		if err != nil || !p.solved {
			continue
		}
		var end view
		for end = p.start(); !end.step().Status.Final(); {
			end = end.ascend()
		}
		if end.status.State != algos.Converged {
			continue
		}
		compared++
		if off := math.Hypot(end.x[0]-p.best.x[0], end.x[1]-p.best.x[1]); off > 1e-4*(1+math.Abs(p.best.value)) {
			t.Errorf("%v: dual ascent ends at %v, the optimum is %v", o.Constraints, end.x, p.best.x)
		}
		if end.theta > end.bound+1e-7*(1+end.bound) {
			t.Errorf("θ = %v is above f = %v", end.theta, end.bound)
		}
	}
	if compared < 60 {
		t.Errorf("%d runs converged", compared)
	}
}

// Curved constraints without a common point are proved so, and those with one are not.
func TestCurvedFeasibility(t *testing.T) {
	for _, c := range []struct {
		constraint    string
		lines         []float64
		empty, strict bool
	}{
		{"x1^2 + x2^2 - 1", []float64{2, 2, 2, -2}, true, false},
		{"x1^2 + x2^2 - 1", []float64{0.5, 2, 0.5, -2}, false, true},
		{"x1^2 + x2^2 + 1", nil, true, false},
		{"x1^2 + x2^2", nil, false, false},
		{"-1", []float64{1, 2, 1, -2, -1, -2, -1, 2}, true, false},
		{"exp(x1) - 2", nil, false, true},
	} {
		p := read(t, options{Problem: convex, Objective: "x1^2 + x2^2", Constraint: c.constraint, Constraints: c.lines, Eta: 0.1})
		if p.empty != c.empty || p.strict != c.strict {
			t.Errorf("%s, %v: empty %v, strict %v", c.constraint, c.lines, p.empty, p.strict)
		}
		if p.empty && !p.proof.found {
			t.Errorf("%s: no proof", c.constraint)
		}
	}
}

// Water-filling against a search over all ways to spread the budget.
func TestWaterAgainstSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		o := options{Problem: filling, Budget: 0.1 + 6*r.Float64(), Noise: []float64{0.1 + 3*r.Float64(), 0.1 + 3*r.Float64(), 0.1 + 3*r.Float64()}}
		var end pool
		for s := range fill(o) {
			end = s.View.(pool)
		}
		const n = 60
		most := math.Inf(-1)
		for i := range n + 1 {
			for k := range n + 1 - i {
				a, b := o.Budget*float64(i)/n, o.Budget*float64(k)/n
				most = max(most, math.Log(o.Noise[0]+a)+math.Log(o.Noise[1]+b)+math.Log(o.Noise[2]+o.Budget-a-b))
			}
		}
		if end.logDet() < most-1e-9 || end.gap() > 1e-9 {
			t.Fatalf("%+v: log det %v, by search %v, gap %v", o, end.logDet(), most, end.gap())
		}
	}
}

func TestBadInputIsRefused(t *testing.T) {
	for name, o := range map[string]options{
		"no cost":       {Problem: lp, Constraints: standard},
		"two places":    {Problem: quadratic, Constraints: []float64{1, 1, 1, 1}},
		"concave":       {Problem: convex, Objective: "-x1^2 + x2^2", Constraint: "-1"},
		"concave g":     {Problem: convex, Objective: "x1^2", Constraint: "1 - x1^2"},
		"undefined":     {Problem: convex, Objective: "log(-1 - x1^2)", Constraint: "-1"},
		"not quadratic": {Problem: qp, Objective: "x1^4 + x2^2"},
		"flat":          {Problem: qp, Objective: "x1^2"},
		"no equation":   {Problem: equality},
	} {
		if _, err := newTask(t.Context(), o); err == nil {
			t.Errorf("%s is not refused", name)
		} else if len(err.Error()) < 40 {
			t.Errorf("%s: %v says too little", name, err)
		}
	}
}

// States that are not what the run made of them break the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	end := last(t, nil).View.(view)
	theta, moved, mu, ray := end, end, end, end
	theta.theta += 1
	moved.x[0] += 0.5
	mu.m = append([]float64(nil), mu.m...)
	mu.m[0] *= 3
	ray.rose = ray.theta + 1
	empty := last(t, map[string]string{"constraints": against, "vector": "0,1"}).View.(view)
	weights, negative := empty, empty
	weights.task, negative.task = new(task), new(task)
	*weights.task, *negative.task = *empty.task, *empty.task
	weights.proof.y, negative.proof.y = []float64{0.9, 0.1}, []float64{-0.5, 0.5}
	water := last(t, map[string]string{"problem": "water-filling"}).View.(pool)
	level := water
	level.level *= 1.1
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "weak-duality", Good: end, Spoilt: theta},
		{Check: "infimum", Good: end, Spoilt: theta},
		{Check: "strong-duality", Good: end, Spoilt: theta},
		{Check: "kkt", Good: end, Spoilt: moved},
		{Check: "exact", Good: end, Spoilt: moved},
		{Check: "shift", Good: end, Spoilt: mu},
		{Check: "ascent", Good: end, Spoilt: ray},
		{Check: "farkas", Good: empty, Spoilt: weights},
		{Check: "farkas", Good: empty, Spoilt: negative},
		{Check: "level", Good: water, Spoilt: level},
	})
}
