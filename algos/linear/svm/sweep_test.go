package svm

import (
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/internal/pairs"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

func lastView(t *testing.T, data dataset.Source, kv ...string) view {
	t.Helper()
	return algotest.Last(t, Demo, data, vals(kv...)).View.(view)
}

// On the four points of 004 the optimum is known at every C (W6): 2C − C²/10 up to
// C = 10, where the hard margin begins, and 10 from there on.
func TestSweepOfFourPoints(t *testing.T) {
	for _, eps := range []float64{0.5, 0.25, 1} {
		data := dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, eps, 1}, [3]float64{1, eps, 1}, [3]float64{1, 0, -1})
		s := lastView(t, data, "kernel", "linear", "C", "20").sweep()
		if len(s.prices) != sweepNodes+1 || s.cut || s.hard == nil {
			t.Fatalf("%d prices, cut %v, hard %v", len(s.prices), s.cut, s.hard)
		}
		from := 2 + 2/(eps*eps)
		algotest.Near(t, "C of the hard margin", s.from(), from, 1e-7)
		for _, p := range s.prices {
			value, norm, slack := from, math.Sqrt(2*from), 0.0
			if p.c < from {
				share := eps * eps / (1 + eps*eps)
				value, norm, slack = 2*p.c-p.c*p.c*share/2, p.c*math.Sqrt(share), 2-p.c*share
			}
			algotest.Near(t, "objective", p.value, value, 1e-6*(1+value))
			algotest.Near(t, "‖w‖", p.norm, norm, 1e-6*(1+norm))
			algotest.Near(t, "Σξ", p.slack, slack, 1e-6)
		}
	}
}

// The costs of the note's three solutions cross where it says (W5) and where its
// exercise 3 comes to (W7), for every ε.
func TestNotedSolutions(t *testing.T) {
	for _, eps := range []float64{0.5, 0.25, 2} {
		data := dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, eps, 1}, [3]float64{1, eps, 1}, [3]float64{1, 0, -1})
		v := lastView(t, data, "kernel", "linear", "C", "3")
		lines := v.notedLines()
		if len(lines) != 3 {
			t.Fatal("the four points are not recognised")
		}
		algotest.Near(t, "cost of solution 1", lines[0].cost(3), 2+2/(eps*eps), 1e-12)
		algotest.Near(t, "cost of solution 2", lines[1].cost(3), 2+2*3, 1e-12)
		algotest.Near(t, "cost of solution 3", lines[2].cost(3), 2*3, 1e-12)
		algotest.Near(t, "1 is cheaper than 2 from", lines[0].meets(lines[1]), 1/(eps*eps), 1e-12)
		algotest.Near(t, "1 is cheaper than 3 from", lines[0].meets(lines[2]), 1+1/(eps*eps), 1e-12)
		for _, p := range v.sweep().prices {
			for _, l := range lines {
				if l.cost(p.c) < p.value-1e-7*p.value {
					t.Errorf("at C = %v %s costs %v, the optimum %v", p.c, l.name, l.cost(p.c), p.value)
				}
			}
		}
	}
	for name, v := range map[string]view{
		"other points": lastView(t, triple, "kernel", "linear"),
		"a kernel":     lastView(t, fourPoints),
	} {
		if v.notedLines() != nil {
			t.Errorf("%s: taken for those of 004", name)
		}
	}
}

// As C grows the slacks never grow, w never gets shorter, and the objective grows by no
// less than the slacks of the larger C and no more than those of the smaller one.
func TestSweepIsMonotone(t *testing.T) {
	for _, kv := range [][]string{{"kernel", "linear"}, {"gamma", "2"}, {"kernel", "poly", "degree", "2", "gamma", "1"}} {
		p := lastView(t, dataset.Generate("overlap", 30, 0.9, 5), kv...).sweep().prices
		for k := range len(p) - 1 {
			a, b := p[k], p[k+1]
			near, step := 1e-6*(1+b.value), b.c-a.c
			if b.slack > a.slack+1e-6 || b.norm < a.norm-1e-6*(1+a.norm) {
				t.Errorf("%v: from C = %v to %v Σξ goes from %v to %v, ‖w‖ from %v to %v", kv, a.c, b.c, a.slack, b.slack, a.norm, b.norm)
			}
			if grew := b.value - a.value; grew < step*b.slack-near || grew > step*a.slack+near {
				t.Errorf("%v: from C = %v to %v the objective grows by %v", kv, a.c, b.c, grew)
			}
		}
	}
}

