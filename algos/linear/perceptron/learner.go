package perceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// A kind is what a step did.
type kind int

const (
	start   kind = iota // nothing yet
	check               // looked at a row that is right
	mistake             // found a row that is wrong
	update              // added the row
)

// A learner is the mutable state of a run.
type learner struct {
	*task
	theta    vector
	before   vector // θ before the last update
	sums     sums
	margin   float64 // min y⟨θ, x⟩/‖θ‖, NaN while θ = 0
	pass     int     // running now, from 1; 0 before the first
	row      int     // at work
	mistakes int     // in this pass
	updates  int     // k
	wrong    int     // rows that θ gets wrong
	orbit    *orbit
	repeats  bool // the last update was the first to repeat an earlier state
	trail    []waypoint
}

func newLearner(t *task) *learner {
	l := &learner{task: t, theta: t.start, before: t.start, orbit: newOrbit(remembered).from(t.start), trail: []waypoint{{theta: t.start}}}
	l.wrong, l.margin = t.look(l.theta)
	return l
}

// update adds η(k) times a correction, that of some samples, to θ.
func (l *learner) update(correction vector, samples int) {
	l.before = l.theta
	l.updates++
	eta := l.rate.at(l.updates)
	l.theta = addScaled(l.theta, eta, correction)
	l.sums = l.sums.add(eta, samples)
	l.wrong, l.margin = l.look(l.theta)
	if l.rate.constant() { // else the same θ need not come back
		l.repeats = l.orbit.visit(state{l.theta, l.following()}, l.updates)
	}
	l.trail = extend(l.trail, waypoint{l.updates, l.theta, l.sums})
}

// following is the row visited next.
func (l *learner) following() int {
	if l.Variant == batch {
		return 0
	}
	return (l.row + 1) % len(l.rows)
}

// step captures the state.
func (l *learner) step(did kind) algos.Step {
	s := snapshot{
		task: l.task, kind: did, theta: l.theta, before: l.theta, pass: l.pass, row: l.row, mistakes: l.mistakes,
		updates: l.updates, wrong: l.wrong, period: l.orbit.period, trail: l.trail[:len(l.trail):len(l.trail)],
		sums: l.sums, margin: l.margin,
	}
	if did == update {
		s.before, s.repeats = l.before, l.repeats
	}
	s.ends = l.pass > 0 && (l.row == len(l.rows)-1 || l.Variant == batch) && did != mistake
	s.status = l.status(s.ends)
	return algos.Step{
		Phase: say.Phrase(s.phase()), Next: s.next(), Size: s.size(), Events: s.events(), Metrics: s.metrics(), Status: s.status, Told: true, View: s,
	}
}

func (l *learner) status(passEnds bool) algos.Status {
	if !passEnds || l.mistakes > 0 && l.pass < l.Passes {
		return algos.Status{State: algos.Running}
	}
	if l.mistakes == 0 {
		return algos.Status{State: algos.Converged, Reason: say.Phrase(l.success())}
	}
	limit := say.Count(l.Passes, "pass")
	if l.orbit.period > 0 {
		return algos.Status{State: algos.Cycling, Reason: say.Phrase(fmt.Sprintf("stopped after %s: θ repeats every %s for ever, %s", limit, say.Count(l.orbit.period, "update"), l.whyRepeats()))}
	}
	if l.best.Separable {
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("stopped after %s, which were not enough: %s", limit, l.hope()))}
	}
	return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("stopped after %s: no %s separates these points, so the mistakes never end", limit, l.line()))}
}

// whyRepeats explains a cycle. On separable points the theorem excludes one, but
// the theorem knows no rounding.
func (t *task) whyRepeats() string {
	if why := t.tooMuch(); why != "" {
		return "for " + why
	}
	if t.best.Separable {
		return "although a " + t.line() + " separates these points: floating-point numbers are too coarse for them"
	}
	return "so no " + t.line() + " separates these points"
}

// A snapshot is the state after one step. It is never changed; all it shares
// with other steps is never changed either.
type snapshot struct {
	*task
	kind     kind
	theta    vector
	before   vector // θ before this step
	pass     int
	row      int
	mistakes int
	updates  int
	wrong    int
	sums     sums
	margin   float64 // min y⟨θ, x⟩/‖θ‖, NaN while θ = 0
	period   int     // of the cycle, once found
	repeats  bool    // the cycle was found in this step
	ends     bool    // this step ends a pass
	trail    []waypoint
	status   algos.Status
}

