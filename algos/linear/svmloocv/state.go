package svmloocv

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// A phase is what a step was about.
type phase int

const (
	starting  phase = iota // all points are fitted
	leaving                // the next point is taken away, nothing is refitted yet
	refitting              // the classifier without it is there
)

// A state is the run after one step; it never changes. It is the step's view.
type state struct {
	*machine
	phase  phase
	row    int       // left out, −1 at the start
	less   *fit      // the classifier without it; nil before it is refitted
	scores []float64 // yₜf⁻ᵗ(xₜ) of the rows left out so far; shared, only appended to
	errors []int     // rows whose label was wrong; shared, only appended to
	rough  int       // refits that stopped short of the tolerance
	status algos.Status
}

// start is the state after the fit of all points.
func (m *machine) start() state {
	s := state{machine: m, row: -1, status: algos.Status{State: algos.Running}}
	switch {
	case !m.possible():
		s.status = algos.Status{State: algos.Diverged, Reason: "No line separates these points: there is no hard margin, and nothing to leave a point out of. Switch the hard margin off, or take another kernel."}
	case m.full.End == smo.NoBound:
		s.status = algos.Status{State: algos.Diverged, Reason: "No hard margin exists: two points of different classes lie in the same place for this kernel, and their α would grow for ever."}
	case m.full.End == smo.Cap && m.Hard:
		s.status = algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("After %s the hard margin of all points is still violated by %s: most likely nothing separates the classes here, and the proposition has nothing to speak of.", say.Count(m.full.Iterations, "pair"), say.Num(m.full.Violation)))}
	case m.full.End == smo.Cap:
		s.status = algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("After %s the KKT conditions are still violated by %s: take a smaller C or a larger tolerance, or bring the coordinates to a common scale.", say.Count(m.full.Iterations, "pair"), say.Num(m.full.Violation)))}
	}
	return s
}

// leave takes row t away.
func (s state) leave(t int) state {
	s.phase, s.row, s.less = leaving, t, nil
	return s
}

// refit adds the verdict on the row that was left out.
func (s state) refit(less *fit) state {
	s.phase, s.less = refitting, less
	z := s.y[s.row] * less.f[s.row]
	s.scores = append(s.scores, z)
	// A score of zero decides nothing, and counts as an error.
	if z <= 0 {
		s.errors = append(s.errors, s.row)
	}
	if less.End != smo.Optimal {
		s.rough++
	}
	if s.row == len(s.y)-1 {
		s.status = algos.Status{State: algos.Converged, Reason: say.Phrase(s.verdict())}
	}
	return s
}

// lost reports whether there is no classifier of all points.
func (s state) lost() bool {
	return s.status.State == algos.Exhausted || s.status.State == algos.Diverged
}

// wrong reports whether the row left out last is misclassified.
func (s state) wrong() bool { return len(s.errors) > 0 && s.errors[len(s.errors)-1] == s.row }

// verdict is the result of all refits.
func (s state) verdict() string {
	n, e := len(s.y), len(s.errors)
	text := fmt.Sprintf("Every point has been left out once: LOOCV = %d/%d = %s", e, n, say.Num(s.loocv()))
	switch {
	case e == s.full.sv:
		return text + fmt.Sprintf(", and N/n = %d/%d: the bound is met with equality.", s.full.sv, n)
	case e < s.full.sv:
		return text + fmt.Sprintf(", below N/n = %d/%d = %s.", s.full.sv, n, say.Num(s.bound()))
	}
	return text + fmt.Sprintf(", above N/n = %d/%d: a premise of the proposition fails here, see the checks.", s.full.sv, n)
}

func (s state) loocv() float64 { return float64(len(s.errors)) / float64(len(s.y)) }
func (s state) bound() float64 { return float64(s.full.sv) / float64(len(s.y)) }

// supports reports whether the row is a support vector of the classifier of all
// points.
func (s state) supports(k int) bool { return s.full.alpha[k] > 0 }

// change is the largest |f⁻ᵗ − f| over all points, NaN before a refit.
func (s state) change() float64 {
	if s.less == nil {
		return math.NaN()
	}
	largest := 0.0
	for k, f := range s.less.f {
		largest = max(largest, math.Abs(f-s.full.f[k]))
	}
	return largest
}

// trainErrors counts the points that the classifier of all points gets wrong.
func (s state) trainErrors() int {
	wrong := 0
	for k, y := range s.y {
		if y*s.full.f[k] <= 0 {
			wrong++
		}
	}
	return wrong
}
