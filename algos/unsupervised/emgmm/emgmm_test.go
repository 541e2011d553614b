package emgmm

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
)

// after returns the states after 0, 1, … iterations.
func after(all []algos.Step) []*state {
	var states []*state
	for _, s := range all {
		if v := s.View.(view); v.phase == starting || v.phase == raising {
			states = append(states, v.state)
		}
	}
	return states
}

// The worked examples of the lecture notes on the points −2, −1, 1, 2: all
// parameters public. Tolerances are half a unit of the last digit that the notes'
// checks give, whose fifth number of 2B-17 ends in 9 for −5.675742829.
func TestFixtures(t *testing.T) {
	for _, c := range []struct {
		name, preset string
		loglik       []float64
		mean, cov    []float64 // of component 1 after 0, 1, …
		shares       []float64 // of component 1 in the first E-step
		tol          float64
	}{
		{
			"002 N20", "four-points",
			[]float64{-7.15818698, -6.4618563, -5.72427751, -5.67574259, -5.67574184},
			[]float64{-1, -1.34482466, -1.47912621, -1.49992332},
			[]float64{1, 0.69144664, 0.31218566, 0.25023004},
			[]float64{0.98201379, 0.88079708},
			5e-9,
		},
		{
			"000 2B-17", "uneven-start",
			[]float64{-7.6709358, -6.9231746, -6.1950583, -5.7089174, -5.6757428, -5.6757418},
			[]float64{-1, -1.3060652},
			[]float64{1, 0.8570452},
			[]float64{0.9324533, 0.7549150, 0.1329642, 0.0330860},
			5e-8,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Demo.Recipe(c.preset)
			if err != nil {
				t.Fatal(err)
			}
			all := algotest.Steps(t, Demo, r.Data, r.Params)
			near := func(what string, got, want float64) {
				if !(math.Abs(got-want) <= c.tol) {
					t.Errorf("%s: %.9g, want %.9g", what, got, want)
				}
			}
			states := after(all)
			for i, want := range c.loglik {
				near(fmt.Sprint("log-likelihood after ", i), states[i].loglik, want)
			}
			for i, want := range c.mean {
				near(fmt.Sprint("mean after ", i), states[i].theta.mean[0][0], want)
				near(fmt.Sprint("variance after ", i), states[i].theta.cov[0][0], c.cov[i])
			}
			for i, want := range c.shares {
				near(fmt.Sprint("share of row ", i), states[1].shares(i)[0], want)
			}
			if c.preset == "uneven-start" {
				near("second mean", states[1].theta.mean[1][0], 1.1276932)
				near("second variance", states[1].theta.cov[1][0], 1.1740403)
				near("weight", states[1].theta.weight[0], 0.4633546)
			}
		})
	}
}

// The bound equals the log-likelihood less the Kullback–Leibler divergences of
// the shares from the posteriors, computed apart.
func TestBoundIsTheGapOfDivergences(t *testing.T) {
	states := after(algotest.Steps(t, Demo, dataset.Generate("overlap", 60, 0.9, 1), algotest.Values("k", "3", "max_iter", "12")))
	for _, s := range states[1:] {
		posterior := make([]float64, len(s.r))
		loglik := s.engine().expect(posterior, s.theta)
		kl := 0.0
		for i, p := range s.r {
			if p > 0 {
				kl += p * math.Log(p/posterior[i])
			}
		}
		if math.Abs(loglik-kl-s.elbo) > 1e-10 {
			t.Errorf("iteration %d: ELBO %v, log-likelihood − KL = %v", s.iter, s.elbo, loglik-kl)
		}
	}
}

// One Gaussian needs one M-step: it takes the mean and covariance of the data.
func TestOneComponent(t *testing.T) {
	s := algotest.Last(t, Demo, dataset.Generate("gmm", 50, 1, 1), algotest.Values("k", "1", "reg_covar", "0")).View.(view).state
	if s.iter != 2 || s.status.State != algos.Converged {
		t.Errorf("%d iterations, %v", s.iter, s.status)
	}
	if s.moved(s.theta, mixture{weight: []float64{1}, mean: []vec{s.data.mean}, cov: []sym{s.data.cov}}) > 1e-14 {
		t.Errorf("%+v is not %+v", s.theta, s.data)
	}
}

