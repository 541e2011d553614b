package catalog_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/param"
)

// board makes a data set of the demo's kind from places and classes; one that
// makes its own examples gets none.
func board(d algos.Demo, n int, at func(i int) (x1, x2 float64, class int)) dataset.Set {
	if d.Input.Own() {
		return dataset.Set{Target: dataset.None}
	}
	set := dataset.Set{Dim: slices.Max(d.Input.Points.Dims), Signed: true, Points: make([]dataset.Point, n)}
	for i := range set.Points {
		x1, x2, class := at(i)
		p := dataset.Point{X: [2]float64{x1, x2}, Y: float64(class)}
		if d.Input.Points.Target == dataset.Values {
			p.Y = x2
		}
		if set.Dim == 1 {
			p.X[1], p.Y = 0, x2
		}
		set.Points[i] = p
	}
	set.Target = d.Input.Points.Target
	return set
}

// gaussians returns n points of two classes around ±gap.
func gaussians(d algos.Demo, n int, gap, scale float64) dataset.Set {
	r := rand.New(rand.NewPCG(3, 4))
	return board(d, n, func(i int) (float64, float64, int) {
		y := float64(2*(i%2) - 1)
		return scale * (gap*y + r.NormFloat64()), scale * (r.NormFloat64() - gap*y/2), i % 2
	})
}

func small(d algos.Demo) dataset.Set { return gaussians(d, 14, 0.8, 1) }

func start(t testing.TB, d algos.Demo, set dataset.Set, v param.Values) iter.Seq[algos.Step] {
	t.Helper()
	run, err := d.Steps(algos.NewProblem(set, 5, algos.FitWindow(set)), v)
	if err != nil {
		t.Fatalf("%v: %v", v, err)
	}
	return run
}

// take returns the first steps of a run.
func take(t testing.TB, d algos.Demo, set dataset.Set, v param.Values, limit int) []algos.Step {
	t.Helper()
	var all []algos.Step
	for s := range start(t, d, set, v) {
		all = append(all, s)
		if len(all) == limit {
			break
		}
	}
	return all
}

// looked says which steps of a run have their views rendered.
func looked(i int, s algos.Step) bool { return i < 12 || i%41 == 0 || s.Status.Final() }

// sound checks a run step by step: nothing spoils the page, metrics keep their
// names and order, and nothing comes after a final status.
func sound(t *testing.T, name string, steps []algos.Step) {
	t.Helper()
	if len(steps) == 0 {
		t.Errorf("%s: no step", name)
	}
	for i, s := range steps {
		if s.Status.Final() && i < len(steps)-1 {
			t.Errorf("%s: step %d is final and not the last", name, i)
		}
		if !sameNames(s.Metrics, steps[0].Metrics) {
			t.Errorf("%s: step %d has the metrics %v, step 0 %v", name, i, s.Metrics, steps[0].Metrics)
		}
		if !looked(i, s) {
			continue
		}
		view := show(s)
		for _, c := range view.Checks {
			if c.Verdict == algos.Broken {
				t.Errorf("%s: step %d, %s: a promise is broken: %+v", name, i, s.Phase, c)
			}
		}
		for _, f := range view.faults() {
			t.Errorf("%s: step %d, %s: %s", name, i, s.Phase, f)
		}
		if t.Failed() {
			return // one step's faults are enough
		}
	}
}

func sameNames(a, b []algos.Metric) bool {
	return slices.EqualFunc(a, b, func(x, y algos.Metric) bool { return x.Name == y.Name })
}

func TestPresetsRun(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		for _, p := range d.Presets {
			r, err := d.Recipe(p.ID)
			if err != nil {
				t.Fatal(err)
			}
			problem, err := r.Problem()
			if err != nil {
				t.Fatalf("%s: %v", p.ID, err)
			}
			steps := take(t, d, problem.Set, r.Params, 20_000)
			if last := steps[len(steps)-1]; !last.Status.Final() {
				t.Errorf("%s does not end within %d steps", p.ID, len(steps))
			}
			if p.Step >= len(steps) {
				t.Errorf("%s shows step %d of %d", p.ID, p.Step, len(steps)-1)
			}
			sound(t, p.ID, append(steps[:min(60, len(steps)-1):min(60, len(steps)-1)], steps[len(steps)-1]))
		}
	})
}

