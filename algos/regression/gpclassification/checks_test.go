package gpclassification

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/regression/internal/laplace"
)

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		s := dataset.Set{Dim: rapid.IntRange(1, 2).Draw(t, "dim"), Target: dataset.Classes, Signed: true}
		coordinate := rapid.Float64Range(-3, 3)
		for i := range rapid.IntRange(1, 14).Draw(t, "n") {
			p := dataset.Point{X: [2]float64{coordinate.Draw(t, "x1")}, Y: float64(rapid.IntRange(0, 1).Draw(t, "y"))}
			if s.Dim == 2 {
				p.X[1] = coordinate.Draw(t, "x2")
			}
			if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
				p.X = s.Points[rapid.IntRange(0, i-1).Draw(t, "of")].X
			}
			s.Points = append(s.Points, p)
		}
		return algotest.Trial{Set: s, Params: param.Values{
			"kernel": rapid.SampledFrom([]string{
				"2.5*rbf(1)", "1e-6*rbf(1)", "1e4*rbf(0.3)", "1e8*matern12(2)", "linear(1)", "linear(0)", "100*linear(1)*linear(1)", "periodic(1,1.5)+0.1", "rq(1,0.5)*3",
			}).Draw(t, "kernel"),
			"length_scale_factor": rapid.SampledFrom([]string{"1", "0.05", "20"}).Draw(t, "length_scale_factor"),
		}}
	})
}

// copied returns a state whose numbers may be spoilt.
func copied(v view) view {
	t, s := *v.task, *v.state
	s.F, s.A, s.Grad, s.W = slices.Clone(s.F), slices.Clone(s.A), slices.Clone(s.Grad), slices.Clone(s.W)
	v.task, v.state = &t, &s
	if v.from != nil {
		f := *v.from
		f.W, f.F = slices.Clone(f.W), slices.Clone(f.F)
		v.from = &f
	}
	return v
}

// Every certificate can fail: a state spoilt on purpose is caught by the check that is there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	all := algotest.Steps(t, Demo, moons, algotest.Values())
	end := all[len(all)-1].View.(view)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		spoil func(v *view)
	}{
		{"rise", func(v *view) { v.state.Log -= 1 }},
		{"gradient", func(v *view) { v.state.A[3] += 1e-4 }},
		{"mode", func(v *view) { v.state.Grad[3] += 1e-4 }},
		{"mode", func(v *view) {
			for i := range v.state.F {
				v.state.F[i] *= 1.001
			}
		}},
		{"determinant", func(v *view) { v.state.Det = -1e-6 }},
		{"evidence", func(v *view) { v.state.Det += 1e-4 }},
		{"evidence", func(v *view) { v.state.A[7] += 1e-3 }},
		{"regression", func(v *view) { v.from.W[2] *= 1.001 }},
		{"regression", func(v *view) { v.from.F[2] += 1e-3 }},
		{"half", func(v *view) {
			v.average = func(m, _ float64) float64 { return laplace.Sigmoid(2 * m) }
		}},
		{"reach", func(v *view) { v.average = func(_, _ float64) float64 { return 1 - 1e-9 }; v.opt.Q = [2]float64{9, 9} }},
		{"far", func(v *view) { v.average = func(_, _ float64) float64 { return 0.501 } }},
		{"quadrature", func(v *view) { v.average = func(m, s2 float64) float64 { return laplace.Average(m, s2*1.001) } }},
	} {
		spoilt := copied(end)
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: end, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)
}

// The mode is where brute force finds it: no step along any coordinate, or along random
// directions, rises.
func TestModeIsAMaximum(t *testing.T) {
	last := algotest.Last(t, Demo, few, algotest.Values()).View.(view)
	s := last.state
	psi := func(a []float64) float64 {
		sum := 0.0
		n := len(a)
		for i := range n {
			f := 0.0
			for j := range n {
				f += s.Gram.Data[i*n+j] * a[j]
			}
			sum += math.Log(laplace.Sigmoid(last.y[i]*f)) - a[i]*f/2
		}
		return sum
	}
	top := psi(s.A)
	for i := range s.A {
		for _, h := range []float64{-0.1, -1e-3, 1e-3, 0.1} {
			moved := slices.Clone(s.A)
			moved[i] += h
			if psi(moved) >= top {
				t.Errorf("ψ rises along coordinate %d by %v", i, h)
			}
		}
	}
}

// With one point the evidence is ∫ σ(f) N(f | 0, k) df = ½, which Laplace's approximation comes near to.
func TestEvidenceOfOnePoint(t *testing.T) {
	for _, kernel := range []string{"0.01", "1", "4"} {
		got := math.Exp(algotest.Last(t, Demo, alone, algotest.Values("kernel", kernel)).Metric("log_evidence"))
		if math.Abs(got-0.5) > 0.06 {
			t.Errorf("k = %s: %v", kernel, got)
		}
	}
}

// A linear kernel without an offset is logistic regression with the penalty ½‖θ‖²: θ = Xᵀa solves its equations.
func TestLinearKernelIsLogisticRegression(t *testing.T) {
	last := algotest.Last(t, Demo, blobs, algotest.Values("kernel", "linear(0)")).View.(view)
	var theta [2]float64
	for i, p := range last.Points {
		for j := range theta {
			theta[j] += last.state.A[i] * p.X[j]
		}
	}
	for j := range theta {
		sum := -theta[j]
		for i, p := range last.Points {
			f := theta[0]*p.X[0] + theta[1]*p.X[1]
			sum += last.y[i] * laplace.Sigmoid(-last.y[i]*f) * p.X[j]
		}
		algotest.Near(t, "the slope of the penalised loss", sum, 0, 1e-9)
	}
}

// A full step that would fall is shortened, and so the objective rises all the same.
func TestStepIsHalved(t *testing.T) {
	for _, data := range []dataset.Source{moons, blobs, few} {
		for _, kernel := range []string{"1e6*rbf(1)", "1e8*rbf(0.2)", "1e6*linear(1)"} {
			all := algotest.Steps(t, Demo, data, algotest.Values("kernel", kernel))
			if last := all[len(all)-1]; last.Status.State != algos.Converged {
				t.Errorf("%s: %+v", kernel, last.Status)
			}
			for _, s := range all {
				algotest.Promises(t, s)
				if v := s.View.(view); v.share < 1 {
					t.Logf("%s, step %d: %v of the step", kernel, v.steps, v.share)
				}
			}
		}
	}
}

// A kernel too high is refused by name, and the point with it.
func TestTooHigh(t *testing.T) {
	s := algotest.Last(t, Demo, few, algotest.Values("kernel", "1e6*1e6*rbf(1)"))
	if s.Status.State != algos.Refused {
		t.Errorf("%+v", s.Status)
	}
}
