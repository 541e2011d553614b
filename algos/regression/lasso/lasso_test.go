package lasso

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/lsq"
	"playground/algos/param"
	"playground/algos/regression/internal/penalised"
)

var vals = algotest.Values

func viewOf(t *testing.T, s algos.Step) view {
	t.Helper()
	v, ok := s.View.(view)
	if !ok {
		t.Fatalf("%v", s.Status)
	}
	return v
}

type oracle struct {
	Cases []struct {
		ID, Data string
		Lasso    []struct {
			Lambda, B, Objective float64
			W                    []float64
		}
		Net []struct {
			Lambda, B float64
			Ratio     float64 `json:"l1_ratio"`
			W         []float64
		} `json:"elastic_net"`
		Max   float64 `json:"lasso_lambda_max"`
		Knots struct {
			Lambda []float64
			W      [][]float64 `json:"w_at_knots"`
		} `json:"lars_lasso_knots"`
	}
}

// samples reads one of the data sets of the reference as a table.
func rows(t *testing.T, name string) dataset.Source {
	t.Helper()
	var table dataset.Table
	var file struct{ Rows [][]float64 }
	algotest.ReadJSON(t, "testdata/"+name+".json", &file)
	for k := range file.Rows[0] {
		table.Columns = append(table.Columns, dataset.Column{Name: "c" + string(rune('a'+k)), Wanted: k == len(file.Rows[0])-1})
	}
	table.Rows = file.Rows
	return dataset.Tabled(table)
}

// The reference solutions of the lasso and the elastic net on tables of 2 to 8 columns: by the run, and by the solver
// behind the pictures. mtcars has columns of sizes 1 to 300, which cost digits of the least coefficients.
func TestOracle(t *testing.T) {
	var o oracle
	algotest.ReadJSON(t, "testdata/lasso.json", &o)
	for _, c := range o.Cases {
		data := rows(t, c.Data)
		check := func(lambda, ratio, b float64, w []float64, j float64) {
			t.Helper()
			v := viewOf(t, algotest.Last(t, Demo, data, vals("lambda", param.Format(lambda), "l1_ratio", param.Format(ratio), "tol", "1e-14", "max_iter", "5000")))
			algotest.Promises(t, algos.Step{View: v, Status: v.status})
			if !v.solved {
				t.Errorf("%s, λ = %v, r = %v: not solved", c.ID, lambda, ratio)
			}
			for i := range w {
				algotest.Near(t, c.ID+" w of the solution", v.best[i], w[i], 1e-9*(1+math.Abs(w[i])))
				algotest.Near(t, c.ID+" w of the run", v.theta[i], w[i], 1e-6*(1+math.Abs(w[i])))
			}
			algotest.Near(t, c.ID+" b", v.centred.Theta0(v.best), b, 1e-8)
			if j > 0 {
				algotest.Near(t, c.ID+" J", v.value, j, 1e-10*j)
			}
			algotest.Near(t, c.ID+" λ_max", v.maximum*ratio, c.Max, 1e-12*c.Max)
		}
		for _, l := range c.Lasso {
			check(l.Lambda, 1, l.B, l.W, l.Objective)
		}
		for _, l := range c.Net {
			check(l.Lambda, l.Ratio, l.B, l.W, 0)
		}
	}
}

// The coefficients at the knots of the path, where one enters or leaves: those of LARS.
func TestKnots(t *testing.T) {
	var o oracle
	algotest.ReadJSON(t, "testdata/lasso.json", &o)
	for _, c := range o.Cases {
		v := viewOf(t, algotest.Last(t, Demo, rows(t, c.Data), vals("lambda", "1", "max_iter", "1")))
		plain := newObjective(v.centred)
		for k, l := range c.Knots.Lambda {
			theta := make([]float64, len(v.x))
			if !plain.at(l, 1).solve(theta) {
				t.Errorf("%s: not solved at the knot %v", c.ID, l)
			}
			for j, w := range c.Knots.W[k] {
				algotest.Near(t, c.ID+" at a knot", theta[j], w, 1e-7*(1+math.Abs(w)))
			}
		}
		found := v.entries()
		for k, e := range found {
			at := c.Knots.Lambda[k]
			if math.Abs(e.Lambda-at) > 1e-5*at {
				t.Errorf("%s: column %d enters or leaves at λ = %v, the knot is at %v", c.ID, e.Column, e.Lambda, at)
			}
		}
		if len(found) < min(3, len(v.x)) {
			t.Errorf("%s: only %d entries", c.ID, len(found))
		}
	}
}

