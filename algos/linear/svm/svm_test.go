package svm

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
)

func vals(kv ...string) param.Values {
	v := param.Values{}
	for i := 0; i+1 < len(kv); i += 2 {
		v[kv[i]] = kv[i+1]
	}
	return v
}

// The worked examples of the lecture notes, to rounding. W… are numbers of 004,
// N… of 002, 2B-7 of 000.
func TestFixtures(t *testing.T) {
	third := 1.0 / 3
	onLine := func(rows ...[2]float64) dataset.Source {
		var r [][3]float64
		for _, p := range rows {
			r = append(r, [3]float64{p[0], 0, p[1]})
		}
		return dataset.Labelled(r...)
	}
	w9 := onLine([2]float64{1, -1}, [2]float64{3, 1})
	poly2 := []string{"kernel", "poly", "gamma", "1", "degree", "2"}
	lin := func(kv ...string) []string { return append([]string{"kernel", "linear"}, kv...) }
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		alpha  []float64
		w      []float64
		bias   float64
		dual   float64
	}{
		{"W3", twoPoints, lin("hard_margin", "true"), []float64{.5, .5}, []float64{1, 0}, -2, .5},
		{"W5, C = 20", fourPoints, lin("C", "20"), []float64{2, 0, 8, 10}, []float64{-2, 4}, 1, 10},
		{"W5, hard", fourPoints, lin("hard_margin", "true"), []float64{2, 0, 8, 10}, []float64{-2, 4}, 1, 10},
		{"W6, C = 1", fourPoints, lin("C", "1"), []float64{.2, 0, .8, 1}, []float64{-.2, .4}, 1, 1.9},
		{"W6, C = 8", fourPoints, lin("C", "8"), []float64{1.6, 0, 6.4, 8}, []float64{-1.6, 3.2}, 1, 9.6},
		{"W9, C = 1/4", w9, lin("C", "0.25"), []float64{.25, .25}, []float64{.5, 0}, -1, .375},
		{"W28", corners, append(poly2, "hard_margin", "true"), []float64{.125, .125, .125, .125}, nil, 0, .25},
		{"W28, C = 1/16", corners, append(poly2, "C", "0.0625"), []float64{.0625, .0625, .0625, .0625}, nil, 0, 3.0 / 16},
		{"N12", corners, append(poly2, "C", "10"), []float64{.125, .125, .125, .125}, nil, 0, .25},
		{"N10", triple, lin("hard_margin", "true"), []float64{.25, 0, .25}, []float64{.5, .5}, -2, .25},
		{"N11, C = 1", intruder, lin("C", "1"), []float64{1, 9.0 / 26, 9.0 / 26, 1}, []float64{7.0 / 13, 5.0 / 26}, -45.0 / 26, 2.528846153846154},
		{"N11, C = 10", intruder, lin("C", "10"), []float64{10, 27.0 / 13, 27.0 / 13, 10}, []float64{16.0 / 13, -11.0 / 13}, -18.0 / 13, 599.0 / 26},
		{"N11, C = 0.1", intruder, lin("C", "0.1"), []float64{.1, .1, .1, .1}, []float64{.25, .15}, -.925, .3575},
		{"2B-7, a pair", dataset.Labelled([3]float64{1, 1, 1}, [3]float64{-1, -1, -1}), lin("hard_margin", "true"), []float64{.25, .25}, []float64{.5, .5}, 0, .25},
		{"2B-7, square", square, lin("hard_margin", "true"), []float64{.5, .5, 1, 0}, []float64{1, -1}, -1, 1},
		{"2B-7, C = 1", fivePoints, lin("C", "1"), []float64{7.0 / 18, 1, 7.0 / 18, 0, 1}, []float64{2 * third, 0}, third, 23.0 / 9},
		{"2B-7, C = 10", fivePoints, lin("C", "10"), nil, []float64{2 * third, 0}, third, 212.0 / 9},
		{"2B-7, C = 0.1", fivePoints, lin("C", "0.1"), []float64{.1, .1, .1, 0, .1}, []float64{.25, 0}, .625, .36875},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := algotest.Last(t, Demo, c.data, vals(append(c.params, "tol", "1e-12")...))
			algotest.Promises(t, last)
			if last.Status.State != algos.Converged {
				t.Fatal(last.Status)
			}
			m := last.Model()
			near := func(what string, got, want, tol float64) {
				t.Helper()
				if math.Abs(got-want) > tol*(1+math.Abs(want)) {
					t.Errorf("%s = %v, want %v", what, got, want)
				}
			}
			near("dual", m.Value("dual").(float64), c.dual, 1e-12)
			near("primal", m.Value("primal").(float64), c.dual, 3e-11) // n·C·tol above the dual
			near("bias", m.Value("bias").(float64), c.bias, 1e-11)
			for i, want := range c.alpha {
				near(alpha(i), m.Value("alpha").([]float64)[i], want, 1e-11)
			}
			for i, want := range c.w {
				near(fmt.Sprint("w", i+1), m.Value("w").([]float64)[i], want, 1e-11)
			}
		})
	}
}

