package gradientdescent

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/mark"
	"playground/algos/param"
)

// last is the view at the end of a run.
func last(t *testing.T, pairs ...string) view {
	t.Helper()
	v, ok := algotest.Last(t, Demo, none, algotest.Values(pairs...)).View.(view)
	if !ok {
		t.Fatalf("%v was refused", pairs)
	}
	return v
}

// The table of the notes' inventory (N11): f = x₁² from 1.
func TestOneDimension(t *testing.T) {
	want := map[string][]float64{
		"0.1": {0.8, 0.64, 0.512, 0.4096, 0.32768}, "0.5": {0, 0, 0, 0, 0}, "0.9": {-0.8, 0.64, -0.512, 0.4096, -0.32768},
		"1": {-1, 1, -1, 1, -1}, "1.1": {-1.2, 1.44, -1.728, 2.0736, -2.48832},
	}
	table := last(t, "matrix", "2 0; 0 2", "start", "1,0").table()
	for i, eta := range []string{"0.1", "0.5", "0.9", "1", "1.1"} {
		v := last(t, "matrix", "2 0; 0 2", "start", "1,0", "eta", eta, "iterations", "5", "tol", "0")
		for k, x := range want[eta] {
			algotest.Near(t, "η = "+eta, v.trail[min(k+1, v.k())].x[0], x, 1e-12)
			algotest.Near(t, "table, η = "+eta, table[i][k], x, 1e-12)
		}
	}
	v := last(t, "matrix", "2 0; 0 2", "start", "1,0", "eta", "0.1", "optimiser", "momentum", "iterations", "6")
	for k, x := range []float64{0.8, 0.46, 0.062, -0.3086, -0.58042, -0.708974} {
		algotest.Near(t, "momentum", v.trail[k+1].x[0], x, 1e-12)
	}
	for k, x := range []float64{-0.2, -0.34, -0.398, -0.3706, -0.27182, -0.128554} {
		algotest.Near(t, "velocity", v.trail[k+1].v[0], x, 1e-12)
	}
}

// 2B-22: the worst start of steepest descent for κ = 10, and Newton's method there.
func TestWorstCase(t *testing.T) {
	v := last(t, "start", "10,1", "optimiser", "line-search", "iterations", "3")
	for k, f := range []float64{55, 36.818182, 24.646882, 16.499152} {
		algotest.Near(t, "f", v.trail[k].f, f, 5e-7)
		if k > 0 {
			algotest.Near(t, "η", v.trail[k].eta, 2.0/11, 1e-12)
			algotest.Near(t, "factor", v.gap(v.trail[k])/v.gap(v.trail[k-1]), 81.0/121, 1e-12)
		}
	}
	if n := last(t, "start", "10,1", "optimiser", "newton"); n.k() != 1 || norm(n.now().x) > 1e-14 {
		t.Errorf("Newton: %d iterations to %v", n.k(), n.now().x)
	}
	// κ scales the larger eigenvalue and keeps the directions, here (1, 1) and (1, −1).
	k := last(t, "matrix", "5 4; 4 5", "kappa", "100", "iterations", "0")
	algotest.Near(t, "κ", k.f.kappa(), 100, 1e-10)
	algotest.Near(t, "larger", norm(k.f.s.times(vec{1, 1})), 100*math.Sqrt2, 1e-10)
	algotest.Near(t, "smaller", norm(k.f.s.times(vec{1, -1})), math.Sqrt2, 1e-10)
}

// N11: the gradient of xᵀAx − bᵀx with A = (2 1; 0 3), which is half of the form here.
func TestAsymmetric(t *testing.T) {
	v := last(t, "matrix", "4 2; 0 6", "vector", "1 1", "start", "1,2", "optimiser", "newton")
	algotest.Near(t, "g₁", v.start.g[0], 5, 1e-12)
	algotest.Near(t, "g₂", v.start.g[1], 12, 1e-12)
	algotest.Near(t, "x₁", v.now().x[0], 5.0/23, 1e-12)
	algotest.Near(t, "x₂", v.now().x[1], 3.0/23, 1e-12)
	algotest.Near(t, "f", v.now().f, -4.0/23, 1e-12)
}

