package discriminant

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
)

// steps plays a run without the limits of a data file.
func steps(t testing.TB, set dataset.Set, v param.Values) []algos.Step {
	t.Helper()
	run, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, grid.Window{}), v)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(run)
}

// draw draws points of up to four classes, in all scales, with duplicates.
func draw(t *rapid.T) (dataset.Set, param.Values) {
	scale := math.Pow(10, float64(rapid.IntRange(-60, 60).Draw(t, "scale")))
	coordinate := rapid.OneOf(rapid.Float64Range(-3, 3), rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-2, 2).Draw(t, "small")) }))
	k := rapid.IntRange(1, 4).Draw(t, "classes")
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	for range rapid.IntRange(0, 25).Draw(t, "n") {
		set.Points = append(set.Points, dataset.Point{
			X: [2]float64{scale * coordinate.Draw(t, "x1"), scale * coordinate.Draw(t, "x2")}, Y: float64(rapid.IntRange(0, k-1).Draw(t, "y")),
		})
	}
	return set, param.Values{
		"method":   rapid.SampledFrom([]string{fisher, lda, qda}).Draw(t, "method"),
		"form":     rapid.SampledFrom([]string{byScatter, byCovariance}).Draw(t, "form"),
		"estimate": rapid.SampledFrom([]string{ml, unbiased}).Draw(t, "estimate"),
		"angle":    param.Format(rapid.Float64Range(0, 180).Draw(t, "angle")),
		"reg":      rapid.SampledFrom([]string{"0", "0", "0.1"}).Draw(t, "reg"),
	}
}

// Whatever the points, a run ends with an answer or with a reason, and no guarantee
// is broken on the way.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		set, v := draw(t)
		return algotest.Trial{Set: set, Params: v}
	}, func(t *rapid.T, s algos.Step, _ []algos.Check) {
		if s.Size == algos.Micro && len(s.Events) == 0 {
			return
		}
		for _, l := range s.Say() {
			if strings.Contains((l.Text+l.TeX).String(), "undefined") || strings.Contains((l.Text+l.TeX).String(), "infty") {
				t.Fatalf("%s: %s%s", s.Phase, l.Text, l.TeX)
			}
		}
		s.Panels()
	})
}

// A certificate that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	data := dataset.Generate("overlap", 60, 0.9, 5)
	spoilt := func(method string, spoil func(m *task)) view {
		v := algotest.Last(t, Demo, data, algotest.Values("method", method, "angle", "30")).View.(view)
		m := *v.task
		m.rule.terms = append([]term(nil), m.rule.terms...)
		m.groups = append([]group(nil), m.groups...)
		spoil(&m)
		m.proofs = m.prove
		v.task = &m
		return v
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check, method string
		spoil         func(m *task)
	}{
		{"total", fisher, func(m *task) { m.between[1] *= 1.001 }},
		{"total", qda, func(m *task) { m.within[0] *= 1.001 }},
		{"bound", fisher, func(m *task) { m.fisher.w = direction(100) }},
		{"bound", lda, func(m *task) { m.fisher.w = direction(80) }},
		{"eigenvalue", fisher, func(m *task) { m.fisher.best *= 1 + 1e-9 }},
		{"eigenvalue", fisher, func(m *task) { m.fisher.w = direction(31) }},
		{"slope", fisher, func(m *task) { m.fisher.w = direction(degrees(m.fisher.w) + 1e-6) }},
		{"posterior", lda, func(m *task) { m.rule.terms[0].logdet = math.NaN() }},
		{"log-odds", lda, func(m *task) { m.rule.terms[1].inverse[0] *= 1 + 1e-9 }},
		{"log-odds", qda, func(m *task) { m.rule.w0 += 1e-9 }},
		{"parallel", lda, func(m *task) { m.rule.w[0] *= 1 + 1e-9 }},
		{"length", fisher, func(m *task) { m.sw[0] *= 1.001 }},
		{"own", qda, func(m *task) { m.groups[0].cov = m.groups[0].cov.times(30) }},
		{"likelihood", lda, func(m *task) {
			for k := range m.rule.terms {
				m.rule.terms[k].inverse = m.rule.terms[k].inverse.times(1.05)
				m.rule.terms[k].logdet -= 2 * math.Log(1.05)
			}
			m.fitted = m.likelihood(1)
		}},
	} {
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: spoilt(c.method, func(*task) {}), Spoilt: spoilt(c.method, c.spoil)})
	}
	algotest.Spoilt(t, cases)
}

