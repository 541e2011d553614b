package losses

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/arith"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
	"playground/views/mathml"
)

// The curves against their definitions, where those do not overflow, and their
// limits where they do.
func TestLosses(t *testing.T) {
	at := func(id string, z float64) float64 {
		for _, l := range all {
			if l.id == id {
				return l.at(z)
			}
		}
		t.Fatal(id)
		return 0
	}
	for z := -30.0; z <= 30; z += 0.25 {
		algotest.Near(t, "logistic", at("logistic", z), math.Log(1+math.Exp(-z)), 1e-13)
		algotest.Near(t, "log₂", at("logistic2", z), math.Log2(1+math.Exp(-z)), 1e-13)
		algotest.Near(t, "hinge", at("hinge", z), math.Max(0, 1-z), 0)
		algotest.Near(t, "square", at("square", z), 1-2*z+z*z, 1e-13)
		// The slope of the logistic loss is −σ(−z).
		const h = 1e-5
		algotest.Near(t, "slope", (at("logistic", z+h)-at("logistic", z-h))/(2*h), -1/(1+math.Exp(z)), 1e-9)
		for _, l := range all {
			// A bound up to its factor, at every margin.
			if l.at(z) < l.share*zeroOne(z)-1e-15 {
				t.Errorf("%s at %v is %v, below %v", l.id, z, l.at(z), l.share)
			}
		}
	}
	for z, want := range map[float64]float64{-1e6: 1e6, -800: 800, 800: 0, 1e6: 0} {
		algotest.Near(t, "logistic", at("logistic", z), want, 1e-15)
	}
	// E14: below 1 exactly on (−ln(e−1), 0].
	for _, c := range []struct {
		z    float64
		want bool
	}{{-0.5414, false}, {-0.5413, true}, {-0.1, true}, {0, true}, {1e-300, false}} {
		if got := at("logistic", c.z) < zeroOne(c.z); got != c.want || gap(c.z) != c.want {
			t.Errorf("at %v: below %v, gap %v", c.z, got, gap(c.z))
		}
	}
	algotest.Near(t, "edge", at("logistic", gapEdge), 1, 1e-15)
}

// The totals of a turn are the sums of the curves.
func TestTotals(t *testing.T) {
	v := algotest.Steps(t, Demo, dataset.Generate("overlap", 30, 0.9, 5), algotest.Values("norm", "9"))[0].View.(view)
	for a := 0.0; a < 360; a += 7 {
		sum := v.totals(a)
		for l, fn := range all {
			algotest.Near(t, fn.id, sum[l], v.total(l, a), 1e-14)
		}
	}
}

// The factor of each loss is the best one: it is met at z = 0 or at the hinge's
// and the square's value 1 there.
func TestShareIsSharp(t *testing.T) {
	for _, l := range all[1:] {
		if got := l.at(0); math.Abs(got-l.share) > 1e-15 {
			t.Errorf("%s(0) = %v, want %v", l.id, got, l.share)
		}
	}
}

func draw(t *rapid.T) (dataset.Set, param.Values) {
	coordinate := rapid.OneOf(rapid.Float64Range(-3, 3), rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-2, 2).Draw(t, "small")) }))
	scale := math.Pow(10, float64(rapid.IntRange(-6, 6).Draw(t, "scale")))
	rows := make([][3]float64, rapid.IntRange(1, 12).Draw(t, "n"))
	for i := range rows {
		rows[i] = [3]float64{scale * coordinate.Draw(t, "x1"), scale * coordinate.Draw(t, "x2"), float64(2*rapid.IntRange(0, 1).Draw(t, "y") - 1)}
	}
	ids := make([]string, len(all))
	for i, l := range all {
		ids[i] = l.id
	}
	return dataset.Labelled(rows...).Set, param.Values{
		"loss":   rapid.SampledFrom(ids).Draw(t, "loss"),
		"angle":  param.Format(float64(rapid.IntRange(0, 24).Draw(t, "angle")) * 15),
		"theta0": rapid.SampledFrom([]string{"0", "0", "0.5", "-2"}).Draw(t, "θ₀"),
		"norm":   rapid.SampledFrom([]string{"1", "0.2", "7"}).Draw(t, "norm"),
		"angles": "24",
	}
}

