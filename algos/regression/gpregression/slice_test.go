package gpregression

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/kernel/covariance"
)

// The slice is the density of both values along a line, to scale: its mean and variance
// by sums over that line.
func TestSliceByNumericalIntegration(t *testing.T) {
	set := load(t, dataset.Generate("sine", 6, 0.2, 4))
	for _, given := range []string{"1", "-0.7", "2.5"} {
		for _, s := range steps(t, set, vals("1*rbf(1)", "0.05", "given", given, "q1", "-1,0", "q2", "-0.2,0")) {
			v := s.View.(view)
			c, ok := v.slice()
			if !ok {
				t.Fatal("no slice")
			}
			a, b, d := c.cov[0], c.cov[1], c.cov[2]
			det := a*d - b*b
			var mass, first, second float64
			sd := math.Sqrt(d)
			x := v.opt.Given - c.joint.mean[0]
			for i := -8000; i <= 8000; i++ {
				y := float64(i) / 400 * sd
				p := math.Exp(-(d*x*x - 2*b*x*y + a*y*y) / (2 * det))
				mass, first, second = mass+p, first+p*y, second+p*y*y
			}
			mean := first / mass
			near(t, "the mean of the slice", c.mean, c.joint.mean[1]+mean, 1e-9)
			near(t, "its variance", c.variance, second/mass-mean*mean, 1e-9)
			got := s.Model().Value("conditional").([]float64)
			if got[0] != c.mean || got[1] != c.variance {
				t.Error("the model says something else")
			}
		}
	}
}

// To know f(q₁) is to have seen it without noise: the same process with that
// observation first, whose own noise is none.
func TestSliceIsAnExactObservation(t *testing.T) {
	v := lastStep(t, load(t, dataset.Pairs(0, 1)), vals("rbf(1)", "0", "q1", "1,0", "q2", "2,0", "given", "0.3")).View.(view)
	more := lastStep(t, load(t, dataset.Pairs(0, 1, 1, 0.3)), vals("rbf(1)", "0"))
	c, _ := v.slice()
	mean, sd := prediction(more.Model(), [2]float64{2})
	near(t, "the mean", c.mean, mean, 1e-13)
	near(t, "the variance", c.variance, sd*sd, 1e-13)
	for _, name := range []string{"slice-mean", "slice-variance"} {
		if c := algotest.Check(t, v, name); c.Verdict != algos.Holds {
			t.Errorf("%+v", c)
		}
	}
}

// Where f(q₁) has been seen without noise no other value can be given: then there is no
// slice, and the promise says why.
func TestNoSliceWhereTheValueIsKnown(t *testing.T) {
	s := lastStep(t, load(t, dataset.Pairs(0, 1)), vals("rbf(1)", "0", "q1", "0,0"))
	if c := algotest.Check(t, s.View, "slice-mean"); c.Verdict != algos.NotApplicable || c.Why == "" {
		t.Errorf("%+v", c)
	}
	for _, p := range s.Panels() {
		if p.ID == "conditional" {
			t.Error("there is a picture of it")
		}
	}
	if s.Model().Value("conditional") != nil {
		t.Error("the model has one")
	}
}

// While a hand drags something, a slow refit waits.
func TestSliceOfManyWaits(t *testing.T) {
	v := lastStep(t, load(t, dataset.Generate("sine", manyToRefit+1, 0.2, 4)), vals("rbf(1)", "0.1")).View.(view)
	if c := algotest.Check(t, algos.Step{View: v}.Moving(), "slice-mean"); c.Verdict != algos.Waiting {
		t.Errorf("%+v", c)
	}
	if c := algotest.Check(t, v, "slice-mean"); c.Verdict != algos.Holds {
		t.Errorf("%+v", c)
	}
	if c := algotest.Check(t, v, "eigenvalues"); c.Verdict != algos.NotApplicable {
		t.Errorf("%+v", c)
	}
}

// The eigenvalues add up to the trace, with the noise their product is the determinant
// of which the complexity is half the logarithm, and the effective number of parameters
// is tr K(K+σ²I)⁻¹. Those of two observations are 1 ± k.
func TestEigenvalues(t *testing.T) {
	pair := lastStep(t, load(t, twoPoints), vals("rbf(1)", "0.01")).View.(view).eigenvalues()
	near(t, "the larger of two", pair[0], 1+math.Exp(-2), 1e-14)
	near(t, "the smaller", pair[1], 1-math.Exp(-2), 1e-14)
	v := lastStep(t, load(t, dataset.Generate("sine", 20, 0.2, 3)), vals("1.3*rbf(0.8)", "0.05")).View.(view)
	all, n := v.eigenvalues(), v.seen()
	sum, logs := 0.0, 0.0
	for i, l := range all {
		sum, logs = sum+l, logs+math.Log(l+0.05)/2
		if i > 0 && l > all[i-1] {
			t.Error("they are not in order")
		}
	}
	near(t, "the trace", sum, 1.3*float64(n), 1e-12)
	near(t, "the complexity", logs, v.post.Complexity, 1e-11)
	k, a := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			k.Set(i, j, v.kernel().At(v.x[i], v.x[j]))
			a.Set(i, j, k.At(i, j))
		}
		a.Set(i, i, a.At(i, i)+0.05)
	}
	var smooth mat.Dense
	if err := smooth.Solve(a, k); err != nil {
		t.Fatal(err)
	}
	near(t, "the effective number of parameters", v.effective(all), mat.Trace(&smooth), 1e-10)
}

// The periodic kernel is back after its period, alone, with a factor, and as a part of a
// sum or a product; another kernel would not be.
func TestCycle(t *testing.T) {
	for text, want := range map[string]float64{
		"periodic(1,1.5)": 1, "0.7*periodic(0.3,2)": 0.7, "linear(1)+0.5*periodic(1,1.5)": 0.5, "1*rbf(2)*periodic(1,1.5)": 1,
		"2*(rbf(1)+periodic(1,3))": 1, "periodic(1,2)*periodic(0.5,2)": 1,
	} {
		v := lastStep(t, load(t, twoPoints), vals(text, "0.01")).View.(view)
		if c := algotest.Check(t, v, "cycle"); c.Verdict != algos.Holds || math.Abs(c.Left-want) > 1e-12 {
			t.Errorf("%s: %+v", text, c)
		}
	}
	for _, text := range []string{"rbf(1)", "periodic(1,2)*periodic(1,3)"} {
		k, err := covariance.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if c := k.Cycles(); len(c) > 0 {
			t.Errorf("%s: %+v", text, c)
		}
	}
	k, err := covariance.Parse("rbf(1)")
	if err != nil {
		t.Fatal(err)
	}
	if c := backAgain(covariance.Cycle{Kernel: k, Period: 1.5, Sharp: 1}); c.Verdict != algos.Broken {
		t.Errorf("%+v", c)
	}
}

// A turned view looks at a cycle of its own.
type turned struct {
	view
	cycle covariance.Cycle
}

func (v turned) Checks() []algos.Check { return []algos.Check{backAgain(v.cycle)} }

// A period that is not the kernel's breaks the guarantee.
func TestAnotherPeriodIsNoCycle(t *testing.T) {
	k, err := covariance.Parse("periodic(1,1.5)")
	if err != nil {
		t.Fatal(err)
	}
	v := lastStep(t, load(t, twoPoints), vals("periodic(1,1.5)", "0.01")).View.(view)
	right := k.Cycles()[0]
	wrong := right
	wrong.Period *= 1.3
	algotest.Spoilt(t, []algotest.Spoiling{{Check: "cycle", Good: turned{v, right}, Spoilt: turned{v, wrong}}})
}