// Brute force over the angles finds no better J than w*, and one nearly as good;
// and the measured shadows agree with the matrices at every angle.
func TestDirectionIsTheBestAngle(t *testing.T) {
	for _, data := range []dataset.Source{slanted(40, 3), dataset.Generate("moons", 50, 0.2, 1), dataset.Generate("blobs3", 60, 0.8, 2), unequal, iris()} {
		for _, form := range []string{byScatter, byCovariance} {
			m := algotest.Last(t, Demo, data, algotest.Values("form", form)).View.(view)
			best := 0.0
			for k := range 18000 {
				w := direction(float64(k) / 100)
				j := m.measured(w)
				algotest.Near(t, "J", m.criterion(w), j, 1e-11)
				best = max(best, j)
			}
			if best > m.fisher.best*(1+1e-12) || best < m.fisher.best*(1-1e-6) {
				t.Errorf("best angle %v, w* %v", best, m.fisher.best)
			}
		}
	}
}

// Posteriors do not depend on the units of the axes, nor on where the origin is.
func TestAffineInvariance(t *testing.T) {
	set, err := dataset.Generate("overlap", 40, 0.9, 2).Load()
	if err != nil {
		t.Fatal(err)
	}
	move := func(x [2]float64) [2]float64 { return [2]float64{1e6*x[0] + 3e6, 2e-3*x[1] - 5e-2 + 1e-3*x[0]} }
	moved := set.Clone()
	for i := range moved.Points {
		moved.Points[i].X = move(set.Points[i].X)
	}
	for _, method := range []string{fisher, lda, qda} {
		v := algotest.Values("method", method)
		a, b := steps(t, set, v), steps(t, moved, v)
		for _, x := range [][2]float64{{0, 0}, {1, -1}, {-2, 0.3}} {
			p := a[len(a)-1].Model().Predict(x)[1].Value.([]float64)
			q := b[len(b)-1].Model().Predict(move(x))[1].Value.([]float64)
			algotest.Near(t, method, q[0], p[0], 1e-9)
		}
	}
}

// With equal covariances QDA is LDA.
func TestQDAReducesToLDA(t *testing.T) {
	a := algotest.Last(t, Demo, squares, algotest.Values("method", qda))
	b := algotest.Last(t, Demo, squares, algotest.Values("method", lda))
	if q := a.Model().Value("quadratic").([][]float64); q[0][0] != 0 || q[0][1] != 0 || q[1][1] != 0 {
		t.Errorf("W = %v", q)
	}
	for _, x := range [][2]float64{{0.3, 1}, {4, -2}} {
		algotest.Near(t, "p", a.Model().Predict(x)[1].Value.([]float64)[1], b.Model().Predict(x)[1].Value.([]float64)[1], 1e-14)
	}
}

// The classifier in words: f(x) of the data is f(z) of the scaled coordinates.
func TestLinearForm(t *testing.T) {
	for _, method := range []string{lda, qda} {
		v := algotest.Last(t, Demo, dataset.Generate("overlap", 40, 0.9, 2), algotest.Values("method", method)).View.(view)
		q, w, w0 := v.linear()
		for _, p := range v.Points {
			x := vec(p.X)
			algotest.Near(t, "log-odds", q.quad(x)+dot(w, x)+w0, v.rule.logOdds(v.seen(x)), 1e-12)
		}
	}
}

func TestDegenerate(t *testing.T) {
	labelled := func(r ...[3]float64) dataset.Set { return dataset.Labelled(r...).Set }
	parallel := labelled([3]float64{0, 0, -1}, [3]float64{1, 1, -1}, [3]float64{2, 2, -1}, [3]float64{1, 0, 1}, [3]float64{2, 1, 1}, [3]float64{3, 2, 1})
	for _, c := range []struct {
		name  string
		set   dataset.Set
		v     []string
		state algos.State
		words string
	}{
		{"no points", labelled(), nil, algos.Refused, "no points"},
		{"one class", labelled([3]float64{0, 0, 1}, [3]float64{1, 2, 1}), nil, algos.Refused, "belong to class +1"},
		{"one place", labelled([3]float64{0.1, 0.7, 1}, [3]float64{0.1, 0.7, -1}), nil, algos.Refused, "in one place"},
		{"two points", labelled([3]float64{0, 0, 1}, [3]float64{1, 1, -1}), nil, algos.Refused, "on a line, and in no class"},
		{
			"three places", labelled([3]float64{0, 0, 1}, [3]float64{1, 1, -1}, [3]float64{0, 0, 1}, [3]float64{1, 1, -1}),
			[]string{"method", lda},
			algos.Refused, "in no class do they differ",
		},
		{"parallel lines", parallel, nil, algos.Refused, "parallel lines"},
		{"parallel lines, LDA", parallel, []string{"method", lda}, algos.Refused, "parallel lines"},
		{"parallel lines, QDA", parallel, []string{"method", qda}, algos.Refused, "class −1 lie on a line"},
		{"parallel lines, reg", parallel, []string{"method", qda, "reg", "0.01"}, algos.Converged, "0 of 6"},
		{"one point of a class", lonely.Set, []string{"method", qda}, algos.Refused, "single point"},
		{"one point of a class, unbiased", lonely.Set, []string{"method", qda, "estimate", unbiased}, algos.Refused, "n − 1 = 0"},
		{"one point of a class, LDA", lonely.Set, []string{"method", lda}, algos.Converged, "wrong"},
		{"n = K", labelled([3]float64{0, 0, 1}, [3]float64{1, 1, -1}), []string{"method", lda, "estimate", unbiased}, algos.Refused, "n − K = 0"},
		{"coinciding means", strips.Set, nil, algos.Refused, "means of the classes coincide"},
		{"coinciding means, LDA", strips.Set, []string{"method", lda}, algos.Converged, "4 of 8"},
		{
			"huge", labelled([3]float64{1e150, 0, 1}, [3]float64{-1e150, 1, -1}, [3]float64{0, 1e150, 1}, [3]float64{3, 1e149, -1}),
			nil, algos.Refused, "scale nearer 1",
		},
		{"huge beyond squares", labelled([3]float64{1e300, 0, 1}, [3]float64{-1e308, 1, -1}), nil, algos.Refused, "scale nearer 1"},
		{"tiny", labelled([3]float64{1e-150, 0, 1}, [3]float64{-1e-150, 1e-151, -1}, [3]float64{0, 1e-150, 1}), nil, algos.Refused, "scale nearer 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := steps(t, c.set, algotest.Values(c.v...))
			last := all[len(all)-1]
			if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
			for _, s := range all {
				algotest.Promises(t, s)
				if len(s.Say()) == 0 || len(s.Panels()) == 0 {
					t.Error("nothing to show")
				}
			}
		})
	}
}