// Whatever the points, no guarantee is broken at any angle.
func TestPromisesHold(t *testing.T) {
	n := 0
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n = 0
		set, v := draw(t)
		return algotest.Trial{Set: set, Params: v}
	}, func(t *rapid.T, s algos.Step, _ []algos.Check) {
		s.Say()
		s.Panels()
		if n++; s.Status.Final() && n != 25 {
			t.Fatalf("%d steps", n)
		}
	})
}

// Brute force over angles finds no lower total than the marked one, and fewer
// mistakes nowhere.
func TestMinimaAreMinima(t *testing.T) {
	const angles = 20_000
	for name, v := range map[string]param.Values{
		"plain": nil, "long": algotest.Values("norm", "5"), "short": algotest.Values("norm", "0.2"), "offset": algotest.Values("theta0", "0.7"),
	} {
		for _, data := range []dataset.Source{dataset.Generate("overlap", 30, 0.9, 5), outlier, farRight, nearMisses, dataset.Generate("xor", 24, 0.15, 6)} {
			last := algotest.Last(t, Demo, data, v).View.(view)
			for l, fn := range all {
				best := last.sweep().least[l]
				algotest.Near(t, fn.id+" at its best angle", last.total(l, best.angle), best.total, 1e-12)
				least := math.Inf(1)
				for k := range angles {
					least = min(least, last.total(l, 360*float64(k)/angles))
				}
				if least < best.total-1e-12*(1+best.total) {
					t.Errorf("%s, %s: %v at its best, brute force finds %v", name, fn.id, best.total, least)
				}
			}
		}
	}
}

// A certificate that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	near, _ := Demo.Preset("gap")
	at := func(v param.Values) view { return algotest.Steps(t, Demo, near.Data, v)[0].View.(view) }
	restore := func(l int, f func(float64) float64) func() {
		before := all[l].at
		all[l].at = f
		return func() { all[l].at = before }
	}
	for l, fn := range all {
		if l == atZeroOne || l == atLogistic {
			continue
		}
		name := "bound-" + fn.id
		if c := algotest.Check(t, at(nil), name); c.Verdict != algos.Holds {
			t.Errorf("%s: %+v", name, c)
		}
		v := at(nil)
		v.sum[l] = v.sum[atZeroOne] - 1e-9
		if c := algotest.Check(t, v, name); c.Verdict != algos.Broken {
			t.Errorf("%s does not notice a wrong total: %+v", name, c)
		}
		// A loss that is no bound is caught by the point at which it is not.
		undo := restore(l, logistic)
		if c := algotest.Check(t, at(nil), name); c.Verdict != algos.Broken || !strings.Contains(c.Why.String(), "< 1") {
			t.Errorf("%s takes the logistic loss for a bound: %+v", name, c)
		}
		undo()
	}
	var cases []algotest.Spoiling
	for check, spoil := range map[string]func(v *view){
		"scaled-logistic": func(v *view) { v.sum[atLogistic] = math.Ln2*v.sum[atZeroOne] - 1e-9 },
		"least":           func(v *view) { v.sum[v.chosen] = 0 },
		"opposite":        func(v *view) { v.sum[atZeroOne]++ },
	} {
		v := at(nil)
		spoil(&v)
		cases = append(cases, algotest.Spoiling{Check: check, Good: at(nil), Spoilt: v})
	}
	algotest.Spoilt(t, cases)
	undo := restore(atHinge, func(z float64) float64 { return hinge(z) + 1 })
	if c := algotest.Check(t, at(nil), "cheaper"); c.Verdict != algos.Broken {
		t.Errorf("a hinge that charges 1 more passes for cheaper: %+v", c)
	}
	undo()
	undo = restore(atHinge, func(z float64) float64 { return -z * z })
	if c := algotest.Check(t, at(nil), "convex"); c.Verdict != algos.Broken {
		t.Errorf("a concave loss passes for convex: %+v", c)
	}
	undo()
	edge := gapEdge
	gapEdge = -0.3
	if c := algotest.Check(t, at(nil), "ln-gap"); c.Verdict != algos.Broken {
		t.Errorf("another gap goes unnoticed: %+v", c)
	}
	gapEdge = edge
}

