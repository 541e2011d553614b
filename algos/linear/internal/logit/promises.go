package logit

import (
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
	v, claim := s.vars(), say.Phrase(claimDescent)
	if s.Solver == Newton {
		claim = claimNewton
	}
	switch {
	case s.Stochastic():
		return algos.Inapplicable("descent", claim, "single rows lower the loss on average only")
	case s.TooLong():
		return algos.Inapplicable("descent", claim, v.Text("η = <rate> is not below 2/M = <limit>: no promise"))
	case s.Did != Update:
		return algos.Inapplicable("descent", claim, "no update has been made in this step")
	case s.Solver == Newton:
		return algos.AtMost("descent", claim, s.Loss, s.From.Loss, rounding).Between("loss now", "before")
	}
	eta := s.Snapshot.Eta
	return algos.AtMost("descent", claim, s.Loss, s.From.Loss-eta*(1-eta*s.Curvature/2)*s.From.Norm*s.From.Norm, rounding).
		Between("loss now", "promised").Because(v.Text("no curvature exceeds M; 2/M = <limit>"))
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
func (s Story) Arrival(missing say.Phrase, status algos.Status) algos.Check {
	if missing == "" && math.IsNaN(s.Decrement) {
		missing = "the probabilities are so close to 0 and 1 that the curvature is lost in rounding"
	}
	return algos.Tends("decrement", claimDecrement, s.Decrement, 0, s.Tolerance(1, 0), status).Between("decrement", "").
		Because(say.Vars{"gain": s.Decrement * s.Decrement / 2}.Text("about <gain> is left to gain")).Unless(missing)
}
