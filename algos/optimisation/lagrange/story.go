package lagrange

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	w := say.Vars{"k": v.taken}
	s := algos.Step{
		Phase: w.Text("iteration <k>"), Size: algos.Normal, Status: v.status, View: v,
		Metrics: []float64{v.bound, defined(v.theta), defined(v.gap()), defined(v.worst())},
	}
	if v.m == nil {
		s.Metrics[3] = math.NaN()
	}
	if v.taken == 0 || v.status.Final() {
		s.Size = algos.Pass
	}
	if v.taken == 0 {
		s.Phase = "start"
	}
	for j, c := range v.cons {
		if v.before == nil || c.equal || v.Problem == lp || v.Problem == qp {
			continue
		}
		name := say.Vars{"mu": c.symbol()}
		switch {
		case v.before[j] == 0 && v.m[j] > 0:
			s.Events = append(s.Events, algos.Event{Kind: "leaves-zero", Text: name.Text("<mu> becomes positive")})
		case v.before[j] > 0 && v.m[j] == 0:
			s.Events = append(s.Events, algos.Event{Kind: "becomes-zero", Text: name.Text("<mu> becomes 0")})
		}
	}
	if v.status.Final() {
		if v.eager() && v.status.State == algos.Exhausted {
			s.Takeaway = map[string]string{"eta": "1"}
		}
		return s
	}
	switch v.Problem {
	case lp, qp:
		s.Next = algos.Next{Step: v.naming(v.sets[v.taken]).Text("try <set>"), Pass: "try all"}
	default:
		s.Next = algos.Next{Step: "move the multipliers", Pass: "ascend to the end"}
	}
	return s
}

// defined is a number that charts can draw.
func defined(x float64) float64 {
	if finite(x) {
		return x
	}
	return math.NaN()
}

// naming has the names of an active set.
func (t *task) naming(set []int) say.Vars {
	var name say.Phrase
	for i, j := range set {
		if i > 0 {
			name += ", "
		}
		name += t.cons[j].name()
	}
	if len(set) == 0 {
		name = "no constraint"
	}
	return say.Vars{"set": name}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"f": say.Math(v.tex), "n": len(v.cons)}}
	switch {
	case v.Problem == lp || v.Problem == qp:
		v.sayTried(&s)
	case v.taken == 0:
		v.sayStart(&s)
	case !finite(v.theta):
		s.Text("The multipliers moved to where the Lagrangian has no minimum: $\\theta = -\\infty$.")
	default:
		v.sayMove(&s)
	}
	return s.Lines
}

// saySlater says which of the conditions for strong duality holds.
func (v view) saySlater(s *algos.Story) {
	switch {
	case v.empty && v.proof.found:
		s.Vars["value"] = -v.proof.value
		s.Text("No point meets all constraints, so $p^*=+\\infty$: weights $y \\ge 0$ make $\\sum_j y_j g_j(x) \\ge <value>$ at every $x$.")
	case v.empty:
		s.Text("No feasible point was found.")
	case len(v.cons) == 0:
	case v.Problem == equality && len(v.cons) == 1:
		s.Text("The equation is affine and can be met, so $d^*=p^*$.")
	case v.strict:
		s.Text("Some point has all $g_j < 0$, so Slater's condition holds and $d^*=p^*$.")
	case v.Problem == convex:
		s.Text("No point has all $g_j<0$: Slater's condition fails, and optimal multipliers may not exist.")
	default:
		s.Text("No point has all $g_j<0$. The constraints are affine, so a feasible point is enough for $d^*=p^*$.")
	}
}

func (v view) sayStart(s *algos.Story) {
	s.Vars["mu"], s.Vars["a"], s.Vars["theta"], s.Vars["x"] = v.Mu, v.Vector[:], v.theta, v.x[:]
	if v.Problem == convex {
		s.Text("Minimise $f = <f>$ subject to <n constraint>. The multipliers start at $\\mu = <mu>$.")
	} else {
		s.Text("Minimise $\\lVert x-a\\rVert^2$ with $a=<a>$ subject to <n constraint>. The multipliers start at <mu>.")
	}
	if finite(v.theta) {
		s.Text("The Lagrangian has its minimum at $x = <x>$, so that $\\theta = <theta=metric.dual>$.")
	}
	v.saySlater(s)
}

