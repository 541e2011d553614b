package novikoff

import (
	"math"
	"testing"

	"playground/algos"
)

// A small step goes to the next row, a step to the next mistake, and after the last row
// the first comes again in the next pass; a mistake is corrected first.
func TestVisits(t *testing.T) {
	for _, c := range []struct {
		visit             Visit
		size              algos.Size
		small, step, pass string
	}{
		{Visit{Ahead: 0}, algos.Pass, "check x₁", "next mistake: x₁", "finish epoch 1"},
		{Visit{Kind: Check, Pass: 1, Ahead: 12}, algos.Micro, "check x₂", "next mistake: x₁₃", "finish epoch 1"},
		{Visit{Kind: Check, Pass: 1, Ahead: -1}, algos.Micro, "check x₂", "finish epoch 1", "finish epoch 1"},
		{Visit{Kind: Mistake, Pass: 2, Row: 4, Mistakes: 1}, algos.Micro, "mend", "mend", "finish epoch 2"},
		{Visit{Kind: Update, Pass: 2, Row: 4, Mistakes: 1, Ahead: 6}, algos.Normal, "check x₆", "next mistake: x₇", "finish epoch 2"},
		{Visit{Kind: Update, Pass: 2, Row: 4, Mistakes: 1, Ends: true, Ahead: 3}, algos.Pass, "check x₁", "next mistake: x₄", "finish epoch 3"},
		{Visit{Kind: Update, Pass: 2, Row: 1, Place: 0, Order: []int{1, 2, 0}, Ahead: 0}, algos.Normal, "check x₃", "next mistake: x₁", "finish epoch 2"},
	} {
		next := c.visit.Next("mend")
		if c.visit.Size() != c.size || next.Small.String() != c.small || next.Step.String() != c.step || next.Pass.String() != c.pass {
			t.Errorf("%+v: size %v, next %+v", c.visit, c.visit.Size(), next)
		}
	}
}

// The rows are looked at again only where θ has changed or a pass begins.
func TestLookAhead(t *testing.T) {
	for _, c := range []struct {
		visit Visit
		ahead int
	}{
		{Visit{}, 2},
		{Visit{Kind: Check, Row: 1, Ahead: 7}, 7},
		{Visit{Kind: Mistake, Row: 1, Ahead: 7}, 7},
		{Visit{Kind: Update, Row: 2}, 5},
		{Visit{Kind: Update, Row: 5}, -1},
		{Visit{Kind: Update, Row: 5, Ends: true}, 2},
		{Visit{Kind: Check, Row: 5, Ends: true, Ahead: -1}, 2},
		{Visit{Kind: Update, Row: 3, Place: 1, Order: []int{5, 3, 1, 0, 2, 4}}, 2},
		{Visit{Kind: Update, Row: 3, Ends: true, Place: 5, Order: []int{0, 5, 2, 1, 4, 3}}, 5},
	} {
		if ahead := c.visit.LookAhead(6, func(row int) bool { return row == 2 || row == 5 }); ahead != c.ahead {
			t.Errorf("after %+v the next mistake is %d, want %d", c.visit, ahead, c.ahead)
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
		{3, math.NaN(), false, 2, "k = 3; no margin γ, so no lower bound"},
	} {
		upper, lower := Bounds(Horizon(c.k, c.limit), 2, 0.5)
		p := Proof{K: c.k, Upper: upper, Lower: lower, Separable: c.separable, Limit: c.limit, LimitLabel: "(R/γ)²"}.Panel()
		if len(p.Marks) != c.marks || p.Note.String() != c.note || p.X.Max < 1.1*float64(c.k) {
			t.Errorf("%+v: %d marks, note %q, axis up to %v", c, len(p.Marks), p.Note, p.X.Max)
		}
	}
}
