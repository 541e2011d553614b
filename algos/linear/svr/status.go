package svr

import (
	"fmt"

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
		meaning := "f is as flat as the tube and C allow"
		if m.notAKernel() != "" {
			meaning = "no pair raises the dual, which with this kernel need not be its maximum"
		}
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("No pair violates the KKT conditions by more than %s: after %s %s.", say.Num(m.Tol), say.Count(s.pairs, "pair"), meaning))}
	case smo.Cap:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("The cap of %s is used up, and the KKT conditions are still violated by %s: take a smaller C or a larger tolerance.", say.Count(s.pairs, "pair"), say.Num(s.kkt)))}
	case smo.Precision:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("The KKT conditions are still violated by %s, but rounding hides any further gain: f is known to about ±%s, and the tolerance %s is finer than double precision can reach here. Bring inputs and targets to a scale near 1, or take a smaller C.", say.Num(s.kkt), say.Num(s.drift), say.Num(m.Tol)))}
	case smo.NoBound:
		return algos.Status{State: algos.Diverged, Reason: "The dual grows for ever."}
	}
	return algos.Status{State: algos.Running}
}

// nothingToDo explains a run that is over before it began: the tube around a
// constant holds all points.
func (m *machine) nothingToDo(s *state) string {
	if s.lo <= s.hi {
		return fmt.Sprintf("A flat tube holds all points, so w = 0 is optimal: f(x) = b with any b from %s to %s; we take the middle, %s.", say.Num(s.lo), say.Num(s.hi), say.Num(s.bias))
	}
	return fmt.Sprintf("α = α* = 0 already satisfies the KKT conditions up to %s: f(x) = b = %s.", say.Num(m.Tol), say.Num(s.bias))
}
