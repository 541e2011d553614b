package svmloocv

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/kernel"
	"playground/algos/param"
)

// vals lists parameters in pairs.
func vals(kv ...string) param.Values { return algotest.Values(kv...) }

// byFaces solves the dual by trying, for every point, α = 0, α = C and 0 < α < C,
// solving the linear system of each choice, and taking the one that meets all
// KKT conditions. It returns the score at x; ok is false where no choice does,
// or none with a free support vector.
func byFaces(k kernel.Kernel, pts [][2]float64, y []float64, c float64, x [2]float64) (score float64, ok bool) {
	n := len(y)
	choices := 1
	for range n {
		choices *= 3
	}
	const tol = 1e-9
	for choice := range choices {
		var free []int
		alpha := make([]float64, n)
		for i, code := 0, choice; i < n; i, code = i+1, code/3 {
			switch code % 3 {
			case 1:
				alpha[i] = c
			case 2:
				free = append(free, i)
			}
		}
		if len(free) == 0 || math.IsInf(slices.Max(alpha), 1) {
			continue
		}
		// yₖf(xₖ) = 1 for the free ones, and Σαy = 0; unknown are their α and the offset.
		m := len(free)
		a, b := mat.NewDense(m+1, m+1, nil), mat.NewVecDense(m+1, nil)
		for r, i := range free {
			right := y[i]
			for j := range n {
				right -= alpha[j] * y[j] * k.At(pts[i], pts[j])
			}
			b.SetVec(r, right)
			for q, j := range free {
				a.Set(r, q, y[j]*k.At(pts[i], pts[j]))
			}
			a.Set(r, m, 1)
			a.Set(m, r, y[i])
		}
		total := 0.0
		for j := range n {
			total -= alpha[j] * y[j]
		}
		b.SetVec(m, total)
		var v mat.VecDense
		if v.SolveVec(a, b) != nil {
			continue
		}
		for q, j := range free {
			alpha[j] = v.AtVec(q)
		}
		f := func(z [2]float64) float64 {
			s := v.AtVec(m)
			for j := range n {
				s += alpha[j] * y[j] * k.At(pts[j], z)
			}
			return s
		}
		// The offset is only determined by an α strictly inside the box.
		good := slices.ContainsFunc(free, func(i int) bool { return alpha[i] > 1e-6 && alpha[i] < c-1e-6 })
		for i := range n {
			z := y[i] * f(pts[i])
			good = good && alpha[i] >= -tol && alpha[i] <= c+tol && (alpha[i] > tol || z >= 1-tol) && (alpha[i] < c-tol || z <= 1+tol)
		}
		if good {
			return f(x), true
		}
	}
	return 0, false
}

// All refits of small problems agree with the solution found by trying every
// set of support vectors.
func TestRefitsByBruteForce(t *testing.T) {
	compared := 0
	for seed := range uint64(12) {
		for _, params := range []param.Values{
			vals("kernel", "linear", "C", "1"), vals("kernel", "linear", "C", "20"),
			vals("kernel", "rbf", "gamma", "0.7", "C", "2"), vals("kernel", "poly", "gamma", "1", "degree", "2", "C", "0.5"),
			vals("kernel", "rbf", "gamma", "0.7", "hard_margin", "true"), vals("kernel", "laplacian", "gamma", "1", "hard_margin", "true"),
		} {
			params["tol"] = "1e-11"
			src := dataset.Generate("overlap", 6, 0.9, seed)
			last := algotest.Last(t, Demo, src, params)
			algotest.Promises(t, last)
			s := last.View.(view)
			scores := last.Model().Value("scores").([]float64)
			for r := range scores {
				var pts [][2]float64
				var y []float64
				for i := range s.y {
					if i != r {
						pts, y = append(pts, s.X[i]), append(y, s.y[i])
					}
				}
				want, ok := byFaces(s.Kernel, pts, y, s.c, s.X[r])
				if !ok {
					continue // no free support vector: the offset is a matter of choice
				}
				compared++
				algotest.Near(t, fmt.Sprintf("seed %d, %v, row %d", seed, params, r), scores[r], want, 1e-7)
			}
		}
	}
	if compared < 300 {
		t.Errorf("only %d refits were compared", compared)
	}
}

// The same on more points by runs without the row, from a file without it.
func TestErrorsByRunsWithoutTheRow(t *testing.T) {
	for _, params := range []param.Values{
		vals(), vals("kernel", "linear", "C", "0.5"), vals("kernel", "poly", "degree", "3", "C", "2"), vals("kernel", "laplacian", "gamma", "3"),
	} {
		src := dataset.Generate("moons", 30, 0.35, 4)
		last := algotest.Last(t, Demo, src, params)
		set, _ := src.Load()
		var errors []int
		for r := range set.Points {
			less := set.Clone()
			less.Points = slices.Delete(less.Points, r, r+1)
			first := algotest.Steps(t, Demo, dataset.Explicit(less), params)[0]
			if first.Model().Predict(set.Points[r].X)[0].Value != set.Label(set.Points[r].Class()) {
				errors = append(errors, r)
			}
		}
		if got := last.Model().Value("errors").([]int); !slices.Equal(got, errors) {
			t.Errorf("%v: errors %v, want %v", params, got, errors)
		}
		if got := last.Model().Value("loocv").(float64); got != float64(len(errors))/30 {
			t.Errorf("%v: LOOCV %v", params, got)
		}
	}
}

