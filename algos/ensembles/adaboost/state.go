package adaboost

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// A machine is what stays the same during a run, and the storage that only the
// run itself uses.
type machine struct {
	Options
	algos.Problem
	x      [][2]float64
	y      []float64 // −1 or +1
	search *search
	fresh  []held // fresh points of the same generator, nil without one
	// answers is what a weak classifier says of all points, for a moment.
	answers []float64
}

// A held is a point that is kept from training, with its F so far.
type held struct {
	x [2]float64
	y float64
	f float64
}

// Fresh points are drawn with a seed that lies far from those that people choose.
const (
	freshPoints = 1000
	freshSeed   = 1_000_003
)

// newMachine returns the machine, or refuses points without a threshold between them.
func newMachine(p algos.Problem, o Options) (*machine, error) {
	m := &machine{Options: o, Problem: p}
	for _, q := range p.Points {
		m.x = append(m.x, q.X)
		m.y = append(m.y, q.Sign())
	}
	depth := 1
	if o.Weak == tree2 {
		depth = 2
	}
	m.search = newSearch(m.x, m.y, depth)
	if !m.search.splittable() {
		return nil, algos.Refuse("All points are in the same place: no threshold lies between two of them, so there is no weak classifier to choose.")
	}
	m.fresh = drawFresh(p.Source)
	return m, nil
}

// drawFresh returns points of the same distribution as the training points; nil
// where these do not come from a generator.
func drawFresh(s dataset.Source) []held {
	if s.Generator == "" {
		return nil
	}
	s.N, s.Seed = freshPoints, s.Seed+freshSeed
	set, err := s.Load()
	if err != nil {
		return nil
	}
	fresh := make([]held, len(set.Points))
	for i, q := range set.Points {
		fresh[i] = held{x: q.X, y: q.Sign()}
	}
	return fresh
}

// A round is one weak classifier and its vote.
type round struct {
	h     *tree
	err   float64 // ε, the weight of the points that h gets wrong
	wrong int     // how many these are
	alpha float64 // ½ ln((1 − ε)/ε), +∞ for a perfect h
}

// z is Z = Σ wᵢe^{−αyᵢh(xᵢ)} = 2√(ε(1 − ε)).
func (r *round) z() float64 { return 2 * math.Sqrt(r.err*(1-r.err)) }

// edge is γ = ½ − ε: how much better than a coin h is.
func (r *round) edge() float64 { return 0.5 - r.err }

// useless reports whether h is no better than a coin, up to rounding.
func (r *round) useless() bool { return r.err >= 0.5-tie }

// perfect reports whether h makes no mistake.
func (r *round) perfect() bool { return r.wrong == 0 }

// underflowed reports whether the points that h gets wrong have no weight left:
// the committee is so sure of them that e^{−yF} is below the smallest number.
func (r *round) underflowed() bool { return r.err == 0 && r.wrong > 0 }

// last reports whether the run ends with the choice of h, without a vote.
func (r *round) last() bool { return r.useless() || r.underflowed() }

// fit chooses the weak classifier and measures it.
func (m *machine) fit(w []float64) *round {
	r := &round{h: m.search.best(w)}
	m.answers = r.h.all(m.answers[:0], m.x)
	for i, h := range m.answers {
		if h != m.y[i] {
			r.err += w[i]
			r.wrong++
		}
	}
	r.alpha = math.Log((1-r.err)/r.err) / 2
	return r
}

// reweigh multiplies every weight by e^{−αyh(x)}, of which there are two, and makes
// them add up to one again. h are the answers of the round's weak classifier.
func (m *machine) reweigh(w []float64, r *round, h []float64) {
	right, wrong := math.Exp(-r.alpha), math.Exp(r.alpha)
	z := 0.0
	for i, y := range m.y {
		if h[i] == y {
			w[i] *= right
		} else {
			w[i] *= wrong
		}
		z += w[i]
	}
	for i := range w {
		w[i] /= z
	}
}

// A state is the run after some number of rounds. It never changes.
type state struct {
	*machine
	rounds  []*round
	w       []float64 // weights, adding up to one
	f       []float64 // F(xᵢ) = Σ αₜhₜ(xᵢ) with α = ½ ln((1 − ε)/ε)
	sum     float64   // Σα
	bound   float64   // Π 2√(εₜ(1 − εₜ))
	edges   float64   // Σγₜ²
	loss    float64   // (1/n) Σ e^{−yᵢF(xᵢ)}
	wrong   int       // points whose label the committee gets wrong
	heldout float64   // share of fresh points that it gets wrong, NaN without any
	perfect bool      // the last h makes no mistake and decides alone
	status  algos.Status
}

// start is the state before any round: equal weights and an empty committee.
func (m *machine) start() *state {
	n := len(m.y)
	s := &state{machine: m, w: make([]float64, n), f: make([]float64, n), bound: 1, status: algos.Status{State: algos.Running}}
	for i := range s.w {
		s.w[i] = 1 / float64(n)
	}
	s.measure()
	return s
}

