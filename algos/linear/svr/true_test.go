package svr

import (
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
)

// With a large C the tolerance leaves a gap as large as the objective: strong
// duality is not said to hold then, but what is in the way, and what closes it.
func TestStrongDualityIsOfTheObjective(t *testing.T) {
	last := algotest.Last(t, Demo, algotest.ReadCSV(t, Demo, "testdata/plane.csv"), vals("C", "1e9"))
	c := algotest.Check(t, last, "gap")
	if last.Status.State != algos.Converged || c.Left < last.Metric("dual") {
		t.Fatalf("%+v: the gap is small, %v", last.Status, c.Left)
	}
	if c.Verdict != algos.Open || !strings.Contains(c.Why.String(), "a smaller tolerance closes it") {
		t.Errorf("%+v", c)
	}
}

// Targets of 10⁹ beside inputs near 0: what rounding does to the errors at every
// pair is as large as they are, and breaks no guarantee.
func TestTargetsLostInRounding(t *testing.T) {
	const far = "18_38.666666666666664~0_1e09~-1.125_4e-09~27.333333333333332_-4e-08~-6.625_0~-4.375_3.2e-08~-6.600000000000001e-08_-1.08e-07~-4.125_3.2e-08"
	for _, c := range []struct {
		data   string
		params []string
	}{
		{"p1v~9.400000000000001e-08_0~5.625_-8.400000000000001e-08~" + far + "~-7e-08_0~0_0", []string{"kernel", "linear", "C", "1e-6", "epsilon", "0"}},
		{"p1v~" + far, []string{"kernel", "linear", "epsilon", "0"}},
		{"p2v~-9.7e-299_1.0625_-1e09~-99_-1e09_0.5625~-6.8125_5.3125_-1e09~-5.0625_-1e09_-1.3e08~-2.3e-299_2.3e08_-1e09", nil},
	} {
		data, err := dataset.ParseSource(c.data)
		if err != nil {
			t.Fatal(err)
		}
		run, err := algotest.Start(t.Context(), Demo, algotest.Load(t, data), 1, vals(append(c.params, "tol", "1e-12")...))
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		for s := range run {
			algotest.Promises(t, s)
			if steps++; steps == 2000 || t.Failed() {
				break
			}
		}
	}
}

// A tolerance as large as the targets guarantees nothing about them.
func TestCoarseTolerance(t *testing.T) {
	data := dataset.Line([2]float64{0, 0}, [2]float64{1, 0.5}, [2]float64{2, 0})
	last := algotest.Last(t, Demo, data, vals("tol", "1", "epsilon", "0"))
	c := algotest.Check(t, last, "kkt")
	if c.Left != 0.5 || c.Verdict != algos.Open || !strings.Contains(c.Why.String(), "coarse") {
		t.Errorf("%+v", c)
	}
	algotest.Promises(t, last)
}

// The lesson's numbers of the polynomial: how many pairs it takes with C = 1, and
// with C = 500 alone and with the steps of all free variables.
func TestPairsCrawlOnAPolynomial(t *testing.T) {
	data := dataset.Generate("sine", 24, 0.1, 5)
	params := []string{"kernel", "poly", "gamma", "0.5", "degree", "3", "epsilon", "0.2", "tol", "1e-6"}
	pairs := func(v ...string) int {
		return algotest.Last(t, Demo, data, vals(append(v, params...)...)).View.(view).Pairs
	}
	if cheap, dear := pairs(), pairs("C", "500"); cheap != 922 || dear != 3344 {
		t.Errorf("%d and %d pairs", cheap, dear)
	}
	o := Options{Options: kernel.Options{Kernel: "poly", Gamma: 0.5, Degree: 3, Coef0: 1}, C: 500, Epsilon: 0.2, Tol: 1e-6}
	run := smo.Run{Solver: newTask(algos.NewProblem(algotest.Load(t, data), 1, grid.Window{}), o).solver(), Tol: o.Tol, Cap: 1_000_000}
	pair, end := run.Next()
	for end == smo.Running {
		if _, end = run.Advance(pair); end == smo.Running {
			pair, end = run.Next()
		}
	}
	if math.Round(float64(run.Iterations)/1000) != 412 || end != smo.Optimal {
		t.Errorf("%d pairs alone, ended by %v", run.Iterations, end)
	}
}