// variants are settings that reach every choice and every switch.
func variants(d algos.Demo) []param.Values {
	all := []param.Values{{}}
	for _, p := range d.Schema() {
		var values []string
		switch p.Kind {
		case param.Choice:
			for _, c := range p.Choices {
				values = append(values, c.Value)
			}
		case param.Bool:
			values = []string{"true", "false"}
		case param.Float, param.Int:
			values = []string{param.Format(p.Slider[0]), param.Format(p.Slider[1])}
		}
		for _, v := range values {
			if v == p.Default {
				continue
			}
			setting := param.Values{p.Name: v}
			if p.When != nil {
				setting[p.When.Param] = p.When.Values[0]
			}
			all = append(all, setting)
		}
	}
	return all
}

func TestVariantsRun(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		for _, v := range variants(d) {
			sound(t, fmt.Sprint(v), take(t, d, small(d), v, 150))
		}
	})
}

// The same recipe gives the same steps, bit for bit; a step stays as it was when
// later ones have been made; and views give the same again, in any order.
func TestStepsAreDeterministicAndImmutable(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		for _, v := range variants(d) {
			var steps []algos.Step
			texts := map[int]string{}
			for s := range start(t, d, small(d), v) {
				if i := len(steps); looked(i, s) {
					texts[i] = show(s).text()
				}
				if steps = append(steps, s); len(steps) == 60 {
					break
				}
			}
			for i, s := range slices.Backward(steps) {
				if before, ok := texts[i]; ok {
					if after := show(s).text(); after != before {
						t.Fatalf("%v: step %d looked at later: %s", v, i, firstDifference(before, after))
					}
				}
			}
			for i, s := range take(t, d, small(d), v, 60) {
				if before, ok := texts[i]; ok {
					if again := show(s).text(); again != before {
						t.Fatalf("%v: step %d of a second run: %s", v, i, firstDifference(before, again))
					}
				}
			}
		}
	})
}

func TestDegenerateSets(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		if d.Input.Own() {
			t.Skip("it takes no points")
		}
		line := func(i int) (float64, float64, int) { return float64(i - 3), 2*float64(i-3) + 1, i % 2 }
		for name, set := range map[string]dataset.Set{
			"no points":       board(d, 0, nil),
			"one point":       board(d, 1, func(int) (float64, float64, int) { return 0.5, 0.25, 1 }),
			"one class":       board(d, 6, func(i int) (float64, float64, int) { return float64(i), float64(i * i), 0 }),
			"all identical":   board(d, 6, func(i int) (float64, float64, int) { return 0.75, 0.75, i % 2 }),
			"all zero":        board(d, 4, func(i int) (float64, float64, int) { return 0, 0, i % 2 }),
			"duplicates":      board(d, 8, func(i int) (float64, float64, int) { return float64(i / 4), float64(i / 4), i / 4 }),
			"contradictions":  board(d, 8, func(i int) (float64, float64, int) { return float64(i / 4), float64(i / 4), i % 2 }),
			"on a line":       board(d, 7, line),
			"constant input":  board(d, 7, func(i int) (float64, float64, int) { return 3, float64(i), i / 4 }),
			"constant target": board(d, 7, func(i int) (float64, float64, int) { return float64(i), 3, i / 4 }),
			"scale 1e6":       gaussians(d, 14, 3, 1e6),
			"scale 1e-6":      gaussians(d, 14, 3, 1e-6),
			"mixed scales": board(d, 12, func(i int) (float64, float64, int) {
				return float64(i-6) * 1e6, float64(i%5-2) * 1e-6, i % 2
			}),
			"far away": board(d, 10, func(i int) (float64, float64, int) { return 1e6 + float64(i), -1e6 + float64(i%3), i % 2 }),
			"limits":   board(d, 4, func(i int) (float64, float64, int) { return dataset.MaxAbs * float64(i%2*2-1), dataset.MaxAbs, i % 2 }),
		} {
			for _, v := range variants(d) {
				sound(t, fmt.Sprint(name, v), take(t, d, set, v, 40))
				if t.Failed() {
					break
				}
			}
		}
	})
}

func TestManyPoints(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		sound(t, "many points", take(t, d, gaussians(d, d.Input.Limit(), 1, 1), nil, 4))
		one := gaussians(d, d.Input.Limit()+1, 1, 1)
		if d.Input.Own() {
			one = dataset.Labelled([3]float64{1, 0, 1}).Set
		}
		if _, err := d.Steps(algos.NewProblem(one, 1, algos.FitWindow(one)), nil); err == nil {
			t.Error("one point too many is taken")
		}
	})
}

// A run that is left early leaves nothing behind.
func TestLeavingARun(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for _, d := range catalog.All {
		for n := range 4 {
			next, stop := iter.Pull(start(t, d, small(d), nil))
			for range n {
				next()
			}
			stop()
			if _, ok := next(); ok {
				t.Errorf("%s goes on after it was left", d.ID)
			}
		}
	}
}
