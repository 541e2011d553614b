package svm

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// statusOf says in words how the run stands.
func (m *machine) statusOf(s *state, end smo.End) algos.Status {
	switch end {
	case smo.Optimal:
		if s.pairs == 0 {
			return algos.Status{State: algos.Converged, Reason: say.Phrase(m.nothingToDo(s))}
		}
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("No pair violates the KKT conditions by more than %s: after %s the margin is as wide as it gets.", say.Num(m.Tol), say.Count(s.pairs, "pair")))}
	case smo.Cap:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("The cap of %s is used up, and the KKT conditions are still violated by %s: take a smaller C or a larger tolerance.", say.Count(s.pairs, "pair"), say.Num(s.kkt)))}
	case smo.Precision:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("The KKT conditions are still violated by %s, but rounding hides any further gain: the scores are known to about ±%s, and the tolerance %s is finer than double precision can reach here. Bring the coordinates to a common scale near 1, or take a smaller C.", say.Num(s.kkt), say.Num(s.drift), say.Num(m.Tol)))}
	case smo.NoBound:
		return algos.Status{State: algos.Diverged, Reason: "The dual grows for ever."}
	}
	return algos.Status{State: algos.Running}
}

// nothingToDo explains a run that is over before it began: α = 0 is optimal only
// where all points have one label.
func (m *machine) nothingToDo(s *state) string {
	if math.IsInf(s.hi, 1) {
		return "All points have the same label: α = 0 and f(x) = θ₀ is optimal for any θ₀ ≥ 1; we take θ₀ = 1."
	}
	if math.IsInf(s.lo, -1) {
		return "All points have the same label: α = 0 and f(x) = θ₀ is optimal for any θ₀ ≤ −1; we take θ₀ = −1."
	}
	return fmt.Sprintf("α = 0 already satisfies the KKT conditions up to %s.", say.Num(m.Tol))
}
