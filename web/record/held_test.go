package record_test

import (
	"context"
	"math"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/web/record"
)

// The errors on points held out are the same forwards, backwards and after a jump, also
// of steps that were dropped and made again, and of those that are not tested when they
// are recorded.
func TestHeldErrorsBackwards(t *testing.T) {
	d, _ := catalog.Find("perceptron")
	src := dataset.Generate("overlap", 600, 0.9, 3)
	src.Held = 200
	r := algos.Recipe{Demo: d.ID, Data: src, Seed: 1, Params: algosValues(t, d, "passes", "1")}
	rec, err := record.New(context.Background(), d, r, record.Limits{Bytes: 1 << 18})
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if err := rec.ExtendTo(context.Background(), algos.Last); err != nil {
		t.Fatal(err)
	}
	series := rec.Series("held_error")
	if len(series) != rec.Len() || rec.Len() < 100 {
		t.Fatalf("%d errors of %d steps", len(series), rec.Len())
	}
	at := func(n int) float64 {
		s, err := rec.Step(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		return s.Metric("held_error")
	}
	var forwards []float64
	missing := 0
	for n := range rec.Len() {
		x := at(n)
		forwards = append(forwards, x)
		switch {
		case series[n] != series[n]:
			missing++
		case series[n] != x:
			t.Fatalf("step %d is recorded with %g, and shows %g", n, series[n], x)
		}
	}
	if missing == 0 {
		t.Error("every step is tested, and this tests nothing")
	}
	for n := rec.Len() - 1; n >= 0; n -= 7 {
		if x := at(n); math.Float64bits(x) != math.Float64bits(forwards[n]) {
			t.Fatalf("step %d shows %g backwards, %g forwards", n, x, forwards[n])
		}
	}
}

func algosValues(t *testing.T, d algos.Demo, name, value string) map[string]string {
	t.Helper()
	v, err := d.Schema().Canonical(map[string]string{name: value})
	if err != nil {
		t.Fatal(err)
	}
	return v
}
