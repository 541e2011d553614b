package pca

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
	"playground/algos/dataset"
	"playground/algos/param"
)

// table makes a table of numbers.
func table(rows ...[]float64) dataset.Source {
	t := dataset.Table{Rows: rows}
	for k := range rows[0] {
		t.Columns = append(t.Columns, dataset.Column{Name: string(rune('a' + k))})
	}
	return dataset.Tabled(t)
}

// Rank-deficient, constant, few, identical and huge rows give an answer, or one sentence.
func TestDegenerateTables(t *testing.T) {
	for name, data := range map[string]dataset.Source{
		"collinear":  table([]float64{1, 2, 0}, []float64{2, 4, 1}, []float64{3, 6, 5}, []float64{4, 8, 2}),
		"one line":   table([]float64{1, 2, 3}, []float64{2, 4, 6}, []float64{3, 6, 9}, []float64{4, 8, 12}),
		"constant":   table([]float64{1, 7, 0}, []float64{2, 7, 1}, []float64{3, 7, 5}, []float64{4, 7, 2}),
		"identical":  table([]float64{0.1, 7, 3}, []float64{0.1, 7, 3}, []float64{0.1, 7, 3}),
		"zeros":      table([]float64{0, 0, 0}, []float64{0, 0, 0}),
		"two rows":   table([]float64{1, 7, 0}, []float64{2, 3, 1}),
		"one row":    table([]float64{1, 7, 0}),
		"one column": table([]float64{1}, []float64{2}),
		"mixed":      table([]float64{1e9, 1, 1e-9}, []float64{-1e9, 2, 3e-9}, []float64{1e8, 2, 1e-9}),
		"far":        table([]float64{1e9, 1, 1}, []float64{1e9 - 1, 2, 3}, []float64{1e9 - 2, 2, 1}, []float64{1e9 - 5, 4, 1}),
		"tiny":       table([]float64{1e-100, 2e-100, 0}, []float64{3e-100, 1e-100, 1e-100}, []float64{-1e-100, 2e-100, 1e-100}),
		"underflow":  table([]float64{1e-200, 2e-200}, []float64{3e-200, 1e-200}, []float64{-1e-200, 2e-200}),
		"round":      table([]float64{1, 0, 0}, []float64{-1, 0, 0}, []float64{0, 1, 0}, []float64{0, -1, 0}, []float64{0, 0, 1}, []float64{0, 0, -1}),
	} {
		for _, route := range []string{power, covariance, svd} {
			for _, scale := range []string{"false", "true"} {
				for _, centre := range []string{"true", "false"} {
					for _, angle := range []string{"0", "0.7", "-1.5707963267948966"} {
						v := vals("solver", route, "standardize", scale, "centre", centre, "angle", angle, "n_components", "3", "whiten", "true", "max_iter", "40")
						for _, s := range algotest.Steps(t, Demo, data, v) {
							for _, c := range s.Checks() {
								if c.Verdict == algos.Broken || c.Verdict == algos.Undecided {
									t.Errorf("%s, %v: %s: %s is %s: %v %s %v ± %g", name, v, s.Phase, c.Name, c.Verdict, c.Left, c.Rel, c.Right, c.Rounding)
								}
							}
							if f := algotest.Faults(Demo, s); len(f) > 0 {
								t.Errorf("%s, %v: %v", name, v, f)
							}
						}
					}
				}
			}
		}
	}
}

// drawn are parameters.
func drawn(t *rapid.T) param.Values {
	return param.Values{
		"solver":       rapid.SampledFrom([]string{power, power, covariance, svd}).Draw(t, "solver"),
		"standardize":  rapid.SampledFrom([]string{"false", "true"}).Draw(t, "standardize"),
		"centre":       rapid.SampledFrom([]string{"true", "true", "false"}).Draw(t, "centre"),
		"divisor":      rapid.SampledFrom([]string{less, full, sums}).Draw(t, "divisor"),
		"angle":        param.Format(rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "angle")),
		"n_components": rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "n_components"),
		"whiten":       rapid.SampledFrom([]string{"true", "false"}).Draw(t, "whiten"),
		"tol":          rapid.SampledFrom([]string{"1e-9", "1e-12", "1e-3"}).Draw(t, "tol"),
		"max_iter":     "40",
	}
}

