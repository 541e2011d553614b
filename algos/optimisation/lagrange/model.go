package lagrange

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

type pair = [2]float64

func dot(a, b pair) float64 { return a[0]*b[0] + a[1]*b[1] }

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// A function is convex, with its first two derivatives.
type function func(x pair) expression.Jet

func (f function) at(x pair) float64 { return f(x).Value }

// affine is n·x − b.
func affine(n pair, b float64) function {
	return func(x pair) expression.Jet { return expression.Jet{Value: dot(n, x) - b, Gradient: n} }
}

// distance is ‖x − a‖².
func distance(a pair) function {
	return func(x pair) expression.Jet {
		d := pair{x[0] - a[0], x[1] - a[1]}
		return expression.Jet{Value: dot(d, d), Gradient: pair{2 * d[0], 2 * d[1]}, Hessian: [3]float64{2, 0, 2}}
	}
}

func written(e *expression.Expression) function {
	return func(x pair) expression.Jet { return e.Jet(x[0], x[1]) }
}

// A constraint is g(x) ≤ 0, or h(x) = 0. That of a half-plane is n·x ≤ b with a unit normal.
type constraint struct {
	function
	n      pair
	b      float64
	nth    int // the half-plane, from 0; −1: a formula
	equal  bool
	number int // from 1
}

func (c constraint) curved() bool { return c.nth < 0 }

// name is what the constraint is called.
func (c constraint) name() say.Phrase {
	w := say.Vars{"j": say.Phrase(say.Sub(c.number))}
	if c.equal {
		return w.Text("h")
	}
	return w.Text("g<j>")
}

// symbol is its multiplier.
func (c constraint) symbol() say.Phrase {
	if c.equal {
		return "λ"
	}
	return say.Vars{"j": say.Phrase(say.Sub(c.number))}.Text("μ<j>")
}

// A task is what stays the same during a run. All steps share it.
type task struct {
	options
	f       function
	tex     string     // of f
	hessian [3]float64 // of a quadratic or linear f
	slope   pair       // its gradient at 0
	cons    []constraint
	proof   witness // the least Σ yb of half-planes whose normals cancel
	slater  pair    // a place where all g < 0, where there is one
	strict  bool    // there is one
	empty   bool    // no place meets all constraints
	ray     pair    // a direction in which a linear program falls without end
	open    bool    // there is one
	best    candidate
	solved  bool // best is the optimum, by all active sets
	sets    [][]int
	shown   int // the constraint of the picture of θ
}

// newTask reads the problem and refuses what it does not support.
func newTask(ctx context.Context, o options) (*task, error) {
	t := &task{options: o}
	if err := t.readObjective(); err != nil {
		return nil, err
	}
	if err := t.readConstraints(); err != nil {
		return nil, err
	}
	t.proof = t.farkas()
	t.empty, t.strict = t.proof.found && t.proof.value < -tiny, !t.proof.found || t.proof.value > tiny
	if t.Problem == convex {
		t.phaseOne(ctx)
	} else {
		t.sets = t.activeSets()
		if !t.empty {
			t.best, t.solved = t.optimum()
		}
		t.findRay()
	}
	t.solved = t.solved && !t.open
	for j := range t.cons {
		if t.solved && math.Abs(t.best.m[j]) > math.Abs(t.best.m[t.shown]) || t.Problem == convex && t.cons[j].curved() {
			t.shown = j
		}
	}
	return t, nil
}

func (t *task) readObjective() error {
	switch t.Problem {
	case lp:
		if t.Vector == (pair{}) {
			return algos.Refuse("The cost c is (0, 0), so every point has the same value: drag its arrow away from the origin.")
		}
		t.f, t.tex = affine(t.Vector, 0), `c^\top x`
	case convex, qp:
		e, err := expression.Parse(t.Objective, "x1", "x2")
		if err != nil {
			return err
		}
		t.f, t.tex = written(e), e.TeX()
		if err := refuseConcave(t.f, "objective"); err != nil {
			return err
		}
	default:
		t.f, t.tex = distance(t.Vector), `\lVert x - a\rVert^2`
	}
	if t.Problem == convex {
		return nil
	}
	j := t.f(pair{})
	t.hessian, t.slope = j.Hessian, j.Gradient
	if t.Problem != qp {
		return nil
	}
	for _, x := range []pair{{1, 0}, {0, 1}, {-2, 3}, {3.7, 1.3}} {
		for i, h := range t.f(x).Hessian {
			if !(math.Abs(h-t.hessian[i]) <= 1e-9*(1+math.Abs(h))) {
				return algos.Refuse("objective is not quadratic: its second derivatives change. Write a quadratic, or choose the problem “convex”.")
			}
		}
	}
	if least, most := eigenvalues(t.hessian); !(least > 1e-9*most) {
		return algos.Refuse("objective has no positive definite Hessian: add squares of both variables, such as x1^2 + x2^2.")
	}
	return nil
}

