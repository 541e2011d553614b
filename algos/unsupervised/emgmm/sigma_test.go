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
	"playground/algos/unsupervised/internal/lloyd"
)

// With a small σ an iteration of EM is one of k-means, to the last digits, from every
// start; with a large one it is not.
func TestSmallSigmaIsKMeans(t *testing.T) {
	for _, init := range []string{plusPlus, atRandom, byResponsibilities} {
		all := algotest.Steps(t, Demo, dataset.Generate("blobs3", 90, 0.6, 2), algotest.Values("covariance", "fixed", "sigma", "1e-4", "init", init))
		states := after(all)
		centres := states[0].theta.mean
		for _, s := range states[1:] {
			centres = lloyd.Step(s.x, centres)
			if d := s.apart(centres, s.theta.mean); d > 1e-12 {
				t.Errorf("%s, iteration %d: the means are %v apart", init, s.iter, d)
			}
			for i, x := range s.x {
				k, _ := lloyd.Nearest(x, s.past[s.iter-1].mean)
				if s.shares(i)[k] != 1 {
					t.Fatalf("%s, iteration %d: row %d gives its nearest mean %v", init, s.iter, i, s.shares(i)[k])
				}
			}
			if c := s.checkKMeans(); c.Verdict != algos.Holds {
				t.Errorf("%s: %+v", init, c)
			}
			if s.theta.cov[1] != (sym{1e-8, 0, 1e-8}) {
				t.Errorf("σ² is %v", s.theta.cov[1])
			}
		}
		if last := states[len(states)-1]; last.status.State != algos.Converged {
			t.Errorf("%s: %+v", init, last.status)
		}
	}
	soft := after(algotest.Steps(t, Demo, dataset.Generate("blobs3", 90, 0.6, 2), algotest.Values("covariance", "fixed", "sigma", "1")))
	if c := soft[len(soft)-1].checkKMeans(); c.Verdict != algos.NotApplicable || !strings.Contains(c.Why.String(), "σ = 1 is not small enough") {
		t.Errorf("%+v", c)
	}
}

// As σ falls the shares become 0 and 1, and the means those of k-means: the picture's
// numbers, against runs of their own.
func TestFallingSigma(t *testing.T) {
	r, err := Demo.Recipe("to-k-means")
	if err != nil {
		t.Fatal(err)
	}
	all := algotest.Steps(t, Demo, r.Data, r.Params)
	v := all[0].View.(view)
	ends := v.falling()
	if len(ends) != manySigmas {
		t.Fatalf("%d runs", len(ends))
	}
	for i, e := range ends {
		if i%6 != 0 {
			continue
		}
		params := algotest.Values()
		for k, x := range r.Params {
			params[k] = x
		}
		params["sigma"], params["tol"] = fmt.Sprint(e.sigma), "1e-9"
		s := algotest.Last(t, Demo, r.Data, params).View.(view).state
		soft := 0.0
		for i := range s.x {
			soft += (1 - slices.Max(s.shares(i))) / float64(len(s.x))
		}
		centres := s.past[0].mean
		for range 50 {
			centres = lloyd.Step(s.x, centres)
		}
		algotest.Near(t, "softness", e.soft, soft, 1e-5)
		algotest.Near(t, "distance", e.far, s.apart(s.theta.mean, centres), 1e-5)
	}
	if last := ends[len(ends)-1]; last.soft > 1e-2 || last.far > 1e-2 || ends[0].far < 0.3 {
		t.Errorf("from %+v to %+v", ends[0], last)
	}
	if p := v.hardening(); p.Title != titleFalling {
		t.Error("no picture")
	}
	waits := false
	for _, p := range (algos.Step{View: v}).Moving().Panels() {
		waits = waits || p.ID == "falling" && p.Waits
	}
	if !waits {
		t.Error("the picture does not wait while a hand drags")
	}
}

// Random shares are a start: every row adds up to 1, another seed draws others, the
// first mixture is the M-step's, and equal shares leave the components equal.
func TestRandomShares(t *testing.T) {
	data := dataset.Generate("gmm", 150, 1, 1)
	first := func(evenness string) view {
		return algotest.Steps(t, Demo, data, algotest.Values("init", "random_responsibilities", "uniformity", evenness, "max_iter", "2"))[0].View.(view)
	}
	v := first("0")
	e, m := v.engine(), newMixture(v.K)
	e.maximise(m, v.r, m)
	if d := v.moved(m, v.theta); d != 0 {
		t.Errorf("the mixture is %v off the M-step of its shares", d)
	}
	algotest.Near(t, "ELBO", v.elbo, e.elbo(v.r, m), 1e-12)
	mean := 0.0
	for i := range v.x {
		mean += v.shares(i)[0] / float64(len(v.x))
	}
	if math.Abs(mean-1./3) > 0.1 {
		t.Errorf("component 1 gets %v of the points", mean)
	}
	for _, c := range v.Checks() {
		if c.Verdict == algos.Broken {
			t.Errorf("%+v", c)
		}
	}
	if c := algotest.Check(t, v, "moments"); c.Verdict != algos.Holds {
		t.Errorf("%+v", c)
	}
	if c := algotest.Check(t, v, "gap"); c.Verdict != algos.Holds || !(v.kl > 0) {
		t.Errorf("%+v, KL %v", c, v.kl)
	}
	if text := fmt.Sprint(v.Say()); !strings.Contains(text, "nearly coincide") {
		t.Error(text)
	}
	equal := algotest.Last(t, Demo, data, algotest.Values("init", "random_responsibilities", "uniformity", "1"))
	s := equal.View.(view).state
	if s.theta.mean[0] != s.theta.mean[2] || s.status.State != algos.Converged || !strings.Contains(s.status.Reason.String(), "are the same") {
		t.Errorf("%+v", s.status)
	}
	line := points([]float64{0, 1}, []float64{1, 3}, []float64{2, 5}, []float64{4, 9})
	if last := algotest.Last(t, Demo, line, algotest.Values("init", "random_responsibilities", "reg_covar", "0", "k", "2")); last.Status.State != algos.Refused ||
		!strings.Contains(last.Status.Reason.String(), "set reg_covar above 0") {
		t.Errorf("%+v", last.Status)
	}
}

// The divergence in the chart is 0 after every E-step, above 0 after an M-step that
// moved something, and what is missing from the bound.
func TestDivergenceIsWhatTheBoundMisses(t *testing.T) {
	for _, s := range algotest.Steps(t, Demo, dataset.Generate("overlap", 60, 0.9, 1), algotest.Values("k", "3", "max_iter", "8")) {
		v, kl := s.View.(view), s.Metric("kl")
		switch v.phase {
		case sharing, fitting:
			if math.Abs(kl) > 1e-12 {
				t.Errorf("%s: KL %v", s.Phase, kl)
			}
		case raising:
			if !(kl > 1e-9) || math.Abs(v.loglik-v.elbo-kl) > 1e-10 {
				t.Errorf("%s: KL %v, and %v is missing", s.Phase, kl, v.loglik-v.elbo)
			}
		}
	}
}