// The notes print intervals where no support vector is free.
func TestOffsetIntervals(t *testing.T) {
	for _, c := range []struct {
		data   dataset.Source
		params []string
		want   string
	}{
		{intruder, []string{"kernel", "linear", "C", "0.1"}, "every θ₀ from −1.4 to −0.45 is optimal"},
		{fivePoints, []string{"kernel", "linear", "C", "0.1"}, "every θ₀ from 0.5 to 0.75 is optimal"},
		{twoPoints, []string{"kernel", "linear", "C", "0.25"}, "every θ₀ from −1.5 to −0.5 is optimal"},
		{corners, []string{"kernel", "poly", "gamma", "1", "degree", "2", "C", "0.0625"}, "every θ₀ from −0.5 to 0.5 is optimal"},
		{dataset.Labelled([3]float64{1, 1, 1}, [3]float64{2, 1, 1}), nil, "every θ₀ ≥ 1 is optimal"},
	} {
		c2 := algotest.Check(t, algotest.Last(t, Demo, c.data, vals(append(c.params, "tol", "1e-9")...)), "offset")
		if c2.Verdict != algos.Holds || !strings.Contains(c2.Why.String(), c.want) {
			t.Errorf("%v: %v %q, want %q", c.params, c2.Verdict, c2.Why, c.want)
		}
	}
}

// W8: on the four points the leave-one-out bound is tight, 3/4.
func TestLeaveOneOut(t *testing.T) {
	c := algotest.Check(t, algotest.Last(t, Demo, fourPoints, vals("kernel", "linear", "hard_margin", "true", "tol", "1e-9")), "loocv")
	if c.Verdict != algos.Holds || c.Left != 0.75 || c.Right != 0.75 {
		t.Errorf("%+v", c)
	}
	// The same by refits from nothing, on data where it is not tight.
	src := dataset.Generate("overlap", 40, 0.9, 5)
	params := vals("kernel", "rbf", "gamma", "0.5", "C", "2", "tol", "1e-9")
	c = algotest.Check(t, algotest.Last(t, Demo, src, params), "loocv")
	set, _ := src.Load()
	errors := 0
	for r := range set.Points {
		less := set.Clone()
		less.Points = slices.Delete(less.Points, r, r+1)
		label := algotest.Last(t, Demo, dataset.Explicit(less), params).Model().Predict(set.Points[r].X)[0].Value.(int)
		if label != set.Label(set.Points[r].Class()) {
			errors++
		}
	}
	if want := float64(errors) / 40; c.Left != want || c.Verdict != algos.Holds {
		t.Errorf("warm refits say %v (%s), refits from nothing %v", c.Left, c.Verdict, want)
	}
}

// Points that a program may choke on: an answer, or a sentence that says why
// there is none.
func TestDegenerate(t *testing.T) {
	same := dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1}, [3]float64{1, 1, 1})
	far := dataset.Labelled([3]float64{1e6, 1e6, 1}, [3]float64{-1e6, 1e6, -1}, [3]float64{-1e6, -1e6, -1}, [3]float64{1e6, -1e6, 1})
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		state  algos.State
		words  string
	}{
		{"no points", dataset.Labelled(), nil, algos.Refused, "no points"},
		{"one point", dataset.Labelled([3]float64{1, 2, -1}), nil, algos.Converged, "θ₀ ≤ −1"},
		{"one class", dataset.Labelled([3]float64{1, 2, 1}, [3]float64{0, 0, 1}), nil, algos.Converged, "same label"},
		{"one class, hard", dataset.Labelled([3]float64{1, 2, 1}, [3]float64{0, 0, 1}), []string{"hard_margin", "true"}, algos.Converged, "same label"},
		{"one place", same, nil, algos.Converged, ""},
		{"one place, hard", same, []string{"hard_margin", "true"}, algos.Diverged, "opposite labels"},
		{"one place, hard, linear", same, []string{"hard_margin", "true", "kernel", "linear"}, algos.Diverged, "opposite labels"},
		{"far apart", far, []string{"kernel", "linear", "hard_margin", "true"}, algos.Converged, ""},
		{"far apart, rbf", far, nil, algos.Converged, ""},
		{"overflow", far, []string{"kernel", "poly", "gamma", "1e6", "degree", "10"}, algos.Refused, "smaller γ"},
		{"inseparable, hard", intruder, []string{"kernel", "linear", "hard_margin", "true"}, algos.Diverged, "hulls"},
		{"xor by a line, hard", corners, []string{"kernel", "linear", "hard_margin", "true"}, algos.Diverged, "hulls"},
		{
			"on a line, hard", dataset.Labelled([3]float64{0, 0, 1}, [3]float64{1, 1, -1}, [3]float64{2, 2, 1}),
			[]string{"kernel", "linear", "hard_margin", "true"},
			algos.Diverged, "hulls",
		},
		{
			"sigmoid, hard", dataset.Labelled([3]float64{2, 0, 1}, [3]float64{5, 0, -1}),
			[]string{"kernel", "sigmoid", "gamma", "1", "coef0", "0", "hard_margin", "true"},
			algos.Diverged, "is convex",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := algotest.Last(t, Demo, c.data, vals(c.params...))
			algotest.Promises(t, last)
			if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
			if last.Say() == nil || last.Metrics == nil {
				t.Error("nothing to say")
			}
			last.Panels()
		})
	}
}

