package robbinsmonro

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/mark"
	"playground/algos/param"
)

// ended is the view at the end of a run.
func ended(t *testing.T, settings ...string) view {
	t.Helper()
	views := algotest.Views[view](t, Demo, nothing, settings...)
	return views[len(views)-1]
}

// What the lesson says of two schedules, in closed form.
func TestNumbersOfTheLesson(t *testing.T) {
	v := ended(t, "power", "2", "eta", "0.5", "iterations", "1000")
	limit := math.Sin(math.Pi*math.Sqrt(0.5)) / (math.Pi * math.Sqrt(0.5))
	if math.Abs(v.forgotten-limit) > 2e-4 {
		t.Errorf("θ₀ has the weight %g after 1000 iterations, and %g in the limit", v.forgotten, limit)
	}
	algotest.Written(t, Demo, "lesson", "0.358", limit)
	w := ended(t, "power", "0", "eta", "0.2", "iterations", "300")
	_, spread := w.expected()
	stationary := 0.2 * 4 / (2 - 0.2)
	if math.Abs(spread-stationary) > 1e-12 {
		t.Errorf("the variance is %g, and ησ²/(2 − η) = %g", spread, stationary)
	}
	algotest.Written(t, Demo, "lesson", "0.67", math.Sqrt(stationary))
}

// Quantile, distribution function, mean and variance of each distribution belong together.
func TestDistributions(t *testing.T) {
	for _, kind := range []string{normal, uniform, exponential, cauchy} {
		s := source{kind: kind}
		for _, u := range []float64{1e-6, 0.1, 0.5, 0.77, 0.999} {
			if got := s.below(s.at(u)); math.Abs(got-u) > 1e-12 {
				t.Errorf("%s: P(Z ≤ quantile of %g) = %g", kind, u, got)
			}
		}
		if kind == cauchy {
			continue
		}
		var sum, squares float64
		values := s.values(200000)
		for _, z := range values {
			sum += z
			squares += z * z
		}
		m := sum / float64(len(values))
		if v := squares/float64(len(values)) - m*m; math.Abs(m-s.mean()) > 1e-3 || math.Abs(v/s.variance()-1) > 1e-3 {
			t.Errorf("%s: mean %g, variance %g; declared %g, %g", kind, m, v, s.mean(), s.variance())
		}
	}
}

// The root of a function of the reader's own is that of the closed form.
func TestOwnRoots(t *testing.T) {
	for _, c := range []struct {
		expression string
		root       float64
	}{{"theta - z", 3}, {"2*theta - z", 1.5}, {"tanh(theta - z)", 3}, {"z - theta", 3}} {
		v := ended(t, "function", own, "expression", c.expression, "iterations", "1")
		if math.Abs(v.best-c.root) > 1e-6 {
			t.Errorf("%s: root %g, want %g", c.expression, v.best, c.root)
		}
	}
	if v := ended(t, "function", own, "expression", "1 + theta^2", "iterations", "1"); !math.IsNaN(v.best) {
		t.Errorf("a function without a root has one at %g", v.best)
	}
}

// Each condition is broken alone.
func TestConditionsAreBrokenOneAtATime(t *testing.T) {
	for _, c := range []struct {
		settings []string
		want     [4]verdict
	}{
		{nil, [4]verdict{}},
		{[]string{"power", "0.75"}, [4]verdict{}},
		{[]string{"power", "0.5"}, [4]verdict{holds, fails, holds, holds}},
		{[]string{"power", "1.2"}, [4]verdict{fails, holds, holds, holds}},
		{[]string{"function", own, "expression", "z - theta"}, [4]verdict{holds, holds, fails, holds}},
		{[]string{"function", own, "expression", "theta^3 - z"}, [4]verdict{holds, holds, holds, fails}},
		{[]string{"function", own, "expression", "tanh(theta - z)", "distribution", cauchy}, [4]verdict{}},
		{[]string{"function", own, "expression", "theta - z", "distribution", cauchy}, [4]verdict{holds, holds, holds, fails}},
		{[]string{"distribution", cauchy}, [4]verdict{holds, holds, open, fails}},
		{[]string{"function", quantile, "distribution", cauchy}, [4]verdict{}},
		{[]string{"function", quantile, "distribution", typed, "samples", "1 2 3 4"}, [4]verdict{holds, holds, fails, holds}},
		{[]string{"function", quantile, "distribution", typed, "samples", "1 2 3"}, [4]verdict{}},
	} {
		if got := ended(t, append([]string{"iterations", "1"}, c.settings...)...).conditions(); got != c.want {
			t.Errorf("%v: %v, want %v", c.settings, got, c.want)
		}
	}
}

// The exact mean squared error is that of many runs.
func TestExpectedError(t *testing.T) {
	v := ended(t, "power", "0.6", "eta", "0.7", "iterations", "50")
	squared, _ := v.expected()
	const n = 4000
	var sum float64
	for i := range n {
		r := v.Problem.Stream(uint64(1000 + i))
		samples := make([]float64, 50)
		for j := range samples {
			samples[j] = v.z.draw(j+1, r)
		}
		d := v.follow(v.Power, samples)[50] - v.best
		sum += d * d
	}
	if ratio := sum / n / squared; math.Abs(ratio-1) > 5*math.Sqrt(2./n) {
		t.Errorf("the mean squared error of %d runs is %.3f of the exact one; five standard errors are %.3f", n, ratio, 5*math.Sqrt(2./n))
	}
}

// Where a function of the reader's own is undefined, in this run or in another one, curves end.
func TestCurvesAreFinite(t *testing.T) {
	for _, e := range []string{"sqrt(theta) - z", "log(theta) + z", "1/(theta - z)", "theta^3 - z", "log(0 - z*z)"} {
		for _, step := range algotest.Steps(t, Demo, nothing, param.Pairs("function", own, "expression", e, "start", "1")) {
			for _, p := range step.Panels() {
				for _, m := range p.Whole().Marks {
					line, _ := m.(mark.PolyLine)
					for _, at := range line.At {
						if !finite(at.X) || !finite(at.Y) {
							t.Fatalf("%s, %s: %v", e, p.ID, at)
						}
					}
				}
			}
		}
	}
}

// A state that is not what the run made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	v := ended(t, "iterations", "20")
	squares, sum, spread := v, v, v
	squares.squares = 3
	sum.sum = 1
	spread.k, spread.thetas = 20, v.thetas
	other := *v.task
	other.runs = func() [][]float64 {
		runs := v.task.runs()
		far := make([][]float64, len(runs))
		for i, r := range runs {
			far[i] = append([]float64(nil), r...)
			far[i][20] += 5
		}
		return far
	}
	spread.task = &other
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "squares", Good: v, Spoilt: squares},
		{Check: "sum", Good: v, Spoilt: sum},
		{Check: "spread", Good: v, Spoilt: spread},
	})
}
