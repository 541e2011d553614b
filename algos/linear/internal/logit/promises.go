package logit

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

const (
	claimDescent   = `with $\eta < 2/M$ the loss falls by at least $\eta(1-\eta M/2)\lVert\nabla L\rVert^2$`
	claimNewton    = `the line search never lets the loss rise`
	claimDecrement = `the Newton decrement $\sqrt{\nabla L^\top H^{-1}\nabla L}\to 0$`
)

// Descent is what theory promises about an update: of M-smooth functions,
// L(θ − ηg) ≤ L(θ) − η(1 − ηM/2)‖g‖². Rounding is that of both losses.
func (s Story) Descent(rounding float64) algos.Check {
	claim := claimDescent
	if s.Solver == Newton {
		claim = claimNewton
	}
	switch {
	case s.Stochastic():
		return algos.Inapplicable("descent", say.Phrase(claim), "single rows lower the loss on average only")
	case s.TooLong():
		return algos.Inapplicable("descent", say.Phrase(claim), say.Phrase(fmt.Sprintf("η = %s is not below 2/M = %s: no promise", say.Num(s.Rate()), say.Num(2/s.Curvature))))
	case s.Did != Update:
		return algos.Inapplicable("descent", say.Phrase(claim), "no update has been made in this step")
	}
	bound, label, why := s.From.Loss, "before", ""
	if s.Solver == GD {
		eta := s.Snapshot.Eta
		bound -= eta * (1 - eta*s.Curvature/2) * s.From.Norm * s.From.Norm
		label, why = "promised", "no curvature exceeds M; 2/M = "+say.Num(2/s.Curvature)
	}
	c := algos.AtMost("descent", say.Phrase(claim), s.Loss, bound, rounding)
	c.LeftLabel, c.RightLabel, c.Why = "loss now", say.Phrase(label), say.Phrase(why)
	return c
}

// Tolerance bounds ⟨∇L, a⟩, with curvature ≥ aᵀHa, where the decrement δ is at most
// what the run asked for: by the inequality of Cauchy and Schwarz
// |⟨∇L, a⟩| ≤ δ·√(aᵀHa).
func (s Story) Tolerance(curvature, rounding float64) float64 {
	delta := s.Tol
	if s.End == Precision {
		delta = max(delta, Resolved)
	}
	return delta*math.Sqrt(curvature) + rounding
}

// Arrival is the promise that the decrement vanishes; missing says why there is no
// minimum, or is empty.
func (s Story) Arrival(missing string, status algos.Status) algos.Check {
	if missing != "" {
		return algos.Inapplicable("decrement", claimDecrement, say.Phrase(missing))
	}
	if math.IsNaN(s.Decrement) {
		return algos.Inapplicable("decrement", claimDecrement, "the probabilities are so close to 0 and 1 that the curvature is lost in rounding")
	}
	c := algos.Tends("decrement", claimDecrement, s.Decrement, 0, s.Tolerance(1, 0), status)
	c.LeftLabel = "decrement"
	c.Why = say.Phrase("about " + say.Num(s.Decrement*s.Decrement/2) + " is left to gain")
	return c
}