// A run is the fit of all points, and then for every row its leaving and the
// refit. A step goes to the next support vector: without another row nothing changes.
func TestShapeOfARun(t *testing.T) {
	steps := algotest.Steps(t, Demo, dataset.Generate("moons", 20, 0.2, 7), nil)
	if len(steps) != 41 || steps[0].Phase != "fit all points" {
		t.Fatalf("%d steps, the first %q", len(steps), steps[0].Phase)
	}
	for i := 1; i < len(steps); i += 2 {
		if steps[i].Size != algos.Micro || steps[i].Next.Small != steps[i+1].Phase || steps[i-1].Next.Small != steps[i].Phase {
			t.Errorf("step %d: %q then %q", i, steps[i].Phase, steps[i+1].Phase)
		}
		if v := steps[i+1].View.(view); i+1 < 40 && (steps[i+1].Size == algos.Normal) != v.supports(v.row) {
			t.Errorf("step %d, %q, has the size %d", i+1, steps[i+1].Phase, steps[i+1].Size)
		}
		algotest.Promises(t, steps[i+1])
	}
	for i := 0; i < 40; {
		next := i + 1
		for steps[next].Size < algos.Normal {
			next++
		}
		if named := steps[i].Next.Step; named != steps[next].Phase && (next < 40 || named != "all points") {
			t.Errorf("from step %d a step leads to %q and is called %q", i, steps[next].Phase, named)
		}
		i = next
	}
	if last := steps[40]; last.Status.State != algos.Converged || last.Size != algos.Pass {
		t.Errorf("%+v", last.Status)
	}
}

// No promise is broken on points and settings drawn at random.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n := rapid.IntRange(2, 10).Draw(t, "n")
		rows := make([][3]float64, n)
		for i := range rows {
			if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
				rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
			} else {
				rows[i] = [3]float64{rapid.Float64Range(-2, 2).Draw(t, "x1"), rapid.Float64Range(-2, 2).Draw(t, "x2"), 0}
			}
			rows[i][2] = float64(2*rapid.IntRange(0, 1).Draw(t, "y") - 1)
		}
		return algotest.Trial{Set: algotest.Load(t, dataset.Labelled(rows...)), Params: param.Values{
			"kernel": rapid.SampledFrom([]string{"linear", "poly", "rbf", "laplacian", "sigmoid"}).Draw(t, "kernel"),
			"C":      param.Format(math.Pow(10, rapid.Float64Range(-2, 2).Draw(t, "log C"))),
			"hard_margin":   rapid.SampledFrom([]string{"true", "false", "false"}).Draw(t, "hard_margin"),
			"gamma":  param.Format(math.Pow(10, rapid.Float64Range(-1, 1).Draw(t, "log gamma"))),
			"tol":    rapid.SampledFrom([]string{"1e-4", "1e-8"}).Draw(t, "tol"),
		}}
	})
}

// Every certificate can fail: a state spoilt on purpose is caught.
func TestSpoiltStatesAreCaught(t *testing.T) {
	steps := algotest.Steps(t, Demo, dataset.Generate("overlap", 20, 0.9, 5), vals("kernel", "rbf", "gamma", "0.5", "tol", "1e-10"))
	last := steps[len(steps)-1].View.(view)
	var bystander, supporter view
	for _, step := range steps {
		if s := step.View.(view); s.phase == refitting && s.supports(s.row) {
			supporter = s
		} else if s.phase == refitting {
			bystander = s
		}
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		state view
		spoil func(s *view)
	}{
		{"loocv", last, func(s *view) { s.errors = make([]int, s.full.sv+1) }},
		{"only", last, func(s *view) { s.errors = append(s.errors, bystander.row) }},
		{"bystander", bystander, func(s *view) { s.less.f[3] += 0.01 }},
		{"slack", supporter, func(s *view) { s.full.f[s.row] = -3 * s.y[s.row] }},
		{"gap", last, func(s *view) { s.full.primal += 1e-3 }},
		{"alone", last, func(s *view) {
			only := *s.only
			only.dual, only.primal = 0.99*only.dual, 0.99*only.primal
			s.only = &only
		}},
	} {
		spoilt := c.state
		spoilt.errors = slices.Clone(spoilt.errors)
		m, full, less := *spoilt.task, *spoilt.full, *spoilt.less
		full.f, less.f = slices.Clone(full.f), slices.Clone(less.f)
		spoilt.task, spoilt.less = &m, &less
		m.full = &full
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.state, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)
}

