package gpregression

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/kernel/covariance"
	"playground/algos/param"
	"playground/algos/regression/internal/gp"
)

type oracle struct {
	Data map[string]struct {
		Rows [][]float64 // inputs and y
		At   [][]float64
	}
	Cases []oracleCase
}

type oracleCase struct {
	ID, Data, Kernel string
	NoiseVar         float64 `json:"noise_var"`
	LML              float64
	Gradient         []float64
	Mean, Std        []float64
	CovPoints        [][]float64 `json:"cov_points"`
	Cov              [][]float64
	Digits           *digits `json:"mp40_max_abs_diff"`

	LMLStart float64 `json:"lml_start"`
	Optima   []struct {
		LML     float64
		Theta   []float64
		AtBound []int `json:"at_bound"`
	}
	StdWithNoise []float64 `json:"std_with_noise"`
}

// digits is what the reference itself loses of 40 digits; the gradient's part is
// relative.
type digits struct {
	Mean, Std, LML float64
	GradRel        float64 `json:"grad_rel"`
}

func readOracle(t testing.TB, file string) oracle {
	t.Helper()
	var o oracle
	algotest.ReadJSON(t, "testdata/"+file, &o)
	return o
}

// set returns the points of a case.
func (o oracle) set(name string) dataset.Set {
	rows := o.Data[name].Rows
	s := dataset.Set{Dim: len(rows[0]) - 1, Target: dataset.Values}
	for _, r := range rows {
		p := dataset.Point{Y: r[len(r)-1]}
		copy(p.X[:], r[:len(r)-1])
		s.Points = append(s.Points, p)
	}
	return s
}

func place(v []float64) (x [2]float64) {
	copy(x[:], v)
	return x
}

// steps and lastStep run the demo to its end.
func steps(t testing.TB, set dataset.Set, v param.Values) []algos.Step {
	t.Helper()
	return algotest.Steps(t, Demo, dataset.Explicit(set), v)
}

func lastStep(t testing.TB, set dataset.Set, v param.Values) algos.Step {
	t.Helper()
	return algotest.Last(t, Demo, dataset.Explicit(set), v)
}

func prediction(m algos.Model, x [2]float64) (mean, sd float64) {
	v := m.Predict(x)
	return v[0].Value.(float64), v[1].Value.(float64)
}

// Mean, standard deviation, covariance, evidence and gradient against the
// reference, to 10⁻⁸ or ten times what float64 was seen to lose of 40 digits.
func TestOracle(t *testing.T) {
	o := readOracle(t, "gpr.json")
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			last := lastStep(t, o.set(c.Data), param.Values{"kernel": c.Kernel, "noise_var": param.Format(c.NoiseVar)})
			algotest.Promises(t, last)
			tol := func(digits func() float64, size float64) float64 {
				if c.Digits == nil {
					return 1e-8 * (1 + math.Abs(size))
				}
				return max(1e-8*(1+math.Abs(size)), 10*digits())
			}
			model := last.Model()
			for i, x := range o.Data[c.Data].At {
				mean, sd := prediction(model, place(x))
				if d := math.Abs(mean - c.Mean[i]); d > tol(func() float64 { return c.Digits.Mean }, c.Mean[i]) {
					t.Errorf("the mean at %v is %v, want %v: off by %.2g", x, mean, c.Mean[i], d)
				}
				if d := math.Abs(sd - c.Std[i]); d > tol(func() float64 { return c.Digits.Std }, c.Std[i]) {
					t.Errorf("the sd at %v is %v, want %v: off by %.2g", x, sd, c.Std[i], d)
				}
			}
			lml := last.Metric("log_evidence")
			if d := math.Abs(lml - c.LML); d > tol(func() float64 { return c.Digits.LML }, c.LML) {
				t.Errorf("the log evidence is %v, want %v: off by %.2g", lml, c.LML, d)
			}
			s := last.View.(view)
			for i, a := range c.CovPoints {
				for j, b := range c.CovPoints {
					if i == j {
						continue // the sd was compared
					}
					_, cov := s.post.Joint(place(a), place(b))
					if d := math.Abs(cov[1] - c.Cov[i][j]); d > tol(func() float64 { return c.Digits.Std }, c.Cov[i][j]) {
						t.Errorf("the covariance of %v and %v is %v, want %v", a, b, cov[1], c.Cov[i][j])
					}
				}
			}
			_, slopes, ok := gp.Evidence(t.Context(), s.kernel(), s.post.Noise, s.x, s.y)
			if !ok {
				t.Fatal("the whole matrix cannot be factorised")
			}
			size := 0.0
			for _, g := range c.Gradient {
				size = max(size, math.Abs(g))
			}
			for i, g := range slopes[:len(c.Gradient)] {
				slack := 1e-8 * (1 + size) // printed to 12 digits
				if c.Digits != nil {
					slack = max(slack, 10*c.Digits.GradRel*(1+size))
				}
				if d := math.Abs(g - c.Gradient[i]); d > slack {
					t.Errorf("derivative %d is %v, want %v: off by %.2g", i, g, c.Gradient[i], d)
				}
			}
		})
	}
}

// The ascent reaches the best optimum known, from the reference's start and from
// others.
func TestOracleOptimised(t *testing.T) {
	o := readOracle(t, "gpr_optimised.json")
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			v := param.Values{"kernel": c.Kernel, "noise_var": param.Format(c.NoiseVar), "optimize": "true", "n_starts": "4"}
			all := steps(t, o.set(c.Data), v)
			best := c.Optima[0]
			last := all[len(all)-1]
			algotest.Promises(t, last)
			if got := last.Metric("log_evidence"); got < best.LML-1e-4 {
				t.Errorf("log evidence %v, best known %v: %s", got, best.LML, last.Status.Reason)
			}
			if last.Status.State != algos.Converged {
				t.Errorf("%+v", last.Status)
			}
			for _, s := range all {
				if s.View.(view).phase == setting {
					if got := s.Metric("log_evidence"); math.Abs(got-c.LMLStart) > 1e-8*(1+math.Abs(c.LMLStart)) {
						t.Errorf("the first start has the log evidence %v, want %v", got, c.LMLStart)
					}
					break
				}
			}
			if len(best.AtBound) > 0 || last.Metric("log_evidence") > best.LML+1e-4 {
				return
			}
			// At the optimum itself the predictions agree as far as θ does.
			model := last.Model()
			for i, x := range o.Data[c.Data].At {
				mean, sd := prediction(model, place(x))
				if d := math.Abs(mean - c.Mean[i]); d > 1e-4*(1+math.Abs(c.Mean[i])) {
					t.Errorf("the mean at %v is %v, want %v", x, mean, c.Mean[i])
				}
				noisy := math.Sqrt(sd*sd + last.Metric("noise_var"))
				if d := math.Abs(noisy - c.StdWithNoise[i]); d > 1e-4 {
					t.Errorf("the sd of y at %v is %v, want %v", x, noisy, c.StdWithNoise[i])
				}
			}
		})
	}
}

// parse reads an expression that is known to be good.
func parse(t testing.TB, text string) covariance.Kernel {
	t.Helper()
	k, err := covariance.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}