// 2B-2 of 000: both paths of the notes, whose λ is 2n times ours.
func TestPathsOfTheNotes(t *testing.T) {
	for _, c := range []struct {
		data   dataset.Source
		lambda float64
		want   [2]float64
	}{
		{orthogonal, 0, [2]float64{2, 1}},
		{orthogonal, 2, [2]float64{1.5, .75}},
		{orthogonal, 4, [2]float64{1, .5}},
		{orthogonal, 7, [2]float64{.25, .125}},
		{orthogonal, 8, [2]float64{}},
		{correlated, 0, [2]float64{1, 4. / 3}},
		{correlated, 1, [2]float64{1, 7. / 6}},
		{correlated, 2, [2]float64{1, 1}},
		{correlated, 4, [2]float64{1, 2. / 3}},
		{correlated, 8, [2]float64{1, 0}},
		{correlated, 16, [2]float64{}},
	} {
		n := float64(len(algotest.Load(t, c.data).Points))
		for _, solver := range []string{cd, ista} {
			v := viewOf(t, algotest.Last(t, Demo, c.data, vals("lambda", param.Format(c.lambda/(2*n)), "fit_intercept", "false", "solver", solver, "tol", "1e-14",
				"max_iter", "5000")))
			for j, w := range c.want {
				algotest.Near(t, solver, v.theta[j], w, 1e-6)
				algotest.Near(t, "solution", v.best[j], w, 1e-10)
			}
		}
	}
}

// With columns at right angles, each of length √n, every coefficient of the solution is the soft threshold of that of least squares, divided by
// 1 + λ(1 − r): one sweep is enough.
func TestOrthonormalColumns(t *testing.T) {
	const n = 8
	var table dataset.Table
	for k := range 4 {
		table.Columns = append(table.Columns, dataset.Column{Name: "c" + string(rune('a'+k)), Wanted: k == 3})
	}
	for i := range n {
		sign := func(bit int) float64 { return float64(1 - 2*(i>>bit&1)) }
		table.Rows = append(table.Rows, []float64{sign(0), sign(1), sign(2), 3*sign(0) - 0.4*sign(1) + 1.2*sign(2) + 0.5*sign(0)*sign(1)})
	}
	for _, ratio := range []float64{1, 0.6, 0} {
		s := algotest.Last(t, Demo, dataset.Tabled(table), vals("lambda", "0.5", "l1_ratio", param.Format(ratio)))
		v := viewOf(t, s)
		for j, ols := range []float64{3, -0.4, 1.2} {
			algotest.Near(t, "θ", v.theta[j], soft(ols, 0.5*ratio)/(1+0.5*(1-ratio)), 1e-14)
		}
		if v.sweeps != 1 {
			t.Errorf("%d sweeps", v.sweeps)
		}
	}
}

// No place of a fine grid over two coefficients is better than the solution.
func TestBruteForce(t *testing.T) {
	for _, ratio := range []string{"1", "0.5"} {
		for _, lambda := range []string{"0.05", "0.3", "0.8"} {
			v := viewOf(t, algotest.Last(t, Demo, cloud(30, 0.7, 1.1, 0.25, 0.8), vals("lambda", lambda, "l1_ratio", ratio, "tol", "1e-14")))
			least, at := math.Inf(1), []float64{}
			const h = 0.004
			for x := -0.4; x < 1.6; x += h {
				for y := -0.4; y < 1.6; y += h {
					theta := []float64{x, y}
					if j, _ := v.task.value(theta); j < least {
						least, at = j, theta
					}
				}
			}
			if least < v.value || math.Hypot(at[0]-v.theta[0], at[1]-v.theta[1]) > 3*h {
				t.Errorf("λ = %s, r = %s: %v at %v, the run has %v at %v", lambda, ratio, least, at, v.value, v.theta)
			}
		}
	}
}