// rows draws rows of p numbers, perhaps with copies, far away or on a line.
func rows(t *rapid.T, p int) [][]float64 {
	all := make([][]float64, rapid.IntRange(2, 10).Draw(t, "n"))
	scale := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "scale"))
	far := rapid.SampledFrom([]float64{0, 0, 100, 1e6}).Draw(t, "far")
	onLine := rapid.IntRange(0, 7).Draw(t, "on a line") == 0
	for i := range all {
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			all[i] = all[rapid.IntRange(0, i-1).Draw(t, "of")]
			continue
		}
		all[i] = make([]float64, p)
		for k := range all[i] {
			all[i][k] = min(1e9, scale*(far+rapid.Float64Range(-2, 2).Draw(t, "x")))
		}
		if onLine {
			all[i][1] = all[i][0]/2 + 1
		}
	}
	return all
}

// No promise is broken at any step of any run on a board.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		var places [][2]float64
		for _, r := range rows(t, 2) {
			places = append(places, [2]float64{r[0], r[1]})
		}
		return algotest.Trial{Set: algotest.Load(t, dataset.Plane(places...)), Most: 60, Params: drawn(t)}
	})
}

// The same on tables of three to five columns.
func TestPromisesHoldOnTables(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		recipe := algos.Recipe{Demo: Demo.ID, Data: table(rows(r, rapid.IntRange(3, 5).Draw(r, "p"))...), Params: drawn(r), Step: algos.Last}
		run, err := recipe.Run(t.Context(), Demo)
		if err != nil {
			r.Fatal(err)
		}
		for s := range run {
			for _, c := range s.Checks() {
				// Without centring, and far away, rounding may be as large as what is left.
				fine := c.Rounding < 0.09*max(math.Abs(c.Left), math.Abs(c.Right))
				if c.Verdict == algos.Broken || c.Verdict == algos.Undecided && fine {
					r.Fatalf("%s: %s is %s: %v %s %v ± %g", s.Phase, c.Name, c.Verdict, c.Left, c.Rel, c.Right, c.Rounding)
				}
			}
		}
	})
}

// Every promise can fail: a state that is not what the run made of it breaks it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoil := func(check string, v view, change func(s *state)) algotest.Spoiling {
		s := *v.state
		task := *s.task
		s.task = &task
		change(&s)
		return algotest.Spoiling{Check: check, Good: v, Spoilt: view{&s}}
	}
	end := viewOf(t, algotest.Last(t, Demo, tilted, vals("whiten", "true", "solver", "covariance")))
	climb := viewOf(t, algotest.Steps(t, Demo, tilted, vals("solver", "power", "angle", "-0.9"))[5])
	bend := func(u []float64) []float64 { return []float64{u[0] + 1e-3, u[1]} }
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("pythagoras", end, func(s *state) { s.hand = bend(s.hand) }), // no longer of length 1
		spoil("largest", end, func(s *state) { s.hand = []float64{1.1 * s.axes[0][0], 1.1 * s.axes[0][1]} }),
		spoil("routes", end, func(s *state) { s.byCov = []float64{s.byCov[0], 1.001 * s.byCov[1]} }),
		spoil("rising", climb, func(s *state) { s.u, s.from = s.from, s.u }),
		spoil("rate", climb, func(s *state) { s.u, s.from = s.from, s.u }),
		spoil("apart", end, func(s *state) { s.found = slices.Clone(s.found); s.found[1].u = bend(s.found[1].u) }),
		spoil("left", end, func(s *state) { s.found = slices.Clone(s.found); s.found[0].u = bend(s.found[0].u) }),
		spoil("white", end, func(s *state) { s.found = slices.Clone(s.found); s.found[1].lambda *= 1.001 }),
	})
}

