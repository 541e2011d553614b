package kernels

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// last is the end of a run.
func last(t testing.TB, data dataset.Source, kv ...string) view {
	t.Helper()
	v, ok := algotest.Last(t, Demo, data, algotest.Values(kv...)).View.(view)
	if !ok {
		t.Fatal("refused")
	}
	return v
}

// draw makes an expression of a few parts.
func draw(t *rapid.T, depth int) string {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom([]string{
			"linear", "poly(2,1)", "poly(3,-0.5)", "rbf(0.7)", "laplacian(1)", "periodic(1,2)", "periodicnorm(0.5,1)", "sigmoid(1,-1)", "dist2", "dist",
			"logdist", "near(1)", "same", "min", "0.5", "0", "(-1)",
			"rbf(1e6)", "periodic(1e-6,1e-6)", "sigmoid(1e6,-1e6)", "1e6*linear", "1e-6*poly(10,1e6)", "map(zoom(1e6),periodic(1,2))",
		}).Draw(t, "family")
	}
	a := draw(t, depth-1)
	switch rapid.IntRange(0, 9).Draw(t, "rule") {
	case 0, 1:
		return "(" + a + "+" + draw(t, depth-1) + ")"
	case 2:
		return "(" + a + "-" + draw(t, depth-1) + ")"
	case 3, 4:
		return a + "*" + draw(t, depth-1)
	case 5:
		return "0.3*" + a
	case 6:
		return "(" + a + ")^2"
	case 7:
		return "exp(0.1*" + a + ")"
	case 8:
		return "times(" + rapid.SampledFrom([]string{"x1", "x2", "length", "gauss(0.5)", "sign"}).Draw(t, "f") + "," + a + ")"
	}
	return fmt.Sprintf(rapid.SampledFrom([]string{
		"norm(exp(0.1*(%s)))", "marginal(%s)", "map(square,%s)", "map(circle(2),%s)", "map(radius,%s)", "map(zoom(-2),%s)", "map(abs,%s)",
	}).Draw(t, "wrapped"), a)
}

// points draws a few points, some of them equal.
func points(t *rapid.T) dataset.Set {
	s := dataset.Set{Dim: rapid.IntRange(1, 2).Draw(t, "dim"), Target: dataset.None}
	coordinate := rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-12, 12).Draw(t, "coordinate")) / 4 })
	for range rapid.IntRange(1, 9).Draw(t, "n") {
		p := dataset.Point{X: [2]float64{coordinate.Draw(t, "x1")}}
		if s.Dim == 2 {
			p.X[1] = coordinate.Draw(t, "x2")
		}
		s.Points = append(s.Points, p)
	}
	return s
}

// No promise is broken, whatever is typed: what the rules call a kernel has no negative
// eigenvalue.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		v := algotest.Values("expression", draw(t, 3))
		switch rapid.IntRange(0, 4).Draw(t, "build") {
		case 0:
			v = algotest.Values("build", series, "gamma", rapid.SampledFrom([]string{"0.1", "0.5", "2"}).Draw(t, "gamma"))
		case 1:
			v = algotest.Values("build", features, "degree", rapid.SampledFrom([]string{"1", "2", "4"}).Draw(t, "degree"),
				"coef0", rapid.SampledFrom([]string{"0", "1", "2.5"}).Draw(t, "coef0"))
		}
		return algotest.Trial{Set: points(t), Params: v}
	})
}