// The gradients are those of the loss by finite differences, with the Gram matrix and without.
func TestSlopes(t *testing.T) {
	for _, data := range []dataset.Source{sparse, fewRows()} {
		v := viewOf(t, algotest.Steps(t, Demo, data, vals("lambda", "0.2"))[11])
		for j := range v.theta {
			const h = 1e-5
			up, down := slices.Clone(v.theta), slices.Clone(v.theta)
			up[j], down[j] = up[j]+h, down[j]-h
			loss := func(theta []float64) float64 { return v.centred.RSS(theta) / float64(2*len(v.y)) }
			algotest.Near(t, "slope", v.slopes[j], -(loss(up)-loss(down))/(2*h), 1e-8)
		}
	}
}

// The dual value of the reference implementation: with the residuals scaled so that no gradient is above a.
func TestGapBoundsWhatIsLeft(t *testing.T) {
	for _, ratio := range []string{"1", "0.5", "0.01", "0"} {
		for _, s := range algotest.Steps(t, Demo, sparse, vals("lambda", "0.2", "l1_ratio", ratio)) {
			v := viewOf(t, s)
			if left := v.value - v.bestJ; v.gap() < left-1e-12*v.zero {
				t.Fatalf("r = %s, step %d: the gap is %v, and %v is left", ratio, v.updates, v.gap(), left)
			}
		}
	}
}

// The budget of the constraint falls as λ rises, and the loss at the solution is the least in its ball: a
// projected gradient in the ball ‖θ‖₁ ≤ t comes to the same θ.
func TestConstrainedIsPenalised(t *testing.T) {
	for _, lambda := range []string{"0.1", "0.5", "1.2"} {
		v := viewOf(t, algotest.Last(t, Demo, sparse, vals("lambda", lambda, "tol", "1e-14")))
		budget := 0.0
		for _, w := range v.theta {
			budget += math.Abs(w)
		}
		theta := make([]float64, len(v.x))
		for range 4000 {
			slopes := v.slope(theta)
			for j := range theta {
				theta[j] += slopes[j] / v.curvature
			}
			theta = onBall(theta, budget)
		}
		for j := range theta {
			algotest.Near(t, "constrained θ", theta[j], v.theta[j], 1e-5)
		}
	}
}

// onBall projects onto ‖θ‖₁ ≤ t: the soft threshold that leaves a sum of t, by bisection.
func onBall(theta []float64, t float64) []float64 {
	cut := func(a float64) (out []float64, sum float64) {
		for _, v := range theta {
			out = append(out, soft(v, a))
			sum += math.Abs(soft(v, a))
		}
		return out, sum
	}
	lo, hi := 0.0, 1e3
	if out, sum := cut(0); sum <= t {
		return out
	}
	for range 200 {
		if _, sum := cut((lo + hi) / 2); sum > t {
			lo = (lo + hi) / 2
		} else {
			hi = (lo + hi) / 2
		}
	}
	out, _ := cut(hi)
	return out
}

// Along the path the penalty never grows with λ, and the loss never falls; of two columns that go together one may grow.
func TestPathShrinks(t *testing.T) {
	grew := false
	for _, data := range []dataset.Source{sparse, mtcars, cloud(30, 0.7, 1.1, 0.25, 0.8)} {
		for _, ratio := range []string{"1", "0.5"} {
			v := viewOf(t, algotest.Last(t, Demo, data, vals("l1_ratio", ratio, "max_iter", "1")))
			p := penalised.Penalty{One: v.Ratio, Two: (1 - v.Ratio) / 2}
			for i := 1; i < len(v.path.Lambda); i++ {
				was, is := v.path.Theta[i-1], v.path.Theta[i]
				if p.Of(is...) > p.Of(was...)*(1+1e-12) || v.centred.RSS(is) < v.centred.RSS(was)*(1-1e-12) {
					t.Errorf("r = %s: from λ = %v to %v the penalty goes from %v to %v", ratio, v.path.Lambda[i-1], v.path.Lambda[i], p.Of(was...), p.Of(is...))
				}
				for j := range is {
					grew = grew || math.Abs(is[j]) > 1.001*math.Abs(was[j])
				}
			}
		}
	}
	if !grew {
		t.Error("no coefficient ever grew")
	}
}

