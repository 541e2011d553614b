package versionspace

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/margin"
	"playground/algos/mark"
	"playground/algos/param"
)

func collect(set dataset.Set, o options) []algos.Step {
	d := algos.Define(Demo, func(*struct{}, *param.Set) {}, func(ctx context.Context, p algos.Problem, _ struct{}) (iter.Seq[algos.Step], error) {
		return run(ctx, p, o)
	})
	steps, err := d.Steps(context.Background(), algos.NewProblem(set, 1, mark.FitWindow(set)), nil)
	if err != nil {
		panic(err)
	}
	return slices.Collect(steps)
}

func usual() options {
	return options{FitIntercept: true, Parametrization: automatic, Size: 2, Constraint: box, Centre: centroid, Order: inFile}
}

func viewOf(s algos.Step) view { return s.View.(view) }

func drawSet(t *rapid.T) dataset.Set {
	coordinate := rapid.OneOf(rapid.Float64Range(-3, 3), rapid.Custom(func(t *rapid.T) float64 {
		return float64(rapid.IntRange(-3, 3).Draw(t, "small")) // ties and duplicates
	}))
	noise := rapid.SampledFrom([]float64{0, 0, 0, 4}).Draw(t, "noise")
	scale := math.Pow(10, float64(rapid.IntRange(-6, 6).Draw(t, "scale")))
	rows := make([][3]float64, rapid.IntRange(1, 14).Draw(t, "n"))
	for i := range rows {
		x, y := coordinate.Draw(t, "x1"), coordinate.Draw(t, "x2")
		label := 1.0
		if x-2*y+0.5+noise*rapid.Float64Range(-1, 1).Draw(t, "flip") < 0 {
			label = -1
		}
		rows[i] = [3]float64{scale * x, scale * y, label}
	}
	return dataset.Labelled(rows...).Set
}

func drawOptions(t *rapid.T) options {
	o := usual()
	o.FitIntercept = rapid.Bool().Draw(t, "bias")
	o.Parametrization = rapid.SampledFrom([]string{automatic, automatic, "minus0", "plus0", "plus1", "minus1", "plus2", "minus2"}).Draw(t, "chart")
	o.Constraint = rapid.SampledFrom([]string{box, ahead}).Draw(t, "normalise")
	o.Centre = rapid.SampledFrom([]string{centroid, chebyshev, analytic}).Draw(t, "centre")
	o.Order = rapid.SampledFrom([]string{inFile, random, active}).Draw(t, "order")
	return o
}

// Whatever the points, no promise is broken, and the run says that no line
// separates them exactly where that is so.
func TestPromisesHold(t *testing.T) {
	ends := map[ending]int{}
	var o options
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		set := drawSet(t)
		o = drawOptions(t)
		return algotest.Trial{Set: set, Params: algotest.Values(
			"fit_intercept", fmt.Sprint(o.FitIntercept), "parametrization", o.Parametrization, "constraint", o.Constraint, "centre", o.Centre, "order", o.Order,
		)}
	}, func(t *rapid.T, s algos.Step, _ []algos.Check) {
		if !s.Status.Final() {
			return
		}
		last := viewOf(s)
		ends[last.ending]++
		separable := margin.Largest(last.rows(last.seen)).Separable
		if separable != (last.ending != infeasible) {
			t.Fatalf("separable %v, ended %q", separable, last.ending)
		}
		if o.Parametrization == automatic && o.Order != active && last.ending == elsewhere && last.chart.width[0] < widestBox {
			t.Fatalf("the chart does not hold the line it was chosen for: %+v", last.chart)
		}
	})
	for _, e := range []ending{open, infeasible, elsewhere} {
		if ends[e] == 0 {
			t.Errorf("no run ended so: %q (%v)", e, ends)
		}
	}
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := collect(unitVectors.Set, options{Constraint: ahead, Centre: centroid, Order: inFile})
	end := viewOf(good[len(good)-1])
	xor, _ := Demo.Preset("xor")
	bad := collect(xor.Data.Set, usual())
	hidden, _ := Demo.Preset("chart")
	o := usual()
	o.Parametrization = "plus0"
	away := collect(hidden.Data.Set, o)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		name    string
		on      view
		corrupt func(*view)
	}{
		{"classifies", end, func(s *view) { s.theta = vector{-1, 0} }},
		{"halving", end, func(s *view) { s.majority = 9 }},
		{"grunbaum", end, func(s *view) { s.mistakes = 9 }},
		{"corners", end, func(s *view) { s.polygon = whole() }},
		{"split", end, func(s *view) { s.kept = 0.5 }},
		{"nearest", end, func(s *view) { s.polygon = whole() }},
		{"farkas", viewOf(bad[len(bad)-1]), func(s *view) { p := *s.proof; p.Weights = []float64{.25, .25, .25, .26}; s.proof = &p }},
		{"farkas", viewOf(bad[len(bad)-1]), func(s *view) { p := *s.proof; p.Weights = make([]float64, 4); s.proof = &p }}, // 0 proves nothing
		{"classifies", viewOf(away[len(away)-1]), func(s *view) { s.theta = vector{0, 0, 1} }},
	} {
		s := c.on
		c.corrupt(&s)
		cases = append(cases, algotest.Spoiling{Check: c.name, Good: c.on, Spoilt: s})
	}
	algotest.Spoilt(t, cases)
}

