package logistic

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/panel"
)

// N8 of the notes, line by line: gradient descent on four points.
func TestGradientDescentOfTheNotes(t *testing.T) {
	steps := algotest.Steps(t, Demo, fourOnLine, vals("solver", "gd", "eta", "0.5"))
	loss := []float64{2.772589, 2.574677, 2.567833, 2.567814}
	w := []float64{0, 0.5, 0.415424, 0.419968, 0.419589, 0.41962}
	for k := range w {
		s := steps[2*k]
		if got := s.Model().Value("theta").([]float64)[0]; math.Abs(got-w[k]) > 5e-6 {
			t.Errorf("after %d steps w = %v, want %v", k, got, w[k])
		}
		if k < len(loss) && math.Abs(s.Metric("loss")-loss[k]) > 5e-7 {
			t.Errorf("after %d steps L = %v, want %v", k, s.Metric("loss"), loss[k])
		}
		if b := s.Model().Value("theta0").(float64); math.Abs(b) > 1e-16 {
			t.Errorf("after %d steps b = %v", k, b)
		}
	}
	if last := steps[len(steps)-1]; last.Status.State != algos.Converged {
		t.Error(last.Status)
	}
}

// W11: the three updates of rule (19), (20), and the probabilities they use.
func TestStochasticRuleOfTheNotes(t *testing.T) {
	steps := algotest.Steps(t, Demo, softRows, vals("solver", "sgd", "eta", "0.5", "order", "cyclic", "max_iter", "3"))
	for k, want := range []struct {
		p     float64
		theta [3]float64
	}{
		{.5, [3]float64{.25, .5, .25}},
		{.320821, [3]float64{-.429179, .5, -.089589}},
		{.698379, [3]float64{-.579989, .650811, .061221}},
	} {
		look, update := steps[1+2*k].View.(view), steps[2+2*k].View.(view)
		if p := sigmoid(look.y[k] * look.scoreOf(k)); math.Abs(p-want.p) > 5e-7 {
			t.Errorf("row %d: P = %v, want %v", k+1, p, want.p)
		}
		for j, x := range update.theta() {
			if math.Abs(x-want.theta[j]) > 1.1e-6 {
				t.Errorf("after row %d: θ = %v, want %v", k+1, update.theta(), want.theta)
			}
		}
	}
}

// W12, and that the second half of the notes' theorem is false: shorter
// residuals exist.
func TestSoftBalanceOfTheNotes(t *testing.T) {
	v := algotest.Last(t, Demo, balanced, nil).View.(view)
	square := func(th [3]float64) float64 {
		sum := 0.0
		for i, x := range v.problem.X {
			e := (1+v.y[i])/2 - sigmoid(th[0]*x[0]+th[1]*x[1]+th[2])
			sum += e * e
		}
		return sum
	}
	for i, want := range []float64{-.20387, .61161, -.61161, .20387} {
		if e := v.residual(i); math.Abs(e-want) > 5e-6 {
			t.Errorf("e%d = %v, want %v", i+1, e, want)
		}
	}
	if mle, other := square(v.theta()), square([3]float64{.7247, 0, -1.0870}); math.Abs(mle-.831264) > 5e-7 || math.Abs(other-.822462) > 5e-7 {
		t.Errorf("‖e‖² is %v at the minimum and %v elsewhere", mle, other)
	}
}

// Both conventions of labels, and the mean loss, give the same numbers.
func TestConventionsAgree(t *testing.T) {
	data := dataset.Generate("overlap", 40, 0.9, 5)
	n := 40.0
	for _, solver := range []string{"gd", "sgd", "minibatch", "newton"} {
		one := algotest.Steps(t, Demo, data, vals("solver", solver, "max_iter", "30"))
		two := algotest.Steps(t, Demo, data, vals("solver", solver, "max_iter", "30", "labels", "01"))
		for i := range one {
			if one[i].View.(view).theta() != two[i].View.(view).theta() {
				t.Fatalf("%s, step %d: the conventions differ", solver, i)
			}
		}
	}
	sum := algotest.Last(t, Demo, data, vals("solver", "gd", "max_iter", "30")).View.(view).theta()
	mean := algotest.Last(t, Demo, data, vals("solver", "gd", "max_iter", "30", "average_loss", "true", "eta", fmt.Sprint(0.02*n))).View.(view).theta()
	for j := range sum {
		algotest.Near(t, "θ by the mean loss", mean[j], sum[j], 1e-12)
	}
}

// All solvers reach the same minimum.
func TestSolversAgree(t *testing.T) {
	data := dataset.Generate("overlap", 40, 0.9, 5)
	want := algotest.Last(t, Demo, data, vals("lambda", "2"))
	for _, c := range []struct {
		params []string
		tol    float64
	}{
		{[]string{"solver", "gd", "eta", "0.05"}, 1e-8},
		{[]string{"solver", "sgd", "eta", "0.3", "eta_decay", "true", "max_iter", "20000"}, 2e-2},
		{[]string{"solver", "minibatch", "eta", "0.1", "eta_decay", "true", "order", "shuffle", "max_iter", "20000"}, 1e-2},
	} {
		last := algotest.Last(t, Demo, data, vals(append(c.params, "lambda", "2")...))
		for j, x := range last.View.(view).theta() {
			algotest.Near(t, fmt.Sprint(c.params[1], " θ", j), x, want.View.(view).theta()[j], c.tol)
		}
	}
}

