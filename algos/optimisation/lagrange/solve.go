package lagrange

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/say"
)

const (
	tiny  = 1e-9 // of lengths beside 1
	reach = 1e4  // where a minimiser is looked for
)

// minimise is Newton's method with halved steps, from the best of a few places.
func minimise(l function, starts ...pair) (pair, bool) {
	x, ok := newton(l, starts[0])
	if ok {
		return x, true
	}
	best, least := starts[0], math.Inf(1)
	try := func(x pair) {
		if y := l.at(x); y < least {
			best, least = x, y
		}
	}
	for _, s := range starts {
		try(s)
	}
	for i := range 9 {
		for k := range 9 {
			try(pair{float64(i) - wide, float64(k) - wide})
		}
	}
	return newton(l, best)
}

func newton(l function, x pair) (pair, bool) {
	const steps = 100
	j := l(x)
	for range steps {
		size := math.Hypot(j.Gradient[0], j.Gradient[1])
		if !finite(j.Value) || !finite(size) || math.Hypot(x[0], x[1]) > reach {
			return x, false
		}
		curve := math.Abs(j.Hessian[0]) + math.Abs(j.Hessian[2])
		if size <= 1e-11*(1+curve*(1+math.Hypot(x[0], x[1]))) {
			return x, true
		}
		d := newtonStep(j)
		slope := dot(d, j.Gradient)
		var next expression.Jet
		var moved pair
		for t := 1.0; ; t /= 2 {
			if t < 1e-13 {
				return x, size <= 1e-8*(1+curve)
			}
			moved = pair{x[0] + t*d[0], x[1] + t*d[1]}
			next = l(moved)
			if next.Value <= j.Value+1e-4*t*slope+1e-15*math.Abs(j.Value) && finite(next.Value) {
				break
			}
		}
		x, j = moved, next
	}
	return x, false
}

// newtonStep solves Hd = −∇, with a little of the identity where H is singular.
func newtonStep(j expression.Jet) pair {
	h := j.Hessian
	if least, most := eigenvalues(h); !(least > 1e-12*most) {
		shift := 1e-8 * (1 + most)
		h[0], h[2] = h[0]+shift-min(0, least), h[2]+shift-min(0, least)
	}
	return solve2(h[0], h[1], h[1], h[2], pair{-j.Gradient[0], -j.Gradient[1]})
}

// solve2 is the solution of two equations, by Cramer's rule.
func solve2(a, b, c, d float64, r pair) pair {
	det := a*d - b*c
	return pair{(r[0]*d - b*r[1]) / det, (a*r[1] - c*r[0]) / det}
}

// A candidate is the point at which the constraints of an active set hold with equality, with
// the multipliers that make the Lagrangian stationary there.
type candidate struct {
	set    []int
	x      pair
	m      []float64 // of all constraints
	value  float64   // f(x), which is θ(m), since the slack of the set is 0
	worst  float64   // the largest violation
	least  float64   // the least multiplier of an inequality
	primal bool      // x is feasible
	dual   bool      // the multipliers are
}

// activeSets are those that may hold at an optimum in the plane: at most two constraints with
// independent normals. A linear program has its optimum at a corner, where there is one.
func (t *task) activeSets() [][]int {
	var fixed []int
	var sets, singles, pairs [][]int
	for j, c := range t.cons {
		if c.equal {
			fixed = append(fixed, j)
		}
	}
	for j, c := range t.cons {
		if c.equal {
			continue
		}
		singles = append(singles, []int{j})
		for k := range j {
			if math.Abs(cross(t.cons[k].n, c.n)) > tiny {
				pairs = append(pairs, []int{k, j})
			}
		}
	}
	switch {
	case t.Problem == lp && len(pairs) > 0:
		return pairs
	case t.Problem == lp:
		return singles
	case len(fixed) > 0:
		sets = append(sets, fixed)
		for _, p := range pairs {
			if p[0] == fixed[0] {
				sets = append(sets, p)
			}
		}
		return sets
	}
	return append(append(append(sets, []int{}), singles...), pairs...)
}

func cross(a, b pair) float64 { return a[0]*b[1] - a[1]*b[0] }

