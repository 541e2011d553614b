package novikoff

import (
	"math"
	"testing"

	"playground/algos"
)

// The rows follow each other, and after the last one the first again in the next
// pass; a mistake is mended first.
func TestVisits(t *testing.T) {
	for _, c := range []struct {
		visit      Visit
		size       algos.Size
		step, pass string
	}{
		{Visit{}, algos.Pass, "check x₁", "finish pass 1"},
		{Visit{Kind: Check, Pass: 1}, algos.Normal, "check x₂", "finish pass 1"},
		{Visit{Kind: Mistake, Pass: 2, Row: 4, Mistakes: 1}, algos.Micro, "mend", "finish pass 2"},
		{Visit{Kind: Update, Pass: 2, Row: 4, Mistakes: 1, Ends: true}, algos.Pass, "check x₁", "finish pass 3"},
	} {
		next := c.visit.Next("mend")
		if c.visit.Size() != c.size || next.Step.String() != c.step || next.Pass.String() != c.pass {
			t.Errorf("%+v: size %v, next %+v", c.visit, c.visit.Size(), next)
		}
	}
}

// The bound is shown where the axis reaches it, and otherwise named.
func TestProof(t *testing.T) {
	for _, c := range []struct {
		k         int
		limit     float64
		separable bool
		marks     int
		note      string
	}{
		{3, 20, true, 5, "k = 3"},
		{3, 1e6, true, 4, "k = 3, bound 1000000"},
		{3, math.NaN(), true, 4, "k = 3"},
		{3, math.NaN(), false, 2, "k = 3; not separable: no line from below"},
	} {
		upper, lower := Bounds(Horizon(c.k, c.limit), 2, 0.5)
		p := Proof{K: c.k, Upper: upper, Lower: lower, Separable: c.separable, Limit: c.limit, LimitLabel: "(R/γ)²"}.Panel()
		if len(p.Marks) != c.marks || p.Note.String() != c.note || p.X.Max < 1.1*float64(c.k) {
			t.Errorf("%+v: %d marks, note %q, axis up to %v", c, len(p.Marks), p.Note, p.X.Max)
		}
	}
}
