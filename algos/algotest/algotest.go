package algotest

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// ReadJSON reads a file of reference values.
func ReadJSON(t testing.TB, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// ReadCSV reads a data set as the command line would for the demo.
func ReadCSV(t testing.TB, d algos.Demo, file string) dataset.Source {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := dataset.ReadCSV(f, d.Input.Target())
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return dataset.Explicit(s)
}

// Values makes parameters of pairs of a name and a value.
func Values(pairs ...string) param.Values {
	v := param.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v[pairs[i]] = pairs[i+1]
	}
	return v
}

// Steps plays a run with seed 1 to its end and returns all its steps.
func Steps(t testing.TB, d algos.Demo, s dataset.Source, v param.Values) []algos.Step {
	t.Helper()
	run, err := algos.Recipe{Demo: d.ID, Params: v, Seed: 1, Data: s}.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	var all []algos.Step
	for step := range run {
		all = append(all, step)
	}
	if len(all) == 0 {
		t.Fatalf("%s: a run without a step", d.ID)
	}
	return all
}

// Views plays a run with these parameters, names and values in turn, and returns the views of its steps. A run that is
// refused fails the test.
func Views[V algos.View](t testing.TB, d algos.Demo, s dataset.Source, pairs ...string) []V {
	t.Helper()
	var all []V
	for _, step := range Steps(t, d, s, param.Pairs(pairs...)) {
		v, ok := step.View.(V)
		if !ok {
			t.Fatalf("refused: %s", step.Status.Reason)
		}
		all = append(all, v)
	}
	return all
}

// Last plays a run with seed 1 to its end and returns the last step, without keeping the
// others.
func Last(t testing.TB, d algos.Demo, s dataset.Source, v param.Values) algos.Step {
	t.Helper()
	run, err := algos.Recipe{Demo: d.ID, Params: v, Seed: 1, Data: s}.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	var last algos.Step
	for step := range run {
		last = step
	}
	if last.View == nil {
		t.Fatalf("%s: a run without a step", d.ID)
	}
	return last
}

// Near reports a number that is further than tol·(1 + |want|) from what it
// should be.
func Near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s = %v, want %v: off by %.2g", what, got, want, got-want)
	}
}

// Agrees compares a random number of ours, once for every seed, with its mean and standard deviation in a peer over so many seeds. They
// may differ by 4 standard errors of the difference: a right program fails at one number with the probability 6·10⁻⁵, and the
// seeds of a test are fixed.
func Agrees(t testing.TB, what string, got []float64, mean, sd float64, seeds int) {
	t.Helper()
	n, m, v := float64(len(got)), 0.0, 0.0
	for _, x := range got {
		m += x / n
	}
	for _, x := range got {
		v += (x - m) * (x - m) / (n - 1)
	}
	t.Logf("%s: %.4f ± %.4f, the peer %.4f ± %.4f", what, m, math.Sqrt(v), mean, sd)
	if off := 4 * math.Sqrt(v/n+sd*sd/float64(seeds)); !(math.Abs(m-mean) <= off) {
		t.Errorf("%s: %g, want %g up to %g", what, m, mean, off)
	}
}

// Run is the last step of a run on points or on a table, with a seed.
func Run(t testing.TB, d algos.Demo, s dataset.Source, seed uint64, v param.Values) algos.Step {
	t.Helper()
	p, err := algos.Recipe{Data: s, Seed: seed}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	run, err := d.Steps(t.Context(), p, v)
	if err != nil {
		t.Fatal(err)
	}
	var last algos.Step
	for last = range run {
	}
	return last
}
