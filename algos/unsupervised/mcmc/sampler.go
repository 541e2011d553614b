package mcmc

import (
	"math"
	"math/rand/v2"
)

// A draw is one iteration of a chain: where it was, what was proposed, and where it is now.
type draw struct {
	from, to, now  place
	noise          [2]float64 // standard normals: of the proposal, or the momentum
	drift          place      // of the proposal
	u              float64
	logFrom, logTo float64 // log p̃ at both
	there, back    float64 // log q(x* | x) and log q(x | x*), up to the same constant
	ratio          float64 // log of what the acceptance is made of
	accept         float64 // the probability of acceptance
	accepted       bool
	path           []phasePoint // of the leapfrog, from the start on
	lines          [2][]normal  // of Gibbs: the conditional of either coordinate
}

// A phasePoint is a place with a momentum and their energy.
type phasePoint struct {
	x, p   place
	energy float64
}

// A sampler moves chains.
type sampler struct {
	options
	density
}

// probability is min{1, r} of log r: table 7.1. What is undefined is not accepted.
func probability(logRatio float64) float64 {
	if math.IsNaN(logRatio) {
		return 0
	}
	return math.Exp(min(0, logRatio))
}

// move makes an iteration from a place.
func (s *sampler) move(x place, r *rand.Rand) draw {
	if s.Method == gibbs {
		var d draw
		s.sweep(&d, x, r)
		return d
	}
	d := draw{from: x, logFrom: s.log(x), noise: [2]float64{r.NormFloat64(), r.NormFloat64()}, u: r.Float64()}
	if s.Method == hmc {
		s.trajectory(&d)
	} else {
		s.walk(&d)
	}
	d.accept = probability(d.ratio)
	if d.now = x; d.u < d.accept {
		d.accepted, d.now = true, d.to
	}
	return d
}

// walk proposes by a random walk, with a drift or without.
func (s *sampler) walk(d *draw) {
	d.drift = s.drift(d.from)
	for k := range 2 {
		d.to[k] = d.from[k] + d.drift[k] + s.Step*d.noise[k]
	}
	d.logTo = s.log(d.to)
	d.there, d.back = s.logProposal(d.to, d.from), s.logProposal(d.from, d.to)
	d.ratio = d.logTo - d.logFrom
	if s.Method == hastings && s.Correct {
		d.ratio += d.back - d.there
	}
}

// drift is by what the middle of the proposal is away from a place.
func (s *sampler) drift(x place) place {
	switch {
	case s.Method == metropolis:
		return place{}
	case s.Langevin:
		g := s.slope(x)
		return place{s.Step * s.Step / 2 * g[0], s.Step * s.Step / 2 * g[1]}
	}
	return s.Drift
}

// logProposal is log q(to | from) but for a constant.
func (s *sampler) logProposal(to, from place) float64 {
	m := s.drift(from)
	a, b := (to[0]-from[0]-m[0])/s.Step, (to[1]-from[1]-m[1])/s.Step
	return -(a*a + b*b) / 2
}

// trajectory follows Hamilton's equations from a random momentum.
func (s *sampler) trajectory(d *draw) {
	d.path = s.leapfrog(phasePoint{x: d.from, p: d.noise}, s.Eps, s.Leaps)
	end := d.path[len(d.path)-1]
	d.to, d.logTo = end.x, s.log(end.x)
	d.ratio = d.path[0].energy - end.energy
}

// energy is −log p̃(x) + |p|²/2.
func (s *sampler) energy(x, p place) float64 { return -s.log(x) + (p[0]*p[0]+p[1]*p[1])/2 }

// leapfrog makes n steps: half a kick, a drift, half a kick.
func (s *sampler) leapfrog(at phasePoint, eps float64, n int) []phasePoint {
	at.energy = s.energy(at.x, at.p)
	path := make([]phasePoint, 1, n+1)
	path[0] = at
	g := s.slope(at.x)
	for range n {
		for k := range 2 {
			at.p[k] += eps / 2 * g[k]
			at.x[k] += eps * at.p[k]
		}
		g = s.slope(at.x)
		for k := range 2 {
			at.p[k] += eps / 2 * g[k]
		}
		at.energy = s.energy(at.x, at.p)
		path = append(path, at)
	}
	return path
}

// wild is the energy error from which a trajectory is called divergent; Stan has the same.
const wild = 1000

// diverged reports whether a trajectory has left the level of its energy altogether.
func (d draw) diverged() bool { return d.path != nil && !(-d.ratio <= wild) }

// sweep draws either coordinate from its conditional. What d had is written over.
func (s *sampler) sweep(d *draw, x place, r *rand.Rand) {
	d.from, d.to, d.accept, d.accepted = x, x, 1, true
	for k := range 2 {
		d.lines[k] = s.line(d.lines[k][:0], k, d.to)
		d.to[k] = pick(d.lines[k], r)
	}
	d.now = d.to
}

// pick draws from a mixture on a line.
func pick(parts []normal, r *rand.Rand) float64 {
	chosen := parts[len(parts)-1]
	if len(parts) > 1 {
		left := r.Float64()
		for _, n := range parts {
			if left -= n.weight; left < 0 {
				chosen = n
				break
			}
		}
	}
	return chosen.mean + chosen.sd*r.NormFloat64()
}