// With a small first variance and circles, EM shares points as k-means does.
func TestNarrowCirclesShareLikeKMeans(t *testing.T) {
	all := algotest.Steps(t, Demo, dataset.Generate("blobs3", 60, 0.5, 1), algotest.Values("covariance", "spherical", "init_variance", "1e-5", "max_iter", "1"))
	for _, step := range all {
		v := step.View.(view)
		if v.phase != sharing {
			continue
		}
		for i, x := range v.x {
			near, far := 0, math.Inf(1)
			for j, m := range v.theta.mean {
				if d := math.Hypot(x[0]-m[0], x[1]-m[1]); d < far {
					near, far = j, d
				}
			}
			if v.shares(i)[near] < 0.99 {
				t.Errorf("row %d gives its nearest mean %v", i, v.shares(i)[near])
			}
		}
	}
}

func TestPredictionsAreShares(t *testing.T) {
	last := algotest.Last(t, Demo, dataset.Generate("gmm", 60, 1, 1), nil)
	s, m := last.View.(view).state, last.Model()
	r := make([]float64, len(s.r))
	s.engine().expect(r, s.theta)
	for i, x := range s.x {
		out := m.Predict(x)
		p := out[1].Value.([]float64)
		for j := range p {
			if math.Abs(p[j]-r[i*s.K+j]) > 1e-12 {
				t.Errorf("row %d: %v, want %v", i, p, r[i*s.K:(i+1)*s.K])
			}
		}
		if label := out[0].Value.(int); p[label] != slices.Max(p) {
			t.Errorf("row %d: label %d of %v", i, label, p)
		}
	}
	far := m.Predict([2]float64{1e8, -1e8})[1].Value.([]float64)
	if sum := far[0] + far[1] + far[2]; math.Abs(sum-1) > 1e-12 {
		t.Errorf("far away the shares are %v", far)
	}
}

// Labels in a file are not looked at.
func TestLabelsAreIgnored(t *testing.T) {
	set := algotest.Load(t, dataset.Generate("blobs3", 30, 0.5, 1))
	bare := set.Clone()
	bare.Target, bare.Signed = dataset.None, false
	for i := range bare.Points {
		bare.Points[i].Y = 0
	}
	a := algotest.Last(t, Demo, dataset.Explicit(set), nil).View.(view).state
	b := algotest.Last(t, Demo, dataset.Explicit(bare), nil).View.(view).state
	if a.loglik != b.loglik || a.iter != b.iter {
		t.Errorf("with labels %v after %d, without %v after %d", a.loglik, a.iter, b.loglik, b.iter)
	}
}

func TestBadRows(t *testing.T) {
	set, _ := dataset.Generate("gmm", 10, 1, 1).Load()
	for _, c := range []struct{ rows, want string }{
		{"1,x", "not a row"}, {"-1,2,3", "not a row"}, {"1.5", "not a row"}, {"1,2,", "not a row"}, {"0,1,2,3,4,5,6,7,8,9,0", "at most 10"},
	} {
		_, err := Demo.Steps(t.Context(), algos.NewProblem(set, 1, grid.Window{}), algotest.Values("init", "indices", "init_indices", c.rows))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "init_indices: ") {
			t.Errorf("rows %q: %v", c.rows, err)
		}
	}
	for _, c := range []struct{ rows, want string }{{"1,2", "2 points for 3 components"}, {"1,2,10", "the last point has 9"}} {
		last := algotest.Last(t, Demo, dataset.Explicit(set), algotest.Values("init", "indices", "init_indices", c.rows))
		if last.Status.State != algos.Refused || !strings.Contains(last.Status.Reason.String(), c.want) {
			t.Errorf("rows %q: %v", c.rows, last.Status)
		}
	}
	// No rows are spread evenly.
	s := algotest.Steps(t, Demo, dataset.Explicit(set), algotest.Values("init", "indices", "k", "5"))[0].View.(view).state
	if !slices.Equal(s.rows, []int{1, 3, 5, 7, 9}) {
		t.Errorf("even rows %v", s.rows)
	}
}
