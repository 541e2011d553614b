package svmprimal

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// A phase is what a step was about.
type phase int

const (
	starting phase = iota
	looking        // the sub-gradient is there, or the points that the band touches
	moving         // θ has moved
	locking        // the exact solution
)

// A walker is one of the two runs that go side by side.
type walker struct {
	look
	trail []vector // all θ so far; shared, only appended to
	// weight is Σᾱ of the dual point ᾱ with θ = Σᾱyx that the steps build up, while
	// there is one: (1 − η)ᾱ + ηCa is as feasible as ᾱ and a are.
	weight float64
	dual   bool
}

// A state is the run after one step; it never changes. It is the step's view.
type state struct {
	*task
	phase   phase
	t       int // iterates looked at
	now     walker
	twin    walker
	g       vector // sub-gradient at now
	row     int    // drawn by the stochastic method, −1 for none
	other   int    // drawn for the second run
	eta     float64
	before  vector  // θ before this step
	least   float64 // best J so far
	lower   float64 // best own lower bound so far, NaN without one
	regret  float64 // what the bound sums up
	average vector  // weighted average of the iterates
	band    *band   // of the method that widens
	news    []algos.Event
	status  algos.Status
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"objective", "best", "lower", "dual", "excess", "bound", "apart", "inside", "errors", "margin"}

func (s state) metrics() []float64 {
	lower := s.lower
	if !(lower > 0) { // J ≥ 0 needs no proof
		lower = math.NaN()
	}
	return []float64{
		s.now.objective, s.least, lower, s.best.dual, s.over(s.least, s.now.theta), s.bound(),
		s.distance(s.now.theta, s.twin.theta), float64(s.now.inside), float64(s.now.errors), s.margin(),
	}
}

// over is how far a value of J is above the dual optimum; what rounding may make
// is nothing.
func (s state) over(value float64, theta vector) float64 {
	d := value - s.best.dual
	if d <= s.slack(theta)+s.solver() {
		return 0
	}
	return d
}

// margin is 1/‖(θ₁, θ₂)‖, half the width of the band on the board; NaN at θ = 0.
func (s state) margin() float64 {
	if n := math.Hypot(s.now.theta[0], s.now.theta[1]); n > 0 {
		return 1 / n
	}
	return math.NaN()
}

// rate is the step size at iterate t.
func (k *task) rate(t int) float64 {
	switch k.Rate {
	case "strong":
		return 2 / float64(t+1)
	case "pegasos":
		return 1 / float64(t)
	}
	return k.Eta
}

// observe adds the sub-gradient at iterate t to what the bound sums up, and the
// iterate to the average.
func (s *state) observe(g vector) {
	t := float64(s.t)
	eta := s.rate(s.t)
	square := dot(g, g)
	share := 1 / t
	switch s.Rate {
	case "strong": // iterate t counts t times
		s.regret += t / (t + 1) * square
		share = 2 / (t + 1)
	default:
		s.regret += eta * square / 2
	}
	s.average = add(scaled(1-share, s.average), share, s.now.theta)
}

// bound is what theory promises of the best iterate's excess, NaN where it
// promises nothing. With g a sub-gradient of a function that is 1-strongly convex,
//
//	‖θₜ₊₁ − θ*‖² ≤ (1 − ηₜ)‖θₜ − θ*‖² − 2ηₜ(J(θₜ) − J*) + ηₜ²‖gₜ‖²;
//
// weighted with t (for 2/(t+1)) or 1, the distances cancel in the sum.
func (s state) bound() float64 {
	if s.noBound() != "" {
		return math.NaN()
	}
	t := float64(s.t)
	switch s.Rate {
	case "strong":
		return 2 * s.regret / (t * (t + 1))
	case "pegasos":
		return s.regret / t
	}
	first := s.distance(s.now.trail[0], s.here(s.best.theta))
	return (s.regret + max(0, 1/(2*s.Eta)-0.5)*first*first) / t
}