// N19 and 003.43: a chord of x² from −1 to 3 at a = ¼, and one of the 0–1 loss.
func TestChord(t *testing.T) {
	f := last(t, "matrix", "2 0; 0 2", "iterations", "0").f
	algotest.Near(t, "f", f.at(vec{0.25*-1 + 0.75*3, 0}), 4, 1e-12)
	algotest.Near(t, "chord", 0.25*f.at(vec{-1, 0})+0.75*f.at(vec{3, 0}), 7, 1e-12)
	v := last(t, "function", "own", "expression", "(1 - sign(x1))/2", "start", "-2,0", "chord", "2,0", "show", "chord")
	if v.status.State != algos.Converged || v.k() != 0 || v.f.at(vec{-0.2, 0}) != 1 || v.now().h.nature() != degenerate {
		t.Errorf("0–1 loss: %v after %d iterations", v.status, v.k())
	}
	if chordAt := (v.f.at(vec{-2, 0}) + v.f.at(vec{2, 0})) / 2; chordAt >= v.f.at(vec{-0.01, 0}) {
		t.Errorf("the chord of the 0–1 loss is at %v, above the graph", chordAt)
	}
}

// The gradients and Hessians of the named functions against difference quotients, and their minima.
func TestFunctions(t *testing.T) {
	for _, name := range []string{quadratic, rosenbrock, himmelblau, beale, saddle} {
		o := options{Function: name, Matrix: [][]float64{{4, 2}, {-1, 6}}, Vector: []float64{1, -2}}
		f, err := newFunction(o)
		if err != nil {
			t.Fatal(err)
		}
		x, h := vec{0.7, -0.4}, 1e-5
		_, g, hess := f.jet(x)
		for i := range x {
			e := vec{}
			e[i] = 1
			algotest.Near(t, name+" gradient", g[i], (f.at(add(x, h, e))-f.at(add(x, -h, e)))/(2*h), 1e-5*(1+math.Abs(g[i])))
			up, down := f.gradient(add(x, h, e)), f.gradient(add(x, -h, e))
			column := hess.times(e)
			for j := range x {
				algotest.Near(t, name+" Hessian", column[j], (up[j]-down[j])/(2*h), 1e-4*(1+math.Abs(column[j])))
			}
		}
		for _, m := range f.minima {
			if g := f.gradient(m); norm(g) > 1e-6 {
				t.Errorf("%s: the gradient at the minimum %v is %v", name, m, g)
			}
		}
	}
}

// The eigenvalues, against trace and determinant, and the eigenvector.
func TestEigen(t *testing.T) {
	for _, h := range []sym{{1, 0, 10}, {5, 4, 5}, {-3, 2, -1}, {1, 2, 1}, {0, 0, 0}, {1e8, 1, 1e-8}, {-2, 0, 3}} {
		lo, hi, u := h.eigen()
		algotest.Near(t, "trace", lo+hi, h[0]+h[2], 1e-12*(1+h.size()))
		algotest.Near(t, "determinant", lo*hi, h.det(), 1e-12*(1+h.size()*h.size()))
		if r := norm(add(h.times(u), -hi, u)); r > 1e-12*(1+h.size()) || lo > hi {
			t.Errorf("%v: %v, %v with %v", h, lo, hi, u)
		}
	}
}

// Newton's method goes where the gradient is 0: to a saddle point and to a maximum as well.
func TestNewtonWhereIndefinite(t *testing.T) {
	for start, want := range map[string]nature{"4,4": convexThere, "-3,0": indefinite, "0.2,-0.5": concaveThere} {
		v := last(t, "function", "himmelblau", "start", start, "optimiser", "newton")
		if v.status.State != algos.Converged || v.now().h.nature() != want {
			t.Errorf("from %s: %v at %v", start, v.status, v.now().x)
		}
	}
	if v := last(t, "function", "saddle", "start", "1.5,-1", "optimiser", "newton"); v.k() != 1 || norm(v.now().x) > 1e-12 {
		t.Errorf("saddle: %v", v.now().x)
	}
	singular := last(t, "matrix", "1 0; 0 0", "optimiser", "newton", "vector", "0 1")
	if v := singular; v.status.State != algos.Exhausted || !v.stuck || !strings.Contains(algotest.Text(v.step()), "singular") {
		t.Errorf("singular: %v", v.status)
	}
	f := []float64{24.2, 4.731884, 1411.845, 0.05596, 0.31319, 1.853e-11}
	v := last(t, "function", "rosenbrock", "start", "-1.2,1", "optimiser", "newton")
	for k := range f {
		algotest.Near(t, "Rosenbrock", v.trail[k].f, f[k], 1e-3*f[k])
	}
	if v.k() != 6 {
		t.Errorf("Rosenbrock: %d iterations", v.k())
	}
}

