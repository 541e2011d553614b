package perceptron

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// The proofs compare two lengths. Every update brings θ further along θ*, by γ*
// for each sample that it adds, so with b = ⟨θ⁽⁰⁾, θ*⟩
//
//	⟨θ, θ*⟩ ≥ b + γ* Ση|𝒴|.
//
// A row triggers an update only where y⟨θ, x⟩ ≤ γ/2 (0 without a margin), so with
// a = ‖θ⁽⁰⁾‖
//
//	‖θ‖² ≤ a² + γ Ση + R² Ση²|𝒴|².
//
// Where Ση → ∞ and Ση²/(Ση)² → 0, the first overtakes the second.

// along is b = ⟨θ⁽⁰⁾, θ*⟩.
func (t *task) along() float64 { return dot(t.start, t.best.Theta) }

// lower is the proof's bound on ⟨θ, θ*⟩ after k updates; NaN where nothing
// separates the rows.
func (t *task) lower(k int, s sums) float64 {
	if !t.best.Separable {
		return math.NaN()
	}
	if !t.varies() {
		s.gain = float64(k)
	}
	return t.along() + t.best.Gamma*s.gain
}

// upper is the proof's bound on ‖θ‖ after k updates.
//
// The margin perceptron asks for y⟨θ, x⟩ < γ‖θ‖/2 with ‖x‖ = 1, so that an update
// lengthens θ by at most 1/(2‖θ‖) + γ/2. For any δ > 0 this is at most δ/4 + γ/2
// where ‖θ‖ ≥ 2/δ; a shorter θ grows to 1 + 2/δ at most.
func (t *task) upper(k int, s sums) float64 {
	a, n := norm(t.start), float64(k)
	if t.Variant == marginal {
		delta := t.spare()
		if delta == 0 {
			return math.Hypot(a, math.Sqrt(n))
		}
		if a == 0 {
			n = max(0, n-1) // θ⁽¹⁾ = yx has the length 1
		}
		return max(a, 1+2/delta) + (delta/4+t.half)*n
	}
	if !t.varies() {
		s = sums{n, n, n, n}
	}
	return math.Hypot(a, math.Sqrt(2*t.half*s.eta+t.best.R2*s.reach))
}

// spare is δ = 2γ* − γ, which is γ* where γ = γ*. Where that is not above 0 any
// other δ would do, and it is γ.
func (t *task) spare() float64 {
	if delta := 2 * (t.best.Gamma - t.half); delta > 0 {
		return delta
	}
	return 2 * t.half
}

// bound is the most updates that theory allows, NaN where it names no number.
func (t *task) bound() float64 {
	var limit float64
	switch {
	case !t.best.Separable:
		return math.NaN()
	case t.plain():
		return t.best.Ratio
	case t.Variant == marginal:
		limit = t.marginBound()
	case t.rate.constant():
		limit = t.crossing()
	default:
		return math.NaN()
	}
	if math.IsInf(limit, 0) {
		return math.NaN()
	}
	return limit
}

// marginBound is 12/γ² under the premises of the notes: θ⁽⁰⁾ = 0 and γ ≤ γ*.
// Otherwise it is where γ*k + b meets the upper bound, with δ = 2γ* − γ > 0:
// k ≤ 4(max(a, 1 + 2/δ) − b)/δ.
func (t *task) marginBound() float64 {
	if t.half >= t.best.Gamma {
		return math.NaN()
	}
	if t.noted() {
		return 3 / (t.half * t.half)
	}
	delta := t.spare()
	return 4 * (max(norm(t.start), 1+2/delta) - t.along()) / delta
}

// noted reports whether the premises of the notes' bound for the margin
// perceptron hold, separability aside.
func (t *task) noted() bool {
	return t.start == (vector{}) && t.half > 0 && 2*t.half <= t.best.Gamma
}

