package softmax

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/internal/logit"
	"playground/algos/param"
)

// No guarantee is broken at any step of any run, and none is open at the end of
// one that has converged.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n := rapid.IntRange(1, 14).Draw(t, "n")
		k := rapid.IntRange(2, 4).Draw(t, "k")
		scale := rapid.SampledFrom([]float64{1, 1, 1e-5, 1e5}).Draw(t, "scale")
		rows := make([][3]float64, n)
		for i := range rows {
			label := float64(rapid.IntRange(0, k-1).Draw(t, "y"))
			if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
				rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
				rows[i][2] = label
				continue
			}
			coordinate := rapid.Float64Range(-2, 2)
			rows[i] = [3]float64{scale * coordinate.Draw(t, "x1"), scale * coordinate.Draw(t, "x2"), label}
		}
		return algotest.Trial{Set: algotest.Load(t, dataset.Classed(rows...)), Params: param.Values{
			"solver":          rapid.SampledFrom([]string{"gd", "sgd", "minibatch", "newton", "newton", "newton"}).Draw(t, "solver"),
			"lambda":          rapid.SampledFrom([]string{"0", "0", "0.001", "1", "100"}).Draw(t, "lambda"),
			"eta":             rapid.SampledFrom([]string{"0.001", "0.1", "3"}).Draw(t, "eta"),
			"parametrization": rapid.SampledFrom([]string{all, first, last}).Draw(t, "parametrization"),
			"max_iter":        "60",
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
	blobs := dataset.Generate("blobs3", 60, 1, 4)
	end := func(data dataset.Source, params ...string) view {
		return algotest.Last(t, Demo, data, vals(params...)).View.(view)
	}
	newton := end(blobs)
	penalised := end(blobs, "lambda", "1")
	gradient := end(blobs, "solver", "gd", "eta", "0.01")
	single := end(blobs, "solver", "sgd", "max_iter", "30")
	reference := end(blobs, "parametrization", last, "lambda", "1")
	two := end(dataset.Generate("overlap", 40, 0.9, 5), "lambda", "0.5")
	plain := end(dataset.Generate("overlap", 40, 0.9, 5))
	apart := end(sectors)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		state view
		spoil func(v *view)
	}{
		{"descent", newton, func(v *view) { v.Loss = v.From.Loss * (1 + 1e-9) }},
		{"descent", gradient, func(v *view) { v.Loss = v.From.Loss * (1 + 1e-11) }},
		{"balance", newton, func(v *view) { v.B[2] += 1e-6 }},
		{"moments", penalised, func(v *view) { v.B[1] += 1e-6 }},
		{"moments", reference, func(v *view) { v.B[0] += 1e-6 }},
		{"decrement", newton, func(v *view) { v.Decrement = 1e-8 }},
		{"sum", penalised, func(v *view) { v.Grad[1][0] += 1e-9 }},
		{"sum", reference, func(v *view) { v.Grad[0][2] += 1e-9 }},
		{"shift", penalised, func(v *view) { v.Loss *= 1 + 1e-11 }},
		{"shift", reference, func(v *view) { v.Loss *= 1 - 1e-11 }},
		{"centred", newton, func(v *view) { v.B[3] += 1e-6 }},
		{"centred", gradient, func(v *view) { v.B[3] += 1e-6 }},
		{"unbiased", single, func(v *view) { v.Grad[2][1] += 1e-9 }},
		{"logistic-loss", two, func(v *view) { v.Loss *= 1 + 1e-11 }},
		{"logistic", two, func(v *view) { v.Loss *= 1 + 1e-11 }},
		{"exists", plain, func(v *view) { t := *v.task; t.best.Weights = []float64{1, 0, 0, 0}[:len(t.best.Rows)]; v.task = &t }},
		{"exists", end(dataset.Generate("blobs3", 30, 0.3, 3)), func(v *view) { t := *v.task; t.best.Theta[2] -= 5; v.task = &t }},
	} {
		spoilt := copied(c.state)
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.state, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)

	// Without its proof the guarantee that a minimum exists is withdrawn.
	noMargin, elsewhere := copied(apart), copied(newton)
	noMargin.Margin = 0
	elsewhere.B[0] += 5
	for _, c := range []struct{ good, spoilt view }{{apart, noMargin}, {newton, elsewhere}} {
		good, bad := algotest.Check(t, c.good, "exists"), algotest.Check(t, c.spoilt, "exists")
		if good.Verdict != algos.Holds || bad.Verdict != algos.NotApplicable {
			t.Errorf("exists: %s before and %s without its proof", good.Verdict, bad.Verdict)
		}
	}
}

// copied returns a view whose numbers may be spoilt.
func copied(v view) view {
	place := *v.Place
	place.B, place.Grad = slices.Clone(place.B), slices.Clone(place.Grad)
	v.Place = &place
	return v
}

// Where a premise fails the check says so.
func TestPremises(t *testing.T) {
	blobs := dataset.Generate("blobs3", 60, 1, 4)
	for _, c := range []struct {
		name, check string
		data        dataset.Source
		params      []string
		why         string
	}{
		{"η too long", "descent", blobs, []string{"solver", "gd", "eta", "1", "max_iter", "50"}, "no guarantee"},
		{"single rows", "descent", blobs, []string{"solver", "sgd", "max_iter", "50"}, "in expectation"},
		{"separable", "balance", dataset.Generate("blobs3", 30, 0.3, 3), nil, "no finite minimiser"},
		{"sectors", "moments", sectors, nil, "no finite minimiser"},
		{"undecided", "exists", blobs, []string{"solver", "gd", "eta", "1e-9", "max_iter", "1"}, "undecided until"},
	} {
		got := algotest.Check(t, algotest.Last(t, Demo, c.data, vals(c.params...)), c.check)
		if got.Verdict != algos.NotApplicable || !strings.Contains(got.Why.String(), c.why) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// Newton's step proves that a minimum exists, and never that of a loss without one.
func TestNearMinimum(t *testing.T) {
	for _, solver := range []string{"newton", "gd"} {
		for _, s := range algotest.Steps(t, Demo, sectors, vals("solver", solver, "eta", "1", "max_iter", "300")) {
			if c := algotest.Check(t, s, "exists"); c.Claim == claimNear.Claim {
				t.Fatalf("%s: step %q proves a minimum: %v", solver, s.Phase, c.Left)
			}
		}
		last := algotest.Last(t, Demo, dataset.Generate("blobs3", 60, 1, 4), vals("solver", solver))
		if c := algotest.Check(t, last, "exists"); c.Claim != claimNear.Claim || c.Verdict != algos.Holds {
			t.Errorf("%s: %+v", solver, c)
		}
	}
}