// at solves the equations of an active set: Nx = b, Hx + q + Nᵀm = 0.
func (t *task) try(set []int) candidate {
	c := candidate{set: set, m: make([]float64, len(t.cons))}
	h, q := t.hessian, t.slope
	inverse := func(r pair) pair { return solve2(h[0], h[1], h[1], h[2], r) }
	off := 0.0 // from stationarity
	switch {
	case len(set) == 0:
		c.x = inverse(pair{-q[0], -q[1]})
	case len(set) == 1 && t.Problem == lp: // no two lines meet
		one := t.cons[set[0]]
		c.x, c.m[set[0]] = pair{one.b * one.n[0], one.b * one.n[1]}, -dot(q, one.n)
		off = math.Abs(cross(q, one.n)) / math.Hypot(q[0], q[1])
	case len(set) == 1:
		one := t.cons[set[0]]
		mu := -(one.b + dot(one.n, inverse(q))) / dot(one.n, inverse(one.n))
		c.m[set[0]] = mu
		c.x = inverse(pair{-q[0] - mu*one.n[0], -q[1] - mu*one.n[1]})
	default:
		a, b := t.cons[set[0]], t.cons[set[1]]
		c.x = solve2(a.n[0], a.n[1], b.n[0], b.n[1], pair{a.b, b.b})
		g := pair{h[0]*c.x[0] + h[1]*c.x[1] + q[0], h[1]*c.x[0] + h[2]*c.x[1] + q[1]}
		m := solve2(a.n[0], b.n[0], a.n[1], b.n[1], pair{-g[0], -g[1]})
		c.m[set[0]], c.m[set[1]] = m[0], m[1]
	}
	c.value, c.worst = t.f.at(c.x), t.violation(c.x)
	size := 1 + math.Hypot(c.x[0], c.x[1])
	for j, k := range t.cons {
		if !k.equal {
			c.least = min(c.least, c.m[j])
		}
		size = max(size, math.Abs(c.m[j]))
	}
	c.primal = c.worst <= tiny*size
	c.dual = c.least >= -tiny*size && off <= tiny
	return c
}

// optimum is the candidate that satisfies all KKT conditions: with a convex f that is enough.
func (t *task) optimum() (candidate, bool) {
	for _, set := range t.sets {
		if c := t.try(set); c.primal && c.dual {
			return c, true
		}
	}
	return candidate{}, false
}

// project is the nearest feasible place: a quadratic program.
func (t *task) project(x pair) (pair, bool) {
	near := &task{options: options{Problem: t.Problem}, f: distance(x), hessian: [3]float64{2, 0, 2}, slope: pair{-2 * x[0], -2 * x[1]}, cons: t.cons, sets: t.sets}
	c, ok := near.optimum()
	return c.x, ok
}

// A witness are y ≥ 0 with Σy = 1 and Σ y n = 0. By Farkas' lemma no place meets all half-planes
// n·x ≤ b just if one has Σ y b < 0, and by Motzkin's none is strictly inside just if one has
// Σ y b ≤ 0; in the plane one with three half-planes at most.
type witness struct {
	found bool
	set   []int
	y     []float64
	value float64 // Σ y b
}

func (t *task) farkas() witness {
	w := witness{value: math.Inf(1)}
	var lines []constraint // an equation is two half-planes
	var of []int
	for j, c := range t.cons {
		if c.curved() {
			continue
		}
		lines, of = append(lines, c), append(of, j)
		if c.equal {
			c.n, c.b = pair{-c.n[0], -c.n[1]}, -c.b
			lines, of = append(lines, c), append(of, j)
		}
	}
	offer := func(y []float64, at ...int) {
		value := 0.0
		for i, l := range at {
			value += y[i] * lines[l].b
		}
		if value >= w.value-tiny {
			return
		}
		w = witness{found: true, value: value}
		for i, l := range at {
			sign := 1.0
			if l > 0 && of[l] == of[l-1] {
				sign = -1 // the other side of an equation
			}
			w.set, w.y = append(w.set, of[l]), append(w.y, sign*y[i])
		}
	}
	for i := range lines {
		for j := range i {
			a, b := lines[j].n, lines[i].n
			if of[i] != of[j] && math.Abs(cross(a, b)) <= tiny && dot(a, b) < 0 {
				offer([]float64{0.5, 0.5}, j, i)
			}
			for k := range j {
				c := lines[k].n
				y := []float64{cross(a, b), cross(b, c), cross(c, a)} // y₀c + y₁a + y₂b = 0
				if y[0] < 0 {
					y[0], y[1], y[2] = -y[0], -y[1], -y[2]
				}
				if sum := y[0] + y[1] + y[2]; min(y[0], y[1], y[2]) > tiny {
					offer([]float64{y[0] / sum, y[1] / sum, y[2] / sum}, k, j, i)
				}
			}
		}
	}
	return w
}

// findRay looks for a direction that keeps all constraints and in which a linear program falls:
// −c, or its projection on one of the lines.
func (t *task) findRay() {
	if t.Problem != lp || t.empty {
		return
	}
	c := t.Vector
	size := math.Hypot(c[0], c[1])
	down := pair{-c[0] / size, -c[1] / size}
	tries := []pair{down}
	for _, k := range t.cons {
		along := dot(down, k.n)
		tries = append(tries, pair{down[0] - along*k.n[0], down[1] - along*k.n[1]})
	}
	for _, d := range tries {
		length := math.Hypot(d[0], d[1])
		if length <= 1e-6 {
			continue
		}
		d = pair{d[0] / length, d[1] / length}
		allowed := true
		for _, k := range t.cons {
			allowed = allowed && dot(k.n, d) <= 1e-12
		}
		if allowed {
			t.ray, t.open = d, true
			return
		}
	}
}