// Where a premise fails the bound is withdrawn, with the reason.
func TestWherePremisesFail(t *testing.T) {
	for _, c := range []struct {
		data   dataset.Source
		params param.Values
		words  string
	}{
		{fivePoints, vals("kernel", "linear", "C", "0.1"), "matter of choice"},
		{dataset.Labelled([3]float64{1, 1, 1}, [3]float64{2, 1, 1}), nil, "one label"},
		{dataset.Generate("overlap", 30, 0.7, 2), vals("kernel", "sigmoid", "gamma", "1", "coef0", "-1", "C", "10"), "eigenvalue"},
		{dataset.Generate("overlap", 30, 0.9, 5), vals("kernel", "linear", "hard_margin", "true"), "not there"},
	} {
		got := algotest.Check(t, algotest.Last(t, Demo, c.data, c.params), "loocv")
		if got.Verdict != algos.NotApplicable || !strings.Contains(got.Why.String(), c.words) {
			t.Errorf("%v: %+v, want %q", c.params, got, c.words)
		}
	}
}

func TestDegenerate(t *testing.T) {
	same := dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1}, [3]float64{1, 1, 1})
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params param.Values
		state  algos.State
		words  string
	}{
		{"no points", dataset.Labelled(), nil, algos.Refused, "no points"},
		{"one point", dataset.Labelled([3]float64{1, 2, 1}), nil, algos.Refused, "one point only"},
		{"two points", dataset.Labelled([3]float64{1, 2, 1}, [3]float64{0, 0, -1}), vals("hard_margin", "true"), algos.Converged, "2/2"},
		{"one place", same, nil, algos.Converged, "LOOCV"},
		{"one place, hard", same, vals("hard_margin", "true"), algos.Diverged, "same place"},
		{
			"overflow", dataset.Labelled([3]float64{1e9, 2, 1}, [3]float64{0, 0, -1}),
			vals("kernel", "poly", "gamma", "1e6", "degree", "10"), algos.Refused, "smaller γ",
		},
	} {
		last := algotest.Last(t, Demo, c.data, c.params)
		algotest.Promises(t, last)
		if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
			t.Errorf("%s: %+v", c.name, last.Status)
		}
	}
}

// A step on the largest board takes well under a tenth of a second.
func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		last := algotest.Last(b, Demo, dataset.Generate("moons", 300, 0.3, 1), vals("gamma", "1", "C", "10"))
		b.ReportMetric(last.Metric("loocv"), "loocv")
	}
}

// A hard margin at a tolerance of 1 may leave any gap: that is no broken promise.
func TestCoarseHardMargin(t *testing.T) {
	data := dataset.Generate("blobs", 16, 0.4, 3)
	for _, tol := range []string{"0.5", "1"} {
		for _, kernel := range []string{"linear", "poly", "rbf"} {
			for _, s := range algotest.Steps(t, Demo, data, vals("tol", tol, "hard_margin", "true", "kernel", kernel)) {
				algotest.Promises(t, s)
			}
		}
	}
}

// At a coarse tolerance no gap of the size of the objective is called closed, no
// change that a reader sees is none, and the proposition, which is about optima,
// promises nothing.
func TestCoarseTolerance(t *testing.T) {
	for _, tol := range []string{"1e-3", "0.1", "1"} {
		open := 0
		for _, s := range algotest.Steps(t, Demo, dataset.Generate("moons", 30, 0.24, 7), vals("tol", tol)) {
			algotest.Promises(t, s)
			full := s.View.(view).full
			gap := algotest.Check(t, s, "gap")
			if small := full.primal-full.dual <= 1e-3*full.primal; small != (gap.Verdict == algos.Holds) {
				t.Errorf("tolerance %s: of %v a gap of %+v", tol, full.primal, gap)
			}
			for _, c := range s.Checks() {
				switch {
				case c.Verdict == algos.Open:
					open++
				case c.Verdict == algos.Holds && c.Name == "bystander" && c.Left > 0.01*s.View.(view).largest():
					t.Errorf("tolerance %s: a change of %+v", tol, c)
				case c.Verdict == algos.Holds && c.Name == "loocv" && gap.Verdict != algos.Holds:
					t.Errorf("tolerance %s: %+v beside a gap of %v", tol, c, gap.Left)
				}
			}
		}
		t.Logf("tolerance %s: %d open", tol, open)
	}
}

// The machine of the support vectors alone has the dual variables that these had among all
// points, and the same scores everywhere.
func TestSupportVectorsAlone(t *testing.T) {
	for _, kernel := range []string{"linear", "rbf"} {
		for _, c := range []string{"0.1", "1", "10"} {
			v := algotest.Steps(t, Demo, dataset.Generate("overlap", 40, 0.7, 3), vals("kernel", kernel, "C", c, "tol", "1e-12"))[0].View.(view)
			algotest.Near(t, kernel, v.only.dual, v.full.dual, 1e-9)
			if v.full.Free > 0 {
				algotest.Near(t, kernel, v.apart(), 0, 1e-6)
			}
			for k, a := range v.only.alpha {
				if v.full.alpha[k] == 0 && a != 0 {
					t.Errorf("%s, C = %s: row %d has α = %v", kernel, c, k, a)
				}
			}
		}
	}
}
