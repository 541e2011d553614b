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
	"playground/algos/param"
)

// The degenerate sets of the reference values: with every shape, with and
// without reg, the run ends in words, keeps its promises, and what it says is
// finite unless a component collapsed.
func TestPathologicalSets(t *testing.T) {
	var sets map[string][][]float64
	algotest.ReadJSON(t, "testdata/pathological.json", &sets)
	for name, rows := range sets {
		for _, cov := range []string{"full", "diag", "spherical", "tied"} {
			for _, reg := range []string{"0", "1e-6"} {
				for _, k := range []string{"1", "2", "3"} {
					t.Run(fmt.Sprintf("%s %s k=%s reg=%s", name, cov, k, reg), func(t *testing.T) {
						last := algotest.Last(t, Demo, points(rows...), algotest.Values("covariance", cov, "reg_covar", reg, "k", k))
						if !last.Status.Final() || last.Status.Reason == "" {
							t.Errorf("%+v", last.Status)
						}
						algotest.Promises(t, last)
						if ll := last.Metric("log_likelihood"); last.Status.State == algos.Converged && (math.IsNaN(ll) || math.IsInf(ll, 0)) {
							t.Errorf("log-likelihood %v", ll)
						}
					})
				}
			}
		}
	}
}

func TestWordsForBadData(t *testing.T) {
	same := points([]float64{0.75, 0.5}, []float64{0.75, 0.5}, []float64{0.75, 0.5})
	flat := points([]float64{1, 3}, []float64{2, 3}, []float64{4, 3}, []float64{5, 3})
	line := points([]float64{0, 1}, []float64{1, 3}, []float64{2, 5}, []float64{4, 9}, []float64{5, 11}, []float64{6, 13})
	pair := points([]float64{-1, 0.5}, []float64{1, -0.5}, []float64{1.1, -0.4}, []float64{1.3, -0.7}, []float64{0.8, -0.3})
	for _, c := range []struct {
		name  string
		data  dataset.Source
		v     param.Values
		state algos.State
		want  string
	}{
		{"no points", dataset.Explicit(dataset.Set{Dim: 2, Target: dataset.None}), nil, algos.Refused, "There are no points yet"},
		{"one point", points([]float64{1, 2}), nil, algos.Refused, "3 components cannot be fitted to 1 point"},
		{"one point, one component", points([]float64{1, 2}), algotest.Values("k", "1"), algos.Converged, "stationary point"},
		{"one point without reg", points([]float64{1, 2}), algotest.Values("k", "1", "reg_covar", "0"), algos.Refused, "set reg_covar above 0"},
		{"equal points", same, algotest.Values("k", "2"), algos.Converged, "Components 1 and 2 are the same"},
		{"equal points without reg", same, algotest.Values("k", "2", "reg_covar", "0"), algos.Refused, "variance 0 and no density"},
		{"constant coordinate without reg", flat, algotest.Values("k", "1", "reg_covar", "0"), algos.Refused, "set reg_covar above 0"},
		{"constant coordinate", flat, algotest.Values("k", "1"), algos.Converged, ""},
		{"line without reg", line, algotest.Values("k", "1", "reg_covar", "0"), algos.Diverged, "Component 1 collapsed onto a line through x₁ and 5 others"},
		{"line, axis-parallel", line, algotest.Values("k", "1", "reg_covar", "0", "covariance", "diag"), algos.Converged, ""},
		{"tied line", line, algotest.Values("k", "2", "reg_covar", "0", "covariance", "tied"), algos.Diverged, "The tied covariance collapsed"},
		{
			"one point alone", pair, algotest.Values("k", "2", "reg_covar", "0", "covariance", "spherical", "init", "indices", "init_indices", "0,2"), algos.Diverged,
			"Component 1 collapsed on x₁: its variance fell to",
		},
		{
			"huge scale", points([]float64{0, 0}, []float64{1e9, 1e9}, []float64{2e8, 2e8}), algotest.Values("k", "1"), algos.Diverged,
			"reg_covar = 1 × 10⁻⁶ is lost in rounding",
		},
	} {
		last := algotest.Last(t, Demo, c.data, c.v)
		if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.want) {
			t.Errorf("%s: %+v", c.name, last.Status)
		}
	}
}