// sayMove writes the update of one multiplier: that which moved farthest.
func (v view) sayMove(s *algos.Story) {
	hot, far := 0, -1.0
	for j := range v.m {
		if d := math.Abs(v.m[j] - v.before[j]); d > far {
			hot, far = j, d
		}
	}
	s.Vars["theta"], s.Vars["rose"], s.Vars["x"], s.Vars["bound"], s.Vars["gap"] = v.theta, v.rose, v.x[:], v.bound, v.gap()
	if len(v.cons) > 0 {
		c := v.cons[hot]
		g := c.at(v.was)
		w := algos.Story{Vars: say.Vars{
			"j": c.number, "was": v.before[hot], "eta": v.Eta, "g": say.Factor(g), "to": v.m[hot], "raw": v.before[hot] + v.Eta*g, "h": g, "name": c.name(), "mu": c.symbol(),
		}}
		switch {
		case far == 0:
			w.Text("No multiplier moves.")
		case c.equal:
			w.Text("$h(x)$ is <h>, so λ moves by η times this.")
			w.TeX(`\lambda = <was> + <eta>\cdot <g> = \hl{<to>}`)
		case v.m[hot] == 0:
			w.Text("<name> is <h>, below 0, so <mu> falls to 0: the constraint is inactive.")
			w.TeX(`\mu_{<j>} = \max\bigl(0,\; <raw>\bigr) = \hl{0}`)
		case g > 0:
			w.Text("<name> is violated by <h>, so <mu> increases.")
			w.TeX(`\mu_{<j>} = <was> + <eta>\cdot <g> = \hl{<to>}`)
		default:
			w.Text("<name> is <h>, below 0, so <mu> decreases.")
			w.TeX(`\mu_{<j>} = <was> + <eta>\cdot <g> = \hl{<to>}`)
		}
		s.Add(w.Lines...)
	}
	switch {
	case math.Abs(v.theta-v.rose) <= 0.005*math.Abs(v.theta):
		s.Text("The Lagrangian now has its minimum at $x = <x>$, and θ is <theta=metric.dual>.")
	default:
		s.Text("The Lagrangian now has its minimum at $x = <x>$; θ goes from <rose=before.metric.dual> to <theta=metric.dual>.")
	}
	if finite(v.bound) {
		s.Text("$f$ at a feasible point near it is <bound=metric.primal>: the duality gap is <gap=metric.gap>.")
	}
	if v.status.State == algos.Converged {
		v.sayForces(s)
	}
}

// sayForces is the balance at the optimum.
func (v view) sayForces(s *algos.Story) {
	g := v.f(v.x).Gradient
	if math.Hypot(g[0], g[1]) <= 1e-5*(1+math.Abs(v.f.at(v.x))) {
		s.Text("$\\nabla f(x) = 0$: no constraint is needed, and every multiplier is 0.")
		return
	}
	active := 0
	for j, c := range v.cons {
		if c.equal || v.m[j] > 1e-6 {
			active++
		}
	}
	s.Vars["active"], s.Vars["grad"] = active, g[:]
	s.Text("<active constraint is> active. The forces balance: $\\nabla f = <grad> = -\\sum_j \\mu_j\\nabla g_j - \\lambda\\nabla h$.")
}

func (v view) sayTried(s *algos.Story) {
	if len(v.tried) == 0 {
		s.Vars["sets"], s.Vars["c"] = len(v.sets), v.Vector[:]
		if v.Problem == lp {
			s.Text("Minimise $c^\\top x$ with $c=<c>$ subject to <n constraint>: <sets pair> of borders to try.")
		} else {
			s.Text("Minimise $f = <f>$ subject to <n constraint>: <sets set> of at most two active constraints to try.")
		}
		v.saySlater(s)
		return
	}
	c := v.tried[len(v.tried)-1]
	s.Vars["set"], s.Vars["x"], s.Vars["value"], s.Vars["worst"], s.Vars["least"] = v.naming(c.set)["set"], c.x[:], c.value, c.worst, c.least
	s.Text("With <set> active, x = <x>, where f = <value>.")
	switch {
	case c.primal && c.dual:
		s.Text("It is feasible, and no multiplier is negative: all KKT conditions hold.")
	case c.primal && c.least < 0:
		s.Text("It is feasible, so $p^*$ is at most this; but a multiplier is <least>, below 0.")
	case c.primal:
		s.Text("It is feasible, but the Lagrangian is not stationary there.")
	case c.dual:
		s.Text("A constraint is violated by <worst>; no multiplier is negative, so $p^*$ is at least this value.")
	default:
		s.Text("A constraint is violated by <worst>, and the multipliers are not dual feasible.")
	}
	if finite(v.bound) && finite(v.theta) {
		s.Vars["bound"], s.Vars["theta"] = v.bound, v.theta
		s.TeX(`<theta> \le p^* \le <bound>`)
	}
	if v.status.State == algos.Converged && c.primal && c.dual {
		v.sayForces(s)
	}
}