// spoil copies a matrix, to change it.
func spoil(s *sheet, change func(s *sheet)) *sheet {
	c := *s
	c.values, c.eigen, c.modes = slices.Clone(s.values), slices.Clone(s.eigen), slices.Clone(s.modes)
	change(&c)
	return &c
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	lift := func(by float64) func(v *view) {
		return func(v *view) { v.now = spoil(v.now, func(s *sheet) { s.eigen[0] += by * s.most() }) }
	}
	of := func(expression string) view { return last(t, cloud, "expression", expression) }
	terms, all := last(t, seven, "build", series), last(t, other, "build", features)
	some := all
	for _, s := range algotest.Steps(t, Demo, cloud, algotest.Values("build", features))[:4] {
		some = s.View.(view)
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		good  view
		spoil func(v *view)
	}{
		{"psd", of("rbf(1)"), lift(-1)},
		{"witness", of("rbf(1)"), lift(0.01)},
		{"trace", of("rbf(1)"), lift(0.01)},
		{"cauchy-schwarz", of("rbf(1)"), func(v *view) { v.now = spoil(v.now, func(s *sheet) { s.values[1], s.values[s.n] = 1.1, 1.1 }) }},
		{"distance", of("rbf(1)"), func(v *view) { v.now = spoil(v.now, func(s *sheet) { s.values[1] += 0.01 }) }},
		{"conditional", of("-dist2"), func(v *view) { v.now = spoil(v.now, func(s *sheet) { s.values[0] -= 100 }) }},
		{"weyl", of("rbf(1)+linear"), lift(-1)},
		{"difference", of("rbf(1)-0.1*linear"), lift(-2)},
		{"schur", of("rbf(1)*rbf(2)"), lift(-1)},
		{"scaled", of("-2*rbf(1)"), lift(0.01)},
		{"power", of("rbf(1)^2"), lift(-1)},
		{"exponential", of("exp(rbf(1))"), lift(-1)},
		{"weighted", of("times(gauss(0.5),rbf(1))"), lift(-1)},
		{"marginal", of("marginal(rbf(1))"), func(v *view) { v.now = spoil(v.now, func(s *sheet) { s.values[1], s.values[s.n] = 0.9, 0.9 }) }},
		{"term", terms, func(v *view) { v.term = spoil(v.term, func(s *sheet) { s.eigen[0] = -0.1 }) }},
		{"rest", terms, func(v *view) { v.rest = spoil(v.rest, func(s *sheet) { s.eigen[0] = -0.1 }) }},
		{"remainder", terms, func(v *view) { v.rest = spoil(v.rest, func(s *sheet) { s.values[0] = 0.01 }) }},
		{"overlap", terms, func(v *view) {
			bent := *v.task
			bent.Gamma *= 1.01
			v.task = &bent
		}},
		{"rank", some, func(v *view) { v.now = spoil(v.now, func(s *sheet) { s.eigen[s.n-1-v.taken] = 0.1 }) }},
		{"features", all, func(v *view) {
			v.now = spoil(v.now, func(s *sheet) { s.values[0] *= 1.001 })
			v.rest = spoil(v.rest, func(s *sheet) { s.values[0] = 1 })
		}},
	} {
		spoilt := c.good
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: c.good, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)
}

// The rules are right: each gives the kernel that is known from elsewhere.
func TestRulesAreRight(t *testing.T) {
	same := func(a, b string, data dataset.Source) {
		t.Helper()
		x, y := last(t, data, "expression", a).now, last(t, data, "expression", b).now
		for k := range x.values {
			algotest.Near(t, a, x.values[k], y.values[k], 1e-12)
		}
	}
	same("times(gauss(0.5),exp(linear))", "rbf(0.5)", cloud)
	same("exp(-0.5*dist2)", "rbf(0.5)", cloud)
	same("exp(-dist)", "laplacian(1)", cloud)
	same("(linear+1)^3", "poly(3,1)", cloud)
	same("norm(exp(linear))", "rbf(0.5)", cloud)
	same("map(zoom(2),rbf(1))", "rbf(4)", cloud)
	same("periodic(0.5,1)", "periodicnorm(0.5,1)", ruler)
	same("map(circle(2),rbf(0.5))", "periodic(1,2)", ruler) // two places on a circle are 2|sin(πd/p)| apart
}

// Two routes to one kernel differ by no more than what both say that rounding did.
func TestValuesAgreeWithOtherRoutes(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"times(gauss(0.5),exp(linear))", "rbf(0.5)"}, {"(linear+1)^5", "poly(5,1)"}, {"norm(exp(linear))", "exp(-0.5*dist2)"},
	} {
		a, b := last(t, seven, "expression", c.a).now, last(t, seven, "expression", c.b).now
		for k := range a.values {
			if d := math.Abs(a.values[k] - b.values[k]); d > a.each[k]+b.each[k] {
				t.Errorf("%s and %s differ by %v, allowed %v", c.a, c.b, d, a.each[k]+b.each[k])
			}
		}
	}
}

// Eigenvalues of three by three matrices are the roots of the characteristic polynomial.
func TestEigenvaluesAreRoots(t *testing.T) {
	k := last(t, corner, "expression", "sigmoid(2,-0.5)+rbf(1)").now
	a := func(i, j int) float64 { return k.at(i, j) }
	for _, l := range k.eigen {
		b := func(i, j int) float64 {
			if i == j {
				return a(i, j) - l
			}
			return a(i, j)
		}
		det := b(0, 0)*(b(1, 1)*b(2, 2)-b(1, 2)*b(2, 1)) - b(0, 1)*(b(1, 0)*b(2, 2)-b(1, 2)*b(2, 0)) + b(0, 2)*(b(1, 0)*b(2, 1)-b(1, 1)*b(2, 0))
		if math.Abs(det) > 1e-14 {
			t.Errorf("at %v the determinant is %v", l, det)
		}
	}
}

// A matrix whose entries lie a hundred powers of ten apart: the solver alone called this
// one −7·10²⁵.
func TestEigenvaluesOfTinyEntries(t *testing.T) {
	steps := algotest.Steps(t, Demo, dataset.NumberLine(0.25, 0.5, 0.25, 0.25, 3), algotest.Values("build", series, "gamma", "2"))
	for _, s := range steps[1:] {
		v := s.View.(view)
		for _, k := range []*sheet{v.term, v.rest, v.now} {
			if k.eigen == nil || k.size() > 5 {
				t.Fatalf("%s: %v", s.Phase, k.eigen)
			}
		}
	}
}

