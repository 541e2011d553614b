package logistic

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/linear/internal/logit"
	"playground/algos/param"
)

func gridOf(lo, hi float64) grid.Grid {
	return grid.Grid{Window: grid.Window{X0: lo, X1: hi, Y0: lo, Y1: hi}, NX: 61, NY: 61}
}

// No guarantee is broken at any step of any run, and none is open at the end of
// one that has converged.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n := rapid.IntRange(1, 14).Draw(t, "n")
		scale := rapid.SampledFrom([]float64{1, 1, 1e-5, 1e5}).Draw(t, "scale")
		rows := make([][3]float64, n)
		for i := range rows {
			label := float64(2*rapid.IntRange(0, 1).Draw(t, "y") - 1)
			if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
				rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
				rows[i][2] = label
				continue
			}
			coordinate := rapid.Float64Range(-2, 2)
			rows[i] = [3]float64{scale * coordinate.Draw(t, "x1"), scale * coordinate.Draw(t, "x2"), label}
		}
		return algotest.Trial{Set: algotest.Load(t, dataset.Labelled(rows...)), Params: param.Values{
			"solver":          rapid.SampledFrom([]string{"gd", "sgd", "minibatch", "newton", "newton", "newton"}).Draw(t, "solver"),
			"lambda":          rapid.SampledFrom([]string{"0", "0", "0.001", "1", "100"}).Draw(t, "lambda"),
			"eta":             rapid.SampledFrom([]string{"0.001", "0.1", "3"}).Draw(t, "eta"),
			"order":           rapid.SampledFrom([]string{"random", "shuffle", "cyclic"}).Draw(t, "order"),
			"max_iter":        "60",
			"show_ols":        rapid.SampledFrom([]string{"false", "true"}).Draw(t, "show_ols"),
			"scaling":         rapid.SampledFrom([]string{"1", "1", "0.3", "4", "1000"}).Draw(t, "scaling"),
			"simulate_labels": rapid.SampledFrom([]string{"false", "false", "true"}).Draw(t, "simulate_labels"),
		}}
	}, func(t *rapid.T, s algos.Step, _ []algos.Check) {
		if v, ok := s.View.(view); ok && v.opt.Solver == logit.Newton && v.End == logit.Cap {
			t.Fatalf("Newton's method does not end: %+v", s.Metrics)
		}
	})
}

// Every certificate can fail: a state spoilt on purpose is caught, by the check
// that is there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	overlap := dataset.Generate("overlap", 40, 0.9, 5)
	last := func(data dataset.Source, params ...string) view {
		return algotest.Last(t, Demo, data, vals(params...)).View.(view)
	}
	newton := last(overlap)
	penalised := last(overlap, "lambda", "1")
	gradient := last(overlap, "solver", "gd")
	rows := last(overlap, "solver", "sgd", "max_iter", "30")
	separable := last(dataset.Generate("blobs", 30, 0.4, 3))
	beside := last(overlap, "show_ols", "true")
	scaled := last(dataset.Generate("blobs", 30, 0.4, 3), "max_iter", "2", "scaling", "3")
	drawn := last(overlap, "simulate_labels", "true")
	on := func(change func(t *task)) func(v *view) {
		return func(v *view) {
			t := *v.task
			change(&t)
			v.task = &t
		}
	}
	wrong := func(t *task) { t.g = func(z float64) float64 { return sigmoid(z) + 1e-6 } }
	move := func(by float64) func(v *view) {
		return func(v *view) { v.B[2] += by }
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		state view
		spoil func(v *view)
	}{
		{"balance", newton, move(1e-6)},
		{"moments", newton, func(v *view) { v.B[0] += 1e-6 }},
		{"moments", penalised, func(v *view) { v.B[1] -= 1e-6 }},
		{"decrement", newton, func(v *view) { v.Decrement = 1e-8 }},
		{"descent", newton, func(v *view) { v.Loss = v.From.Loss * (1 + 1e-9) }},
		{"descent", gradient, func(v *view) { v.Loss = v.From.Loss * (1 + 1e-12) }},
		{"dual", penalised, func(v *view) { v.Loss -= 1e-9 }},
		{"unbiased", rows, func(v *view) { v.Grad[0][1] += 1e-9 }},
		{"least-squares", newton, func(v *view) { v.Dir = []float64{v.Dir[0], v.Dir[1] + 1e-6, v.Dir[2]} }},
		{"exists", newton, func(v *view) { t := *v.task; t.best.Weights = []float64{1, 0, 0, 0}[:len(t.best.Rows)]; v.task = &t }},
		{"exists", separable, func(v *view) { t := *v.task; t.best.Theta[0] *= -1; v.task = &t }},
		{"squares", beside, on(func(t *task) {
			r := t.rival()
			r.b = logit.Moved(r.b, 1e-6, []float64{0, 1, 0})
			t.rival = func() rival { return r }
		})},
		{"squares-least", beside, on(func(t *task) {
			r := t.rival()
			r.b = logit.Moved(r.b, -10, r.b)
			t.rival = func() rival { return r }
		})},
		{"scaled", scaled, func(v *view) { v.B = logit.Moved(v.B, -2, v.B) }},
		{"drawn", drawn, func(v *view) { loss, _ := v.truthLoss(); v.Loss = loss * (1 + 1e-9) }},
		{"symmetry", newton, on(wrong)},
		{"slope", newton, on(func(t *task) { t.g = func(z float64) float64 { return sigmoid(1.001 * z) } })},
	} {
		spoilt := c.state
		place := *c.state.Place
		place.B, place.Grad = slices.Clone(place.B), slices.Clone(place.Grad)
		spoilt.Place = &place
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.state, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)
}

// The two forms of the loss differ for a label that is neither ±1.
func TestLabelsAreCaught(t *testing.T) {
	v := algotest.Last(t, Demo, dataset.Generate("overlap", 40, 0.9, 5), nil).View.(view)
	spoilt := *v.task
	spoilt.y = slices.Clone(v.y)
	spoilt.y[3] = 0.999
	v.task = &spoilt
	if c := algotest.Check(t, v, "labels"); c.Verdict != algos.Broken {
		t.Errorf("%+v", c)
	}
}

// Where a premise fails the check says so.
func TestPremises(t *testing.T) {
	overlap := dataset.Generate("overlap", 40, 0.9, 5)
	for _, c := range []struct {
		name, check string
		data        dataset.Source
		params      []string
		why         string
	}{
		{"η too long", "descent", overlap, []string{"solver", "gd", "eta", "1"}, "no guarantee"},
		{"single rows", "descent", overlap, []string{"solver", "sgd"}, "in expectation"},
		{"separable", "balance", dataset.Generate("blobs", 30, 0.4, 3), nil, "no finite minimiser"},
		{"separable", "decrement", dataset.Generate("blobs", 30, 0.4, 3), nil, "no finite minimiser"},
	} {
		got := algotest.Check(t, algotest.Last(t, Demo, c.data, vals(c.params...)), c.check)
		if got.Verdict != algos.NotApplicable || !strings.Contains(got.Why.String(), c.why) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