// A quadratic has a lower bound where b has no part in a direction without curvature.
func TestUnbounded(t *testing.T) {
	for pairs, want := range map[string]bool{
		"1 0; 0 1|1 1": false, "1 0; 0 0|1 0": false, "1 0; 0 0|0 1": true, "1 0; 0 -1|0 0": true,
		"0 0; 0 0|0 0": false, "0 0; 0 0|1 0": true, "1 1; 1 1|1 1": false, "1 1; 1 1|1 -1": true,
	} {
		matrix, vector, _ := strings.Cut(pairs, "|")
		if f := last(t, "matrix", matrix, "vector", vector, "iterations", "0").f; f.unbounded() != want {
			t.Errorf("A = %s, b = %s: unbounded %v", matrix, vector, !want)
		}
	}
	v := last(t, "matrix", "1 0; 0 -1", "eta", "1", "iterations", "100")
	if !strings.Contains(v.status.Reason.String(), "no lower bound") {
		t.Errorf("%v", v.status)
	}
}

// Gradient descent converges for η below 2/L and diverges above; momentum and Nesterov have their own limits.
func TestLimits(t *testing.T) {
	for _, o := range []string{descent, momentum, nesterov} {
		limit := last(t, "optimiser", o, "iterations", "0", "beta", "0.5").limit()
		for _, share := range []float64{0.98, 1.02} {
			v := last(t, "optimiser", o, "beta", "0.5", "iterations", "4000", "eta", param.Format(limit*share))
			if (v.status.State == algos.Converged) != (share < 1) {
				t.Errorf("%s at %v of its limit: %v", o, share, v.status)
			}
		}
	}
}

// All optimisers by their formulas of one coordinate, written down again.
func TestUpdates(t *testing.T) {
	gradient := func(x vec) vec { return vec{x[0], 10 * x[1]} }
	const eta, beta = 0.05, 0.8
	for _, o := range []string{descent, momentum, nesterov, rmsprop, adam} {
		v := last(t, "optimiser", o, "eta", "0.05", "beta", "0.8", "iterations", "7", "tol", "0")
		x, vel, sq := vec{-4, 2}, vec{}, vec{}
		for k := 1; k <= 7; k++ {
			g := gradient(x)
			ahead := gradient(vec{x[0] + beta*vel[0], x[1] + beta*vel[1]})
			for i := range x {
				switch o {
				case descent:
					x[i] -= eta * g[i]
				case momentum:
					vel[i] = beta*vel[i] - eta*g[i]
					x[i] += vel[i]
				case nesterov:
					vel[i] = beta*vel[i] - eta*ahead[i]
					x[i] += vel[i]
				case rmsprop:
					sq[i] = beta*sq[i] + (1-beta)*g[i]*g[i]
					x[i] -= eta * g[i] / (math.Sqrt(sq[i]) + 1e-8)
				case adam:
					vel[i] = 0.9*vel[i] + 0.1*g[i]
					sq[i] = 0.999*sq[i] + 0.001*g[i]*g[i]
					m, s := vel[i]/(1-math.Pow(0.9, float64(k))), sq[i]/(1-math.Pow(0.999, float64(k)))
					x[i] -= eta * m / (math.Sqrt(s) + 1e-8)
				}
			}
			algotest.Near(t, o+" x₁", v.trail[k].x[0], x[0], 1e-9)
			algotest.Near(t, o+" x₂", v.trail[k].x[1], x[1], 1e-9)
		}
	}
}

// The line search lowers f on every function, wherever it begins.
func TestLineSearchLowers(t *testing.T) {
	for _, name := range []string{rosenbrock, himmelblau, beale} {
		for _, start := range []string{"0,0", "-1.2,1", "2,-2", "-2,-1"} {
			v := last(t, "function", name, "optimiser", "line-search", "start", start, "iterations", "300")
			for k := 1; k <= v.k(); k++ {
				if v.trail[k].f > v.trail[k-1].f {
					t.Errorf("%s from %s: f rises in iteration %d", name, start, k)
				}
			}
		}
	}
}

// What cannot be started is said in words, and the handle stays; what leaves the domain ends.
func TestNotFinite(t *testing.T) {
	v := last(t, "function", "own", "expression", "log(x1) + x2^2", "start", "-1,1")
	if v.status.State != algos.Refused || !strings.Contains(v.status.Reason.String(), "not finite at the initial point") {
		t.Errorf("%v", v.status)
	}
	handles := 0
	for _, m := range v.Panels()[0].Marks {
		if h, ok := m.(mark.Handle); ok && h.Param == "start" {
			handles++
		}
	}
	if handles != 1 {
		t.Errorf("%d handles of the start", handles)
	}
	v = last(t, "function", "own", "expression", "x1 - log(x1) + x2^2", "start", "0.1,1", "eta", "1", "iterations", "10")
	if !finite(v.now().f) {
		t.Errorf("f = %v", v.now().f)
	}
	v = last(t, "function", "own", "expression", "sqrt(x1) + x2^2", "start", "0.1,1", "eta", "0.5")
	if v.status.State != algos.Diverged || !strings.Contains(v.status.Reason.String(), "next iterate") {
		t.Errorf("%v", v.status)
	}
	for _, kappa := range []string{"0.5", "10"} {
		s := algotest.Last(t, Demo, none, algotest.Values("matrix", "1 0; 0 -1", "kappa", kappa))
		if s.Status.State != algos.Refused {
			t.Errorf("κ = %s: %v", kappa, s.Status)
		}
	}
}