// phaseOne looks for a strictly feasible place of a convex problem: the minimum of the largest
// constraint, smoothed by a log-sum-exp. The weights of the minimum prove that there is none.
func (t *task) phaseOne(ctx context.Context) {
	x := pair{}
	for _, sharp := range []float64{1, 4, 16, 64, 256, 1024} {
		if ctx.Err() != nil {
			return
		}
		if at, ok := minimise(t.smoothed(sharp), x); ok {
			x = at
		}
	}
	top := math.Inf(-1)
	for _, c := range t.cons {
		top = max(top, c.at(x))
	}
	t.slater, t.strict = x, top < -1e-6
	t.empty = t.empty || top > 1e-6
	if t.strict || t.proof.found && t.proof.value < -tiny {
		return
	}
	// By convexity Σ y g ≥ its least value everywhere: above 0, no place is feasible.
	y := t.weights(x, 1024)
	sum := &task{f: func(pair) expression.Jet { return expression.Jet{} }, cons: t.cons}
	at, ok := minimise(sum.lagrangian(y), x)
	if least := sum.lagrangian(y).at(at); ok && least > 1e-6 {
		t.empty, t.proof = true, witness{found: true, value: -least}
		for j := range t.cons {
			t.proof.set, t.proof.y = append(t.proof.set, j), append(t.proof.y, y[j])
		}
		return
	}
	t.empty = false
}

// weights are those of a soft maximum of the constraints.
func (t *task) weights(x pair, sharp float64) []float64 {
	y := make([]float64, len(t.cons))
	top, sum := math.Inf(-1), 0.0
	for _, c := range t.cons {
		top = max(top, c.at(x))
	}
	for j, c := range t.cons {
		y[j] = math.Exp(sharp * (c.at(x) - top))
		sum += y[j]
	}
	for j := range y {
		y[j] /= sum
	}
	return y
}

// smoothed is the soft maximum of the constraints, and a little of ‖x‖² that keeps it bounded.
func (t *task) smoothed(sharp float64) function {
	const small = 1e-6
	return func(x pair) expression.Jet {
		out := distance(pair{})(x)
		out.Value *= small
		for k := range out.Gradient {
			out.Gradient[k] *= small
		}
		for k := range out.Hessian {
			out.Hessian[k] *= small
		}
		y := t.weights(x, sharp)
		var mean pair
		var second [3]float64
		top, sum := math.Inf(-1), 0.0
		for _, c := range t.cons {
			top = max(top, c.at(x))
		}
		for j, c := range t.cons {
			g := c.function(x)
			sum += math.Exp(sharp * (g.Value - top))
			for k := range mean {
				mean[k] += y[j] * g.Gradient[k]
			}
			outer := [3]float64{g.Gradient[0] * g.Gradient[0], g.Gradient[0] * g.Gradient[1], g.Gradient[1] * g.Gradient[1]}
			for k := range second {
				second[k] += y[j] * (g.Hessian[k] + sharp*outer[k])
			}
		}
		outer := [3]float64{mean[0] * mean[0], mean[0] * mean[1], mean[1] * mean[1]}
		out.Value += top + math.Log(sum)/sharp
		for k := range mean {
			out.Gradient[k] += mean[k]
		}
		for k := range second {
			out.Hessian[k] += second[k] - sharp*outer[k]
		}
		return out
	}
}

// try looks at one corner or active set more.
func (v view) try(set []int) view {
	c := v.task.try(set)
	v.taken++
	v.was, v.before, v.rose = v.x, v.m, v.theta
	v.x, v.m = c.x, c.m
	v.tried = append(v.tried[:len(v.tried):len(v.tried)], c)
	if c.primal && !(v.bound <= c.value) {
		v.bound, v.at = c.value, c.x
	}
	if c.dual && !(v.theta >= c.value) {
		v.theta = c.value
	}
	v.status = v.judgeTried()
	if v.status.Final() && v.solved {
		v.x, v.m = v.best.x, v.best.m
	}
	return v
}

// nothing is the dual value before anything is tried, unknown the primal one.
func (*task) nothing() float64 { return math.NaN() }
func (*task) unknown() float64 { return math.NaN() }

// judgeTried says whether all is tried, or the optimum of a quadratic program is found.
func (v view) judgeTried() algos.Status {
	last := v.taken == len(v.sets)
	if v.Problem == qp && len(v.tried) > 0 && v.tried[len(v.tried)-1].primal && v.tried[len(v.tried)-1].dual {
		last = true
	}
	if !last {
		return algos.Status{State: algos.Running}
	}
	w := say.Vars{"x": v.best.x[:], "p": v.bound, "d": v.ray[:], "value": v.proof.value}
	switch {
	case v.empty:
		return v.end(algos.Diverged, "No point meets all constraints, so p* = +∞.")
	case v.open:
		return v.end(algos.Diverged, w.Text("f falls without bound along the direction <d>, so p* = −∞, and no multipliers are dual feasible."))
	case v.Problem == lp:
		return v.end(algos.Converged, w.Text("The optimum is the point <x>, which is primal and dual feasible: p* = d* = <p=metric.primal>."))
	}
	return v.end(algos.Converged, w.Text("This active set satisfies all KKT conditions: x = <x>, and p* = d* = <p=metric.primal>."))
}