// The gap is named with its margins, and the sum in which ln is no bound.
func TestGapIsNamed(t *testing.T) {
	p, _ := Demo.Preset("gap")
	v := algotest.Steps(t, Demo, p.Data, p.Params)[0].View.(view)
	c := algotest.Check(t, v, "ln-gap")
	if c.Left != 7 || c.Verdict != algos.Holds || !strings.Contains(c.Why.String(), "x₁ with z = −0.1 has 0.744 < 1") {
		t.Errorf("%+v", c)
	}
	if c := algotest.Check(t, v, "scaled-logistic"); !strings.Contains(c.Why.String(), "it fails: 7 mistakes against a total of 6.53") {
		t.Errorf("%+v", c)
	}
}

func TestDegenerate(t *testing.T) {
	labelled := func(r ...[3]float64) dataset.Set { return dataset.Labelled(r...).Set }
	far := labelled([3]float64{2000, 0, 1}, [3]float64{-2000, 10, 1}, [3]float64{0, 5, -1})
	opposed := labelled([3]float64{2000, 0, 1}, [3]float64{2000, 0, -1}, [3]float64{0, 2000, 1}, [3]float64{0, 2000, -1})
	for _, c := range []struct {
		name  string
		set   dataset.Set
		v     []string
		state algos.State
		words string
	}{
		{"no points", labelled(), nil, algos.Refused, "no points"},
		{"one point", labelled([3]float64{1, 2, 1}), nil, algos.Converged, "0 mistakes"},
		{"at the origin", labelled([3]float64{0, 0, 1}), nil, algos.Converged, "1 mistake."},
		{"contradiction", labelled([3]float64{1, 2, 1}, [3]float64{1, 2, -1}), nil, algos.Converged, "1 mistake."},
		{"overflow of the exponential", far, []string{"loss", "exponential"}, algos.Converged, "least at"},
		{"hopeless exponential", opposed, []string{"loss", "exponential"}, algos.Converged, "beyond floating-point"},
		{"huge", labelled([3]float64{1e150, 0, 1}, [3]float64{0, 1, -1}), nil, algos.Refused, "shorter θ"},
		{"huge beyond squares", labelled([3]float64{1e308, 1e308, 1}, [3]float64{0, 1, -1}), nil, algos.Refused, "shorter θ"},
		{"tiny", labelled([3]float64{1e-200, 0, 1}, [3]float64{0, 1e-300, -1}), nil, algos.Converged, "least at"},
		{"offset off the board", labelled([3]float64{1, 0, 1}, [3]float64{0, 1, -1}), []string{"theta0", "1000"}, algos.Converged, "1 mistake."},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, err := Demo.Steps(t.Context(), algos.NewProblem(c.set, 1, grid.Window{}), algotest.Values(c.v...))
			if err != nil {
				t.Fatal(err)
			}
			var all []algos.Step
			for s := range run {
				all = append(all, s)
			}
			last := all[len(all)-1]
			if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
			for _, s := range all {
				algotest.Promises(t, s)
				for _, l := range s.Say() {
					if strings.Contains((l.Text+l.TeX).String(), "undefined") || strings.Contains(l.Text.String(), "∞") || strings.Contains(l.TeX.String(), "infty") {
						t.Errorf("%s: %s%s", s.Phase, l.Text, l.TeX)
					}
				}
				if len(s.Panels()) == 0 {
					t.Error("nothing to show")
				}
			}
		})
	}
}