// With reg a component that collapses is named once, when it does, and the run
// goes on to the end.
func TestCollapseIsNamedAndHeld(t *testing.T) {
	r, err := Demo.Recipe("kept-alive")
	if err != nil {
		t.Fatal(err)
	}
	all := algotest.Steps(t, Demo, r.Data, r.Params)
	var named []string
	for _, s := range all {
		for _, e := range s.Events {
			if e.Kind == "collapse" {
				named = append(named, e.Text.String())
				if text := fmt.Sprint(s.Say()); !strings.Contains(text, "Only reg_covar") {
					t.Errorf("nothing is said about it: %s", text)
				}
			}
		}
	}
	last := all[len(all)-1]
	if len(named) != 1 || !strings.Contains(named[0], "component 1 collapsed onto the line through x₁₀ and x₂₃") || last.Status.State != algos.Converged {
		t.Errorf("%q, %v", named, last.Status)
	}
	if why := algotest.Check(t, last, "covariance").Why.String(); why != "regularisation alone prevents the collapse of component 1" {
		t.Errorf("the certificate says %q", why)
	}
}

// What has collapsed onto a line has a direction left, so its covariance is singular,
// not nothing.
func TestACollapseLeavesALine(t *testing.T) {
	r, err := Demo.Recipe("collapse")
	if err != nil {
		t.Fatal(err)
	}
	last := algotest.Last(t, Demo, r.Data, r.Params)
	if text := fmt.Sprint(last.Say()); !strings.Contains(text, "its covariance is numerically singular") || strings.Contains(text, "numerically 0") {
		t.Error(text)
	}
}

// A run that a large tolerance ends while something moves has not kept its promise
// that nothing does, and not broken it: it is open, and says what would close it.
func TestALargeToleranceLeavesTheEndOpen(t *testing.T) {
	last := algotest.Last(t, Demo, dataset.Generate("gmm", 60, 1, 1), algotest.Values("tol", "1"))
	c := algotest.Check(t, last, "stationary")
	if last.Status.State != algos.Converged || c.Left < 0.01 || c.Verdict != algos.Open || !strings.Contains(c.Why.String(), "use a smaller one to decide") {
		t.Errorf("%+v, %+v", last.Status, c)
	}
}

// The start says how wide the components are: as the data, or by how much less.
func TestTheStartSaysItsWidth(t *testing.T) {
	for spread, want := range map[string]string{"1": "has the variance of the data", "0.4": "every variance is 0.4 times that of the data"} {
		first := algotest.Steps(t, Demo, dataset.Generate("gmm", 60, 1, 1), algotest.Values("init_variance", spread, "max_iter", "1"))[0]
		if text := fmt.Sprint(first.Say()); !strings.Contains(text, want) {
			t.Error(text)
		}
	}
}

// The Gaussians' logarithms are added without overflow or underflow.
func TestLogSumExp(t *testing.T) {
	for _, c := range []struct {
		a    []float64
		want float64
	}{
		{[]float64{0, 0}, math.Ln2},
		{[]float64{-1e6, -1e6}, -1e6 + math.Ln2},
		{[]float64{-1e24, -1e24}, -1e24},
		{[]float64{0, -50}, 0},
		{[]float64{1e6, 0}, 1e6},
		{[]float64{math.Inf(-1), 3}, 3},
		{[]float64{math.Inf(-1)}, math.Inf(-1)},
		{nil, math.Inf(-1)},
	} {
		if got := logSumExp(c.a); got != c.want {
			t.Errorf("%v: %v, want %v", c.a, got, c.want)
		}
	}
}

