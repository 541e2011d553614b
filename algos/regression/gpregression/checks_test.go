package gpregression

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// problem draws observations, perhaps with repeated inputs, and a prior.
func problem(t *rapid.T) (dataset.Set, param.Values) {
	s := dataset.Set{Dim: rapid.IntRange(1, 2).Draw(t, "dim"), Target: dataset.Values}
	coordinate := rapid.Float64Range(-3, 3)
	for i := range rapid.IntRange(0, 12).Draw(t, "n") {
		p := dataset.Point{X: [2]float64{coordinate.Draw(t, "x1")}, Y: coordinate.Draw(t, "y")}
		if s.Dim == 2 {
			p.X[1] = coordinate.Draw(t, "x2")
		}
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			p.X = s.Points[rapid.IntRange(0, i-1).Draw(t, "of")].X
		}
		s.Points = append(s.Points, p)
	}
	number := func(name string) string {
		return param.Format(math.Pow(10, rapid.Float64Range(-0.7, 0.7).Draw(t, name)))
	}
	kernel := rapid.SampledFrom([]string{
		"%s*rbf(%s)", "%s*matern12(%s)", "matern32(%s)+matern52(%s)", "rq(%s,%s)", "periodic(%s,%s)", "linear(%s)+rbf(%s)", "linear(%s)*linear(%s)", "%s*%s",
	}).Draw(t, "kernel")
	return s, param.Values{
		"kernel":    fmt.Sprintf(kernel, number("a"), number("b")),
		"noise_var": rapid.SampledFrom([]string{"0", "1e-6", "1e-3", "0.1", "10"}).Draw(t, "noise"),
		"optimize":  rapid.SampledFrom([]string{"true", "false", "false"}).Draw(t, "optimize"),
		"n_starts":  "2",
	}
}

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		set, v := problem(t)
		return algotest.Trial{Set: set, Params: v}
	})
}

// copied returns a state whose numbers may be spoilt.
func copied(s view) view {
	t := s
	p := *s.post
	p.L, p.Z, p.X = slices.Clone(p.L), slices.Clone(p.Z), slices.Clone(p.X)
	t.post = &p
	if s.ascent != nil {
		h := *s.ascent
		t.ascent = &h
	}
	return t
}

// Every certificate can fail: a state spoilt on purpose is caught, by the check
// that is there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	run := func(v param.Values, phase phase) view {
		var found view
		for _, s := range steps(t, load(t, dataset.Generate("sine", 20, 0.2, 3)), v) {
			if s.View.(view).phase == phase {
				found = s.View.(view)
			}
		}
		return found
	}
	seen := run(vals("1*rbf(1)", "0.05"), conditioning)
	moving := run(vals("1*rbf(1)", "0.05", "optimize", "true"), climbing)
	best := run(vals("1*rbf(1)", "0.05", "optimize", "true"), choosing)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		state view
		spoil func(s *view)
	}{
		// The observation is taken away again.
		{"variance", seen, func(s *view) {
			more := *s.before
			more.X, more.Y = s.post.X, s.post.Y
			s.before, s.post = &more, s.before
		}},
		{"evidence", seen, func(s *view) { s.post.LogP += 1e-9 }},
		{"evidence", seen, func(s *view) { s.post.Y = slices.Clone(s.post.Y); s.post.Y[3] += 1e-6 }},
		{"refit", seen, func(s *view) { s.post.L[40] += 1e-9 }},
		{"ridge", seen, func(s *view) { s.post.Z[7] += 1e-9 }},
		{"pivot", seen, func(s *view) { s.post.LeastPivot = s.post.Noise - 1e-9 }},
		{"eigenvalues", seen, func(s *view) { s.post.LeastPivot = s.eigenvalues()[s.seen()-1] + s.post.Noise - 1e-4 }},
		{"slice-mean", seen, func(s *view) { s.post.Z[7] += 1e-4 }},
		{"slice-variance", seen, func(s *view) { s.post.L[40] += 1e-4 }},
		{"ascent", moving, func(s *view) { s.ascent.last = s.ascent.value + 1e-12 }},
		{"slope", best, func(s *view) { s.ascent.slope = 1e-3 }},
	} {
		spoilt := copied(c.state)
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.state, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)
}

// Where the matrix is almost singular, sides that differ visibly are no promise
// kept, and the reason is said.
func TestSingularMatrixDecidesNothing(t *testing.T) {
	t.Run("equal inputs without noise", func(t *testing.T) {
		last := algotest.Last(t, Demo, duplicate, vals("1*rbf(1)", "0")).View
		for _, name := range []string{"evidence", "ridge"} {
			if c := algotest.Check(t, last, name); c.Verdict != algos.Undecided || !strings.Contains(c.Why.String(), "almost singular") {
				t.Errorf("%s: %v %s %v is %s: %s", name, c.Left, c.Rel, c.Right, c.Verdict, c.Why)
			}
		}
	})
	t.Run("a variance that is lost in that of the prior", func(t *testing.T) {
		set := dataset.Set{Dim: 2, Target: dataset.Values}
		for i := range 24 {
			s, c := math.Sincos(2.3 * float64(i))
			set.Points = append(set.Points, dataset.Point{X: [2]float64{1e6 + s*float64(i%5), 1e6 + c}, Y: s})
		}
		lost := 0
		for _, s := range steps(t, set, vals("1e9*linear(0)+periodic(1,1e-6)", "0")) {
			if s.View.(view).phase != conditioning {
				continue
			}
			switch c := algotest.Check(t, s.View, "variance"); {
			case c.Verdict == algos.Undecided && c.Why != "":
				lost++
			case c.Verdict == algos.NotApplicable, c.Verdict == algos.Holds && c.Left <= 1e-6*s.View.(view).before.MeanVariance():
			default:
				t.Errorf("%s: %v <= 0 is %s: %q", s.Phase, c.Left, c.Verdict, c.Why)
			}
		}
		if lost == 0 {
			t.Error("rounding raises no variance: the test looks at nothing")
		}
	})
}

// The slope is 0 in terms as large as the fit and n/2, and an ascent that stops
// short of that says what would close it.
func TestSlopeIsJudgedByItsTerms(t *testing.T) {
	best := algotest.Last(t, Demo, dataset.Generate("sine", 20, 0.2, 3), vals("1*rbf(1)", "0.05", "optimize", "true")).View.(view)
	c := best.checkSlope()
	if c.Verdict != algos.Holds || c.Size < 10 || c.Within > 1e-4*c.Size {
		t.Errorf("%v -> 0 within %v in numbers of %v is %s", c.Left, c.Within, c.Size, c.Verdict)
	}
	short := copied(best)
	short.ascent.slope, short.ascent.end = 0.5, capped
	if c := short.checkSlope(); c.Verdict != algos.Open || c.Why == "" {
		t.Errorf("stopped at the cap: %s: %s", c.Verdict, c.Why)
	}
}

// The observation that says most about f at an input is not the one of largest
// covariance: with a linear kernel that is the farthest.
func TestTheMostTellingObservation(t *testing.T) {
	set := load(t, dataset.Pairs(1, 1, 100, 90, 1.1, 1.2))
	all := steps(t, set, vals("linear(0)+rbf(1)", "0.01"))
	for _, s := range all {
		if v := s.View.(view); v.phase == relating && v.row == 2 {
			if said := s.Say(); !strings.Contains(said[len(said)-1].Text.String(), `\ref{x0}`) {
				t.Errorf("%s", said[len(said)-1].Text)
			}
			return
		}
	}
	t.Error("no such step")
}