func (s snapshot) phase() string {
	switch s.kind {
	case check:
		return "check " + s.subject()
	case mistake:
		return s.complaint() + " on " + s.subject()
	case update:
		return "update θ by " + s.subject()
	}
	if s.start != (vector{}) {
		return "start at θ = " + say.Vec(s.shown(s.start)...)
	}
	return "start at θ = 0"
}

func (s snapshot) next() algos.Next {
	if s.status.Final() {
		return algos.Next{}
	}
	if s.Variant == batch {
		return s.nextBatch()
	}
	following, pass := s.row+1, s.pass
	if s.kind == start || s.ends {
		following, pass = 0, s.pass+1
	}
	step := "check " + name(following)
	if s.kind == mistake {
		step = "add " + s.factor() + "y" + say.Sub(s.row+1) + name(s.row)
	}
	return algos.Next{Small: say.Phrase(step), Step: say.Phrase(step), Pass: say.Phrase(fmt.Sprintf("finish pass %d", pass))}
}

func (s snapshot) size() algos.Size {
	switch {
	case s.ends || s.kind == start:
		return algos.Pass
	case s.kind == mistake:
		return algos.Micro
	}
	return algos.Normal
}

func (s snapshot) events() []algos.Event {
	var events []algos.Event
	if s.kind == mistake {
		events = append(events, algos.Event{Kind: s.kindOfMistake(), Text: say.Phrase(s.phase())})
	}
	if s.repeats {
		events = append(events, algos.Event{Kind: "cycle", Text: say.Phrase(fmt.Sprintf("θ is where it was %s ago", say.Count(s.period, "update")))})
	}
	if s.ends {
		events = append(events, algos.Event{Kind: "pass", Text: say.Phrase(fmt.Sprintf("pass %d ends with %s", s.pass, say.Count(s.mistakes, "mistake")))})
	}
	if s.status.State == algos.Converged {
		events = append(events, algos.Event{Kind: "converged", Text: s.status.Reason})
	}
	return events
}

// metricNames are public.
var metricNames = []string{
	"updates", "mistakes_in_pass", "norm2", "bound", "projection", "k_gamma", "k_r2", "train_errors", "margin", "largest_margin", "eta_sum", "eta_ratio",
}

func (s snapshot) metrics() []float64 {
	k := float64(s.updates)
	projection, kGamma, kR2 := math.NaN(), math.NaN(), k*s.best.R2
	if s.best.Separable {
		projection, kGamma = dot(s.theta, s.best.Theta), k*s.best.Gamma
	}
	if !s.plain() {
		kGamma, kR2 = s.lower(s.updates, s.sums), s.upper(s.updates, s.sums)
		kR2 *= kR2
	}
	return []float64{
		k, float64(s.mistakes), dot(s.theta, s.theta), s.limit, projection, kGamma, kR2, float64(s.wrong), s.margin, s.largest(), s.sums.eta, s.sums.ratio(),
	}
}

// Model implements [algos.View].
func (s snapshot) Model() algos.Model {
	done := s.pass
	if !s.ends && s.pass > 0 {
		done--
	}
	theta, set := s.theta, s.Set
	return algos.Model{
		Values: []algos.Value{
			{Name: "theta", Value: []float64{theta[0], theta[1]}},
			{Name: "theta0", Value: theta[2]},
			{Name: "updates", Value: s.updates},
			{Name: "passes", Value: done},
			{Name: "train_errors", Value: s.wrong},
			{Name: "converged", Value: s.status.State == algos.Converged},
			{Name: "separable", Value: s.best.Separable},
		},
		Predict: func(x [2]float64) []algos.Value {
			// The constant coordinate may always be 1: θ₀ is 0 without a bias.
			score, class := dot(theta, vector{x[0], x[1], 1}), 0
			if score > 0 {
				class = 1
			}
			return []algos.Value{{Name: "label", Value: set.Label(class)}, {Name: "score", Value: score}}
		},
	}
}
