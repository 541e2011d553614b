package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

var (
	claimSymmetry = algos.Guarantee{Name: "symmetry", Claim: `$g(z) + g(-z) = 1$: both labels share the probability`}
	claimSlope    = algos.Guarantee{Name: "slope", Claim: `the slope of the logistic function is $g'(z) = g(z)\,(1 - g(z))$`}
)

// checkSymmetry adds the probabilities of both labels of a row, each of which is
// computed on its own: that of +1 from its score, that of −1 by package logit.
func (v view) checkSymmetry() algos.Check {
	i := v.heaviest()
	f := v.scoreOf(i)
	p := make([]float64, 2)
	v.problem.Scores(p, v.B, v.problem.U[i])
	logit.Softmax(p)
	plus, minus := v.g(f), p[0]
	w := say.Vars{"t": say.Row(i).Name(), "f": f, "plus": plus, "minus": minus}
	return claimSymmetry.Equal(plus+minus, 1, 8*ulp).Between("g(f) + g(−f)", "").
		Because(w.Text("at <t>, f = <f>: <plus> and <minus>"))
}

// checkSlope compares g(1 − g) with the rise of g over a short way. As |g‴| ≤ g′, the
// difference quotient is off by a share of h²/6, and hardly more.
func (v view) checkSlope() algos.Check {
	const h = 1e-3
	i := v.heaviest()
	f := -math.Abs(v.scoreOf(i)) // g′ is even, and g keeps its digits where it is small
	p := v.g(f)
	rise, slope := (v.g(f+h)-v.g(f-h))/(2*h), p*(1-p)
	w := say.Vars{"t": say.Row(i).Name()}
	c := claimSlope.Equal(rise, slope, h*h/5*slope+4*ulp*p/h).Between("rise of g over ±0.001", "g(1 − g)").
		Because(w.Text("at the score of <t>, the weight of the row in Newton's method"))
	if slope < 1e-300 { // where numbers lose their digits
		return claimSlope.Not("every probability is 0 or 1 as far as floating-point numbers go")
	}
	return c
}
