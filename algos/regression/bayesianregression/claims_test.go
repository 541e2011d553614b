package bayesianregression

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// Where the inputs stay spread the difference of BIC and log evidence stays between bounds that do
// not grow with the number of observations: it is not the difference itself that goes to 0.
func TestDifferenceOfBICStaysBounded(t *testing.T) {
	p, _ := Demo.Preset("growing")
	least, most := math.Inf(1), math.Inf(-1)
	for _, s := range algotest.Steps(t, Demo, p.Data, p.Params) {
		v := s.View.(view)
		if v.phase != conditioning || v.post.n < 20 {
			continue
		}
		for _, name := range []string{"bic-below", "bic-above"} {
			c := algotest.Check(t, v, name)
			if c.Verdict != algos.Holds {
				t.Fatalf("%d observations: %s is %s: %v, %v", v.post.n, name, c.Verdict, c.Left, c.Right)
			}
			least, most = min(least, c.Left, c.Right), max(most, c.Left, c.Right)
		}
	}
	// The limits are ½ ln(σ_p²/3σ²) = ½ ln 2 and that plus 1/2σ_p² = 1/3.
	if limit := math.Ln2 / 2; least < limit-0.15 || most > limit+1./3+0.15 {
		t.Errorf("the bounds reach from %v to %v", least, most)
	}
}

// Where all inputs are the same ΦᵀΦ/n is singular, and the lower bound falls without end: the
// difference is bounded under the condition that the guarantee names.
func TestBoundOfBICFallsAtOneInput(t *testing.T) {
	low := func(n int) float64 {
		var xy []float64
		for range n {
			xy = append(xy, 1, 0.9)
		}
		return algotest.Check(t, algotest.Last(t, Demo, dataset.Pairs(xy...), nil).View, "bic-below").Right
	}
	// One eigenvalue of Σ⁻¹ stays as it is: the bound falls by ½ ln 10 where n is ten times as large.
	if fall := low(20) - low(200); math.Abs(fall-math.Log(10)/2) > 0.01 {
		t.Errorf("the lower bound falls by %v", fall)
	}
}

// The exercise of the lesson: with the maximum log-likelihoods −100 and −50 of 3 and 6
// coefficients the BIC prefers the larger model up to n = e^(100/3), about 3·10¹⁴.
func TestExerciseOfTheBIC(t *testing.T) {
	bic := func(likelihood float64, d int, n float64) float64 { return likelihood - float64(d)/2*math.Log(n) }
	at := math.Exp(100. / 3)
	algotest.Near(t, "BIC of both models", bic(-50, 6, at), bic(-100, 3, at), 1e-11)
	algotest.Near(t, "observations", at, 2.99559e14, 1e9)
	if !(bic(-50, 6, at/2) > bic(-100, 3, at/2)) || !(bic(-50, 6, 2*at) < bic(-100, 3, 2*at)) {
		t.Error("the larger model is not preferred below, or is above")
	}
	// It is an artefact: with more observations the likelihoods do not stay as they are.
	p, _ := Demo.Preset("growing")
	steps := algotest.Steps(t, Demo, p.Data, p.Params)
	half, whole := steps[len(steps)/2].View.(view), steps[len(steps)-1].View.(view)
	if ratio := whole.best(whole.post) / half.best(half.post); ratio < 1.5 {
		t.Errorf("with twice as many observations the log-likelihood is %v times as large", ratio)
	}
}

// At first view the board has at most seven kinds of marks to explain, and says what is data.
func TestBoardHasFewKindsOfMarks(t *testing.T) {
	algotest.FewKinds(t, Demo, "observations", "not yet observed")
}
