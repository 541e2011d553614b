package record_test

import (
	"context"
	"net/url"
	"testing"

	"playground/algos"
	"playground/web/record"
	"playground/web/testdemos/randomwalk"
)

// walked records the walk of a query to its end.
func walked(t *testing.T, query string, l record.Limits) *record.Recorder {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	d := randomwalk.Demo()
	r, err := d.ParseRecipe(q)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(t.Context(), d, r, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Close)
	if err := rec.ExtendTo(context.Background(), algos.Last); err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestPart(t *testing.T) {
	a := walked(t, "steps=40", record.Limits{})
	for _, c := range []struct {
		query string
		step  int
		parts bool
	}{
		{"steps=40", 41, false},
		{"steps=30", 31, true}, // over after step 30
		{"steps=40&seed=8", 1, true},
		{"steps=40&drift=0.000000000000001", 1, true},
	} {
		if n, parts := record.Part(a, walked(t, c.query, record.Limits{}), 0); n != c.step || parts != c.parts {
			t.Errorf("%s: %d, %t; want %d, %t", c.query, n, parts, c.step, c.parts)
		}
	}
}

// A retired recording keeps little, and can still return every step.
func TestRetire(t *testing.T) {
	rec := walked(t, "steps=500&bytes=1000", record.Limits{Bytes: 200_000})
	want := make([]float64, rec.Len())
	for n := range want {
		s, err := rec.Step(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		want[n] = s.Metric("x")
	}
	rec.Retire(20_000)
	if got := rec.Bytes(); got > 20_000 || got == 0 {
		t.Errorf("%d bytes are kept, want at most 20000", got)
	}
	for _, n := range []int{0, 250, 500, 3, 499} {
		s, err := rec.Step(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		if s.Metric("x") != want[n] {
			t.Errorf("step %d: x is %g, was %g", n, s.Metric("x"), want[n])
		}
	}
}