// noBound says why there is no promise about the rate, or "".
func (s state) noBound() string {
	switch {
	case s.Method == "widen":
		return "widening ends after finitely many turns"
	case s.Method == "sgd" && s.Form == "offset":
		return "J is not strongly convex in θ₀, which nothing penalises, and a drawn point gives no exact best θ₀"
	case s.Method == "sgd":
		return "with a random point the bound holds for the mean over the draws, not for a single run"
	}
	return ""
}

func (s state) name() string {
	switch s.phase {
	case looking:
		if s.band != nil {
			return "the band touches " + names(s.band.touch)
		}
		if s.row >= 0 {
			return "draw " + name(s.row)
		}
		return "sub-gradient from " + say.Count(s.now.inside, "point")
	case moving:
		if s.band != nil {
			return "turn by " + say.Num(s.band.turned*180/math.Pi) + "°"
		}
		return fmt.Sprintf("step %d, η = %s", s.t-1, say.Num(s.eta))
	case locking:
		if s.band != nil {
			return "the band locks"
		}
		return "end exactly"
	}
	return "start"
}

func names(rows []int) string {
	const most = 4
	text := ""
	for i, r := range rows {
		if i == most {
			return text + ", …"
		}
		if i > 0 {
			text += ", "
		}
		text += name(r)
	}
	return text
}

// step captures the state.
func (s state) step() algos.Step {
	step := algos.Step{Phase: say.Phrase(s.name()), Metrics: s.metrics(), Status: s.status, Events: s.news, Size: algos.Normal, Next: s.next(), View: s}
	switch {
	case s.phase == looking:
		step.Size = algos.Micro
	case s.status.Final() || s.phase == starting || s.phase == moving && s.band == nil && (s.t-1)%s.passLength() == 0:
		step.Size = algos.Pass
	}
	return step
}

// passLength is how many steps make a pass: n draws, or ten sub-gradients.
func (s state) passLength() int {
	if s.Method == "sgd" {
		return len(s.x)
	}
	return 10
}

func (s state) next() algos.Next {
	if s.status.Final() {
		return algos.Next{}
	}
	n := algos.Next{Small: "sub-gradient", Step: "descend", Pass: say.Phrase(say.Count(s.passLength(), "step"))}
	if s.band != nil {
		n = algos.Next{Small: "what the band touches", Step: "turn", Pass: "until it locks"}
	} else if s.Method == "sgd" {
		n.Small, n.Step = "draw a point", "draw and descend"
	}
	if s.phase == looking {
		n.Small = n.Step
	}
	return n
}

// Model implements [algos.View].
func (s state) Model() algos.Model {
	theta := s.now.theta
	theta0 := s.theta0(theta)
	lo, hi := s.interval()
	return algos.Model{
		Values: []algos.Value{
			{Name: "theta", Value: []float64{theta[0], theta[1]}},
			{Name: "theta0", Value: theta0},
			{Name: "objective", Value: s.now.objective},
			{Name: "dual", Value: s.best.dual},
			{Name: "best", Value: s.least},
			{Name: "average", Value: []float64{s.average[0], s.average[1]}},
			{Name: "second", Value: []float64{s.twin.theta[0], s.twin.theta[1]}},
			{Name: "theta0_interval", Value: []float64{lo, hi}},
			{Name: "optima", Value: []float64{s.forms[0].dual, s.forms[1].dual, s.forms[2].dual}},
		},
		Predict: func(x [2]float64) []algos.Value {
			score := theta[0]*(x[0]-s.shift[0]) + theta[1]*(x[1]-s.shift[1]) + theta[2]
			label := s.Label(0)
			if score > 0 {
				label = s.Label(1)
			}
			return []algos.Value{{Name: "label", Value: label}, {Name: "score", Value: score}}
		},
	}
}

// interval is where θ₀ may lie, in the coordinates of the data: at the end that
// of the exact solution, before it the best for this θ.
func (s state) interval() (lo, hi float64) {
	if s.phase == locking {
		return s.best.lo, s.best.hi
	}
	at := s.theta0(s.now.theta) - s.now.theta[2]
	return s.now.lo + at, s.now.hi + at
}