// crossing is the larger root of (b + γ*ck)² = a² + γck + (cR')²k for a constant
// η = c, where R' is R, or nR for the batch rule. All lengths are measured in cR'.
func (t *task) crossing() float64 {
	c, r := t.rate.c, t.best.R
	if t.Variant == batch {
		r *= float64(len(t.rows))
	}
	g, a, b := t.best.Gamma/r, norm(t.start)/(c*r), t.along()/(c*r)
	p := 2*b*g - 2*t.half/(c*r*r) - 1
	q := min(0, b*b-a*a) // Cauchy and Schwarz
	return (-p + math.Sqrt(p*p-4*g*g*q)) / (2 * g * g)
}

// cosine is that of the angle between θ and θ*, NaN where one has no direction.
func (t *task) cosine(theta vector) float64 {
	length := norm(theta)
	if !t.best.Separable || length == 0 {
		return math.NaN()
	}
	return dot(theta, t.best.Theta) / length
}

// angle shows θ turning towards θ*: the cosine over the updates, above the proof's bound,
// which reaches 1 where the updates must be over.
func (v view) angle() mark.Panel {
	end := novikoff.Horizon(v.updates, v.limit)
	s := say.Vars{"k": v.updates, "cosine": v.cosine(v.theta)}
	c := panel.Curves{
		ID: "angle", Title: "Angle between θ and θ*", Alt: s.Text("Cosine of the angle between θ and θ* over <k update>."),
		X: mark.Axis{Name: "updates k", Max: end, Integer: true}, Y: mark.Axis{Name: "cos ∠(θ, θ*)", Max: 1.08},
		Under: []mark.Mark{mark.Rule{At: 1, Label: "1: θ has the direction of θ*", Style: mark.RoleSoft.Plain()}},
	}
	bound := panel.Quantity{Style: mark.RoleGood.Dashed(), Legend: "bound"}
	if v.plain() {
		bound.Legend = "√k γ/R"
		for _, k := range novikoff.Abscissas(min(end, v.best.Ratio)) {
			bound.At = append(bound.At, mark.XY{X: k, Y: math.Sqrt(k) * v.best.Gamma / v.best.R})
		}
	}
	var path []mark.XY
	for _, w := range v.waypoints() {
		// A bound below 0 says nothing: θ is shorter than its bound.
		if low := v.lower(w.k, w.sums); !v.plain() && low > 0 {
			bound.At = append(bound.At, mark.XY{X: float64(w.k), Y: low / v.upper(w.k, w.sums)})
		}
		if cosine := v.cosine(w.theta); !math.IsNaN(cosine) {
			path = append(path, mark.XY{X: float64(w.k), Y: cosine})
			c.Y.Min = min(c.Y.Min, cosine)
		}
	}
	if len(path) == 0 {
		c.Note = "θ = 0 has no direction"
		return c.Panel()
	}
	if c.Y.Min < 0 {
		c.Y.Min = -1.08
	}
	c.Note = s.Text("cos = <cosine>")
	if len(bound.At) > 1 {
		bound.At = panel.Path(len(bound.At), func(i int) mark.XY { return bound.At[i] })
		c.Of = []panel.Quantity{bound}
	}
	c.Over = []mark.Mark{
		panel.Line(panel.Path(len(path), func(i int) mark.XY { return path[i] }), mark.RoleInk.Wide(2), "cos ∠(θ, θ*)"),
		mark.Points{At: path[len(path)-1:], Style: mark.RoleAccent.Plain(), Layer: mark.Over},
	}
	return c.Panel()
}

