package emgmm

import (
	"fmt"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// refuse says why a problem cannot be worked on, or nil.
func (t *task) refuse() error {
	n := len(t.x)
	if t.K > n {
		return algos.Refuse(say.Phrase(fmt.Sprintf("%s cannot be told apart by %s: take k = %d or less, or put more points on the board.", say.Count(t.K, "component"), say.Count(n, "point"), n)))
	}
	if t.Init == atRows {
		if len(t.rows) != t.K {
			return algos.Refuse(say.Phrase(fmt.Sprintf("rows names %s, but there are %s: give one row for each.", say.Count(len(t.rows), "row"), say.Count(t.K, "component"))))
		}
		for _, row := range t.rows {
			if row >= n {
				return algos.Refuse(say.Phrase(fmt.Sprintf("rows names row %d, but the last one is row %d: they count from 0.", row, n-1)))
			}
		}
	}
	if cov := t.startCovariance(); !regular(cov, t.Dim) {
		return algos.Refuse("All points agree in a coordinate, so a Gaussian would have the variance 0 and no density: set reg above 0.")
	}
	return nil
}

// A ruin is a component whose variance, without reg, has fallen to nothing.
type ruin struct {
	component int
	rows      []int   // the points that it holds
	variance  float64 // the smaller eigenvalue
}

// collapsed finds the components that have just collapsed, given their
// covariances without reg, and which ones have now.
func (s *state) collapsed(raw []sym) (fresh []ruin, down []bool) {
	down = make([]bool, s.K)
	for j, c := range raw {
		down[j] = alive(s.counts[j]) && s.flatter(c)
		if down[j] && !s.down[j] && (s.shape() != tied || len(fresh) == 0) {
			_, small := eigenvalues(c, s.Dim)
			fresh = append(fresh, ruin{component: j, rows: s.held(j), variance: max(0, small)})
		}
	}
	return fresh, down
}

// flatter reports whether a covariance without reg is singular although the
// data are not constant there.
func (t *task) flatter(c sym) bool {
	for d := range t.Dim {
		if v := t.data.cov[2*d]; v > 0 && c[2*d] <= leastVariance*v {
			return true
		}
	}
	return flat(c, t.Dim)
}

// held returns the rows that a component takes its shape from: those whose
// share is not negligible beside its largest.
func (s *state) held(j int) []int {
	top := 0.0
	for i := range s.x {
		top = max(top, s.shares(i)[j])
	}
	var rows []int
	for i := range s.x {
		if s.shares(i)[j] > 1e-3*top {
			rows = append(rows, i)
		}
	}
	return rows
}

// words says where a component collapsed: "component 3 collapsed on x₇".
func (s *state) words(r ruin) string {
	who := "component " + say.Num(float64(r.component+1))
	if s.shape() == tied {
		who = "the shared covariance"
	}
	return who + " collapsed " + s.whereabouts(r.rows)
}

func (s *state) whereabouts(rows []int) string {
	if s.shape() == tied {
		return "to a line or to nothing"
	}
	first := s.x[rows[0]]
	other := slices.IndexFunc(rows, func(i int) bool { return s.x[i] != first })
	switch {
	case len(rows) == 1:
		return "on " + name(rows[0])
	case other < 0:
		return "on " + list(rows) + ", which are equal"
	case len(rows) == 2:
		return "onto the line through " + name(rows[0]) + " and " + name(rows[1])
	}
	return fmt.Sprintf("onto a line: %s and %s lie on it", name(rows[0]), say.Count(len(rows)-1, "other"))
}

// list names a few rows: "x₇, x₉ and 3 others".
func list(rows []int) string {
	const most = 3
	var names []string
	for _, i := range rows[:min(len(rows), most)] {
		names = append(names, name(i))
	}
	if more := len(rows) - most; more > 0 {
		names = append(names, say.Count(more, "other"))
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// judge says in words how the run stands after an M-step.
func (s *state) judge() algos.Status {
	switch {
	case !s.sound(s.theta) || s.Reg == 0 && len(s.ruins) > 0:
		return algos.Status{State: algos.Diverged, Reason: say.Phrase(s.collapse())}
	case s.change <= s.tolerance() && s.another() <= s.rest():
		return algos.Status{State: algos.Converged, Reason: say.Phrase(s.arrived())}
	case s.iter >= s.Iterations:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("The cap of %s is used up, and a parameter still moved by %s: allow more iterations or a larger tolerance.", say.Count(s.iter, "iteration"), say.Num(s.change)))}
	}
	return algos.Status{State: algos.Running}
}

func (s *state) arrived() string {
	text := fmt.Sprintf("After %s no parameter moves by more than %s: a stationary point of the log-likelihood, %s.",
		say.Count(s.iter, "iteration"), say.Num(s.tolerance()), say.Sig(s.loglik, 6))
	if s.tolerance() == 0 {
		text = fmt.Sprintf("After %s nothing moves any more: a stationary point of the log-likelihood, %s.", say.Count(s.iter, "iteration"), say.Sig(s.loglik, 6))
	}
	if j, k, ok := s.twins(); ok {
		return text + fmt.Sprintf(" Components %d and %d are the same: from equal starts EM cannot tell them apart.", j+1, k+1)
	}
	return text
}

// collapse explains a run that has no maximum to find.
func (s *state) collapse() string {
	if len(s.ruins) == 0 {
		return "A covariance can no longer be computed with: take a larger reg."
	}
	r := s.ruins[0]
	text := capital(s.words(r)) + fmt.Sprintf(": its variance fell to %s. ", say.Num(r.variance))
	if s.Reg > 0 {
		return text + fmt.Sprintf("reg = %s is lost in rounding beside the data's own variances: take a larger one.", say.Num(s.Reg))
	}
	return text + "As it goes to 0 the likelihood grows without bound, so there is no maximum to find: set reg above 0, or take fewer components."
}

// twins returns two components that are equal in everything.
func (s *state) twins() (j, k int, ok bool) {
	for j := range s.K {
		for k := j + 1; k < s.K; k++ {
			if s.theta.mean[j] == s.theta.mean[k] && s.theta.cov[j] == s.theta.cov[k] && s.theta.weight[j] == s.theta.weight[k] {
				return j, k, true
			}
		}
	}
	return 0, 0, false
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
