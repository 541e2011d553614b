package perceptron

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/margin"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// A vector is (x₁, x₂, x₀): the inputs, and the bias coordinate last, 1 with
// a bias and 0 without. θ has the same order: θ₁, θ₂, θ₀.
type vector = [3]float64

// dot rounds every product and sum by itself, so that no architecture fuses them
// and the mistakes are the same everywhere.
func dot(a, b vector) float64 {
	return float64(float64(a[0]*b[0])+float64(a[1]*b[1])) + float64(a[2]*b[2])
}

// addScaled returns a + s·b.
func addScaled(a vector, s float64, b vector) vector {
	for i := range a {
		a[i] += float64(s * b[i])
	}
	return a
}

// norm returns ‖a‖, also where its square would be lost; planar is that of (a₁, a₂).
func norm(a vector) float64   { return math.Hypot(planar(a), a[2]) }
func planar(a vector) float64 { return math.Hypot(a[0], a[1]) }

// normalised returns x at length 1; 0 has no direction and stays.
func normalised(x vector) vector {
	length := norm(x)
	if length == 0 {
		return x
	}
	return vector{x[0] / length, x[1] / length, x[2] / length}
}

// A row is one labelled sample.
type row struct {
	x vector
	y float64 // −1 or +1
}

// score returns ⟨θ, x⟩.
func (r row) score(theta vector) float64 { return dot(theta, r.x) }

// correction returns y·x, what a mistake adds to θ.
func (r row) correction() vector { return addScaled(vector{}, r.y, r.x) }

// A task is what stays the same during a run; all its steps share it.
type task struct {
	algos.Problem
	options
	rows  []row         // as the rule sees them: with margins, of unit norm
	best  margin.Result // of all z = y·x
	tiny  bool          // some x is so short that its square is lost
	start vector        // θ⁽⁰⁾
	rate  rate          // η(k), 1 where the variant has none
	half  float64       // γ/2 of the variants with a margin, else 0
	limit float64       // theory's bound on the updates; NaN where there is none
	drop  foot          // of the shortest way from a nearest point to the line of θ*

	mixture *mixture // where the points come from, if that is known

	dots    func() mark.Points
	endings func() []ending // of many orders
	rival   func() rival    // what the other rule does
}

// shortest is the length from which ‖x‖² keeps all its digits.
const shortest = 0x1p-480

func newTask(ctx context.Context, p algos.Problem, o options) *task {
	t := &task{Problem: p, options: o, rows: make([]row, len(p.Points)), start: vector{o.ThetaInit[0], o.ThetaInit[1]}, rate: rate{c: 1}}
	if o.varies() {
		t.rate, _ = parseRate(o.Eta) // the form has let no other text through
	}
	z := make([]margin.Vector, len(p.Points))
	for i, q := range p.Points {
		r := row{x: vector{q.X[0], q.X[1]}, y: q.Sign()}
		if o.FitIntercept {
			r.x[2] = 1
		}
		if o.normal() {
			r.x = normalised(r.x)
		}
		t.rows[i], z[i] = r, r.correction()
		t.tiny = t.tiny || lost(r.x)
	}
	t.tiny = t.tiny || lost(t.start)
	t.best = margin.Largest(z)
	if o.Variant == marginal || o.Variant == increment {
		t.half = cmp.Or(o.Gamma, t.best.Gamma) / 2
	}
	t.limit = t.bound()
	t.drop = t.nearestFoot()
	if t.fromNotes() {
		t.mixture = &notesMixture
	}
	t.endings = algos.Slow(ctx, t.runOrders)
	t.rival = algos.Slow(ctx, t.runRival)
	t.dots = sync.OnceValue(func() mark.Points {
		return panel.Data(p, func(i int) say.Phrase {
			q := p.Points[i]
			return say.Vars{"row": say.Row(i).Name(), "at": q.X, "label": p.Label(q.Class())}.Text("<row> = <at>, label <label>")
		})
	})
	return t
}

// lost reports whether the square of a vector's length loses digits.
func lost(v vector) bool { return 0 < norm(v) && norm(v) < shortest }

// look counts the rows that θ misclassifies, y⟨θ, x⟩ ≤ 0, and finds the smallest y⟨θ, x⟩ per length
// of θ.
func (t *task) look(theta vector) (wrong int, smallest float64) {
	smallest = math.Inf(1)
	for _, r := range t.rows {
		score := r.y * r.score(theta)
		if score <= 0 {
			wrong++
		}
		smallest = min(smallest, score)
	}
	length := norm(theta)
	if length == 0 {
		return wrong, math.NaN()
	}
	return wrong, smallest / length
}

// demanding are the rows that trigger an update of θ.
func (t *task) demanding(theta vector) []int {
	var rows []int
	for i, r := range t.rows {
		if t.mistaken(theta, r) {
			rows = append(rows, i)
		}
	}
	return rows
}