// Brute force over the angles finds no axis with a larger variance than λ₁, and one that
// loses as little.
func TestNoAngleIsBetter(t *testing.T) {
	v := viewOf(t, algotest.Last(t, Demo, tilted, nil))
	best, least := 0.0, math.Inf(1)
	for a := 0.0; a < math.Pi; a += 0.0005 {
		captured, lost := v.split([]float64{math.Cos(a), math.Sin(a)})
		best, least = max(best, captured/v.divisor), min(least, lost/v.divisor)
	}
	if best > v.lambda(0)*(1+1e-12) || best < v.lambda(0)*(1-1e-6) {
		t.Errorf("best %v, λ₁ %v", best, v.lambda(0))
	}
	if least < v.lambda(1)*(1-1e-12) || least > v.lambda(1)*(1+1e-5) {
		t.Errorf("least loss %v, λ₂ %v", least, v.lambda(1))
	}
}

// In the plane power iteration multiplies the tangent by λ₂/λ₁ exactly, at every start.
func TestRateOfPowerIteration(t *testing.T) {
	for _, angle := range []string{"-1.4", "-0.9", "0.1", "2.5"} {
		steps := algotest.Steps(t, Demo, tilted, vals("solver", "power", "angle", angle))
		seen := 0
		for _, s := range steps {
			v := viewOf(t, s)
			if v.did != turning || len(v.found) > 0 || v.tan(v.u) < 1e-5 {
				continue
			}
			seen++
			algotest.Near(t, "tan", v.tan(v.u)/v.tan(v.from), v.ratio(), 1e-9)
			algotest.Near(t, "after t", v.tan(v.u)/(v.first*math.Pow(v.ratio(), float64(v.iter))), 1, 1e-9)
		}
		if seen < 4 {
			t.Errorf("%s: %d iterations seen", angle, seen)
		}
	}
}

// Power iteration with deflation comes to the components of the other routes.
func TestPowerIterationFindsTheComponents(t *testing.T) {
	last := viewOf(t, algotest.Last(t, Demo, cars(0), vals("solver", "power", "standardize", "true", "n_components", "4",
		"max_iter", "2000", "tol", "1e-12", "x_feature", "2", "y_feature", "6")))
	if len(last.found) != 4 {
		t.Fatalf("%d components", len(last.found))
	}
	for j, c := range last.found {
		algotest.Near(t, "λ", c.lambda, last.lambda(j), 1e-9)
		for k, x := range c.u {
			algotest.Near(t, "u", x, last.axes[j][k], 1e-8)
		}
	}
}

// The divisor changes the variances and nothing else.
func TestDivisors(t *testing.T) {
	want := algotest.Last(t, Demo, tilted, nil).Model()
	for divisor, n := range map[string]float64{full: 50, sums: 1} {
		m := algotest.Last(t, Demo, tilted, vals("divisor", divisor)).Model()
		for j := range 2 {
			algotest.Near(t, "variance", m.Value("variances").([]float64)[j]*n, want.Value("variances").([]float64)[j]*49, 1e-12)
			algotest.Near(t, "σ", m.Value("singular_values").([]float64)[j], want.Value("singular_values").([]float64)[j], 1e-13)
			algotest.Near(t, "u", m.Value("components").([][]float64)[j][0], want.Value("components").([][]float64)[j][0], 1e-14)
		}
	}
}

// Whitened scores of the rows have the variance 1, and the scores of a new row are
// centred by the mean of the others.
func TestScoresOfRows(t *testing.T) {
	m := algotest.Last(t, Demo, tilted, vals("whiten", "true")).Model()
	set := algotest.Load(t, tilted)
	sums := [3]float64{}
	for _, q := range set.Points {
		z := m.Predict(q.X)[0].Value.([]float64)
		sums[0], sums[1], sums[2] = sums[0]+z[0]*z[0], sums[1]+z[0]*z[1], sums[2]+z[1]*z[1]
	}
	for k, want := range []float64{49, 0, 49} {
		algotest.Near(t, "sum", sums[k], want, 1e-10)
	}
	mean := m.Value("mean").([]float64)
	for _, z := range m.Predict([2]float64{mean[0], mean[1]})[0].Value.([]float64) {
		if z != 0 {
			t.Errorf("the mean has the score %v", z)
		}
	}
}
