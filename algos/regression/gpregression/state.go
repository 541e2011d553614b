package gpregression

import (
	"math"

	"playground/algos"
	"playground/algos/kernel/covariance"
)

// phase is what a step was about.
type phase int

const (
	starting     phase = iota // the prior
	relating                  // the next input is compared with the earlier ones
	foreseeing                // its observation is forecast
	conditioning              // and seen
	setting                   // an ascent is about to start
	climbing                  // a step of it
	arriving                  // its end
	choosing                  // the best of the ends
)

// A state is the run after some step: everything that a step shows is worked out
// from it. It never changes.
type state struct {
	*machine
	phase phase
	post  *posterior
	noise float64 // σ² without the jitter

	before   *posterior // a conditioning step: the process before it
	row      int        // the observation that the step is about, or −1
	forecast forecast   // of it, before it was seen
	hill     *hill      // of an ascent
	status   algos.Status
}

// start is the state before any observation.
func (m *machine) start(prior *posterior) *state {
	s := &state{machine: m, phase: starting, post: prior, noise: m.NoiseVar, row: -1, status: algos.Status{State: algos.Running}}
	if len(m.y) == 0 {
		s.status = algos.Status{State: algos.Converged, Reason: "There are no observations: this is the prior. Put some on the board."}
	}
	return s
}

// relate compares the next input with the earlier ones.
func (s *state) relate(row int, f forecast) *state {
	return &state{machine: s.machine, phase: relating, post: s.post, noise: s.noise, row: row, forecast: f, status: s.status}
}

// foresee forecasts the next observation.
func (s *state) foresee(row int, f forecast) *state {
	t := s.relate(row, f)
	t.phase = foreseeing
	return t
}

// condition has seen the observation.
func (s *state) condition(row int, f forecast, post *posterior) *state {
	t := &state{machine: s.machine, phase: conditioning, post: post, before: s.post, noise: s.noise, row: row, forecast: f, status: s.status}
	if row == len(s.y)-1 && !(s.Optimise && len(s.vary) > 0) {
		t.status = t.allSeen()
	}
	return t
}

// kernel returns the kernel of this state, the one given or the one of an ascent.
func (s *state) kernel() covariance.Kernel { return s.post.k }

// seen is the number of observations so far.
func (s *state) seen() int { return s.post.n() }

// next is the row that comes next, or −1.
func (s *state) next() int {
	switch {
	case s.phase == relating || s.phase == foreseeing:
		return s.row
	case s.hill == nil && s.seen() < len(s.y):
		return s.seen()
	}
	return -1
}

// at returns how f is distributed at x; the variance is not below zero.
func (s *state) at(x [2]float64) (mean, variance float64) {
	f := s.post.at(x)
	return f.mean, max(0, f.vari)
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"log_evidence", "fit", "complexity", "constant", "mean_variance", "prior_variance", "noise_var"}

func (s *state) metrics() []float64 {
	p := s.post
	return []float64{p.logEvidence(), p.fit, p.complex, p.constant(), p.meanVariance(), s.priorVariance(), s.noise}
}

// priorVariance is k(x, x) averaged over the probes.
func (s *state) priorVariance() float64 {
	k, total := s.kernel(), 0.0
	for _, x := range s.probes {
		total += k.At(x, x)
	}
	return total / float64(len(s.probes))
}

// priorSD is the largest standard deviation of the prior on the board.
func (s *state) priorSD() float64 {
	k, top := s.kernel(), 0.0
	for _, x := range s.probes {
		top = max(top, k.At(x, x))
	}
	return math.Sqrt(top)
}