// sum returns Σ y·x over some rows.
func (t *task) sum(rows []int) vector {
	var sum vector
	for _, i := range rows {
		sum = addScaled(sum, 1, t.rows[i].correction())
	}
	return sum
}

// shown returns the coordinates of a vector that this run uses.
func (t *task) shown(v vector) []float64 {
	if t.FitIntercept {
		return []float64{v[0], v[1], v[2]}
	}
	return []float64{v[0], v[1]}
}

// A progress is how far a run has come.
type progress struct {
	novikoff.Visit
	theta, before vector // θ, and what it was before the last update
	sums          sums
	margin        float64 // min y⟨θ, x⟩/‖θ‖, NaN while θ = 0
	updates       int     // k
	wrong         int     // rows that θ misclassifies
	period        int     // of the cycle, once found
	repeats       bool    // the last update was the first to repeat an earlier state
	trail         []waypoint
}

// A learner is the mutable state of a run.
type learner struct {
	*task
	progress
	orbit *orbit
}

func newLearner(t *task) *learner {
	l := &learner{task: t, orbit: newOrbit(remembered, t.start)}
	l.theta, l.before, l.trail = t.start, t.start, []waypoint{{theta: t.start}}
	l.wrong, l.margin = t.look(l.theta)
	return l
}

// update adds η(k) times the corrections of some rows to θ.
func (l *learner) update(rows []int) {
	l.before = l.theta
	l.updates++
	eta := l.rate.at(l.updates)
	l.theta = addScaled(l.theta, eta, l.sum(rows))
	l.sums = l.sums.add(eta, len(rows))
	l.wrong, l.margin = l.look(l.theta)
	if l.rate.constant() && !l.shuffles() { // else the same θ need not come back
		l.repeats = l.orbit.visit(state{l.theta, l.following()}, l.updates)
		l.period = l.orbit.period
	}
	l.trail = extend(l.trail, waypoint{l.updates, l.theta, l.sums})
}

// following is the row visited next.
func (l *learner) following() int {
	if l.Variant == batch || l.picks() {
		return 0
	}
	return (l.Row + 1) % len(l.rows)
}

// step captures the state.
func (l *learner) step(did novikoff.Kind) algos.Step {
	v := view{task: l.task, progress: l.progress}
	v.Kind, v.trail = did, slices.Clip(v.trail)
	if did != novikoff.Update {
		v.before, v.repeats = v.theta, false
	}
	v.Ends = v.Pass > 0 && (v.Place == len(v.rows)-1 || v.Variant == batch) && did != novikoff.Mistake
	if v.picks() {
		l.Ahead = l.pick(l.theta)
		v.Ends = v.Ends || did == novikoff.Check || did == novikoff.Update && l.Ahead < 0
	} else {
		if did == novikoff.Start || v.Ends {
			v.Order = l.pass(v.Pass + 1)
			l.Order = v.Order
		}
		l.Ahead = v.LookAhead(len(v.rows), func(row int) bool { return l.mistaken(l.theta, l.rows[row]) })
	}
	v.Ahead = l.Ahead
	v.status = v.end()
	return algos.Step{Phase: v.phase(), Next: v.next(), Size: v.Size(), Events: v.events(), Metrics: v.metrics(), Status: v.status, EndTold: true, View: v}
}

// A view is the state after one step. It is never changed; all it shares with
// other steps is never changed either.
type view struct {
	*task
	progress // before is θ before this step
	status   algos.Status
}

// atWork are the rows that the step is about.
func (v view) atWork() []int {
	switch {
	case v.Kind == novikoff.Start, v.Kind == novikoff.Check && v.picks():
		return nil
	case v.Variant == batch:
		return v.demanding(v.before)
	}
	return []int{v.Row}
}

// close reports whether the row at work is on its right side, but nearer than the
// rule allows.
func (v view) close() bool {
	r := v.rows[v.Row]
	return v.Variant != batch && r.y*r.score(v.before) > 0
}

// eta is the factor of this update, or of the next one.
func (v view) eta() float64 {
	if v.Kind == novikoff.Update {
		return v.rate.at(v.updates)
	}
	return v.rate.at(v.updates + 1)
}

// correction is what is added to θ in this update, or would be in the next.
func (v view) correction() vector {
	if v.Variant == batch {
		return addScaled(vector{}, v.eta(), v.sum(v.demanding(v.before)))
	}
	return addScaled(vector{}, v.eta(), v.rows[v.Row].correction())
}

// metricNames are public.
var metricNames = []string{
	"updates", "mistakes_in_pass", "norm2", "bound", "projection", "k_gamma", "k_r2", "train_errors", "margin", "largest_margin", "eta_sum", "eta_ratio",
	"cosine",
}

func (v view) k() float64 { return float64(v.updates) }

