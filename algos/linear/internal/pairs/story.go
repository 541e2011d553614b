package pairs

import (
	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// Ended says how a run stands. The machine says in its own words that the optimum
// was reached, and what to do where rounding is in the way.
func (s *State) Ended(end smo.End, optimal, precision func(say.Vars) say.Phrase) algos.Status {
	vars := say.Vars{"n": s.Pairs, "kkt": s.KKT, "drift": s.Drift, "tol": s.Tol}
	switch end {
	case smo.Optimal:
		return algos.Status{State: algos.Converged, Reason: optimal(vars)}
	case smo.Cap:
		return algos.Status{
			State:  algos.Exhausted,
			Reason: vars.Text("The cap of <n pair> is used up, and the KKT conditions are still violated by <kkt>: take a smaller C or a larger tolerance."),
		}
	case smo.Precision:
		return algos.Status{State: algos.Exhausted, Reason: precision(vars)}
	case smo.NoBound:
		return algos.Status{State: algos.Diverged, Reason: "The dual grows for ever."}
	}
	return algos.Status{State: algos.Running}
}

// Start is the dual and the primal before the first pair.
func (s *State) Start() algos.Line {
	return algos.Line{TeX: say.Vars{"primal": s.Primal}.TeX(`\text{dual} = 0 \le \text{primal} = \frac{1}{2}\lVert w\rVert^2 + C\sum_i \xi_i = <primal>`)}
}

// Stalled tells that the move was lost in rounding, and nothing where it was not.
func (w *Work) Stalled() []algos.Line {
	if !w.Stall {
		return nil
	}
	return []algos.Line{{Text: "The step is smaller than the spacing of floating-point numbers: nothing moved, and the errors are computed afresh."}}
}

// Crawled tells of the step that moved all free variables, and nothing where there
// was none.
func (s *State) Crawled() []algos.Line {
	f := s.Done.Face
	if f.Free == 0 {
		return nil
	}
	v := say.Vars{"n": s.Pairs, "free": f.Free, "gain": f.Gain}
	return []algos.Line{{Text: v.Text("<n pair> crawl: in a narrow valley each undoes part of the one before. " +
		"So one linear solve moved all <free variable> to the best point of their face, which gained <gain>.")}}
}

// Duality is weak duality with these numbers.
func (s *State) Duality(rounding float64) algos.Check {
	return algos.AtMost("weak-duality", claimDuality, s.Dual, s.Primal, rounding).Between("dual", "primal").Metered()
}

// Gap is strong duality: the gap comes within what is allowed.
func (s *State) Gap(allowed float64) algos.Check {
	return algos.Tends("gap", claimGap, s.Primal-s.Dual, 0, allowed, s.Status).Between("gap", "")
}

const (
	claimDuality = `weak duality: $\text{dual} \le \text{primal}$`
	claimGap     = `strong duality: $\text{primal} - \text{dual} \to 0$`
)

// Violation is the promise that the conditions hold in the end.
func (s *State) Violation(claim say.Phrase) algos.Check {
	why := say.Vars{"tol": s.Tol}.Text("the run ends at <tol>")
	return algos.Tends("kkt", claim, s.KKT, 0, s.Tol, s.Status).Between("violation", "").Because(why)
}

// Ascent is the promise of every pair: it is optimised exactly, so the dual never
// falls.
func (s *State) Ascent(rounding float64) algos.Check {
	const claim = "the dual never falls"
	w := s.Done
	if w == nil {
		return algos.Inapplicable("ascent", claim, "no pair has moved yet")
	}
	return algos.AtLeast("ascent", claim, s.Dual, w.Dual, rounding).Between("dual now", "before the pair")
}

// Gained is what the pair was worth to the dual.
func (s *State) Gained() say.Phrase {
	v := s.Names(s.Done.Pair)
	v["gain"] = s.Dual - s.Done.Dual
	return v.Text("<i>, <j> gained <gain>")
}
