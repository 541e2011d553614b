package adaboost

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
)

// A task is what stays the same during a run, and the storage that only the
// run itself uses.
type task struct {
	Options
	algos.Problem
	x      [][2]float64
	y      []float64 // −1 or +1
	search *search
	// Test points of the same generator, none without one, and their F so far.
	testX        [][2]float64
	testY, testF []float64
	// separated is whether a weak learner separates the classes: then no round misclassifies a point.
	separated bool
	// answers is what a weak learner says of all points, for a moment.
	answers []float64
}

// Test points are drawn with a seed that lies far from those that people choose.
const (
	testPoints = 1000
	testSeed   = 1_000_003
)

// newTask returns the task, or refuses points without a threshold between them.
func newTask(p algos.Problem, o Options) (*task, error) {
	t := &task{Options: o, Problem: p}
	t.x, t.y = labelled(p.Points)
	t.search = newSearch(t.x, t.y, o.Weak)
	if !t.search.splittable() {
		return nil, algos.Refuse("All points coincide: no split is possible, so there is no weak learner to choose.")
	}
	uniform := make([]float64, len(t.y))
	for i := range uniform {
		uniform[i] = 1 / float64(len(t.y))
	}
	t.separated = t.fit(uniform).wrong == 0
	if s := p.Source; s.Generator != "" {
		s.N, s.Seed = testPoints, s.Seed+testSeed
		if set, err := p.Draw(s); err == nil {
			t.testX, t.testY = labelled(set.Points)
			t.testF = make([]float64, len(t.testX))
		}
	}
	return t, nil
}

// labelled are the places of points and their labels, −1 or +1.
func labelled(points []dataset.Point) (x [][2]float64, y []float64) {
	for _, q := range points {
		x, y = append(x, q.X), append(y, q.Sign())
	}
	return x, y
}

// A round is one weak learner and its vote.
type round struct {
	h     *tree
	err   float64 // ε, the weight of the points that h misclassifies
	wrong int     // how many these are
	alpha float64 // ½ ln((1 − ε)/ε), +∞ for a perfect h; the same in every round where β is fixed
	beta  float64 // e^{−2α}, by which right points shrink where wrong ones keep their weight
}

// assumedBeta is the β of all rounds that the assumed edge γ gives.
func (t *task) assumedBeta() float64 { return (0.5 - t.Edge) / (0.5 + t.Edge) }

// z is Z = Σ wᵢe^{−αyᵢh(xᵢ)} = 2√(ε(1 − ε)), or with a fixed β what it comes to.
func (t *task) z(r *round) float64 {
	if t.Alpha == fixed {
		return t.shrink(r) / math.Sqrt(r.beta)
	}
	return 2 * math.Sqrt(r.err*(1-r.err))
}

// shrink is the factor of the total weight where right points shrink by β and wrong
// ones keep their weight.
func (t *task) shrink(r *round) float64 {
	if t.Alpha == fixed {
		return r.beta*(1-r.err) + r.err
	}
	return 2 * r.err
}

// edge is γ = ½ − ε: how much better than random guessing h is.
func (r *round) edge() float64 { return 0.5 - r.err }

// useless reports whether h is no better than random guessing, up to rounding.
func (r *round) useless() bool { return r.err >= 0.5-tie }

// perfect reports whether h makes no mistake and decides alone: with a fixed β no
// vote is infinite.
func (r *round) perfect() bool { return r.wrong == 0 && math.IsInf(r.alpha, 1) }

// underflowed reports whether the points that h misclassifies have no weight left:
// the ensemble is so sure of them that e^{−yF} is below the smallest number.
func (r *round) underflowed() bool { return r.err == 0 && r.wrong > 0 }

// last reports whether the run ends with the choice of h, without a vote.
func (r *round) last() bool { return r.useless() || r.underflowed() }