// Degrees of freedom by what they are defined as, Σ∂fᵢ/∂yᵢ, by finite differences.
func TestDegreesOfFreedom(t *testing.T) {
	for _, ratio := range []float64{1, 0.5, 0} {
		v := viewOf(t, algotest.Last(t, Demo, sparse, vals("lambda", "0.4", "l1_ratio", param.Format(ratio))))
		total := 0.0
		for i := range v.y {
			const h = 1e-4
			moved := v.data
			f := [2]float64{}
			for side, by := range []float64{h, -h} {
				moved.Y = slices.Clone(v.data.Y)
				moved.Y[i] += by
				c := moved.Centre(true)
				theta := make([]float64, len(v.x))
				newObjective(c).at(v.Lambda, v.Ratio).solve(theta)
				f[side] = c.Theta0(theta)
				for j, column := range v.data.Columns {
					f[side] += theta[j] * column[i]
				}
			}
			total += (f[0] - f[1]) / (2 * h)
		}
		algotest.Near(t, "degrees of freedom and one for the intercept", v.freedom(v.best)+1, total, 1e-6)
	}
}

// The errors on samples held out, one by one, are those of fits that were made one by one.
func TestValidation(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, fewRows(), vals("lambda", "0.4")))
	e := v.errors()
	if e.Folds != 6 {
		t.Fatalf("%d folds", e.Folds)
	}
	const at = 40
	total := 0.0
	for out := range v.y {
		var d penalised.Data
		for i, y := range v.data.Y {
			if i != out {
				d.Y = append(d.Y, y)
			}
		}
		for _, column := range v.data.Columns {
			d.Columns = append(d.Columns, slices.Delete(slices.Clone(column), out, out+1))
		}
		c := d.Centre(true)
		theta := make([]float64, len(v.x))
		newObjective(c).at(e.Lambda[at], 1).solve(theta)
		f := c.Theta0(theta)
		for j, column := range v.data.Columns {
			f += theta[j] * column[out]
		}
		total += (v.data.Y[out] - f) * (v.data.Y[out] - f) / 6
	}
	algotest.Near(t, "error", e.Out[at], total, 1e-6*total)
	if least := slices.Min(e.Out); e.Out[e.Least] != least {
		t.Errorf("least %v, marked %v", least, e.Out[e.Least])
	}
}

func small(names int, rows ...[]float64) dataset.Source {
	var t dataset.Table
	for k := range names {
		t.Columns = append(t.Columns, dataset.Column{Name: string(rune('a' + k)), Wanted: k == names-1})
	}
	t.Rows = rows
	return dataset.Tabled(t)
}

// Collinear and constant columns, few samples, no penalty with a singular matrix, huge scales: an
// answer, and nothing that is no number.
func TestDegenerateTables(t *testing.T) {
	for name, data := range map[string]dataset.Source{
		"collinear": small(4, []float64{1, 2, 0, 1}, []float64{2, 4, 1, 0}, []float64{3, 6, 5, 2}, []float64{4, 8, 2, 2}, []float64{5, 10, 2, 3}),
		"constant":  small(4, []float64{1, 7, 0, 1}, []float64{2, 7, 1, 0}, []float64{3, 7, 5, 2}, []float64{4, 7, 2, 2}, []float64{5, 7, 2, 3}),
		"few rows":  small(4, []float64{1, 7, 0, 1}, []float64{2, 3, 1, 0}),
		"one row":   small(4, []float64{1, 7, 0, 1}),
		"zeros":     small(4, []float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}),
		"huge":      small(4, []float64{1e9, 1, 1e-9, 1e9}, []float64{-1e9, 2, 3e-9, 1}, []float64{1e8, 2, 1e-9, 5}),
		"flat":      small(3, []float64{1, 2, 3}, []float64{2, 5, 3}, []float64{3, 1, 3}),
	} {
		for _, solver := range []string{cd, ista} {
			for _, intercept := range []string{"true", "false"} {
				for _, lambda := range []string{"0", "0.3", "1e12"} {
					for _, ratio := range []string{"0", "0.5", "1"} {
						for _, s := range algotest.Steps(t, Demo, data, vals("solver", solver, "fit_intercept", intercept,
							"max_iter", "15", "lambda", lambda, "l1_ratio", ratio)) {
							algotest.Promises(t, s)
							if f := algotest.Faults(Demo, s); len(f) > 0 {
								t.Fatalf("%s, %s, λ = %s, r = %s, intercept %s: %v", name, solver, lambda, ratio, intercept, f)
							}
						}
					}
				}
			}
		}
	}
}

