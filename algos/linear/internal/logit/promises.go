package logit

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

const (
	claimDescent   = `descent lemma: with $\eta < 2/M$ the loss falls by at least $\eta(1-\eta M/2)\lVert\nabla L\rVert^2$`
	claimNewton    = "backtracking line search: the loss never increases"
	claimDecrement = `convergence: the Newton decrement $\sqrt{\nabla L^\top H^{-1}\nabla L}\to 0$`
)

// Descent is what theory guarantees about an update: of M-smooth functions,
// L(θ − ηg) ≤ L(θ) − η(1 − ηM/2)‖g‖². Rounding is that of both losses.
func (s Story) Descent(rounding float64) algos.Check {
	v, claim := s.vars(), say.Phrase(claimDescent)
	if s.Solver == Newton {
		claim = claimNewton
	}
	switch {
	case s.Stochastic():
		return algos.Inapplicable("descent", claim, "SGD decreases the loss only in expectation")
	case s.TooLong():
		return algos.Inapplicable("descent", claim, v.Text("η = <rate> is not below 2/M = <limit>: no guarantee"))
	case s.Did != Update:
		return algos.Inapplicable("descent", claim, "no update has been made in this step")
	case s.Solver == Newton:
		return algos.AtMost("descent", claim, s.Loss, s.From.Loss, rounding).Between("loss now", "before")
	}
	eta := s.Snapshot.Eta
	return algos.AtMost("descent", claim, s.Loss, s.From.Loss-eta*(1-eta*s.Curvature/2)*s.From.Norm*s.From.Norm, rounding).
		Between("loss now", "bound").Because(v.Text("M bounds the eigenvalues of the Hessian; 2/M = <limit>"))
}

// asked is the decrement at which the run has converged.
func (s Story) asked() float64 {
	if s.End == Precision {
		return max(s.Tol, Resolved)
	}
	return s.Tol
}

// mostLeft is the largest share of what is compared that may be left where it is
// guaranteed to vanish.
const mostLeft = 0.1

// Near guarantees that left comes to right, within so much at the end, in numbers of
// a size. A tolerance that is not small beside the size decides nothing. What
// rounding may add is a part of what is guaranteed, as long as nobody sees it.
func (s Story) Near(name string, claim say.Phrase, left, right, within, size, rounding float64, status algos.Status) algos.Check {
	if rounding <= algos.Negligible*size {
		within, rounding = within+rounding, 0
	}
	c := algos.Tends(name, claim, left, right, min(within, mostLeft*size), status).Of(size).Rounded(rounding)
	switch {
	case c.Verdict == algos.Undecided:
		c = c.Because("the scores are so large that rounding hides which probabilities are 0 and which are 1")
	case within > mostLeft*size:
		c = c.OpenIf(say.Vars{"delta": s.asked()}.Text("a run that stops at the decrement <delta> is not close enough: lower the tolerance"))
	}
	return c
}

// Because says what the numbers mean, unless why the guarantee is open has been said.
func Because(c algos.Check, why say.Phrase) algos.Check {
	if c.Why != "" {
		return c
	}
	return c.Because(why)
}

// Vanishing guarantees that a slope ⟨∇L, a⟩ vanishes: by the inequality of Cauchy and
// Schwarz it is at most δ·√(aᵀHa) where the decrement δ is what the run asked for.
func (s Story) Vanishing(name string, claim say.Phrase, slope float64, of Size, status algos.Status) algos.Check {
	return s.Near(name, claim, slope, 0, s.asked()*math.Sqrt(of.Curvature), of.Terms, of.Rounding, status)
}

// Gap guarantees that the loss comes to the minimum, which is known: it is above it by
// about δ²/2.
func (s Story) Gap(name string, claim say.Phrase, loss, minimum, rounding float64, status algos.Status) algos.Check {
	return s.Near(name, claim, loss, minimum, s.asked()*s.asked(), minimum, rounding, status)
}

// Arrival is the guarantee that the decrement vanishes; missing says why there is no
// minimum, or is empty. As δ²/2 is left to gain of the loss L, δ is compared with
// √(2L).
func (s Story) Arrival(missing say.Phrase, status algos.Status) algos.Check {
	if missing == "" && math.IsNaN(s.Decrement) {
		missing = "the probabilities are so close to 0 and 1 that the Hessian is lost to rounding"
	}
	c := s.Near("decrement", claimDecrement, s.Decrement, 0, s.asked(), math.Sqrt(2*s.Loss), 0, status).Between("decrement", "")
	return Because(c, s.vars().Text("the loss is about <gain> above its minimum")).Unless(missing)
}
