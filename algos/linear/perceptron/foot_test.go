package perceptron

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// x(s) lies on the line of θ*, s is its distance from the foot, and the shortest way is
// γ where there is no bias coordinate.
func TestFoot(t *testing.T) {
	for _, data := range []dataset.Source{fourPoints, blobs, unitVectors} {
		for _, bias := range []string{"true", "false"} {
			v := algotest.Last(t, Demo, data, param.Values{"fit_intercept": bias, "show_max_margin": "true"}).View.(view)
			if !v.best.Separable {
				continue
			}
			if bias == "false" {
				algotest.Near(t, "shortest way", v.drop.reach, v.best.Gamma, 1e-14)
			}
			for s := -5.0; s <= 5; s += 0.25 {
				p := v.drop.point(s)
				algotest.Near(t, "score of x(s)", dot(v.best.Theta, vector{p.X, p.Y, v.rows[0].x[2]}), 0, 1e-14)
				algotest.Near(t, "Pythagoras", v.drop.distance(s), math.Hypot(v.drop.reach, s), 1e-13)
			}
		}
	}
}

// With its points at length 1 a run has no foot on the board, and without a line neither.
func TestNoFoot(t *testing.T) {
	for _, c := range []struct {
		data dataset.Source
		v    param.Values
	}{
		{fourPoints, param.Values{"normalize": "true"}},
		{fourPoints, param.Values{"variant": marginal}},
		{cyclic, param.Values{"fit_intercept": "false"}},
		{dataset.Labelled([3]float64{0, 0, 1}), param.Values{}},
	} {
		c.v["best"] = "true"
		last := algotest.Last(t, Demo, c.data, c.v)
		for _, p := range last.Panels() {
			if p.ID == "foot" {
				t.Errorf("%v: a picture of the foot", c.v)
			}
		}
	}
}

// The error on new points in closed form: known values, and a simulation.
func TestTrueError(t *testing.T) {
	algotest.Near(t, "Φ(−2)", notesMixture.bayes(), 0.02275013194817921, 1e-16)
	algotest.Near(t, "the line half-way", notesMixture.risk(vector{3, 3}), 0.02275013194817921, 1e-16)
	algotest.Near(t, "Φ(−√2) of a vertical line", notesMixture.risk(vector{2, 0}), 0.0786496035251426, 1e-15)
	algotest.Near(t, "no line", notesMixture.risk(vector{0, 0, 1}), 0.5, 0)
	algotest.Near(t, "the wrong side", notesMixture.risk(vector{-1, -1}), 1-0.02275013194817921, 1e-15)
	theta := vector{1, -0.4, 0.5}
	r, wrong := rand.New(rand.NewPCG(7, 7)), 0
	const n = 200_000
	for i := range n {
		y := float64(2*(i%2) - 1)
		x := vector{y + math.Sqrt(0.5)*r.NormFloat64(), y + math.Sqrt(0.5)*r.NormFloat64(), 1}
		if y*dot(theta, x) <= 0 {
			wrong++
		}
	}
	risk := notesMixture.risk(theta)
	// The seed is fixed; five standard errors would be surprising for any.
	algotest.Near(t, "simulated", float64(wrong)/n, risk, 5*math.Sqrt(risk*(1-risk)/n))
}

// Only the data of the notes' program are known to come from these two Gaussians.
func TestBayesErrorIsOfTheNotesData(t *testing.T) {
	for _, id := range []string{"gaussians", "lucky", "blobs", "spam"} {
		preset, _ := Demo.Preset(id)
		first := collectWith(t, preset.Data, param.Values{"fit_intercept": "false", "max_epochs": "1"})[0]
		if known := first.View.(view).mixture != nil; known != (id == "gaussians" || id == "lucky") {
			t.Errorf("%s: known %v", id, known)
		}
	}
}

// With one sample every point of the score's picture lies on the straight line.
func TestScoreIsAStraightLine(t *testing.T) {
	all := collectWith(t, oneSample, param.Values{"fit_intercept": "false", "theta_init": "-6.5,2"})
	v := all[len(all)-1].View.(view)
	var dots mark.Points
	for _, m := range v.score().Marks {
		if p, ok := m.(mark.Points); ok && len(p.At) > len(dots.At) {
			dots = p
		}
	}
	dots.At = slices.Compact(dots.At)
	if len(dots.At) != 8 {
		t.Fatalf("%d points, want the start and seven updates", len(dots.At))
	}
	for k, at := range dots.At {
		if at.X != float64(k) || at.Y != -6.5+float64(k) {
			t.Errorf("update %d is drawn at %v", k, at)
		}
	}
}

// The curve of the angle stays above its bound, which comes to 1 at (R/γ)².
func TestAngleCurve(t *testing.T) {
	for _, data := range []dataset.Source{fourPoints, blobs, unitVectors} {
		v := algotest.Last(t, Demo, data, param.Values{}).View.(view)
		bound := func(k float64) float64 { return math.Sqrt(k) * v.best.Gamma / v.best.R }
		algotest.Near(t, "at (R/γ)²", bound(v.best.Ratio), 1, 1e-14)
		seen := 0
		for _, m := range v.angle().Marks {
			line, ok := m.(mark.PolyLine)
			if !ok || line.Style.Dash {
				continue
			}
			for _, at := range slices.Compact(line.At) {
				seen++
				if at.Y < bound(at.X)-1e-12 || at.Y > 1+1e-12 {
					t.Errorf("the cosine at k = %v is %v", at.X, at.Y)
				}
			}
		}
		if seen != v.updates {
			t.Errorf("%d corners for %d updates", seen, v.updates)
		}
	}
}

// With every rule and start the cosine stays above the drawn bound.
func TestAngleBoundOfOtherRules(t *testing.T) {
	for _, v := range []param.Values{
		{"variant": marginal}, {"variant": increment, "eta": "1/k"}, {"variant": batch, "eta": "1"}, {"theta_init": "1,2"}, {"normalize": "true", "theta_init": "0.2,0.1"},
	} {
		last := algotest.Last(t, Demo, blobs, v).View.(view)
		bounded := 0
		for _, m := range last.angle().Marks {
			line, ok := m.(mark.PolyLine)
			if !ok || !line.Style.Dash {
				continue
			}
			for _, at := range line.At {
				bounded++
				for _, w := range last.waypoints() {
					if w.k == int(at.X) && at.Y > last.cosine(w.theta)+1e-12 {
						t.Errorf("%v, k = %d: bound %v, cosine %v", v, w.k, at.Y, last.cosine(w.theta))
					}
				}
			}
		}
		if bounded == 0 {
			t.Errorf("%v: no bound is drawn", v)
		}
	}
}