// Without rounding: x just beside a line through the origin.
func TestPositiveIsExact(t *testing.T) {
	third := 1.0 / 3
	for _, c := range []struct {
		z, theta vector
		want     bool
	}{
		{vector{1, 1, -1}, vector{third, 2 * third, 1}, false}, // rounded sum 0, exactly −2⁻⁵⁴ below
		{vector{1e150, 1, -1e150}, vector{1, 1e-300, 1}, true},
		{vector{1, -1, 0}, vector{1, 1, 5}, false},
		{vector{1e-200, 0, 0}, vector{1e-200, 0, 0}, true}, // the product underflows
	} {
		if got := positive(c.z, c.theta); got != c.want {
			t.Errorf("⟨%v, %v⟩ > 0: %v", c.z, c.theta, got)
		}
	}
}

// Coordinates whose reciprocal overflows: a cut still has two sides. How often the area was
// halved is open where what is left of it is no more than rounding.
func TestSubnormalCoordinates(t *testing.T) {
	for _, scale := range []float64{1e-306, 1e-308, 1e-310, 1e-320} {
		points := dataset.Labelled([3]float64{2 * scale, scale, 1}, [3]float64{-scale, 2 * scale, -1}, [3]float64{scale, -scale, 1})
		for _, v := range [][]string{nil, {"parametrization", "plus1", "box", "1000"}, {"parametrization", "minus2"}, {"fit_intercept", "false"}} {
			for _, s := range algotest.Steps(t, Demo, points, algotest.Values(v...)) {
				for _, c := range s.Checks() {
					if c.Verdict == algos.Broken || c.Verdict == algos.Undecided && c.Rounding < 1 {
						t.Fatalf("scale %v, %v, %s: %s: %v %s %v is %s", scale, v, s.Phase, c.Name, c.Left, c.Rel, c.Right, c.Verdict)
					}
				}
			}
		}
	}
}

// The proof that nothing is left is 0 in sums of λyx, however large or small x is.
func TestFarkasIsJudgedByItsTerms(t *testing.T) {
	for _, scale := range []float64{1e-8, 0.1, 1e8} {
		points := dataset.Labelled([3]float64{0.3 * scale, 0.7 * scale, 1}, [3]float64{-1.1 * scale, 0.1 * scale, 1}, [3]float64{0.9 * scale, -1.3 * scale, 1})
		last := algotest.Last(t, Demo, points, algotest.Values("fit_intercept", "false"))
		if c := algotest.Check(t, last.View, "farkas"); c.Verdict != algos.Holds || c.Left == 0 || c.Rounding > 1e-14*c.Size {
			t.Errorf("scale %v: %v = %v ± %v in sums of %v is %s", scale, c.Left, c.Right, c.Rounding, c.Size, c.Verdict)
		}
	}
}

// In a polygon that is too narrow nothing is decided, and the reason is said.
func TestNarrowPolygonDecidesNothing(t *testing.T) {
	points := dataset.Labelled(
		[3]float64{-2.558802884476004e-07, 511431.512516514, -1}, [3]float64{-2.260961647831047e-07, -315068.42233118543, -1},
		[3]float64{-9.300181903227674e-07, -213301.9474212037, -1},
	)
	undecided := 0
	for _, s := range algotest.Steps(t, Demo, points, algotest.Values("fit_intercept", "false", "constraint", ahead)) {
		for _, c := range s.Checks() {
			if c.Verdict == algos.Undecided {
				undecided++
			}
			if c.Verdict == algos.Broken || c.Verdict == algos.Undecided && !strings.Contains(c.Why.String(), "too small") {
				t.Errorf("%s: %s: %v %s %v is %s: %s", s.Phase, c.Name, c.Left, c.Rel, c.Right, c.Verdict, c.Why)
			}
		}
	}
	if undecided == 0 {
		t.Error("all is decided: the test looks at nothing")
	}
}