// Tables that cannot be worked on are refused in words.
func TestRefusals(t *testing.T) {
	words := mtcars.Table.Clone()
	words.Rows[1][0] = words.Rows[0][0]
	var wide []float64
	for range 12 {
		wide = append(wide, 1)
	}
	for _, data := range []dataset.Source{dataset.Tabled(words), small(12, wide), small(3), small(1, []float64{1})} {
		if s := algotest.Last(t, Demo, data, nil); s.Status.State != algos.Refused {
			t.Errorf("%v", s.Status)
		}
	}
}

// ISTA below 2/L converges. A little above it the threshold may still hold it in a cycle, farther above it diverges.
func TestStepSizeOfISTA(t *testing.T) {
	for eta, want := range map[string]algos.State{
		"0.5": algos.Converged, "1": algos.Converged, "1.9": algos.Converged, "2.2": algos.Cycling, "2.6": algos.Diverged,
	} {
		s := algotest.Last(t, Demo, cloud(30, 0.7, 1.1, 0.25, 0.8), vals("solver", ista, "lambda", "0.3", "eta", eta, "max_iter", "5000"))
		if s.Status.State != want {
			t.Errorf("η = %s/L: %v", eta, s.Status)
		}
	}
}

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		set := dataset.Set{Dim: rapid.IntRange(1, 2).Draw(t, "dim"), Target: dataset.Values}
		scale := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "scale"))
		for range n {
			p := dataset.Point{Y: rapid.Float64Range(-2, 2).Draw(t, "y")}
			for k := range set.Dim {
				p.X[k] = scale * rapid.Float64Range(-2, 2).Draw(t, "x")
			}
			set.Points = append(set.Points, p)
		}
		v := param.Values{
			"solver":        rapid.SampledFrom([]string{cd, ista}).Draw(t, "solver"),
			"lambda":        param.Format(math.Pow(10, rapid.Float64Range(-5, 1).Draw(t, "log λ"))),
			"l1_ratio":      rapid.SampledFrom([]string{"1", "0.5", "0.1", "0"}).Draw(t, "l1_ratio"),
			"eta":           rapid.SampledFrom([]string{"1", "0.5", "1.5", "3"}).Draw(t, "eta"),
			"fit_intercept": rapid.SampledFrom([]string{"true", "false"}).Draw(t, "fit_intercept"),
			"max_iter":      "40",
		}
		return algotest.Trial{Set: set, Params: v, Most: 60}
	})
}

// Every promise can fail: a state that is not what the run made of it breaks it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoil := func(check string, v view, change func(s *state)) algotest.Spoiling {
		s := *v.state
		change(&s)
		return algotest.Spoiling{Check: check, Good: v, Spoilt: view{state: &s}}
	}
	data := cloud(30, 0.7, 1.1, 0.25, 0.8)
	end := viewOf(t, algotest.Last(t, Demo, data, vals("lambda", "0.1")))
	first := viewOf(t, algotest.Steps(t, Demo, data, vals("lambda", "0.1"))[1])
	none := viewOf(t, algotest.Last(t, Demo, data, vals("lambda", "3")))
	way := viewOf(t, algotest.Steps(t, Demo, data, vals("lambda", "0.1", "solver", ista))[3])
	moved := func(s *state) { s.theta = []float64{s.theta[0] / 2, s.theta[1] + 0.4} }
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("optimal", end, func(s *state) { s.slopes = []float64{s.slopes[0] * 1.01, s.slopes[1]} }),
		spoil("gap", end, func(s *state) { s.dualJ *= 0.99 }),
		spoil("least", end, func(s *state) { s.value *= 0.99 }),
		spoil("descent", first, func(s *state) { s.value = s.before * 1.01 }),
		spoil("zero", none, func(s *state) { s.theta = []float64{1e-3, 0} }),
		spoil("bound", way, func(s *state) { s.value = s.before * 1.01 }),
		spoil("rate", way, func(s *state) { s.value *= 100 }),
		spoil("threshold", first, func(s *state) { s.value *= 1.1 }),
		spoil("constrained", end, moved),
	})
}