func TestSharesOfLogarithms(t *testing.T) {
	for _, c := range []struct{ logs, want []float64 }{
		{[]float64{0, math.Log(3)}, []float64{0.25, 0.75}},
		{[]float64{-1e24, -1e24, -2e24}, []float64{0.5, 0.5, 0}},
		{[]float64{math.Inf(-1), -1e300}, []float64{0, 1}},
	} {
		got := slices.Clone(c.logs)
		share(got)
		for j := range got {
			if math.Abs(got[j]-c.want[j]) > 1e-15 {
				t.Errorf("%v: %v, want %v", c.logs, got, c.want)
				break
			}
		}
	}
}

// Two clusters a thousand standard deviations apart: the density of one at the
// other is exp(−10⁵), and nothing breaks.
func TestFarApart(t *testing.T) {
	var rows [][]float64
	for i := range 20 {
		rows = append(rows, []float64{float64(i%2)*1e4 + float64(i)*0.7, float64(i*i%7)*1.3 - float64(i)/3})
	}
	for _, init := range []string{"kmeans++", "random"} {
		last := algotest.Last(t, Demo, points(rows...), algotest.Values("k", "2", "init", init))
		s := last.View.(view).state
		if math.IsNaN(s.loglik) {
			t.Errorf("%s: %v", init, last.Status)
		}
		// Two random means may lie in one cluster; two of k-means++ do not.
		if init == "kmeans++" && (last.Status.State != algos.Converged || math.Abs(s.theta.weight[0]-0.5) > 1e-12) {
			t.Errorf("%s: %v, weights %v", init, last.Status, s.theta.weight)
		}
	}
}

// Looking at the end of the largest run costs a bounded amount of work.
func TestOtherRunsAreBounded(t *testing.T) {
	last := algotest.Last(t, Demo, dataset.Generate("gmm", 2000, 1, 1), algotest.Values("k", "10", "max_iter", "1"))
	last.Panels()
	if o := last.View.(view).others(); len(o.ends)+len(o.sizes) > 0 {
		t.Errorf("%d other seeds and %d sizes at 20 000 evaluations an iteration", len(o.ends), len(o.sizes))
	}
	if text := fmt.Sprint(last.Say()); !strings.Contains(text, "The restarts are not computed") {
		t.Errorf("nobody says so: %s", text)
	}
	small := algotest.Last(t, Demo, dataset.Generate("gmm", 100, 1, 1), nil)
	small.Panels()
	o := small.View.(view).others()
	if len(o.ends) != otherSeeds || len(o.sizes) < 5 {
		t.Fatalf("%d seeds and %d sizes", len(o.ends), len(o.sizes))
	}
	// The three clusters of the data are the best by BIC.
	best, least := 0, math.Inf(1)
	for _, e := range o.sizes {
		if b := math.Log(100)*float64(freeParameters(e.k, 2, full)) - 2*e.loglik; b < least {
			best, least = e.k, b
		}
	}
	if best != 3 {
		t.Errorf("BIC prefers %d components", best)
	}
}

// A component that starts too far away for any share to be more than 0 loses all
// its points: it is said, and the others go on.
func TestEmptyComponent(t *testing.T) {
	for _, cov := range []string{"full", "tied"} {
		all := algotest.Steps(t, Demo, dataset.Generate("gmm", 40, 1, 1), algotest.Values("k", "3", "init", "hand", "mean2", "1000000,1000000", "covariance", cov))
		named := 0
		for _, s := range all {
			for _, e := range s.Events {
				if e.Kind == "empty" {
					named++
					if e.Text.String() != "the weight of component 2 falls to 0" {
						t.Errorf("%s: %q", cov, e.Text)
					}
				}
			}
			algotest.Promises(t, s)
			if text := fmt.Sprint(s.Say(), s.Panels()); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
				t.Fatalf("%s: %s: not a number is shown", cov, s.Phase)
			}
		}
		last := all[len(all)-1]
		if w := last.Model().Value("weights").([]float64); named != 1 || w[1] != 0 || last.Status.State != algos.Converged {
			t.Errorf("%s: named %d times, weights %v, %v", cov, named, w, last.Status)
		}
		if p := last.Model().Predict([2]float64{})[1].Value.([]float64); p[1] != 0 || math.Abs(p[0]+p[2]-1) > 1e-12 {
			t.Errorf("%s: shares %v", cov, p)
		}
	}
}