// eigenvalues of a symmetric matrix.
func eigenvalues(h [3]float64) (least, most float64) {
	middle, half := (h[0]+h[2])/2, math.Hypot((h[0]-h[2])/2, h[1])
	return middle - half, middle + half
}

// refuseConcave looks for a place of the board where a function is not convex.
func refuseConcave(f function, name say.Given) error {
	defined := false
	for i := range 25 {
		for k := range 25 {
			x := pair{wide * (float64(i)/12 - 1), wide * (float64(k)/12 - 1)}
			j := f(x)
			least, most := eigenvalues(j.Hessian)
			if !finite(j.Value) || !finite(least) || !finite(most) {
				continue
			}
			defined = true
			if least < -1e-9*(1+math.Abs(most)) {
				s := say.Vars{"name": name, "at": x[:], "least": least}
				return algos.Refuse(s.Text("<name> is not convex: at <at> its Hessian has the eigenvalue <least>, below 0. Write a convex function, such as x1^2 + x2^2."))
			}
		}
	}
	if !defined {
		s := say.Vars{"name": name}
		return algos.Refuse(s.Text("<name> is undefined everywhere on the board, −4 to 4: write a function that has values there."))
	}
	return nil
}

func (t *task) readConstraints() error {
	for i := range len(t.Constraints) / 4 {
		a, b, c, ok := panel.HalfPlane{Values: t.Constraints, Nth: i}.Coefficients()
		if !ok {
			s := say.Vars{"i": i + 1}
			return algos.Refuse(s.Text("Half-plane <i> of constraints has two equal places, so it has no line: drag one of them away."))
		}
		n := pair{-a, -b}
		t.cons = append(t.cons, constraint{function: affine(n, c), n: n, b: c, nth: i, number: len(t.cons) + 1, equal: t.Problem == equality && i == 0})
	}
	if t.Problem == equality && len(t.cons) == 0 {
		return algos.Refuse("constraints is empty, and its first line is the equation h(x) = 0: add four numbers, such as 3 -1 -1 3.")
	}
	if t.Problem == convex {
		e, err := expression.Parse(t.Constraint, "x1", "x2")
		if err != nil {
			return err
		}
		g := written(e)
		if err := refuseConcave(g, "constraint"); err != nil {
			return err
		}
		t.cons = append(t.cons, constraint{function: g, nth: -1, number: len(t.cons) + 1})
	}
	return nil
}

// lagrangian is L(·, m) at a place.
func (t *task) lagrangian(m []float64) function {
	return func(x pair) expression.Jet {
		j := t.f(x)
		for i, c := range t.cons {
			if m[i] == 0 {
				continue
			}
			g := c.function(x)
			j.Value += m[i] * g.Value
			for k := range j.Gradient {
				j.Gradient[k] += m[i] * g.Gradient[k]
			}
			for k := range j.Hessian {
				j.Hessian[k] += m[i] * g.Hessian[k]
			}
		}
		return j
	}
}

// violation is the largest violation of a constraint at a place.
func (t *task) violation(x pair) float64 {
	worst := 0.0
	for _, c := range t.cons {
		g := c.at(x)
		if c.equal {
			g = math.Abs(g)
		}
		worst = max(worst, g)
	}
	return worst
}

// A view is the run at one step of dual ascent, of the corners or of the active sets. It is
// a value: the next step is another one.
type view struct {
	*task
	taken  int
	x      pair
	was    pair
	m      []float64 // the multipliers
	before []float64
	theta  float64 // of the multipliers; of all tried ones the largest
	rose   float64 // θ before
	bound  float64 // f at a feasible place
	at     pair    // this place
	path   []mark.XY
	tried  []candidate
	status algos.Status
}

const (
	most    = 200  // iterations of dual ascent
	enough  = 30   // of them where no place is feasible
	settled = 1e-7 // KKT residual of the end
)

// start are the multipliers that the reader chose.
func (t *task) start() view {
	v := view{task: t, m: make([]float64, len(t.cons))}
	for j := range v.m {
		v.m[j] = t.Mu
	}
	v.x = t.slater
	v.taken = -1
	return v.move(v.m)
}

// move goes to other multipliers and to the minimiser of their Lagrangian.
func (v view) move(m []float64) view {
	v.taken++
	v.was, v.before, v.rose, v.m = v.x, v.m, v.theta, m
	x, ok := minimise(v.lagrangian(m), v.x, v.slater)
	if !ok {
		v.theta = math.Inf(-1)
		v.bound = math.NaN()
		v.status = v.end(algos.Diverged, "Newton's method finds no minimum of the Lagrangian: it has none, or a kink. Set another initial multiplier or a smaller η.")
		return v
	}
	v.x, v.theta = x, v.lagrangian(m).at(x)
	v.bound, v.at = v.feasible(x)
	v.path = append(v.path[:len(v.path):len(v.path)], mark.XY{X: x[0], Y: x[1]})
	v.status = v.judge()
	return v
}

