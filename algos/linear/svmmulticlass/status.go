package svmmulticlass

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// goesOn is the status during the descent.
func (m *machine) goesOn(s *state) algos.Status {
	if m.Finish || s.t < len(m.x)*m.Passes {
		return algos.Status{State: algos.Running}
	}
	return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("After %s of descent the objective is %s. Its minimum is not below the dual %s, so it is at most %s lower.",
		say.Count(m.Passes, "pass"), say.Num(s.primal), say.Num(s.dual), percent(s.primal-s.dual, s.primal)))}
}

// percent is a share in words.
func percent(part, whole float64) string {
	if !(whole > 0) {
		return "0 %"
	}
	return say.Sig(100*max(0, part)/whole, 2) + " %"
}

// finished is the status after a step of the finish.
func (m *machine) finished(s *state, spent bool) algos.Status {
	switch {
	case s.viol <= max(m.Tol, s.rounding()/max(m.C*float64(len(m.x)), math.SmallestNonzeroFloat64)):
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("After %s over the dual, it differs from the primal by %s: these are the best weights.", say.Count(s.all, "sweep"), say.Num(math.Abs(s.primal-s.dual))))}
	case spent:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("After %s over the dual the gap is still %s, %s of the objective. Bring the coordinates to a common scale near 1 and around 0, or take a smaller C.", say.Count(s.all, "sweep"), say.Num(s.primal-s.dual), percent(s.primal-s.dual, s.primal)))}
	}
	return algos.Status{State: algos.Running}
}

// rounding bounds the rounding error of primal and dual.
func (s *state) rounding() float64 {
	return 16 * ulp * float64(len(s.x)) * (s.norm2 + s.C*s.size)
}