// Far from the origin constraints are nearly parallel, and shares of a sliver are known to the rounding of the
// whole: no promise is broken by that.
func TestSliversBreakNoPromise(t *testing.T) {
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	for i := range 24 {
		x := math.Round(math.Ldexp(math.Sin(float64(2*i*i)), 20)) / (1 << 20)
		other := math.Round(math.Ldexp(math.Sin(float64(3*i*i+1)), 20)) / (1 << 20)
		y := max(0, math.Copysign(1, 2*x-other+math.Sin(float64(7*i))/3))
		set.Points = append(set.Points, dataset.Point{X: [2]float64{9e8 + x, 9e8 + 2*x}, Y: y})
	}
	for i, s := range algotest.Steps(t, Demo, dataset.Explicit(set), nil) {
		for _, c := range s.View.Checks() {
			if c.Verdict == algos.Broken {
				t.Errorf("step %d: %s is broken: %v %s %v, rounding %v", i, c.Name, c.Left, c.Rel, c.Right, c.Rounding)
			}
		}
	}
}

// Extreme scales: the same points a billion times as large or as small leave the
// same share of the box.
func TestScaleDoesNotMatter(t *testing.T) {
	shape := [][3]float64{{2, 1, 1}, {-1, 2, -1}, {1, -1, 1}, {-2, -1, -1}, {1, 2, 1}}
	areas := map[float64]float64{}
	for _, e := range []int{0, -500, -30, 29} {
		scale := math.Ldexp(1, e)
		var rows [][3]float64
		for _, r := range shape {
			rows = append(rows, [3]float64{scale * r[0], scale * r[1], r[2]})
		}
		all := collect(dataset.Labelled(rows...).Set, usual())
		s := viewOf(all[len(all)-1])
		if s.status.State != algos.Converged {
			t.Fatalf("scale 2^%d: %+v", e, s.status)
		}
		areas[s.area()]++
	}
	if len(areas) != 1 {
		t.Errorf("different areas %v", areas)
	}
}

// Active questions reach the end of what the points can tell no later than the
// file's order does, on the preset's points.
func TestActiveQuestionsTellMore(t *testing.T) {
	preset, _ := Demo.Preset("active")
	set, err := preset.Data.Load()
	if err != nil {
		t.Fatal(err)
	}
	lastCut := func(order string) (last int, area float64) {
		o := usual()
		o.Order = order
		for _, s := range collect(set, o) {
			if v := viewOf(s); v.did == cut && !v.redundant() {
				last, area = len(v.seen), v.area()
			}
		}
		return last, area
	}
	a, left := lastCut(active)
	b, same := lastCut(random)
	if a > b || math.Abs(left-same) > 1e-12 {
		t.Errorf("%d active questions leave %v, %d random ones %v", a, left, b, same)
	}
}

func TestStepsAreFast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var apart, mixed [][3]float64
	for i := range Demo.Input.Limit() {
		y := float64(2*(i%2) - 1)
		apart = append(apart, [3]float64{2*y + r.NormFloat64()/2, r.NormFloat64(), y})
		mixed = append(mixed, [3]float64{0.9*y + r.NormFloat64()/2, r.NormFloat64(), y})
	}
	for name, rows := range map[string][][3]float64{"apart": apart, "mixed": mixed} {
		for _, order := range []string{inFile, active} {
			o := usual()
			o.Order = order
			from := spent(t)
			worst := time.Duration(0)
			all := 0
			steps, err := run(t.Context(), algos.NewProblem(dataset.Labelled(rows...).Set, 1, mark.FitWindow(dataset.Set{})), o)
			if err != nil {
				t.Fatal(err)
			}
			for s := range steps {
				all++
				worst = max(worst, spent(t)-from)
				s.Panels()
				from = spent(t)
			}
			t.Logf("%s, %s: %d steps, the longest %v", name, order, all, worst)
			if worst > 2*time.Second {
				t.Errorf("%s, %s: a step takes %v", name, order, worst)
			}
		}
	}
}

// spent is the processor time that the program has used.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