// Far from the origin a run is the one near it: as many iterations, the same mixture, every promise decided.
// Means, trajectories, contours and predictions are where the points are.
func TestFarFromTheOrigin(t *testing.T) {
	const offset = 9e8
	for _, dim := range []int{1, 2} {
		near, far := dataset.Set{Dim: dim}, dataset.Set{Dim: dim}
		for i := range 20 {
			x := [2]float64{float64(i*i%11)/8 + float64(i%2), float64(i*7%13) / 16}
			var p, q dataset.Point
			for d := range dim {
				p.X[d], q.X[d] = x[d], x[d]+offset
			}
			near.Points, far.Points = append(near.Points, p), append(far.Points, q)
		}
		settings := param.Pairs("k", "2", "reg_covar", "0")
		a, b := algotest.Steps(t, Demo, dataset.Explicit(near), settings), algotest.Steps(t, Demo, dataset.Explicit(far), settings)
		if len(a) != len(b) {
			t.Fatalf("%d steps near the origin, %d far from it", len(a), len(b))
		}
		for i, s := range b {
			was, now := a[i].View.(view), s.View.(view)
			for j := range now.theta.mean {
				m, n := was.xy(was.theta.mean[j]), now.xy(now.theta.mean[j])
				algotest.Near(t, "mean", n.X, m.X+offset, 2e-7)
				algotest.Near(t, "variance", now.theta.cov[j][0], was.theta.cov[j][0], 1e-9)
			}
			for _, c := range s.View.Checks() {
				if c.Verdict == algos.Undecided || c.Verdict == algos.Broken {
					t.Errorf("step %d: %s is %s: %v %s %v, rounding %v", i, c.Name, c.Verdict, c.Left, c.Rel, c.Right, c.Rounding)
				}
			}
			if i%7 == 0 {
				s.View.Panels()
			}
		}
		m, n := a[len(a)-1].View.Model(), b[len(b)-1].View.Model()
		algotest.Near(t, "log-likelihood", n.Value("log_likelihood").(float64), m.Value("log_likelihood").(float64), 1e-10)
		for i, p := range near.Points {
			was, now := m.Predict(p.X)[1].Value.([]float64), n.Predict(far.Points[i].X)[1].Value.([]float64)
			algotest.Near(t, "responsibility", now[0], was[0], 1e-8)
		}
	}
}

// A constant coordinate far from 0 takes no digits from the other.
func TestConstantFarFromTheOrigin(t *testing.T) {
	near, far := dataset.Set{Dim: 2}, dataset.Set{Dim: 2}
	for i := range 20 {
		y := float64(i*i%11)/8 + float64(i%2)
		near.Points = append(near.Points, dataset.Point{X: [2]float64{0, y}})
		far.Points = append(far.Points, dataset.Point{X: [2]float64{9e8, y}})
	}
	settings := param.Pairs("k", "2")
	a, b := algotest.Last(t, Demo, dataset.Explicit(near), settings), algotest.Last(t, Demo, dataset.Explicit(far), settings)
	algotest.Near(t, "log-likelihood", b.Metric("log_likelihood"), a.Metric("log_likelihood"), 1e-9)
	for _, c := range b.View.Checks() {
		if c.Verdict == algos.Undecided || c.Verdict == algos.Broken {
			t.Errorf("%s is %s: %v %s %v, rounding %v", c.Name, c.Verdict, c.Left, c.Rel, c.Right, c.Rounding)
		}
	}
}
