package svm

import (
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

var claimLOOCV = algos.Guarantee{Name: "loocv", Claim: `leave-one-out error $\le N/n$ with $N$ support vectors`}

// maxLOOCV bounds the work of the n refits, in updates of one error.
const maxLOOCV = 60_000_000

// onceLOOCV keeps the answer of a state: it takes n refits.
type onceLOOCV struct {
	mu     sync.Mutex
	known  bool
	errors int
	done   bool
}

// checkLOOCV refits the classifier n times, each time without one point, and
// counts how often that point is then misclassified. A point that is no support
// vector changes nothing when it is left out, hence at most N errors.
func (s *state) checkLOOCV() algos.Check {
	n, sv := len(s.y), s.Support()
	switch why := s.Blurred(); {
	case why != "":
		return claimLOOCV.Not(why)
	case s.Status.State != algos.Converged:
		return claimLOOCV.Not("it is a promise about the optimum; the run is not there")
	case s.Free == 0:
		return claimLOOCV.Not("without a free support vector θ₀ is a matter of choice, and may change with a point that is none")
	case n*n*(sv+4) > maxLOOCV:
		return claimLOOCV.Not(say.Vars{"n": n, "sv": sv}.Text("<n refit> with <sv support vector> are too much work to do at once"))
	}
	return claimLOOCV.Slow(s.refitted)
}

func (s *state) refitted() algos.Check {
	errors, done := s.leftOut()
	if !done {
		return claimLOOCV.Not("a refit did not converge within the work allowed")
	}
	n, sv := len(s.y), s.Support()
	v := say.Vars{"n": n, "sv": sv, "errors": errors}
	return claimLOOCV.AtMost(float64(errors)/float64(n), float64(sv)/float64(n), 0).Between("error", "N/n").Metered().
		Because(v.Text("<errors> of <n> left-out points are misclassified, with <sv support vector>"))
}

// leftOut is [state.leaveOneOut], worked out once; an answer that the end of the run
// interrupted is not kept.
func (s *state) leftOut() (errors int, done bool) {
	o := s.loocv
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.known {
		o.errors, o.done = s.leaveOneOut()
		o.known = s.ctx.Err() == nil
	}
	return o.errors, o.done
}

// leaveOneOut counts the misclassified left-out points. A score of zero counts as
// an error: it decides nothing. done is false where a refit took too long.
func (s *state) leaveOneOut() (errors int, done bool) {
	n := len(s.y)
	gram := smo.NewGram(s.Kernel, s.X)
	pull := s.pulls(gram)
	budget := maxLOOCV / n
	for r := range n {
		p := s.problem(gram)
		p.Start, p.Errors = s.without(r, gram, pull)
		p.Held = []int{r}
		fit, err := smo.Solve(s.ctx, p, s.Tol, budget)
		if err != nil || fit.End != smo.Optimal {
			return 0, false
		}
		budget -= fit.Iterations
		f := fit.Errors[r] + s.y[r] + fit.Offset // α_r = 0: the score of a point not seen
		if s.y[r]*f <= 0 {
			errors++
		}
	}
	return errors, true
}

// pulls are Σ yⱼαⱼKⱼₖ over each class, the first for y = −1.
func (s *state) pulls(gram *smo.Gram) (pull [2][]float64) {
	n := len(s.y)
	pull[0], pull[1] = make([]float64, n), make([]float64, n)
	for j, a := range s.alpha {
		if a == 0 {
			continue
		}
		class := pull[side(s.y[j])]
		for k, kjk := range gram.Row(j) {
			class[k] += s.y[j] * a * kjk
		}
	}
	return pull
}

// side is 0 for the label −1 and 1 for +1.
func side(y float64) int {
	if y > 0 {
		return 1
	}
	return 0
}

// without returns a feasible start for the problem without row r, and its errors:
// α_r becomes zero, and the other class gives up as much, in proportion.
func (s *state) without(r int, gram *smo.Gram, pull [2][]float64) (start, errors []float64) {
	start, errors = slices.Clone(s.alpha), make([]float64, len(s.alpha))
	for k, y := range s.y {
		errors[k] = pull[0][k] + pull[1][k] - y
	}
	if start[r] == 0 {
		return start, errors
	}
	start[r] = 0
	other := 0.0
	for k, a := range s.alpha {
		if s.y[k] != s.y[r] {
			other += a
		}
	}
	keep := max(0, 1-s.alpha[r]/other)
	for k := range start {
		if s.y[k] != s.y[r] {
			start[k] *= keep
		}
	}
	row, others := gram.Row(r), pull[1-side(s.y[r])]
	for k := range errors {
		errors[k] -= s.y[r]*s.alpha[r]*row[k] + (1-keep)*others[k]
	}
	return start, errors
}