// Whether there is a minimum is decided before the run, and said at its end.
func TestSeparableIsNamed(t *testing.T) {
	blobs := dataset.Generate("blobs", 30, 0.4, 3)
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		state  algos.State
		words  string
	}{
		{"separable", blobs, nil, algos.Diverged, "linearly separable"},
		{"separable, gd", blobs, []string{"solver", "gd", "max_iter", "50"}, algos.Diverged, "linearly separable"},
		{"separable, sgd", blobs, []string{"solver", "sgd", "max_iter", "50"}, algos.Diverged, "would give one"},
		{"separable, penalised", blobs, []string{"lambda", "0.01"}, algos.Converged, "minimum"},
		{"touching", touching, nil, algos.Diverged, "quasi-separable"},
		{"touching, penalised", touching, []string{"lambda", "0.01"}, algos.Converged, "minimum"},
		{"one class", dataset.Labelled([3]float64{1, 2, 1}, [3]float64{0, 0, 1}), nil, algos.Diverged, "the same label"},
		{"one class, penalised", dataset.Labelled([3]float64{1, 2, -1}, [3]float64{0, 0, -1}), []string{"lambda", "1"}, algos.Diverged, "θ₀ → −∞"},
		{"one point", dataset.Labelled([3]float64{1, 2, -1}), nil, algos.Diverged, "does not help"},
		{"no points", dataset.Labelled(), nil, algos.Refused, "no points"},
		{"one place", dataset.Labelled([3]float64{3, 3, 1}, [3]float64{3, 3, -1}, [3]float64{3, 3, 1}), nil, algos.Converged, "minimum"},
		{"lost squares", dataset.Labelled([3]float64{1e-150, 0, 1}, [3]float64{0, 0, -1}), nil, algos.Refused, "10⁻¹⁴⁰"},
		{"explodes", blobs, []string{"solver", "gd", "lambda", "10", "eta", "1", "max_iter", "2000"}, algos.Diverged, "overflow"},
		{"oscillates", dataset.Generate("overlap", 30, 0.9, 5), []string{"solver", "gd", "eta", "5"}, algos.Exhausted, "above 2/M"},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := algotest.Last(t, Demo, c.data, vals(c.params...))
			algotest.Promises(t, last)
			if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
		})
	}
}

// At one place the probability is the share of the label, in closed form.
func TestOnePlace(t *testing.T) {
	m := algotest.Last(t, Demo, dataset.Labelled([3]float64{3, 4, 1}, [3]float64{3, 4, -1}, [3]float64{3, 4, 1}), nil).Model()
	algotest.Near(t, "p", m.Predict([2]float64{3, 4})[1].Value.(float64), 2./3, 1e-14)
	if th := m.Value("theta").([]float64); th[0] != 0 || th[1] != 0 {
		t.Errorf("θ = %v: the points say nothing about it", th)
	}
}

// On points of a line the shortest of all optimal θ is found: it is along the
// line.
func TestShortestOnALine(t *testing.T) {
	data := dataset.Labelled([3]float64{0, 1, -1}, [3]float64{1, 3, 1}, [3]float64{2, 5, -1}, [3]float64{3, 7, 1})
	th := algotest.Last(t, Demo, data, nil).Model().Value("theta").([]float64)
	algotest.Near(t, "θ₂/θ₁", th[1]/th[0], 2, 1e-12)
	algotest.Near(t, "slope along x₁", th[0]+2*th[1], 0.9081840, 1e-6) // W12 again
}

// A constant column adds nothing to θ₀: without a penalty θ is not unique, which is said, and with one it is.
func TestConstantColumn(t *testing.T) {
	data := dataset.Labelled([3]float64{1, 0.7, -1}, [3]float64{1, 0.6, -1}, [3]float64{1, 0.1, -1}, [3]float64{1, 0.8, -1}, [3]float64{1, 0.5, 1},
		[3]float64{1, 0.3, 1}, [3]float64{1, 0.9, 1}, [3]float64{1, 0.4, 1}, [3]float64{1, 0.2, 1}, [3]float64{1, 0.5, 1})
	for lambda, want := range map[string]bool{"0": true, "1": false} {
		last := algotest.Last(t, Demo, data, vals("lambda", lambda))
		if got := strings.Contains(last.Status.Reason.String(), "not unique"); got != want || last.Status.State != algos.Converged {
			t.Errorf("λ = %s ends %s: %s", lambda, last.Status.State, last.Status.Reason)
		}
		if th := last.Model().Value("theta").([]float64); math.Abs(th[0]) > 1e-12 {
			t.Errorf("λ = %s: θ = %v", lambda, th)
		}
	}
	moved := algotest.Last(t, Demo, dataset.Labelled([3]float64{1, 0.7, -1}, [3]float64{2, 0.6, 1}, [3]float64{1, 0.1, 1}, [3]float64{2, 0.8, -1}), nil)
	if strings.Contains(moved.Status.Reason.String(), "not unique") {
		t.Errorf("points that are on no line end with %s", moved.Status.Reason)
	}
}