// The button says what comes, and by hand means at step 0.
func TestShapeOfARun(t *testing.T) {
	all := algotest.Steps(t, Demo, farRight, algotest.Values("angle", "33", "angles", "50"))
	if v := all[0].View.(view); v.angle != 33 || len(all) != 51 {
		t.Errorf("starts at %v, %d steps", v.angle, len(all))
	}
	for i, s := range all[:len(all)-1] {
		if s.Next.Step != all[i+1].Phase || s.Next.Small != all[i+1].Phase {
			t.Errorf("step %d: %q was announced, %q came", i, s.Next.Step, all[i+1].Phase)
		}
		for _, later := range all[i+1:] {
			if later.Size == algos.Pass {
				if later.Phase != s.Next.Pass {
					t.Errorf("step %d: %q was announced, %q came", i, s.Next.Pass, later.Phase)
				}
				break
			}
		}
	}
	theta := all[0].Model().Value("theta").([]float64)
	algotest.Near(t, "θ₁", theta[0], math.Cos(33*math.Pi/180), 1e-15)
	algotest.Near(t, "θ₂", theta[1], math.Sin(33*math.Pi/180), 1e-15)
}

// The first look at the largest data pays for the whole turn.
func BenchmarkFirstLook(b *testing.B) {
	set, err := dataset.Generate("overlap", 1000, 0.9, 1).Load()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		seq, err := Demo.Steps(b.Context(), algos.NewProblem(set, 1, grid.Window{}), nil)
		if err != nil {
			b.Fatal(err)
		}
		for s := range seq {
			s.Say()
			s.Checks()
			s.Panels()
			break
		}
	}
}

// A power of ten takes degrees in brackets, however small the angle.
func TestTinyAnglesAreFormulas(t *testing.T) {
	for _, angle := range []string{"1e-9", "4.2e-4", "9.9999e-4", "1e-300", "0.001", "359.9999999"} {
		for _, s := range algotest.Steps(t, Demo, outlier, algotest.Values("angle", angle))[:2] {
			for _, l := range s.Say() {
				if _, err := mathml.Display(l.TeX.String()); err != nil {
					t.Errorf("%s: %q: %v", angle, l.TeX, err)
				}
				if _, err := mathml.Inline(l.Text.String()); err != nil {
					t.Errorf("%s: %q: %v", angle, l.Text, err)
				}
			}
		}
	}
}

// Of every loss the value of a point is reckoned in numbers.
func TestEveryLossIsReckoned(t *testing.T) {
	for _, fn := range all {
		s := algotest.Steps(t, Demo, outlier, algotest.Values("loss", fn.id, "norm", "0.7"))[0]
		read := 0
		for _, l := range s.Say() {
			for _, statement := range arith.Statements(l.TeX.String(), true) {
				n, faults := statement.Check()
				if read += n; len(faults) > 0 {
					t.Errorf("%s: %q: %v", fn.id, l.TeX, faults)
				}
			}
		}
		if read != 4 { // θ, f(x), z and ℓ(z)
			t.Errorf("%s: %d comparisons", fn.id, read)
		}
	}
}

// A total of as many halves of rounding as there are points is still a bound.
func TestBoundOfManyPointsAtTheOrigin(t *testing.T) {
	rows := make([][3]float64, 997)
	for i := range rows {
		rows[i] = [3]float64{0, 0, 1}
	}
	algotest.Promises(t, algotest.Steps(t, Demo, dataset.Labelled(rows...), nil)[0])
}

// What the lesson says of two margins on either side of where hinge and logistic loss meet.
func TestLessonComparesHingeAndLogistic(t *testing.T) {
	algotest.Written(t, Demo, "lesson", "0.474", math.Log1p(math.Exp(-0.5)))
	algotest.Written(t, Demo, "lesson", "0.437", math.Log1p(math.Exp(-0.6)))
}
