package kernelperceptron

import (
	"math"

	"playground/algos/say"

	"playground/algos"
)

// A kind is what a step did.
type kind int

const (
	start   kind = iota // nothing yet
	check               // looked at a row that is right
	mistake             // found a row that is wrong
	update              // stored the row
)

// A parting is the first row on which the kernel and the features disagreed.
type parting struct {
	row            int
	kernel, direct float64 // the two scores
	rounding       float64 // how far either may be off
}

// A learner is the mutable state of a run.
type learner struct {
	*task
	f      []float64 // f(xᵢ) of every row
	alpha  counts
	pass   int // running now, from 1; 0 before the first
	row    int // at work
	inPass int // mistakes in this pass
	score  float64
	norm2  float64 // ‖w‖²
	along  float64 // ⟨w, θ*⟩
	wrong  int     // rows with y·f ≤ 0
	stored int     // rows with α > 0
	held   []bool
	trail  []waypoint

	// The same run with the features written down.
	theta  []float64 // without the factors of the features, as in featureMap.at
	here   []float64 // φ(x) of the row at work
	direct float64   // ⟨θ, φ(x)⟩ of the row at work
	errs   bool      // that score is a mistake
	twin   counts
	parted *parting
}

func newLearner(t *task) *learner {
	n := len(t.y)
	return &learner{
		task: t, f: make([]float64, n), alpha: newCounts(n), wrong: n, held: make([]bool, n), trail: []waypoint{{}},
		theta: make([]float64, len(t.phi)), twin: newCounts(n),
	}
}

// visit looks at the row at work and reports whether it is a mistake.
func (l *learner) visit() bool {
	y := l.y[l.row]
	l.score = l.f[l.row]
	wrong := y*l.score <= 0
	if len(l.phi) == 0 {
		return wrong
	}
	l.here = l.phi.at(l.here, l.x[l.row])
	l.direct = l.phi.inner(l.theta, l.here)
	l.errs = y*l.direct <= 0
	if wrong != l.errs && l.parted == nil {
		l.parted = &parting{row: l.row, kernel: l.score, direct: l.direct, rounding: l.rounding(l.alpha.total, l.diag[l.row])}
	}
	if l.errs && !wrong {
		l.storeDirect()
	}
	return wrong
}

// store counts the mistake on the row at work.
func (l *learner) store() {
	y := l.y[l.row]
	for i, k := range l.gram.Row(l.row) {
		l.f[i] += y * k
	}
	l.alpha = l.alpha.add(l.row)
	l.norm2 += 2*y*l.score + l.diag[l.row]
	if l.best.separable {
		l.along += l.best.toward[l.row]
	}
	if !l.held[l.row] {
		l.held[l.row] = true
		l.stored++
	}
	l.wrong = 0
	for i, f := range l.f {
		if l.y[i]*f <= 0 {
			l.wrong++
		}
	}
	l.trail = extend(l.trail, waypoint{l.alpha.total, math.Sqrt(max(0, l.norm2)), l.along})
	if l.errs {
		l.storeDirect()
	}
}

// storeDirect adds y·φ(x) of the row at work to θ.
func (l *learner) storeDirect() {
	for m, v := range l.here {
		l.theta[m] += l.y[l.row] * v
	}
	l.twin = l.twin.add(l.row)
}

// step captures the state.
func (l *learner) step(did kind) algos.Step {
	s := &snapshot{
		task: l.task, kind: did, pass: l.pass, row: l.row, inPass: l.inPass, score: l.score, direct: l.direct,
		alpha: l.alpha.shared(), twin: l.twin.shared(), parted: l.parted,
		norm2: l.norm2, along: l.along, wrong: l.wrong, stored: l.stored, trail: l.trail[:len(l.trail):len(l.trail)],
	}
	s.ends = l.pass > 0 && l.row == len(l.y)-1 && did != mistake
	s.status = s.statusOf()
	return algos.Step{
		Phase: say.Phrase(s.phase()), Next: s.next(), Size: s.size(), Events: s.events(), Metrics: s.metrics(), Status: s.status, Told: true, View: s,
	}
}