// Points far from the origin and in other units have the same probabilities.
func TestScaleAndOffset(t *testing.T) {
	set, err := dataset.Generate("overlap", 60, 0.9, 5).Load()
	if err != nil {
		t.Fatal(err)
	}
	want := algotest.Last(t, Demo, dataset.Explicit(set), nil)
	for _, c := range []struct {
		a1, a2, m1, m2 float64
		tol            float64
	}{
		{1e6, 1e-6, 0, 0, 1e-9},
		{0x1p-400, 0x1p-400, 0, 0, 1e-9},
		{0x1p20, 0x1p-20, 0, 0, 1e-12},
		{1e-3, 1e-3, 1e5, -1e5, 1e-6},
	} {
		moved := set.Clone()
		for i := range moved.Points {
			x := &moved.Points[i].X
			x[0], x[1] = c.a1*x[0]+c.m1, c.a2*x[1]+c.m2
		}
		last := algotest.Last(t, Demo, dataset.Explicit(moved), nil)
		algotest.Promises(t, last)
		if last.Status.State != algos.Converged {
			t.Errorf("%+v: %v", c, last.Status)
		}
		for i, p := range set.Points {
			got := last.Model().Predict(moved.Points[i].X)[1].Value.(float64)
			algotest.Near(t, fmt.Sprintf("%+v: p of row %d", c, i+1), got, want.Model().Predict(p.X)[1].Value.(float64), c.tol)
		}
	}
}

// Where a full Newton step would raise the loss it is halved, and every length
// that was rejected is a step of its own.
func TestHalving(t *testing.T) {
	rejected := 0
	for _, s := range algotest.Steps(t, Demo, stretched, vals("lambda", "0.1")) {
		algotest.Promises(t, s)
		v := s.View.(view)
		if v.Did == logit.Halve {
			rejected++
			full := v.problem.Loss(logit.Moved(v.From.B, v.Eta, v.Dir))
			if full != v.Tries[len(v.Tries)-1].Loss || full <= v.From.Loss-1e-4*v.Eta*v.From.Decrement*v.From.Decrement {
				t.Errorf("the length %v gives %v, from %v", v.Eta, full, v.From.Loss)
			}
		}
		if s.Status.Final() && s.Status.State != algos.Converged {
			t.Error(s.Status)
		}
	}
	if rejected == 0 {
		t.Error("no step was too long")
	}
}

// Points that hardly keep their classes apart leave the Hessian with a direction
// that rounding drowns: no guarantee breaks, and the run ends.
func TestRoundingEndsTheDescent(t *testing.T) {
	data := dataset.Labelled(
		[3]float64{0x1p-14, 0x1p-43, -1}, [3]float64{1, 1.999992847442627, 1}, [3]float64{0x1p-16, 0x1p-33, -1},
		[3]float64{1, -1.9999971389770508, 1}, [3]float64{0x1p-14, 0x1p-42, 1},
	)
	steps := algotest.Steps(t, Demo, data, nil)
	for _, s := range steps {
		algotest.Promises(t, s)
	}
	if last := steps[len(steps)-1]; !last.Status.Final() || len(steps) > 200 {
		t.Errorf("%d steps, the last one %+v", len(steps), last.Status)
	}
}

// The board's field is the probability that Predict gives, less a half.
func TestFieldIsTheProbability(t *testing.T) {
	s := algotest.Last(t, Demo, dataset.Generate("overlap", 30, 0.9, 5), nil)
	f := s.Panels()[0].Marks[0].(mark.Field)
	g := gridOf(-2, 2)
	dst := make([]float64, g.Len())
	f.Eval(dst, g)
	for k, got := range dst {
		want := s.Model().Predict([2]float64{g.X(k % g.NX), g.Y(k / g.NX)})[1].Value.(float64)
		if math.Abs(got+0.5-want) > 1e-15 {
			t.Fatalf("node %d: %v, want %v", k, got+0.5, want)
		}
	}
}

// The plane shows the loss: at θ itself it is that of the step, and the
// interpolated picture of many points is close to the exact one.
func TestPlaneShowsTheLoss(t *testing.T) {
	v := algotest.Last(t, Demo, dataset.Generate("overlap", 400, 0.9, 5), nil).View.(view)
	th := v.theta()
	g := gridOf(th[0]-2, th[0]+2)
	g.Y0, g.Y1 = th[1]-2, th[1]+2
	exact, shown := make([]float64, g.Len()), make([]float64, g.Len())
	v.lossField(exact, g)
	algotest.Near(t, "loss in the middle", exact[g.Len()/2], v.Loss, 1e-12)
	panel.Affordable(v.lossField, 1<<20)(shown, g) // interpolated
	for k := range exact {
		if math.Abs(shown[k]-exact[k]) > 5e-3*exact[k] {
			t.Fatalf("node %d: %v, want %v", k, shown[k], exact[k])
		}
	}
}
