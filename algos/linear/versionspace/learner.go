package versionspace

import (
	"math"

	"playground/algos/say"

	"playground/algos"
	"playground/algos/linear/internal/margin"
)

// A kind is what a step did.
type kind int

const (
	start kind = iota // the whole box
	ask               // an example came, its label is still hidden
	cut               // the label came, and the polygon was cut
)

// An ending is why a version space is empty.
type ending string

const (
	open       ending = ""
	infeasible ending = "infeasible" // no line at all: there is a proof
	elsewhere  ending = "elsewhere"  // a line outside of the chart or its box
	thin       ending = "thin"       // too narrow for floating-point numbers
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	options
	chart chart
	z     []vector // y·x of every point
	order []int    // the points in the order of the examples; unused if active
}

func newTask(p algos.Problem, o options) *task {
	t := &task{Problem: p, options: o, z: make([]vector, len(p.Points)), order: make([]int, len(p.Points))}
	for i, q := range p.Points {
		y := q.Sign()
		t.z[i] = vector{y * q.X[0], y * q.X[1]}
		if o.Bias {
			t.z[i][2] = y
		}
		t.order[i] = i
	}
	if o.Order == random {
		t.order = p.Rand.Perm(len(p.Points))
	}
	t.chart = newChart(o, t.rows(t.order))
	return t
}

// rows are the vectors of some points.
func (t *task) rows(points []int) []vector {
	z := make([]vector, len(points))
	for k, i := range points {
		z[k] = t.z[i]
	}
	return z
}

// side is the half-plane of the lines that give point i a label.
func (t *task) side(i int, positive bool) half {
	z := t.z[i]
	if (t.Points[i].Sign() > 0) != positive {
		z = vector{-z[0], -z[1], -z[2]}
	}
	return t.chart.half(z)
}

// A learner is the mutable state of a run.
type learner struct {
	*task
	polygon  polygon
	before   polygon // before the last cut
	centre   place
	theta    vector
	seen     []int // the points so far in their order; never changed, only extended
	row      int   // at work
	plus     float64
	minus    float64 // shares of the polygon that give the row each label
	kept     float64
	majority int // mistakes of the larger share
	mistakes int // mistakes of the centre
	ending   ending
	proof    margin.Result
}

func newLearner(t *task) *learner {
	l := &learner{task: t, polygon: whole(), kept: 1}
	l.before = l.polygon
	l.theta = t.chart.theta(l.centre)
	return l
}

// choose takes the next example, if there is one, and asks the polygon.
func (l *learner) choose() bool {
	n := len(l.seen)
	if n == len(l.z) {
		return false
	}
	l.row = l.order[n]
	if l.Order == active {
		l.row = l.mostEven()
	}
	l.seen = append(l.seen, l.row)
	l.before = l.polygon
	l.plus, l.minus = l.polygon.share(l.side(l.row, true)), l.polygon.share(l.side(l.row, false))
	return true
}

// mostEven is the first unseen point whose cut leaves most of the polygon even
// with the worse of its labels.
func (l *learner) mostEven() int {
	seen := make([]bool, len(l.z))
	for _, i := range l.seen {
		seen[i] = true
	}
	best, least := -1, math.Inf(1)
	for i := range l.z {
		if seen[i] {
			continue
		}
		if worse := max(l.polygon.share(l.side(i, true)), l.polygon.share(l.side(i, false))); worse < least {
			best, least = i, worse
		}
	}
	return best
}

// cut lets the label in.
func (l *learner) cut() {
	label := l.Points[l.row].Sign() > 0
	if (l.plus >= l.minus) != label {
		l.majority++
	}
	if !positive(l.z[l.row], l.theta) {
		l.mistakes++
	}
	l.polygon = l.polygon.clip(l.side(l.row, label))
	l.kept = l.polygon.area() / l.before.area()
	if l.polygon != nil {
		for _, c := range []string{l.Centre, centroid, chebyshev} {
			l.centre = l.centreOf(c)
			if l.theta = l.chart.theta(l.centre); l.errors(l.theta) == 0 {
				return
			}
		}
	}
	l.end()
}

// end decides exactly whether any line is left where no polygon can be drawn.
func (l *learner) end() {
	l.polygon = nil
	l.proof = margin.Largest(l.rows(l.seen))
	switch {
	case !l.proof.Separable:
		l.ending = infeasible
		inOrder(l.proof.Rows, l.proof.Weights)
		return
	case l.chart.holds(l.proof):
		l.ending = thin
	default:
		l.ending = elsewhere
	}
	l.theta = l.proof.Theta
}

// inOrder sorts rows, and their weights with them.
func inOrder(rows []int, weights []float64) {
	for i := range rows {
		for j := i; j > 0 && rows[j] < rows[j-1]; j-- {
			rows[j], rows[j-1] = rows[j-1], rows[j]
			weights[j], weights[j-1] = weights[j-1], weights[j]
		}
	}
}

// centreOf is one of the polygon's centres.
func (l *learner) centreOf(which string) place {
	switch which {
	case chebyshev:
		p, _ := l.polygon.inscribed()
		return p
	case analytic:
		return analyticCentre(l.polygon.centroid(), l.cuts(l.seen))
	}
	return l.polygon.centroid()
}

// cuts are the half-planes of examples and of the box, without those that have
// no border.
func (t *task) cuts(seen []int) []half {
	all := append([]half(nil), sides...)
	for _, i := range seen {
		if h := t.chart.half(t.z[i]); h.a != 0 || h.b != 0 {
			all = append(all, h)
		}
	}
	return all
}

// errors counts the examples so far that θ gets wrong, exactly.
func (l *learner) errors(theta vector) int { return l.wrong(l.seen, theta) }

func (t *task) wrong(seen []int, theta vector) int {
	n := 0
	for _, i := range seen {
		if !positive(t.z[i], theta) {
			n++
		}
	}
	return n
}

// step captures the state.
func (l *learner) step(did kind) algos.Step {
	s := snapshot{
		task: l.task, kind: did, polygon: l.polygon, before: l.before, centre: l.centre, theta: l.theta, row: l.row,
		seen: l.seen[:len(l.seen):len(l.seen)], plus: l.plus, minus: l.minus, kept: 1,
		majority: l.majority, mistakes: l.mistakes, ending: l.ending,
	}
	if did == cut {
		s.kept = l.kept
	}
	if l.ending != open {
		s.proof = &l.proof
	}
	s.status = s.judge()
	return algos.Step{Phase: say.Phrase(s.phase()), Next: s.next(), Size: s.size(), Events: s.events(), Metrics: s.metrics(), Status: s.status, Told: true, View: s}
}
