package pairs

import (
	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// Ended says how a run stands. The machine says in its own words that the optimum
// was reached, and what to do where rounding is in the way.
func (s *State) Ended(end smo.End, optimal, precision func(say.Vars) say.Phrase) algos.Status {
	if end == smo.Running { // as after nearly every pair
		return algos.Status{State: algos.Running}
	}
	vars := say.Vars{"n": s.Pairs, "kkt": s.KKT, "drift": s.Drift, "tol": s.Tol}
	switch end {
	case smo.Optimal:
		return algos.Status{State: algos.Converged, Reason: optimal(vars)}
	case smo.Cap:
		return algos.Status{
			State:  algos.Exhausted,
			Reason: vars.Text("The iteration limit of <n pair> is reached with a KKT violation of <kkt>: reduce C or increase the tolerance."),
		}
	case smo.Precision:
		return algos.Status{State: algos.Exhausted, Reason: precision(vars)}
	case smo.NoBound:
		return algos.Status{State: algos.Diverged, Reason: "The dual is unbounded."}
	}
	return algos.Status{State: algos.Running}
}

// Apart are two different numbers in as many digits as tell them apart.
func Apart(x, y float64) (say.Digits, say.Digits) {
	const usual, most = 3, 12
	n := usual
	for x != y && n < most && say.Rounded(x, n) == say.Rounded(y, n) {
		n++
	}
	return say.Digits{X: x, N: n}, say.Digits{X: y, N: n}
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
	return []algos.Line{{Text: "The step is smaller than the spacing of floating-point numbers: no variable changed, and the errors are recomputed."}}
}

// Crawled tells of the step that moved all free variables, and nothing where there
// was none.
func (s *State) Crawled() []algos.Line {
	f := s.Done.Face
	if f.Free == 0 {
		return nil
	}
	v := say.Vars{"n": s.Pairs, "free": f.Free, "gain": f.Gain}
	return []algos.Line{{Text: v.Text("Slow progress over <n pair>: in a narrow valley each update partly undoes the previous one. One linear solve " +
		"moved all <free variable> to the optimum of their face, which gained <gain>.")}}
}
