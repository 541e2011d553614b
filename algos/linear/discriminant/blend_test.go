package discriminant

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// Between LDA and QDA the log-likelihood is that of gonum's normal densities; at the ends
// it is what the methods themselves report, and QDA's is the largest.
func TestBlendIsTheLikelihood(t *testing.T) {
	data := dataset.Generate("overlap", 60, 0.9, 5)
	v := algotest.Last(t, Demo, data, algotest.Values("method", lda)).View.(view)
	for _, alpha := range []float64{0, 0.3, 1} {
		sum := 0.0
		for i, p := range v.Points {
			g := v.groups[v.of[i]]
			cov, mean := v.area(v.pooled.times(1-alpha).plus(g.cov.times(alpha))), v.place(g.mean)
			normal, ok := distmv.NewNormal(mean[:], mat.NewSymDense(2, []float64{cov[0], cov[1], cov[1], cov[2]}), nil)
			if !ok {
				t.Fatal("no density")
			}
			sum += math.Log(g.prior) + normal.LogProb(p.X[:])
		}
		algotest.Near(t, "log-likelihood", v.blended(alpha), sum, 1e-11)
	}
	for alpha, method := range []string{lda, qda} {
		own := algotest.Last(t, Demo, data, algotest.Values("method", method))
		algotest.Near(t, method, v.blended(float64(alpha)), own.Metric("log_likelihood"), 1e-12)
	}
	for alpha := 0.0; alpha < 1; alpha += 0.01 {
		if v.blended(alpha) > v.blended(1) {
			t.Fatalf("α = %v is likelier than QDA", alpha)
		}
	}
}

// Where a class's own covariance has no inverse, the curve ends before it and nothing is
// guaranteed.
func TestBlendWithoutAnInverse(t *testing.T) {
	v := algotest.Last(t, Demo, lonely, algotest.Values("method", lda)).View.(view)
	if !math.IsNaN(v.blended(1)) || math.IsNaN(v.blended(0)) {
		t.Errorf("%v and %v", v.blended(0), v.blended(1))
	}
	if c := algotest.Check(t, v, "own"); c.Verdict != algos.NotApplicable {
		t.Errorf("%+v", c)
	}
}
