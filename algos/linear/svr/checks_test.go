package svr

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/internal/pairs"
	"playground/algos/param"
)

// problem draws points, perhaps with equal inputs, and a kernel, a tube and a box.
func problem(t *rapid.T) algotest.Trial {
	n := rapid.IntRange(1, 14).Draw(t, "n")
	rows := make([][2]float64, n)
	for i := range rows {
		rows[i] = [2]float64{rapid.Float64Range(-2, 2).Draw(t, "x"), rapid.Float64Range(-2, 2).Draw(t, "y")}
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			rows[i][0] = rows[rapid.IntRange(0, i-1).Draw(t, "of")][0]
		}
	}
	v := param.Values{
		"kernel":  rapid.SampledFrom([]string{"linear", "poly", "rbf", "laplacian", "sigmoid"}).Draw(t, "kernel"),
		"C":       param.Format(math.Pow(10, rapid.Float64Range(-2, 2).Draw(t, "log C"))),
		"epsilon": rapid.SampledFrom([]string{"0", "0.01", "0.3", "1"}).Draw(t, "epsilon"),
		"gamma":   param.Format(math.Pow(10, rapid.Float64Range(-1, 1).Draw(t, "log gamma"))),
		"coef0":   param.Format(rapid.Float64Range(-1, 1).Draw(t, "coef0")),
		"degree":  rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "degree"),
		"tol":     rapid.SampledFrom([]string{"1e-3", "1e-6", "1e-8"}).Draw(t, "tol"),
	}
	// Ill-conditioned draws may take far more steps.
	return algotest.Trial{Set: algotest.Load(t, dataset.Line(rows...)), Params: v, Most: 2000}
}

// no guarantee is broken at any step of any run, and none is open at the end.
func TestPromisesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

// Every certificate can fail: a state spoilt on purpose is caught, by the check
// that is there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	run := func(v ...string) *state {
		s := algotest.Last(t, Demo, dataset.Generate("sine", 30, 0.2, 3), vals(v...))
		if s.Status.State != algos.Converged {
			t.Fatal(s.Status)
		}
		return s.View.(view).state
	}
	first := func(s *state, kd kind, sign float64) int {
		for i := range s.y {
			if s.kind(i) == kd && s.beta(i)*sign >= 0 {
				return i
			}
		}
		t.Fatal("no such point")
		return -1
	}
	soft := run("epsilon", "0.2")
	n := len(soft.y)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		state *state
		spoil func(s *state)
	}{
		{"weak-duality", soft, func(s *state) { s.Primal = s.Dual - 1e-9 }},
		{"gap", soft, func(s *state) { s.Primal = s.Dual + 1e-3 }},
		{"gap-bound", soft, func(s *state) { s.Primal += 1e-5 }},
		{"kkt", soft, func(s *state) { s.KKT = 1e-6 }},
		{"expansion", soft, func(s *state) { s.f[3] += 1e-9 }},
		{"expansion", soft, func(s *state) { s.alpha[first(s, onTube, 1)] += 1e-9 }},
		{"balance", soft, func(s *state) { s.alpha[first(s, onTube, 1)] -= 1e-9 }},
		{"box", soft, func(s *state) { s.alpha[0] = -0.1 }},
		{"box", soft, func(s *state) { s.alpha[n+1] = math.Nextafter(1, 2) }},
		{"either", soft, func(s *state) { s.alpha[n+first(s, onTube, 1)] += 1e-3 }},
		{"price", soft, func(s *state) { s.f[first(s, inTube, 1)] += 2 }},
		{"above", soft, func(s *state) { s.f[first(s, onTube, 1)] += 0.01 }},
		{"below", soft, func(s *state) { s.f[first(s, atBound, -1)] -= 1 }},
		{"ascent", soft, func(s *state) { s.Dual = s.Done.Dual - 1e-9 }},
		{"offset", soft, func(s *state) { s.Bias += 0.01 }},
		{"offset", run("kernel", "rbf", "C", "1e-4"), func(s *state) { s.Bias = s.Hi + 1 }},
	} {
		spoilt := *c.state
		spoilt.alpha, spoilt.f = slices.Clone(c.state.alpha), slices.Clone(c.state.f)
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: view{c.state, pairs.Optimising}, Spoilt: view{&spoilt, pairs.Optimising}})
	}
	algotest.Spoilt(t, cases)
}

// Under the sigmoid the guarantees of duality are withdrawn where the kernel
// matrix has a negative eigenvalue, and only there.
func TestSigmoid(t *testing.T) {
	bad := algotest.Last(t, Demo, dataset.Line([2]float64{0.5, 0}, [2]float64{1.5, 1}), vals("kernel", "sigmoid", "gamma", "1", "coef0", "-1"))
	if c := algotest.Check(t, bad, "gap"); c.Verdict != algos.NotApplicable {
		t.Errorf("%+v", c)
	}
	good := algotest.Last(t, Demo, dataset.Line([2]float64{2, 0}, [2]float64{-2, 1}), vals("kernel", "sigmoid", "gamma", "1", "coef0", "0"))
	if c := algotest.Check(t, good, "gap"); c.Verdict != algos.Holds {
		t.Errorf("%+v", c)
	}
}
