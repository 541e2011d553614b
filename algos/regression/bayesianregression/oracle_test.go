package bayesianregression

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/param"
)

// The closed form with 40 digits: posterior, evidence, and predictions on a grid.
func TestOracle(t *testing.T) {
	var o struct {
		Cases []struct {
			ID, Data    string
			PriorVar    float64     `json:"prior_var"`
			NoiseVar    float64     `json:"noise_var"`
			PostMean    []float64   `json:"post_mean"`
			PostCov     [][]float64 `json:"post_cov"`
			LogEvidence float64     `json:"log_evidence"`
			GridMean    []float64   `json:"grid_mean"`
			GridSD      []float64   `json:"grid_std_latent"`
		}
	}
	var grids map[string][]float64
	algotest.ReadJSON(t, "testdata/bayes_linear.json", &o)
	algotest.ReadJSON(t, "testdata/grids.json", &grids)
	if len(o.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range o.Cases {
		set := algotest.ReadCSV(t, Demo, "testdata/"+c.Data+".csv")
		v := algotest.Last(t, Demo, set, param.Pairs("prior_var", param.Format(c.PriorVar), "noise_var", param.Format(c.NoiseVar))).View.(view)
		cov := v.post.covariance()
		for i := range 2 {
			algotest.Near(t, c.ID+" mean", v.post.mu[i], c.PostMean[i], 1e-11)
			for j := range 2 {
				algotest.Near(t, c.ID+" covariance", cov[2*i+j], c.PostCov[i][j], 1e-11)
			}
		}
		algotest.Near(t, c.ID+" evidence", v.post.logP, c.LogEvidence, 1e-8)
		for i, x := range grids[c.Data] {
			f := v.foresee(v.post, x)
			algotest.Near(t, c.ID+" grid mean", f.mean, c.GridMean[i], 1e-10)
			algotest.Near(t, c.ID+" grid sd", math.Sqrt(f.variance), c.GridSD[i], 1e-10)
		}
	}
}

// The largest log-likelihood comes from least squares on scaled inputs; where they repeat
// no polynomial does better than the mean of each input.
func TestLeastSquaresWithRepeatedInputs(t *testing.T) {
	v := algotest.Last(t, Demo, repeated, param.Pairs("degree", "5")).View.(view)
	squares, mean := 0.0, 0.0
	for _, y := range v.y {
		mean += y / float64(len(v.y))
	}
	for _, y := range v.y {
		squares += (y - mean) * (y - mean) / v.opt.NoiseVar
	}
	algotest.Near(t, "sum of squares", v.post.flat.rest, squares, 1e-12)
}

// The evidence of one coefficient is an integral, which a sum of many thin strips finds too.
func TestEvidenceIsAnIntegral(t *testing.T) {
	v := algotest.Last(t, Demo, note004, param.Pairs("basis", origin, "noise_var", "0.25", "prior_var", "1.5")).View.(view)
	const step = 1e-4
	sum := 0.0
	for theta := -8.0; theta < 8; theta += step {
		squares := 0.0
		for i, x := range v.x {
			squares += (v.y[i] - theta*x) * (v.y[i] - theta*x) / v.opt.NoiseVar
		}
		sum += step * math.Exp(v.logLikelihood(3, squares)-theta*theta/3) / math.Sqrt(2*math.Pi*1.5)
	}
	algotest.Near(t, "log evidence", v.post.logP, math.Log(sum), 1e-9)
}

// All at once, the evidence is what the forecasts add up to, for every degree.
func TestEvidenceOfEveryDegree(t *testing.T) {
	for degree := range maxDegree + 1 {
		v := algotest.Last(t, Demo, curved, param.Pairs("degree", param.Format(float64(degree)))).View.(view)
		s := v.score(v.post.n, degree)
		algotest.Near(t, "evidence", s.evidence, v.post.logP, 1e-8)
		algotest.Near(t, "Laplace", s.laplace, v.post.logP, 1e-8)
		algotest.Near(t, "BIC", s.bic, v.bic(v.post), 1e-8)
	}
}

// The three steps about an observation compare the degrees once.
func TestDegreesAreComparedOnce(t *testing.T) {
	steps := algotest.Steps(t, Demo, growing, param.Pairs("degree", "2"))
	before, seen := steps[300].View.(view), steps[301].View.(view)
	if before.post.n != seen.post.n {
		t.Fatalf("%d and %d observations", before.post.n, seen.post.n)
	}
	if &before.scores()[0] != &seen.scores()[0] {
		t.Error("the degrees are compared again for the same observations")
	}
	if next := steps[303].View.(view); &next.scores()[0] == &seen.scores()[0] {
		t.Error("another observation, and the same comparison")
	}
}