// No weights give less than the witness.
func TestWitnessIsTheLeast(t *testing.T) {
	k := last(t, row, "expression", "near(1)").now
	for a := -1.0; a <= 1; a += 0.05 {
		for b := -1.0; b <= 1; b += 0.05 {
			c := [3]float64{a, b, 1 - math.Abs(a)}
			top, bottom := 0.0, 0.0
			for i := range 3 {
				for j := range 3 {
					top += c[i] * c[j] * k.at(i, j)
				}
				bottom += c[i] * c[i]
			}
			if top < k.least()*bottom-1e-12 {
				t.Fatalf("c = %v gives %v, less than %v", c, top/bottom, k.least())
			}
		}
	}
}

// There are C(d+p, p) features.
func TestFeatureCounts(t *testing.T) {
	for _, c := range []struct{ dim, degree, want int }{{2, 2, 6}, {2, 3, 10}, {2, 4, 15}, {2, 5, 21}, {1, 3, 4}, {1, 6, 7}} {
		data := cloud
		if c.dim == 1 {
			data = ruler
		}
		v := last(t, data, "build", features, "degree", fmt.Sprint(c.degree))
		if len(v.terms.features) != c.want {
			t.Errorf("dimension %d, degree %d: %d features, want %d", c.dim, c.degree, len(v.terms.features), c.want)
		}
	}
}

// Points and expressions that a program may choke on: an answer, or one sentence.
func TestDegenerate(t *testing.T) {
	far := dataset.Plane([2]float64{1e6, 1e6}, [2]float64{-1e6, 1e6}, [2]float64{0, 0})
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		state  algos.State
		words  string
	}{
		{"one point", dataset.NumberLine(1), []string{"expression", "rbf(1)"}, algos.Converged, "is a valid kernel"},
		{"at the origin", dataset.NumberLine(0), []string{"expression", "linear"}, algos.Converged, "is a valid kernel"},
		{"duplicates", dataset.NumberLine(1, 1, 1), []string{"expression", "rbf(1)"}, algos.Converged, "is a valid kernel"},
		{"no rule, nothing decided", dataset.NumberLine(1, 1), []string{"expression", "rbf(1)-0.5*rbf(2)"}, algos.Converged, "undecided on these points"},
		{"zero", cloud, []string{"expression", "0*rbf(1)"}, algos.Converged, "is a valid kernel"},
		{"minus a constant", dataset.NumberLine(1), []string{"expression", "(-1)"}, algos.Converged, "is not a valid kernel"},
		{"overflow of a power", far, []string{"expression", "poly(10,1)"}, algos.Refused, "overflows"},
		{"overflow of e", cloud, []string{"expression", "exp(exp(exp(linear)))"}, algos.Refused, "overflows"},
		{"norm of nothing", dataset.NumberLine(0, 1), []string{"expression", "norm(linear)"}, algos.Refused, "undefined"},
		{"norm of a minus", dataset.NumberLine(1), []string{"expression", "norm(-linear)"}, algos.Refused, "undefined"},
		{"features far away", far, []string{"build", features, "degree", "6"}, algos.Refused, "overflows"},
		{"a series far away", far, []string{"build", series, "gamma", "1000"}, algos.Exhausted, "not enough"},
		{"a series at the origin", dataset.NumberLine(0), []string{"build", series}, algos.Converged, "1 term"},
		{"conditional", cloud, []string{"expression", "exp(logdist)"}, algos.Converged, "is a valid kernel"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := algotest.Last(t, Demo, c.data, algotest.Values(c.params...))
			algotest.Promises(t, s)
			if s.Status.State != c.state || !strings.Contains(s.Status.Reason.String(), c.words) {
				t.Errorf("%s: %s, want %s with %q", s.Status.State, s.Status.Reason, c.state, c.words)
			}
			s.Panels()
		})
	}
}

func TestRefusals(t *testing.T) {
	p := algos.NewProblem(algotest.Load(t, cloud), 1, mark.FitWindow(algotest.Load(t, cloud)))
	for want, v := range map[string]param.Values{
		"expression: at character 1: there is no kernel": {"expression": "cosine"},
		"gamma: 0 is out of range":                       {"build": series, "gamma": "0"},
		"degree: 7 is out of range":                      {"build": features, "degree": "7"},
	} {
		err := Demo.Check(p, v)
		if bad := new(param.Error); !errors.As(err, &bad) || !strings.HasPrefix(bad.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// BenchmarkLook is everything that a page shows of the last step, on the most points.
func BenchmarkLook(b *testing.B) {
	s := dataset.Set{Dim: 2, Target: dataset.None}
	for i := range maxPoints {
		sin, cos := math.Sincos(float64(i))
		s.Points = append(s.Points, dataset.Point{X: [2]float64{sin * math.Sqrt(float64(i)) / 4, cos}})
	}
	for b.Loop() {
		last := algotest.Last(b, Demo, dataset.Explicit(s), nil)
		last.Say()
		last.Checks()
		last.Panels()
	}
}