// A sweep finds what a run from nothing finds at the same C.
func TestSweepAgreesWithRuns(t *testing.T) {
	data := dataset.Generate("overlap", 40, 0.9, 5)
	s := lastView(t, data).sweep()
	for _, k := range []int{0, 10, 20, 30} {
		p := s.prices[k]
		at := algotest.Last(t, Demo, data, vals("C", param.Format(p.c), "tol", "1e-9"))
		algotest.Near(t, "objective", p.value, at.Metric("primal"), 1e-6*p.value)
		algotest.Near(t, "‖w‖", p.norm, 1/at.Metric("margin"), 1e-6*(1+p.norm))
		if p.support != int(at.Metric("sv")) || p.bounded != int(at.Metric("bounded")) || p.errors != int(at.Metric("errors")) {
			t.Errorf("C = %v: %+v, the run has %v support vectors, %v at C, %v mistakes", p.c, p, at.Metric("sv"), at.Metric("bounded"), at.Metric("errors"))
		}
	}
}

// While a hand drags many points nothing is swept, and a few keep up.
func TestSweepWaitsForTheHand(t *testing.T) {
	for n, waits := range map[int]bool{20: false, 60: true} {
		v := algos.Step{View: lastView(t, dataset.Generate("overlap", n, 0.9, 5))}.Moving()
		seen := false
		for _, p := range v.Panels() {
			if p.ID == "price" {
				seen = true
				if p.Waits != waits {
					t.Errorf("%d points: waits %v", n, p.Waits)
				}
			}
		}
		if !seen {
			t.Errorf("%d points: no picture", n)
		}
	}
}

// No sweep of too many points, of one class, or of what is no kernel; and it says why.
func TestNotSwept(t *testing.T) {
	for want, v := range map[string]view{
		"too many":         lastView(t, dataset.Generate("blobs", maxSwept+2, 0.3, 1), "kernel", "linear", "tol", "0.1"),
		"same label":       lastView(t, dataset.Labelled([3]float64{1, 1, 1}, [3]float64{2, 1, 1})),
		"no feature space": lastView(t, dataset.Generate("overlap", 40, 0.7, 2), "kernel", "sigmoid", "gamma", "1", "coef0", "-1"),
		"there is no hard": lastView(t, corners, "kernel", "linear"),
		"stays the same":   lastView(t, fourPoints, "kernel", "linear"),
	} {
		found := false
		for _, c := range (algos.Step{View: v}).Checks() {
			found = found || strings.Contains(c.Why.String(), want)
		}
		if !found {
			t.Errorf("no promise says %q", want)
		}
	}
}

// On the corners of a square the eigenvalues of the Gaussian kernel are 1 ± 2a + b and
// twice 1 − b, with a along a side and b along a diagonal.
func TestLeastEigenvalue(t *testing.T) {
	a, b := math.Exp(-4*0.1), math.Exp(-8*0.1)
	c := algotest.Check(t, algotest.Last(t, Demo, corners, vals("gamma", "0.1")), "gram")
	algotest.Near(t, "λ_min", c.Left, 1-2*a+b, 1e-12)
	if c.Verdict != algos.Holds {
		t.Errorf("%+v", c)
	}
	line := algotest.Check(t, algotest.Last(t, Demo, corners, vals("kernel", "linear")), "gram")
	if line.Verdict != algos.Holds || math.Abs(line.Left) > 1e-12 { // of rank 2
		t.Errorf("%+v", line)
	}
}

// The offsets that a step writes out are those that the errors after it give, and both
// put their points at yf = 1.
func TestAskedOffsets(t *testing.T) {
	for _, kv := range [][]string{{"kernel", "linear", "C", "5"}, {"kernel", "rbf", "gamma", "1"}, {"kernel", "poly", "degree", "2", "hard_margin", "true"}} {
		for _, s := range collect(t, heights, vals(kv...)) {
			v := s.View.(view)
			if v.phase != pairs.Optimising || v.Done.Stall || v.Done.Face.Free > 0 || v.Done.Stop == 3 {
				continue
			}
			w, one := v.Done, aboutOf(v.Done)
			o, at := v.asked(w, one), v.theta0()-v.Bias
			for i, row := range [2]int{[2]int{w.I, w.J}[one], [2]int{w.I, w.J}[1-one]} {
				if want := at - v.e[row]; math.Abs(o.b[i]-want) > 1e-9*(1+math.Abs(want)+v.sum*80) {
					t.Fatalf("%v, %s: b of row %d is %v, its error says %v", kv, s.Phase, row, o.b[i], want)
				}
			}
			if o.free[0] && o.free[1] && math.Abs(o.b[0]-o.b[1]) > 1e-8*(1+v.sum*80) {
				t.Errorf("%v, %s: both are free, and ask for %v and %v", kv, s.Phase, o.b[0], o.b[1])
			}
		}
	}
}