// The solver behind the pictures comes to the same with the Gram matrix as with residuals.
func TestGramAndResidualsAgree(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, sparse, vals("lambda", "0.2")))
	one := v.start(make([]float64, len(v.x)))
	other := &descent{objective: v.objective, theta: make([]float64, len(v.x)), rest: lsq.Residuals(v.x, v.y, make([]float64, len(v.x)))}
	for range 5 {
		one.sweep(nil)
		other.sweep(nil)
		for j := range one.theta {
			algotest.Near(t, "θ", one.theta[j], other.theta[j], 1e-13)
		}
	}
}

func BenchmarkPath(b *testing.B) {
	w := timed[0]
	const n = 1000
	x, y := make([][2]float64, n), make([]float64, n)
	for i := range x {
		s, c := math.Sincos(float64(i))
		x[i], y[i] = [2]float64{s * 2, c * float64(i%7) / 4}, float64(i%2)
	}
	do, _, err := w.Setup(x, y)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		do()
	}
}

// A sample of a table has the name of the sample among its inputs.
func TestPredictionsOfRows(t *testing.T) {
	m, target, sum := algotest.Last(t, Demo, mtcars, nil).Model(), mtcars.Table.Target(), 0.0
	for _, row := range mtcars.Table.Rows {
		sum += row[target] - m.PredictRow(slices.Delete(slices.Clone(row), target, target+1))[0].Value.(float64)
	}
	algotest.Near(t, "sum of the residuals beside 1", 1+sum, 1, 1e-9)
}

// θⱼ = 0 implies |xⱼᵀr|/n ≤ λ, and not the reverse: where θⱼ ≠ 0 it equals λ. The lesson says so;
// with the residuals without feature j it is an equivalence.
func TestOptimalityIsAnImplication(t *testing.T) {
	text, err := files.ReadFile("lesson.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `\theta_j = 0 \implies \tfrac{1}{n}|x_j^\top r| \le \lambda`) || strings.Contains(string(text), `\iff`) {
		t.Error("the lesson has another condition than the implication")
	}
	reversed := 0
	for _, data := range []dataset.Source{corner, sparse} {
		v := viewOf(t, algotest.Last(t, Demo, data, vals("lambda", "0.6", "tol", "1e-14")))
		for j, theta := range v.theta {
			within := math.Abs(v.slopes[j]) <= v.Lambda*(1+1e-6)
			without := math.Abs(v.slopes[j]+theta*v.gram[j][j]) <= v.Lambda // xⱼᵀr⁽⁻ʲ⁾/n
			if !within || without != (theta == 0) {
				t.Errorf("θ%d = %v: %v, and without the feature %v", j+1, theta, within, without)
			}
			if theta != 0 {
				reversed++
			}
		}
	}
	if reversed == 0 {
		t.Error("no coefficient is a counter-example of the reverse")
	}
}

// A letter stands for one thing: ρ is the L1 ratio where r are the residuals, and θ⁽⁰⁾ the start of
// ISTA where θ₀ is the intercept.
func TestSymbolsStandForOneThing(t *testing.T) {
	for _, file := range []string{"lasso.go", "story.go", "promises.go", "lesson.md", "lesson.zh.md", "tour.md", "tour.zh.md"} {
		text, err := files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, twice := range []string{`\lambda r`, `(1-r)`, `\|\theta_0-`, `\|\theta_0 -`, "$r = 1$", "ratio r"} {
			if strings.Contains(string(text), twice) {
				t.Errorf("%s has %s", file, twice)
			}
		}
	}
}