// Inputs so small that the decision function is nothing but θ₀ break no promise: its errors are kept
// to the digits of the labels.
func TestTinyInputs(t *testing.T) {
	for _, kernel := range []string{"linear", "rbf", "poly"} {
		set := dataset.Set{Dim: 2, Target: dataset.Classes}
		for i := range 24 {
			x := [2]float64{math.Sin(float64(2 * i * i)), math.Sin(float64(3*i*i + 1))}
			y := max(0, math.Copysign(1, 2*x[0]-x[1]+math.Sin(float64(7*i))/3))
			set.Points = append(set.Points, dataset.Point{X: [2]float64{1e-8 * x[0], 1e-8 * x[1]}, Y: y})
		}
		for i, s := range algotest.Steps(t, Demo, dataset.Explicit(set), param.Pairs("kernel", kernel)) {
			for _, c := range s.View.Checks() {
				if c.Verdict == algos.Broken {
					t.Errorf("%s, step %d: %s is broken: %v %s %v, rounding %v", kernel, i, c.Name, c.Left, c.Rel, c.Right, c.Rounding)
				}
			}
		}
	}
}

// Overlapping classes with coordinates of a million make C = 1 an almost hard
// margin: an answer, or the advice to scale, and soon.
func TestHugeScale(t *testing.T) {
	for _, scale := range []float64{1e3, 1e6, 1e9 / 8} {
		for _, kernel := range []string{"linear", "poly", "rbf", "laplacian", "sigmoid"} {
			set, err := dataset.Generate("overlap", 30, 0.9, 5).Load()
			if err != nil {
				t.Fatal(err)
			}
			for i := range set.Points {
				set.Points[i].X[0] *= scale
				set.Points[i].X[1] *= scale
			}
			last := algotest.Last(t, Demo, dataset.Explicit(set), vals("kernel", kernel))
			algotest.Promises(t, last)
			if last.Status.State == algos.Running || last.Status.Reason == "" {
				t.Errorf("%v, %s: %+v", scale, kernel, last.Status)
			}
			if scale == 1e3 && kernel == "linear" && last.Status.State != algos.Converged {
				t.Errorf("%v, %s: %+v", scale, kernel, last.Status)
			}
		}
	}
}

// Hard margins that are possible are found, also where no pair is quick, and
// those that are not are recognised for every kernel.
func TestHardMarginOrCertificate(t *testing.T) {
	for seed := range uint64(12) {
		for _, kernel := range []string{"linear", "poly", "rbf"} {
			data := dataset.Generate("overlap", 30, 0.9, seed)
			last := algotest.Last(t, Demo, data, vals("kernel", kernel, "gamma", "1", "degree", "2", "hard_margin", "true"))
			algotest.Promises(t, last)
			switch last.Status.State {
			case algos.Converged:
				if last.Metric("errors") != 0 {
					t.Errorf("%s, seed %d: converged with %v mistakes", kernel, seed, last.Metric("errors"))
				}
			case algos.Diverged:
				if c := algotest.Check(t, last, "hulls"); c.Verdict != algos.Holds {
					t.Errorf("%s, seed %d: %+v", kernel, seed, c)
				}
			default:
				t.Errorf("%s, seed %d: %v", kernel, seed, last.Status)
			}
		}
	}
}