func (v view) end(s algos.State, why say.Phrase) algos.Status {
	return algos.Status{State: s, Reason: why}
}

// judge says whether dual ascent is at its end.
func (v view) judge() algos.Status {
	w := say.Vars{"theta": v.theta, "x": v.x[:], "n": v.taken}
	switch {
	case v.empty && v.taken >= enough:
		return v.end(algos.Diverged, "No point meets all constraints: p* = +∞, and θ grows without bound.")
	case v.empty:
	case v.worst() <= settled*(1+math.Abs(v.theta)):
		return v.end(algos.Converged, w.Text("All five KKT residuals are 0 up to the tolerance: x = <x>, and p* = d* = <theta=metric.dual>."))
	case v.taken >= most && v.eager():
		return v.end(algos.Exhausted, w.Text("<n iteration is> done. η is beyond 2 / curvature of θ, where dual ascent may oscillate: make it smaller."))
	case v.taken >= most:
		return v.end(algos.Exhausted, w.Text("<n iteration is> done, and a KKT residual is above the tolerance: try another η."))
	}
	return algos.Status{State: algos.Running}
}

// curvature bounds the curvature of θ of a quadratic f: the largest eigenvalue of N H⁻¹ Nᵀ,
// which has those of H⁻¹ Σ nnᵀ.
func (t *task) curvature() float64 {
	if t.Problem == convex {
		return math.NaN()
	}
	var s [3]float64
	for _, c := range t.cons {
		s[0] += c.n[0] * c.n[0]
		s[1] += c.n[0] * c.n[1]
		s[2] += c.n[1] * c.n[1]
	}
	_, most := eigenvalues(s)
	return most / t.hessian[0] // H is twice the identity
}

// eager reports whether η is too large for θ to rise at every step.
func (t *task) eager() bool { return t.Eta*t.curvature() > 2 }

// residuals are the five of the KKT conditions: stationarity, h = 0, g ≤ 0, μ ≥ 0 and μg = 0.
func (v view) residuals() [5]float64 {
	if v.m == nil {
		return [5]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	j := v.lagrangian(v.m)(v.x)
	r := [5]float64{math.Hypot(j.Gradient[0], j.Gradient[1])}
	for i, c := range v.cons {
		g := c.at(v.x)
		if c.equal {
			r[1] = max(r[1], math.Abs(g))
			continue
		}
		r[2], r[3] = max(r[2], g), max(r[3], -v.m[i])
		r[4] += math.Abs(v.m[i] * g)
	}
	return r
}

// worst is the largest residual.
func (v view) worst() float64 {
	worst := 0.0
	for _, r := range v.residuals() {
		worst = max(worst, r)
	}
	return worst
}

// gap is primal less dual value.
func (v view) gap() float64 { return max(0, v.bound-v.theta) }

// feasible is f at a feasible place near x: its projection where all constraints are lines,
// or else where the way from the strictly feasible place leaves the feasible set.
func (t *task) feasible(x pair) (float64, pair) {
	if t.empty {
		return math.NaN(), x
	}
	if t.violation(x) == 0 {
		return t.f.at(x), x
	}
	if t.Problem != convex {
		if p, ok := t.project(x); ok {
			return t.f.at(p), p
		}
		return math.NaN(), x
	}
	if !t.strict {
		return math.NaN(), x
	}
	lo, hi := 0.0, 1.0
	at := func(s float64) pair {
		return pair{t.slater[0] + s*(x[0]-t.slater[0]), t.slater[1] + s*(x[1]-t.slater[1])}
	}
	for range 60 {
		middle := (lo + hi) / 2
		if t.violation(at(middle)) <= 0 {
			lo = middle
		} else {
			hi = middle
		}
	}
	return t.f.at(at(lo)), at(lo)
}

// Model names the results so far.
func (v view) Model() algos.Model {
	m := v.m
	if m == nil {
		m = make([]float64, len(v.cons))
	}
	normals := make([]float64, 0, 2)
	status := "running"
	switch {
	case v.empty:
		status = "infeasible"
	case v.open:
		status, normals = "unbounded", append(normals, v.ray[:]...)
	case v.status.State == algos.Converged:
		status = "optimal"
	}
	certificate := make([]float64, len(v.cons))
	if v.empty && v.proof.found {
		for i, j := range v.proof.set {
			certificate[j] += v.proof.y[i]
		}
	}
	return algos.Model{Values: []algos.Value{
		{Name: "x", Value: []float64{v.x[0], v.x[1]}},
		{Name: "multipliers", Value: m},
		{Name: "primal", Value: v.bound},
		{Name: "dual", Value: v.theta},
		{Name: "gap", Value: v.gap()},
		{Name: "status", Value: status},
		{Name: "certificate", Value: certificate},
		{Name: "ray", Value: normals},
	}}
}