// score shows y⟨θ, x⟩ of the only row: with η = 1 every update adds ‖x‖², which is a straight
// line, and the run ends at the first point of it above 0.
func (v view) score() mark.Panel {
	r := v.rows[0]
	of := func(theta vector) float64 { return r.y * r.score(theta) }
	first, square := of(v.start), dot(r.x, r.x)
	s := say.Vars{"k": v.updates, "score": of(v.theta), "square": square}
	end := float64(v.updates + 1)
	if first <= 0 && square > 0 && !v.varies() {
		end = max(end, math.Floor(-first/square)+2)
	}
	c := panel.Curves{
		ID: "score", Title: "Score of a single point", Note: s.Text("y₁⟨θ, x₁⟩ = <score>"),
		Alt: s.Text("The score of the single point is <score> after <k update>."),
		X:   mark.Axis{Name: "updates k", Max: end, Integer: true}, Y: mark.Axis{Name: "y₁⟨θ, x₁⟩"},
		Under: []mark.Mark{mark.Rule{At: 0, Label: "correct: above 0", Style: mark.RoleGood.Dashed()}},
	}
	if !v.varies() {
		foretold := []mark.XY{{Y: first}, {X: end, Y: first + float64(end*square)}}
		c.Under = append(c.Under, panel.Line(foretold, mark.RoleSoft.Dashed(), "predicted: ‖x₁‖² more per update"))
	}
	at := panel.Traced(v.waypoints(), func(w waypoint) (x, y float64) { return float64(w.k), of(w.theta) })
	at = panel.Path(len(at), func(i int) mark.XY { return at[i] })
	c.Over = []mark.Mark{
		panel.Line(at, mark.RoleInk.Wide(2), "observed"),
		mark.Points{At: at, Style: mark.RoleInk.Plain(), Layer: mark.Over},
		mark.Points{At: at[len(at)-1:], Style: mark.RoleAccent.Plain(), Layer: mark.Over},
	}
	return c.Panel()
}

// waypoints are those kept, and where the run is now.
func (p progress) waypoints() []waypoint {
	trail := p.trail[:len(p.trail):len(p.trail)]
	if last := trail[len(trail)-1]; last.k != p.updates {
		trail = append(trail, waypoint{p.updates, p.theta, p.sums})
	}
	return trail
}

// A state is all that the rest of a run depends on: θ and the row visited next.
type state struct {
	theta vector
	next  int
}

// remembered is how many states a run keeps; about 6 MB.
const remembered = 1 << 16

// An orbit finds out when a run repeats itself: exactly the same θ at the same
// row again, after which everything repeats. The first states are all
// kept, so that the first repetition is found at once. Beyond the limit one state
// is kept, replaced whenever the number of updates since has doubled (Brent, 1980),
// which finds every cycle some time later.
type orbit struct {
	limit  int           // how many states it keeps
	seen   map[state]int // state → number of updates that led to it
	anchor state
	since  int // updates when the anchor was kept
	period int // 0 while nothing has repeated
}

func newOrbit(limit int, start vector) *orbit {
	return &orbit{limit: limit, seen: map[state]int{{theta: start}: 0}}
}

// visit records the state after k updates and reports whether the run has been
// found to repeat itself just now; o.period then says after how many updates.
func (o *orbit) visit(s state, k int) bool {
	if o.period > 0 {
		return false
	}
	before, again := o.seen[s]
	if !again && o.since > 0 && s == o.anchor {
		before, again = o.since, true
	}
	switch {
	case again:
		o.period, o.seen = k-before, nil
	case len(o.seen) < o.limit:
		o.seen[s] = k
	case o.since == 0 || k >= 2*o.since:
		o.anchor, o.since = s, k
	}
	return again
}

// A waypoint is θ after k updates, with what the proof adds up.
type waypoint struct {
	k     int
	theta vector
	sums  sums
}

// extend appends a waypoint to the trail, which is never changed otherwise, so
// that every step shares its beginning.
func extend(trail []waypoint, at waypoint) []waypoint {
	if !algos.Thinned(at.k) {
		return trail
	}
	return append(trail, at)
}

// places are where a picture shows the waypoints from one of them up to now.
func (p progress) places(first int, of func(waypoint) mark.XY) []mark.XY {
	trail := p.trail[first:]
	return panel.Path(len(trail), func(i int) mark.XY {
		if i == len(trail)-1 {
			return of(waypoint{p.updates, p.theta, p.sums})
		}
		return of(trail[i])
	})
}