func collect(t testing.TB, data dataset.Source, v param.Values) []algos.Step {
	t.Helper()
	set, err := data.Load()
	if err != nil {
		t.Fatal(err)
	}
	seq, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, grid.Window{}), v)
	if err != nil {
		t.Fatal(err)
	}
	var steps []algos.Step
	for s := range seq {
		steps = append(steps, s)
	}
	return steps
}

// A run is a start, and then for every pair its choice and its move; the button
// names what comes.
func TestShapeOfARun(t *testing.T) {
	steps := collect(t, dataset.Generate("moons", 60, 0.24, 7), nil)
	if steps[0].Phase != "start" || len(steps)%2 != 1 {
		t.Fatalf("%d steps, the first %q", len(steps), steps[0].Phase)
	}
	for i := 1; i < len(steps); i += 2 {
		chosen, moved := steps[i], steps[i+1]
		if chosen.Size != algos.Micro || moved.Size == algos.Micro || chosen.Next.Step != moved.Phase || steps[i-1].Next.Step != moved.Phase {
			t.Fatalf("step %d: %q then %q, announced %q and %q", i, chosen.Phase, moved.Phase, steps[i-1].Next.Step, chosen.Next.Step)
		}
		if (moved.Size == algos.Pass) != ((i+1)/2%60 == 0) {
			t.Errorf("step %d has size %d", i+1, moved.Size)
		}
		if moved.Metric("dual") < steps[i-1].Metric("dual") {
			t.Errorf("step %d: the dual fell", i+1)
		}
	}
	last := steps[len(steps)-1]
	if last.Next != (algos.Next{}) || last.Events[len(last.Events)-1].Kind != "converged" {
		t.Errorf("end: %+v %v", last.Next, last.Events)
	}
}

// Two runs are equal to the bit, and looking late at a step shows the same as
// looking at once.
func TestDeterministic(t *testing.T) {
	data, v := dataset.Generate("xor", 40, 0.2, 6), vals("kernel", "poly", "degree", "2")
	once, twice := collect(t, data, v), collect(t, data, v)
	if len(once) != len(twice) {
		t.Fatalf("%d and %d steps", len(once), len(twice))
	}
	type look struct {
		Say    []algos.Line
		Checks []algos.Check
		Values []algos.Value
		Phase  string
	}
	see := func(s algos.Step) string {
		return fmt.Sprintf("%v", look{s.Say(), s.Checks(), s.Model().Values, s.Phase.String()})
	}
	for i := range once {
		if diff := cmp.Diff(see(once[i]), see(twice[i])); diff != "" {
			t.Fatalf("step %d: %s", i, diff)
		}
	}
}

func TestNegativeGamma(t *testing.T) {
	set, _ := twoPoints.Load()
	for name, want := range map[string]string{
		"gamma": "gamma: -1 is out of range: it must be from 1 × 10⁻¹² to 1 × 10¹²",
		"C":     "C: -1 is out of range: it must be from 1 × 10⁻⁶ to 1000000000",
		"tol":   "tol: -1 is out of range: it must be from 1 × 10⁻¹² to 1",
	} {
		_, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, grid.Window{}), vals(name, "-1"))
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Labels come back as the file wrote them.
func TestLabels(t *testing.T) {
	for _, signed := range []bool{true, false} {
		set, _ := twoPoints.Load()
		set.Signed = signed
		m := algotest.Last(t, Demo, dataset.Explicit(set), vals("kernel", "linear")).Model()
		got := []any{m.Predict([2]float64{0, 0})[0].Value, m.Predict([2]float64{5, 0})[0].Value}
		want := []any{0, 1}
		if signed {
			want = []any{-1, 1}
		}
		if !slices.Equal(got, want) {
			t.Errorf("signed %v: labels %v", signed, got)
		}
	}
}

// The board's field is the score that Predict gives.
func TestFieldIsTheScore(t *testing.T) {
	for _, kernel := range []string{"linear", "poly", "rbf", "laplacian", "sigmoid"} {
		s := algotest.Last(t, Demo, dataset.Generate("moons", 40, 0.2, 3), vals("kernel", kernel))
		g := grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -2, Y1: 2}, NX: 13, NY: 9}
		dst := make([]float64, g.Len())
		s.Panels()[0].Marks[0].(mark.Field).Eval(dst, g)
		for k, got := range dst {
			want := s.Model().Predict([2]float64{g.X(k % g.NX), g.Y(k / g.NX)})[1].Value.(float64)
			if math.Abs(got-want) > 1e-11*(1+math.Abs(want)) {
				t.Fatalf("%s: node %d is %v, want %v", kernel, k, got, want)
			}
		}
	}
}