// A label that no point has leaves no gap: p has one number for each class that
// has points.
func TestMissingLabel(t *testing.T) {
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	for i, p := range []vec{{0, 0}, {1, 0.2}, {0.3, 1}, {4, 4}, {5, 4.1}, {4.2, 5}} {
		set.Points = append(set.Points, dataset.Point{X: p, Y: float64(5 * (i / 3))})
	}
	all := steps(t, set, algotest.Values("method", lda))
	got := all[len(all)-1].Model().Predict([2]float64{5, 5})
	if got[0].Value != 5 || len(got[1].Value.([]float64)) != 2 {
		t.Errorf("%+v", got)
	}
}

// The button says what comes, and a step of each size stops where it should.
func TestShapeOfARun(t *testing.T) {
	for _, method := range []string{fisher, lda, qda} {
		all := algotest.Steps(t, Demo, iris(), algotest.Values("method", method))
		for i, s := range all[:len(all)-1] {
			if s.Next.Small != all[i+1].Phase {
				t.Errorf("%s, step %d: %q was announced, %q came", method, i, s.Next.Small, all[i+1].Phase)
			}
			for _, want := range []struct {
				size  algos.Size
				label string
			}{{algos.Normal, s.Next.Step.String()}, {algos.Pass, s.Next.Pass.String()}} {
				for _, later := range all[i+1:] {
					if later.Size >= want.size {
						if later.Phase.String() != want.label {
							t.Errorf("%s, step %d: %q was announced, %q came", method, i, want.label, later.Phase)
						}
						break
					}
				}
			}
		}
	}
}

// A look at a step of the largest data is cheap.
func BenchmarkLook(b *testing.B) {
	last := algotest.Last(b, Demo, dataset.Generate("overlap", 2000, 0.9, 1), nil)
	for b.Loop() {
		last.Say()
		last.Checks()
		last.Panels()
	}
}

// Points at 1e9 beside others around 0 (found by the audit): J measured on the
// shadows is the eigenvalue, for a class is measured from where it lies.
func TestPromisesFarAway(t *testing.T) {
	far := make([][3]float64, 0, 21)
	far = append(far, [3]float64{-1e9, 97, 4}, [3]float64{-8.5e-299, 77, 1}, [3]float64{2.5625, 87, 1}, [3]float64{0.3125})
	for len(far) < 21 {
		far = append(far, [3]float64{})
	}
	apart := [][3]float64{
		{3.8125, -109, 1}, {1.25e-298, 9.5e8, 4}, {-53, 85, 2}, {1.3e-299, 35, 2}, {-8.3e-299, 79, 1}, {-8.5e8, -2.4375, 3}, {7e-300, -6.3e8, 0},
	}
	for _, points := range [][][3]float64{far, apart} {
		for _, s := range algotest.Steps(t, Demo, rows(points), nil) {
			for _, c := range s.Checks() {
				if c.Verdict == algos.Broken || c.Verdict == algos.Undecided {
					t.Fatalf("%s: %s: %v %s %v is %s (rounding %v)", s.Phase, c.Name, c.Left, c.Rel, c.Right, c.Verdict, c.Rounding)
				}
			}
		}
	}
}
