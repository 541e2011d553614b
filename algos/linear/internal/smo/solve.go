package smo

import "context"

// End says why a run ended.
type End int

// The ends of a run.
const (
	Running   End = iota
	Optimal       // no pair violates the conditions by more than the tolerance
	NoBound       // a pair can move for ever: the objective has no minimum
	Cap           // the iterations were used up
	Precision     // the tolerance is not met, but rounding hides any further gain
)

// A Run drives a solver to its end, and knows when that is reached.
type Run struct {
	*Solver
	Tol        float64
	Cap        int // the most iterations
	Iterations int // moves made
	refreshes  int
	faceAt     int // the move after which a face step is due
	// Eager makes face steps as soon as pairs have settled on a face, for callers
	// that want the answer and not the story.
	Eager   bool
	settled int // moves since one met a bound
}

// Faces are due where pairs crawl: after facesFrom moves, and five for every
// variable. Well-scaled problems have ended by then.
const facesFrom = 2000

// Face makes a face step where pairs crawl and one is due; ok is false where
// none is, or it would gain nothing.
func (r *Run) Face() (face Face, ok bool) {
	n := len(r.alpha)
	if r.faceAt == 0 && !r.Eager {
		r.faceAt = max(facesFrom, 5*n)
	}
	if r.Iterations < r.faceAt || r.Eager && r.settled < eagerFrom {
		return Face{}, false
	}
	r.settled = 0
	face, ok = r.Solver.Face()
	if r.Eager {
		r.faceAt = r.Iterations + eagerFrom
		if !ok {
			r.faceAt = r.Iterations + max(n, 200)
		}
		return face, ok
	}
	r.faceAt = r.Iterations + 2*n
	if !ok || face.Hit == 0 {
		r.faceAt = r.Iterations + max(20*n, 200)
	}
	if !ok && r.Drift() > r.Tol {
		r.refreshes = maxRefreshes + 1 // the errors are too coarse to tell when to stop
	}
	return face, ok
}

// eagerFrom is after how many moves within the box an eager run makes a face step.
const eagerFrom = 12

// negligible is the rounding of the errors, as a share of the tolerance, for which
// an eager run does not compute them again.
const negligible = 1e-6

// maxRefreshes bounds how often a run that seems to have converged is found not
// to have once the errors are computed afresh. Then rounding is larger than the
// tolerance.
const maxRefreshes = 30

// Next returns the pair to optimise, or says why there is none. Before it says
// that the optimum is reached it computes the errors from scratch and looks
// again.
func (r *Run) Next() (Pair, End) {
	pair, ok := r.Select(r.Tol)
	if !ok && r.Iterations > 0 && !(r.Eager && r.Drift() < r.Tol*negligible) {
		r.Refresh()
		if pair, ok = r.Select(r.Tol); ok {
			r.refreshes++
		}
	}
	switch {
	case !ok:
		return pair, Optimal
	case r.refreshes > maxRefreshes:
		return pair, Precision
	case r.Iterations >= r.Cap:
		return pair, Cap
	}
	return pair, Running
}

// Advance makes the move of the pair that [Run.Next] returned.
func (r *Run) Advance(p Pair) (Move, End) {
	m := r.Optimise(p)
	switch {
	case m.Stop == Unbounded:
		return m, NoBound
	case m.Stall:
		// The errors may be stale; fresh ones choose another pair, or end the run.
		r.Refresh()
		r.refreshes++
	}
	r.Iterations++
	r.settled++
	if m.Stop != AtMinimum {
		r.settled = 0
	}
	return m, Running
}

// A Solution is the answer of [Solve].
type Solution struct {
	Alpha      []float64
	Errors     []float64
	Objective  float64 // the minimum; for the classifier minus the dual value
	Offset     float64
	Free       int     // variables strictly inside the box
	Lo, Hi     float64 // the interval of optimal offsets (see [Solver.Interval])
	Violation  float64
	Iterations int
	End        End
}

// Solve runs to the end for callers that only want the answer. tol is the
// largest violation allowed, most the most iterations. It fails where the context
// ends before.
func Solve(ctx context.Context, p Problem, tol float64, most int) (Solution, error) {
	s, err := New(p)
	if err != nil {
		return Solution{}, err
	}
	run := Run{Solver: s, Tol: tol, Cap: most, Eager: true}
	pair, end := run.Next()
	for end == Running {
		if err := ctx.Err(); err != nil {
			return Solution{}, err
		}
		if _, end = run.Advance(pair); end == Running {
			run.Face()
			pair, end = run.Next()
		}
	}
	b, free, lo, hi := s.Offsets()
	return Solution{
		Alpha: s.alpha, Errors: s.e, Objective: s.Objective(), Offset: b, Free: free,
		Lo: lo, Hi: hi, Violation: pair.Violation, Iterations: run.Iterations, End: end,
	}, nil
}