// after adds the round to the committee and reweighs the points.
func (m *machine) after(before *state, r *round) *state {
	s := &state{
		machine: m, rounds: append(before.rounds, r), // earlier states see only their own length
		w: slices.Clone(before.w), f: slices.Clone(before.f),
		sum: before.sum + r.alpha, bound: before.bound * r.z(), edges: before.edges + r.edge()*r.edge(),
		perfect: r.perfect(),
	}
	if s.perfect {
		s.decideAlone(r.h)
	} else {
		m.answers = r.h.all(m.answers[:0], m.x)
		m.reweigh(s.w, r, m.answers)
		for i, h := range m.answers {
			s.f[i] += r.alpha * h
		}
		for i := range m.fresh {
			m.fresh[i].f += r.alpha * r.h.at(m.fresh[i].x)
		}
	}
	s.measure()
	s.status = s.statusNow()
	return s
}

// decideAlone is the limit α → ∞ of a weak classifier without mistakes: all
// other votes are as nothing, F is h, and its vote is written as one.
func (s *state) decideAlone(h *tree) {
	s.sum = 1
	for i, x := range s.x {
		s.f[i] = h.at(x)
	}
	for i := range s.fresh {
		s.fresh[i].f = h.at(s.fresh[i].x)
	}
}

// measure counts the mistakes and computes the loss.
func (s *state) measure() {
	for i, f := range s.f {
		s.loss += math.Exp(-s.y[i] * f)
		if mistaken(f, s.y[i]) {
			s.wrong++
		}
	}
	s.loss /= float64(len(s.f))
	if s.perfect {
		s.loss = 0 // the limit
	}
	s.heldout = math.NaN()
	if len(s.fresh) > 0 {
		wrong := 0
		for _, p := range s.fresh {
			if mistaken(p.f, p.y) {
				wrong++
			}
		}
		s.heldout = float64(wrong) / float64(len(s.fresh))
	}
}

// mistaken reports whether the sign of F is not the label. F = 0 goes to the
// class −1.
func mistaken(f, y float64) bool { return (f > 0) != (y > 0) }

// statusNow says in words how the run stands after a round.
func (s *state) statusNow() algos.Status {
	t := len(s.rounds)
	switch {
	case s.perfect:
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("%s makes no mistake: ε = 0, so α = ∞ and %s decides alone. There is nothing left to boost.", hName(t), hName(t)))}
	case t == s.Rounds:
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("All %s are done: the committee gets %d of %s wrong.", say.Count(t, "round"), s.wrong, say.Count(len(s.y), "point")))}
	}
	return algos.Status{State: algos.Running}
}

// statusWith says how the run stands once the next weak classifier is chosen.
func (s *state) statusWith(r *round) algos.Status {
	switch {
	case r.underflowed():
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("The weights of the points that the best %s gets wrong are below the smallest floating-point number: ε cannot be computed any more.", s.noun()))}
	case !r.useless():
		return algos.Status{State: algos.Running}
	}
	return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("The best %s has ε = %s ≥ ½: none is better than a coin under these weights, α would be 0, and the exponential loss cannot fall any further. The run stops.", s.noun(), say.Num(r.err)))}
}

// last is the latest round, nil before the first.
func (s *state) last() *round {
	if len(s.rounds) == 0 {
		return nil
	}
	return s.rounds[len(s.rounds)-1]
}

// votes are the rounds that take part in the vote: all of them, or a perfect one
// alone.
func (s *state) votes() []*round {
	if s.perfect {
		return s.rounds[len(s.rounds)-1:]
	}
	return s.rounds
}

// weight is what multiplies h in F: α with ½, or 1 for the one that decides alone.
func (s *state) weight(r *round) float64 {
	if s.perfect {
		return 1
	}
	return r.alpha
}

// vote is a round's α in the convention of the options; a perfect round, whose α
// is infinite, has the vote 1.
func (m *machine) vote(r *round) float64 {
	switch {
	case r.perfect():
		return 1
	case m.Alpha == half:
		return r.alpha
	}
	return 2 * r.alpha // ln((1 − ε)/ε) = ln(1/β)
}

// scale turns F of the convention with ½ into that of the options.
func (s *state) scale() float64 {
	switch {
	case s.Alpha == beta && s.sum > 0:
		return 1 / s.sum // votes that add up to one
	case s.Alpha == half || s.perfect:
		return 1
	}
	return 2
}

// noun is what the weak classifier is called.
func (m *machine) noun() string {
	if m.Weak == tree2 {
		return "tree"
	}
	return "stump"
}

// ref is what row i is called in marks and formulas, hRef is what round t is
// called there; name and hName are what people read.
func ref(i int) string   { return fmt.Sprintf("x%d", i) }
func name(i int) string  { return "x" + say.Sub(i+1) }
func hRef(t int) string  { return fmt.Sprintf("h%d", t) }
func hName(t int) string { return "h" + say.Sub(t) }
