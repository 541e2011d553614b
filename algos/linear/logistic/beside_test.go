package logistic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
)

// panelOf is a picture of the view.
func panelOf(t *testing.T, v algos.View, id string) mark.Panel {
	t.Helper()
	for _, p := range v.Panels() {
		if p.ID == id {
			return p
		}
	}
	t.Fatalf("there is no picture %q", id)
	return mark.Panel{}
}

// Least squares has slope 0 by finite differences, and no random line has a smaller sum.
func TestLeastSquaresIsTheMinimum(t *testing.T) {
	v := algotest.Last(t, Demo, farOff, vals("show_ols", "true")).View.(view)
	r := v.rival()
	th := theta(r.problem, r.b)
	sum := func(a [3]float64) (s float64) {
		for i, x := range v.problem.X {
			e := v.y[i] - a[0]*x[0] - a[1]*x[1] - a[2]
			s += e * e
		}
		return s
	}
	for j := range th {
		up, down := th, th
		up[j] += 1e-4
		down[j] -= 1e-4
		if slope := (sum(up) - sum(down)) / 2e-4; math.Abs(slope) > 1e-8 {
			t.Errorf("slope %d is %v", j, slope)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		a := th
		for j := range a {
			a[j] += 0.1 * rng.NormFloat64()
		}
		if sum(a) < sum(th) {
			t.Fatalf("%v has %v, least squares %v", a, sum(a), sum(th))
		}
	}
}

// A point that is dragged away on its right side turns least squares and costs it points;
// the logistic line stays where it is.
func TestFarPointMovesLeastSquaresAlone(t *testing.T) {
	at := func(far [3]float64) view {
		set := algotest.Load(t, farOff)
		set.Points = slices.Clone(set.Points)
		set.Points[18].X = [2]float64{far[0], far[1]}
		return algotest.Last(t, Demo, dataset.Explicit(set), vals("show_ols", "true")).View.(view)
	}
	near, far := at([3]float64{2, 2}), at([3]float64{8, 8})
	if near.rival().wrong != 2 || far.rival().wrong != 4 || near.Errors != 2 || far.Errors != 2 {
		t.Errorf("least squares gets %d and %d wrong, logistic %d and %d", near.rival().wrong, far.rival().wrong, near.Errors, far.Errors)
	}
	angle := func(a, b [3]float64) float64 {
		return math.Abs(math.Atan2(a[1], a[0])-math.Atan2(b[1], b[0])) * 180 / math.Pi
	}
	turned := func(v view) [3]float64 { r := v.rival(); return theta(r.problem, r.b) }
	if a, b := angle(near.theta(), far.theta()), angle(turned(near), turned(far)); a > 0.1 || b < 25 {
		t.Errorf("logistic turns by %v°, least squares by %v°", a, b)
	}
}

// The likelihood of s(θ, θ₀) is a product of probabilities, multiplied out; on separable
// points it rises with s towards 1, and the line stays.
func TestScalingUp(t *testing.T) {
	steps := algotest.Steps(t, Demo, apart, vals("scaling", "3"))
	v := steps[4].View.(view)
	th, before := v.theta(), 0.0
	for _, s := range []float64{0.5, 1, 3, 10, 30} {
		product := 1.0
		for i, x := range v.problem.X {
			product *= 1 / (1 + math.Exp(-s*v.y[i]*(th[0]*x[0]+th[1]*x[1]+th[2])))
		}
		if got := v.perPoint(s); math.Abs(got-math.Pow(product, 1./6)) > 1e-13 {
			t.Errorf("s = %v: %v a point, want %v", s, got, math.Pow(product, 1./6))
		}
		if product <= before || product >= 1 {
			t.Errorf("s = %v: the likelihood is %v after %v", s, product, before)
		}
		before = product
	}
	if math.Abs(v.Model().Value("scaled_loss").(float64)-v.scaledLoss(3).Value) > 0 {
		t.Error("the model has another loss")
	}
	plain := algotest.Steps(t, Demo, apart, nil)[4].View.(view)
	if plain.theta() != th {
		t.Error("the run looks at s")
	}
	for _, m := range v.scaledLines() {
		if ray := m.(mark.Ray); ray.A != th[0] || ray.B != th[1] {
			t.Errorf("%+v is not parallel to the boundary", ray)
		}
	}
}

// The path of λ goes through the optima of scikit-learn.
func TestLambdaPathIsTheOracles(t *testing.T) {
	v := algotest.Last(t, Demo, doubled, vals("lambda", "1")).View.(view)
	for power, want := range map[float64][3]float64{
		1:  {0.08105253061421, 0.09451853246421, -0.0178937616635},
		0:  {0.2916641030005, 0.2411888659188, -0.1153179400537},
		-1: {0.3907661557061, 0.2958037518951, -0.1700144555172},
		-3: {0.4061513028827, 0.3039078297458, -0.1788261187001},
	} {
		k := slices.IndexFunc(v.path(), func(p optimum) bool { return p.power == power })
		if k < 0 {
			t.Fatalf("no λ = 10^%v on the path", power)
		}
		for j, x := range v.path()[k].theta {
			algotest.Near(t, fmt.Sprintf("λ = 10^%v, parameter %d", power, j), x, want[j], 1e-10)
		}
	}
	if p := panelOf(t, algos.Step{View: v}.Moving(), "path"); !p.Waits {
		t.Error("the path does not wait for the hand")
	}
}

// Labels are drawn with the probability of the model: of many points the share of +1 is
// near to the mean of g, and the fit near to the model. A point keeps its draw when
// another one moves, and every seed has its own.
func TestLabelsAreDrawn(t *testing.T) {
	many := dataset.Generate("overlap", 400, 1.4, 9)
	v := algotest.Last(t, Demo, many, vals("simulate_labels", "true", "true_w", "1.5,-1", "true_w0", "0.5")).View.(view)
	mean, spread, plus, counted := 0.0, 0.0, 0.0, 0
	for i, x := range v.problem.X {
		p := sigmoid(1.5*x[0] - x[1] + 0.5)
		mean, spread = mean+p, spread+p*(1-p)
		plus += (1 + v.y[i]) / 2
	}
	if math.Abs(plus-mean) > 4*math.Sqrt(spread) {
		t.Errorf("%v labels are +1, expected %v ± %v", plus, mean, math.Sqrt(spread))
	}
	for _, b := range v.tally() {
		counted += b.n
	}
	if counted != len(v.y) {
		t.Errorf("%d points in the bins", counted)
	}
	th := v.theta()
	if math.Abs(th[0]-1.5) > 0.6 || math.Abs(th[1]+1) > 0.5 || math.Abs(th[2]-0.5) > 0.5 {
		t.Errorf("fitted %v", th)
	}
	if c := algotest.Check(t, v, "drawn"); c.Verdict != algos.Holds {
		t.Errorf("%+v", c)
	}
	set := algotest.Load(t, many)
	set.Points = slices.Clone(set.Points)
	set.Points[0].X = [2]float64{9, 9}
	moved := algotest.Last(t, Demo, dataset.Explicit(set), vals("simulate_labels", "true", "true_w", "1.5,-1", "true_w0", "0.5")).View.(view)
	if !slices.Equal(moved.y[1:], v.y[1:]) {
		t.Error("other points have other labels because one has moved")
	}
}

// Drawn labels and points that are held out exclude each other, in a sentence.
func TestDrawnLabelsHoldNothingOut(t *testing.T) {
	set := algotest.Load(t, dataset.Generate("overlap", 20, 1, 1))
	set.Held = 5
	last := algotest.Last(t, Demo, dataset.Explicit(set), vals("simulate_labels", "true"))
	if last.Status.State != algos.Refused || !strings.Contains(last.Status.Reason.String(), "hold no points out") {
		t.Errorf("%+v", last.Status)
	}
}

// The curve over x₁ stands where all points have one x₂, and only there.
func TestCurveOverOneCoordinate(t *testing.T) {
	v := algotest.Last(t, Demo, balanced, nil).View.(view)
	p := panelOf(t, v, "line")
	th := v.theta()
	for _, m := range p.Marks {
		line, ok := m.(mark.PolyLine)
		if !ok {
			continue
		}
		for _, at := range line.At {
			if want := 1 / (1 + math.Exp(-th[0]*at.X-th[2])); math.Abs(at.Y-want) > 1e-12 {
				t.Fatalf("p(%v) = %v, want %v", at.X, at.Y, want)
			}
		}
	}
	for _, p := range algotest.Last(t, Demo, overlap, nil).Panels() {
		if p.ID == "line" {
			t.Error("points of the plane have a curve over x₁")
		}
	}
}