// fit chooses the weak learner and measures it.
func (t *task) fit(w []float64) *round {
	r := &round{h: t.search.best(w)}
	t.answers = r.h.all(t.answers[:0], t.x)
	for i, h := range t.answers {
		if h != t.y[i] {
			r.err += w[i]
			r.wrong++
		}
	}
	r.alpha, r.beta = math.Log((1-r.err)/r.err)/2, r.err/(1-r.err)
	if t.Alpha == fixed {
		r.beta = t.assumedBeta()
		r.alpha = -math.Log(r.beta) / 2
	}
	return r
}

// reweigh multiplies every weight by e^{−αyh(x)}, of which there are two, and makes
// them add up to one again. h are the answers of the round's weak learner.
func (t *task) reweigh(w []float64, r *round, h []float64) {
	right, wrong := math.Exp(-r.alpha), math.Exp(r.alpha)
	z := 0.0
	for i, y := range t.y {
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

// mistakes are the points that h misclassifies.
func (t *task) mistakes(h *tree) []int {
	var rows []int
	for i, x := range t.x {
		if h.at(x) != t.y[i] {
			rows = append(rows, i)
		}
	}
	return rows
}

// total is the weight of some rows.
func total(rows []int, w []float64) (sum float64) {
	for _, i := range rows {
		sum += w[i]
	}
	return sum
}

// A state is the run after some number of rounds. It never changes.
type state struct {
	*task
	rounds    []*round
	w         []float64 // weights, adding up to one
	f         []float64 // F(xᵢ) = Σ αₜhₜ(xᵢ) with α = ½ ln((1 − ε)/ε)
	sum       float64   // Σα
	bound     float64   // Π 2√(εₜ(1 − εₜ))
	edges     float64   // Σγₜ²
	edge      float64   // the least γₜ, or the γ that is assumed
	mass      float64   // the total weight W where right points shrink by β
	floor     float64   // √(∏βₜ), what a point of the ensemble's mistakes then weighs at least
	loss      float64   // (1/n) Σ e^{−yᵢF(xᵢ)}
	wrong     int       // points whose label the ensemble misclassifies
	testError float64   // fraction of test points that it misclassifies, NaN without any
	perfect   bool      // the last h makes no mistake and decides alone
	status    algos.Status
}

// start is the state before any round: equal weights and an empty ensemble.
func (t *task) start() *state {
	n := len(t.y)
	s := &state{task: t, w: make([]float64, n), f: make([]float64, n), bound: 1, status: algos.Status{State: algos.Running}}
	s.edge, s.mass, s.floor = math.Inf(1), float64(n), 1
	if t.Alpha == fixed {
		s.edge = t.Edge
	}
	for i := range s.w {
		s.w[i] = 1 / float64(n)
	}
	s.measure()
	return s
}

// after adds the round to the ensemble and reweighs the points.
func (t *task) after(before *state, r *round) *state {
	s := &state{
		task: t, rounds: append(before.rounds, r), // earlier states see only their own length
		w: slices.Clone(before.w), f: slices.Clone(before.f),
		sum: before.sum + t.voice(r), bound: before.bound * t.z(r), edges: before.edges + r.edge()*r.edge(),
		edge: before.edge, mass: before.mass * t.shrink(r), floor: before.floor * math.Exp(-r.alpha),
		perfect: r.perfect(),
	}
	if t.Alpha != fixed {
		s.edge = min(s.edge, r.edge())
	}
	t.answers = r.h.all(t.answers[:0], t.x)
	if s.perfect {
		// The limit α → ∞: all other votes are as nothing, F is h, and its vote is
		// written as one.
		s.sum = 1
		clear(s.f)
		clear(t.testF)
	} else {
		t.reweigh(s.w, r, t.answers)
	}
	vote := s.weight(r)
	for i, h := range t.answers {
		s.f[i] += vote * h
	}
	for i, x := range t.testX {
		t.testF[i] += vote * r.h.at(x)
	}
	s.measure()
	s.status = s.statusNow()
	return s
}

// measure counts the mistakes and computes the loss.
func (s *state) measure() {
	unit := 1.0
	if s.Alpha == fixed {
		unit = -math.Log(s.assumedBeta()) / 2
	}
	for i, f := range s.f {
		s.loss += math.Exp(-s.y[i] * unit * f)
	}
	s.loss /= float64(len(s.f))
	if s.perfect {
		s.loss = 0 // the limit
	}
	s.wrong = wrongBy(s.f, s.y)
	s.testError = float64(wrongBy(s.testF, s.testY)) / float64(len(s.testY))
}

// mistaken reports whether the sign of F is not the label. F = 0 goes to the
// class −1.
func mistaken(f, y float64) bool { return class(f) != class(y) }

// wrongBy counts the labels that these scores get wrong.
func wrongBy(f, labels []float64) (wrong int) {
	for i, y := range labels {
		if mistaken(f[i], y) {
			wrong++
		}
	}
	return wrong
}

// voice is what multiplies h in F: α with ½, or 1 where all votes count alike, so that
// a tie is exactly 0.
func (t *task) voice(r *round) float64 {
	if t.Alpha == fixed {
		return 1
	}
	return r.alpha
}

// scores are F of some rounds at all points.
func (t *task) scores(rounds []*round, x [][2]float64) []float64 {
	f := make([]float64, len(x))
	var h []float64
	for _, r := range rounds {
		h = r.h.all(h[:0], x)
		for i := range f {
			f[i] += t.voice(r) * h[i]
		}
	}
	return f
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

// weight is what multiplies h in F: its voice, or 1 for the one that decides alone.
func (s *state) weight(r *round) float64 {
	if s.perfect {
		return 1
	}
	return s.voice(r)
}

// vote is a round's α in the convention of the options; a perfect round, whose α
// is infinite, has the vote 1.
func (t *task) vote(r *round) float64 {
	switch {
	case r.perfect() || t.Alpha == fixed:
		return 1
	case t.Alpha == half:
		return r.alpha
	}
	return 2 * r.alpha // ln((1 − ε)/ε) = ln(1/β)
}

// scale turns F of the convention with ½ into that of the options.
func (s *state) scale() float64 {
	switch {
	case s.Alpha == beta && s.sum > 0:
		return 1 / s.sum // votes that add up to one
	case s.Alpha == half || s.Alpha == fixed || s.perfect:
		return 1
	}
	return 2
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{
	"weighted_error", "alpha", "train_error", "exp_loss", "bound", "edge_bound", "test_error", "margin",
	"power_bound", "gamma_bound", "weight", "weight_bound", "mistake_weight", "weight_floor",
}

func (s *state) metrics() []float64 {
	err, alpha := math.NaN(), math.NaN()
	if r := s.last(); r != nil {
		err, alpha = r.err, s.vote(r)
	}
	n, edges := float64(len(s.y)), math.Exp(-2*s.edges)
	if s.Alpha == fixed {
		edges = math.NaN() // a bound for the best α of every round
	}
	return []float64{
		err, alpha, float64(s.wrong) / n, s.loss, s.bound, edges, s.testError, s.margin(),
		s.powerBound(), s.gammaBound(), s.mass, s.massBound(), s.lightest(), s.floor,
	}
}

// The bounds of the notes 003 have one edge γ for all rounds: the least so far, or the
// one that is assumed.

// powerBound is (1 − 4γ²)^{T/2}.
func (s *state) powerBound() float64 { return s.power(1-4*s.edge*s.edge, 0.5) }

// gammaBound is e^{−2γ²T}.
func (s *state) gammaBound() float64 { return s.power(math.Exp(-2*s.edge*s.edge), 1) }

// massBound is n(1 − 2γ)^T.
func (s *state) massBound() float64 { return float64(len(s.y)) * s.power(1-2*s.edge, 1) }

// power is base^{share·T}, and 1 before the first round.
func (s *state) power(base, share float64) float64 {
	if len(s.rounds) == 0 {
		return 1
	}
	return math.Pow(base, share*float64(len(s.rounds)))
}

// lightest is the smallest weight, before all are made to add up to one, of a point
// that the ensemble misclassifies; NaN without any.
func (s *state) lightest() float64 {
	least := math.NaN()
	for i, f := range s.f {
		if w := s.w[i] * s.mass; mistaken(f, s.y[i]) && !(w >= least) {
			least = w
		}
	}
	return least
}

// margin is the smallest yF/Σα, from −1 to 1; NaN before the first vote.
func (s *state) margin() float64 {
	if s.sum == 0 {
		return math.NaN()
	}
	least := math.Inf(1)
	for i, f := range s.f {
		least = min(least, s.y[i]*f/s.sum)
	}
	return least
}

// phase is what a step was about.
type phase int

const (
	starting  phase = iota
	fitting         // every candidate's weighted error is known
	choosing        // the best is chosen
	weighing        // it has its vote α, and the ensemble has changed
	reweighed       // the weights have changed: the round is complete
)

// A view is a step's way to look at a round.
type view struct {
	*state // before the round; at the start, and after it, the present one
	phase  phase
	r      *round // the round at work, nil before it is chosen
	next   *state // after the round, nil until its vote is known
}

// now is the state that the step shows: with the new vote as soon as there is
// one.
func (v view) now() *state {
	if v.next != nil {
		return v.next
	}
	return v.state
}

// weighted is the state whose weights the step shows: the new ones only once the
// points are reweighed.
func (v view) weighted() *state {
	if v.phase == reweighed {
		return v.next
	}
	return v.state
}

func (v view) weights() []float64 { return v.weighted().w }

// number is the round at work, or the last one.
func (v view) number() int {
	if v.phase == starting {
		return 0
	}
	return len(v.rounds) + 1
}

// Model returns the ensemble so far.
func (v view) Model() algos.Model {
	s := v.now()
	members := make([][]algos.Value, len(s.votes()))
	for i, r := range s.votes() {
		members[i] = append(describe(r.h), algos.Value{Name: "error", Value: r.err}, algos.Value{Name: "alpha", Value: s.ballot(r)})
	}
	key := "stumps"
	if s.Weak == depth2 {
		key = "trees"
	}
	values := []algos.Value{{Name: key, Value: members}, {Name: "rounds", Value: len(s.rounds)}, {Name: "weights", Value: slices.Clone(v.weights())}}
	if s.Alpha == fixed {
		values = append(values, algos.Value{Name: "beta", Value: s.assumedBeta()}, algos.Value{Name: "enough", Value: s.enough()})
	}
	return algos.Model{Values: values, Predict: s.predict}
}

// ballot is what multiplies h in the score: the vote, or its share of all votes.
func (s *state) ballot(r *round) float64 { return s.weight(r) * s.scale() }

// describe names the parts of a weak learner: feature, threshold and polarity
// of a stump; feature, threshold and both sides of a tree, of which one may be
// the same label everywhere.
func describe(t *tree) []algos.Value {
	if t.feature == leaf {
		return []algos.Value{{Name: "label", Value: int(t.value)}}
	}
	split := []algos.Value{{Name: "feature", Value: t.feature}, {Name: "threshold", Value: t.threshold}}
	if t.stump() && t.below.value != t.above.value {
		return append(split, algos.Value{Name: "polarity", Value: int(t.above.value)})
	}
	return append(split, algos.Value{Name: "below", Value: describe(t.below)}, algos.Value{Name: "above", Value: describe(t.above)})
}

// predict returns the label and the score. A score of exactly zero goes to the
// first class.
func (s *state) predict(x [2]float64) []algos.Value {
	score := 0.0
	for _, r := range s.votes() {
		score += s.ballot(r) * r.h.at(x)
	}
	return []algos.Value{{Name: "label", Value: s.Set.Label(class(score))}, {Name: "score", Value: score}}
}