// A state that is not what the run made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoil := func(check string, change func(s *state), pairs ...string) algotest.Spoiling {
		good := last(t, pairs...)
		bad := good
		bad.trail = append([]state{}, good.trail...)
		change(&bad.trail[bad.k()])
		return algotest.Spoiling{Check: check, Good: good, Spoilt: bad}
	}
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("gradient", func(s *state) { s.g[0] *= 1.1 }, "iterations", "3"),
		spoil("descent", func(s *state) { s.f *= 2 }, "iterations", "3"),
		spoil("factor", func(s *state) { s.x[1] *= 1.1 }, "optimiser", lineSearch, "iterations", "3", "start", "10,1"),
		spoil("orthogonal", func(s *state) { s.g[0] *= 1.1 }, "optimiser", lineSearch, "iterations", "3", "start", "10,1"),
		spoil("armijo", func(s *state) { s.x = vec{3, 3} }, "optimiser", lineSearch, "iterations", "3", "function", rosenbrock, "start", "0,0"),
		spoil("one-step", func(s *state) { s.g[0]++ }, "optimiser", newton),
		spoil("quadratic-convergence", func(s *state) { s.g[0]++ }, "optimiser", newton, "function", rosenbrock, "start", "-1.2,1"),
		spoil("velocity", func(s *state) { s.x[0] += 1e-3 }, "optimiser", nesterov, "iterations", "5"),
		spoil("coordinate", func(s *state) { s.x[0] += 1 }, "optimiser", adam, "iterations", "5"),
		spoil("convex", func(s *state) { s.f = -100 }, "show", chord, "iterations", "0"),
	})
}

// The guarantees hold on random runs of every optimiser and function, however badly they go.
func TestGuaranteesOnRandomRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func(size float64) string { return param.Format(math.Round(size*r.NormFloat64()*1000) / 1000) }
	functions := []string{quadratic, quadratic, quadratic, rosenbrock, himmelblau, beale, saddle, custom}
	optimisers := []string{descent, momentum, nesterov, rmsprop, adam, newton, lineSearch}
	expressions := []string{
		"x1^4/4 - x1^2/2 + x2^2", "exp(x1)+exp(-x1)+x2^2", "sin(x1)*cos(x2)", "abs(x1)+abs(x2)", "log(1+x1^2)+x2^4", "max(x1,x2)^2", "cbrt(x1)+x2^2",
	}
	undecided, holds := map[string]int{}, map[string]int{}
	for range 300 {
		size := math.Pow(10, float64(r.IntN(5)-2))
		v := algotest.Values(
			"function", functions[r.IntN(len(functions))], "optimiser", optimisers[r.IntN(len(optimisers))],
			"matrix", number(size)+" "+number(size)+"; "+number(size)+" "+number(size), "vector", number(1)+" "+number(1),
			"start", number(2)+","+number(2), "eta", param.Format(math.Pow(10, -4+5*r.Float64())), "beta", param.Format(0.99*r.Float64()),
			"iterations", "40", "show", []string{path, race, chord}[r.IntN(3)], "expression", expressions[r.IntN(len(expressions))])
		for _, s := range algotest.Steps(t, Demo, none, v) {
			for _, c := range s.Checks() {
				switch c.Verdict {
				case algos.Broken:
					t.Errorf("%v: %s: %v %s %v", v, c.Name, c.Left, c.Rel, c.Right)
				case algos.Undecided:
					undecided[c.Name]++
				case algos.Holds:
					holds[c.Name]++
				}
			}
			if s.Size == algos.Pass {
				for _, f := range algotest.Faults(Demo, s) {
					t.Errorf("%v: %s", v, f)
				}
			}
		}
	}
	for name, n := range holds {
		if u := undecided[name]; u > n/5 {
			t.Errorf("%s: %d hold, %d are undecided", name, n, u)
		}
	}
	t.Logf("hold: %v, undecided: %v", holds, undecided)
}