// The table has a row for every one of a few points, whose multipliers add up to C and whose
// products are 0 at the end.
func TestConditions(t *testing.T) {
	v := lastView(t, intruder, "kernel", "linear", "C", "1", "tol", "1e-12")
	m := v.kkt().Marks[0].(mark.Matrix)
	if m.Rows != 4 || m.Cols != 6 {
		t.Fatalf("%d by %d", m.Rows, m.Cols)
	}
	for i := range m.Rows {
		row := m.Values[6*i : 6*i+6]
		algotest.Near(t, "α + β", row[0]+row[1], 1, 1e-12)
		algotest.Near(t, "α(yf − 1 + ξ)", row[4], 0, 1e-9)
		algotest.Near(t, "βξ", row[5], 0, 1e-9)
	}
	algotest.Near(t, "ξ₁ of 002", m.Values[3], 7.0/13, 1e-9)
	algotest.Near(t, "ξ₄ of 002", m.Values[21], 1.826923076923077, 1e-9)
	if m := lastView(t, dataset.Generate("moons", 60, 0.24, 7)).kkt().Marks[0].(mark.Matrix); m.Rows != maxConditions {
		t.Errorf("%d rows", m.Rows)
	}
	if m := lastView(t, triple, "kernel", "linear", "hard_margin", "true").kkt().Marks[0].(mark.Matrix); m.Cols != 3 {
		t.Errorf("hard margin: %d columns", m.Cols)
	}
}

// What the lesson says of units: in m and 10 kg C = 1 leaves slacks, in cm and kg it is
// the hard margin, from a small C on and with another line.
func TestUnits(t *testing.T) {
	small := lastView(t, heights, "kernel", "linear", "tol", "1e-9")
	large := lastView(t, inCentimetres(), "kernel", "linear", "tol", "1e-9")
	algotest.Near(t, "margin in m and 10 kg", 1/math.Sqrt(small.norm2), 0.593, 5e-4)
	algotest.Near(t, "margin in cm and kg", 1/math.Sqrt(large.norm2), 4.85, 5e-3)
	algotest.Near(t, "C of the hard margin", large.sweep().from(), 0.0212, 5e-5)
	if small.Bound == 0 || large.Bound > 0 {
		t.Errorf("%d and %d at the bound", small.Bound, large.Bound)
	}
}

// The outlier costs a slack or most of the margin.
func TestOutlier(t *testing.T) {
	cheap := lastView(t, outlier, "kernel", "linear", "C", "0.1", "tol", "1e-9")
	dear := lastView(t, outlier, "kernel", "linear", "C", "10", "tol", "1e-9")
	algotest.Near(t, "slack of the outlier", cheap.slack(12), 1.27, 5e-3)
	algotest.Near(t, "the wide road", 1/math.Sqrt(cheap.norm2), 1.72, 5e-3)
	algotest.Near(t, "the narrow road", 1/math.Sqrt(dear.norm2), 0.398, 5e-4)
	algotest.Near(t, "C of the hard margin", dear.sweep().from(), 3.149, 5e-4)
	if cheap.errors != 1 || dear.errors != 0 {
		t.Errorf("%d and %d mistakes", cheap.errors, dear.errors)
	}
}

// L and H are the ends of what the box leaves of the pair's line, by the formulas of the
// textbook, and the table has them.
func TestEndsOfTheBox(t *testing.T) {
	seen := 0
	for _, kv := range [][]string{{"kernel", "linear", "C", "5"}, {"gamma", "2"}, {"kernel", "linear", "hard_margin", "true"}} {
		for _, s := range collect(t, heights, vals(kv...)) {
			v := s.View.(view)
			if v.phase != pairs.Optimising || !simple(v.Done) {
				continue
			}
			w, c := v.Done, v.c
			a, b := w.From[0], w.From[1]
			low, high := [2]float64{max(0, a-b), max(0, b-a)}, [2]float64{min(c, c+a-b), min(c, c+b-a)}
			if v.y[w.I] == v.y[w.J] {
				low, high = [2]float64{max(0, a+b-c), max(0, a+b-c)}, [2]float64{min(c, a+b), min(c, a+b)}
			}
			for k := range 2 {
				algotest.Near(t, "L", w.Low[k], low[k], 1e-12*(1+a+b))
				if !math.IsInf(high[k], 1) || !math.IsInf(w.High[k], 1) {
					algotest.Near(t, "H", w.High[k], high[k], 1e-12*(1+a+b))
				}
			}
			cells := v.numbers(w).Marks[1].(mark.Texts).Text
			if got, want := cells[10].String(), (say.Vars{"x": low[0]}).Text("<x>").String(); math.Abs(low[0]) > 1e-9 && got != want {
				t.Errorf("%s: the table says L = %s, it is %s", s.Phase, got, want)
			}
			if len(cells) != 20 {
				t.Errorf("%s: %d numbers", s.Phase, len(cells))
			}
			seen++
		}
	}
	if seen < 20 {
		t.Errorf("only %d moves were looked at", seen)
	}
}