func (v view) metrics() []float64 {
	projection, largest, kGamma, kR2 := math.NaN(), math.NaN(), v.lower(v.updates, v.sums), v.k()*v.best.R2
	if v.best.Separable {
		projection, largest = dot(v.theta, v.best.Theta), v.best.Gamma
	}
	if !v.plain() {
		upper := v.upper(v.updates, v.sums)
		if kR2 = upper * upper; math.IsInf(kR2, 0) {
			kR2 = math.NaN() // with hardly any margin to spare the bound is beyond all numbers
		}
	}
	return []float64{
		v.k(), float64(v.Mistakes), dot(v.theta, v.theta), v.limit, projection, kGamma, kR2, float64(v.wrong), v.margin, largest, v.sums.eta, v.sums.ratio(),
		v.cosine(v.theta),
	}
}

// Model returns the line so far.
func (v view) Model() algos.Model {
	done := v.Pass
	if !v.Ends && v.Pass > 0 {
		done--
	}
	theta, set := v.theta, v.Set
	model := algos.Model{
		Values: []algos.Value{
			{Name: "theta", Value: []float64{theta[0], theta[1]}},
			{Name: "theta0", Value: theta[2]},
			{Name: "updates", Value: v.updates},
			{Name: "passes", Value: done},
			{Name: "train_errors", Value: v.wrong},
			{Name: "converged", Value: v.status.State == algos.Converged},
			{Name: "separable", Value: v.best.Separable},
		},
		Predict: func(x [2]float64) []algos.Value {
			// The bias coordinate may always be 1: θ₀ is 0 without a bias.
			score, class := dot(theta, vector{x[0], x[1], 1}), 0
			if score > 0 {
				class = 1
			}
			return []algos.Value{{Name: "label", Value: set.Label(class)}, {Name: "score", Value: score}}
		},
	}
	if v.mixture != nil {
		model.Values = append(model.Values,
			algos.Value{Name: "true_error", Value: v.mixture.risk(theta)}, algos.Value{Name: "bayes_error", Value: v.mixture.bayes()},
			algos.Value{Name: "separable_share", Value: shareSeparable()})
	}
	return model
}

// A mixture is the distribution that the points of the notes' program come from: x is
// normal around y·(mean, mean), with that standard deviation in every direction, and
// both labels are equally likely.
type mixture struct{ mean, deviation float64 }

// notesMixture is N(±(1, 1), ½I).
var notesMixture = mixture{mean: 1, deviation: math.Sqrt2 / 2}

// bayes is the error that no classifier can go below: that of the line half-way
// between the means, a distance of √2·mean away from each.
func (m mixture) bayes() float64 { return below(-math.Sqrt2 * m.mean / m.deviation) }

// risk is how often the line of θ is wrong on new points: for each label the score is
// normal, with the mean y·mean·(θ₁ + θ₂) + θ₀.
func (m mixture) risk(theta vector) float64 {
	length := planar(theta)
	if length == 0 {
		return 0.5 // all points get one label
	}
	spread, push := m.deviation*length, float64(m.mean*(theta[0]+theta[1]))
	return (below(-(push+theta[2])/spread) + below((theta[2]-push)/spread)) / 2
}

// below is Φ, the distribution function of the normal distribution.
func below(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// drawnSets are so many data sets of the notes' program, with other seeds.
const drawnSets = 2000

// shareSeparable is the share of them that a line through the origin separates. It is
// the same for every run.
var shareSeparable = sync.OnceValue(func() float64 {
	count := 0
	for seed := range uint64(drawnSets) {
		set := twoGaussians(50, seed)
		angles := make([]float64, len(set.Points))
		for i, p := range set.Points {
			angles[i] = math.Atan2(p.Sign()*p.X[1], p.Sign()*p.X[0])
		}
		if widestGap(angles) > math.Pi {
			count++
		}
	}
	return float64(count) / drawnSets
})

// widestGap is the largest angle between neighbours all around: vectors lie in an
// open half-plane if it exceeds π.
func widestGap(angles []float64) float64 {
	slices.Sort(angles)
	gap := angles[0] + 2*math.Pi - angles[len(angles)-1]
	for i := 1; i < len(angles); i++ {
		gap = max(gap, angles[i]-angles[i-1])
	}
	return gap
}

// fromNotes reports whether the points are those that the program draws.
func (t *task) fromNotes() bool {
	return slices.Equal(t.Points, gaussians.Set.Points) || slices.Equal(t.Points, lucky.Set.Points)
}

var claimBayes = algos.Guarantee{Name: "bayes", Claim: `Bayes error: no linear classifier has a test error below $\Phi(-2)$ on these two Gaussians`}

// checkBayes compares the true error of θ, in closed form, with the smallest.
func (v view) checkBayes() algos.Check {
	s := say.Vars{"share": shareSeparable(), "sets": drawnSets}
	return claimBayes.AtLeast(v.mixture.risk(v.theta), below(-2), 16*num.Ulp).Between("test error", "Φ(−2)").
		Because(s.Text("of <sets> such data sets, a proportion of <share> is linearly separable through the origin"))
}
