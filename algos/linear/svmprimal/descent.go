package svmprimal

import (
	"math"

	"playground/algos"
	"playground/algos/margin"
	"playground/algos/say"
)

// A walker is one of the two runs that go side by side.
type walker struct {
	look
	trail []vector // all θ so far; shared, only appended to
	// weight is Σᾱ of the dual point ᾱ with θ = Σᾱyx that the steps build up, while
	// there is one: (1 − η)ᾱ + ηCa is as feasible as ᾱ and a are.
	weight float64
	dual   bool
	// blur and haze are what rounding may have done to θ = Σᾱyx and to Σᾱ.
	blur, haze float64
}

// descend is the textbook loop: a sub-gradient, a step against it.
func (k *task) descend(yield func(algos.Step) bool) {
	v := k.begin()
	for yield(v.step()) && !v.status.Final() {
		switch {
		case v.phase == looking:
			v = v.move()
		case v.phase == moving && v.done():
			v = v.lock()
		default:
			v = v.prepare()
		}
	}
}

// begin is the view at the two starts.
func (k *task) begin() view {
	v := view{task: k, row: -1, t: 1, least: math.Inf(1), lower: math.NaN(), status: algos.Status{State: algos.Running}}
	v.now, v.twin = k.set(k.Start), k.set(k.Start2)
	v.observe()
	return v
}

// set puts a walker at a start. Only θ = 0 is a combination Σαyx by itself.
func (k *task) set(at [2]float64) walker {
	w := walker{look: k.look(vector{at[0], at[1], 0})}
	if !k.exact {
		w.theta[2] = 0
	}
	w.dual = at == [2]float64{} && k.Method == "subgradient"
	w.trail = []vector{w.theta}
	return w
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

// prepare finds the sub-gradient; the stochastic method draws its point.
func (v view) prepare() view {
	v.phase, v.news, v.eta = looking, nil, v.rate(v.t)
	if v.Method == "sgd" {
		v.row, v.other = v.Rand.IntN(len(v.x)), v.Rand.IntN(len(v.x))
	}
	v.g = v.against(v.now, v.row)
	return v
}

// against is the sub-gradient of a walker. The stochastic one is θ − nC y x of the
// drawn point alone, θ outside the band: its mean over the rows is that of J.
func (k *task) against(w walker, row int) vector {
	if k.Method != "sgd" {
		return k.gradient(w.look)
	}
	g := w.theta
	if k.Form != "augmented" {
		g[2] = 0 // θ₀ is not penalised
	}
	if y := k.y[row]; y*dot(w.theta, k.x[row]) < 1 {
		g = add(g, -k.C*float64(len(k.x))*y, k.x[row])
	}
	return g
}

// advance takes one step of a walker, with the row drawn for it.
func (v view) advance(w walker, row int) walker {
	next := walker{look: v.look(add(w.theta, -v.eta, v.against(w, row))), trail: w.trail}
	next.dual = v.Method == "subgradient" && (w.dual || v.eta == 1)
	next.weight = (1-v.eta)*w.weight + v.eta*v.C*w.look.weight
	// The pull is a sum of up to n points; the step adds two products to θ.
	kept, pulled := math.Abs(1-v.eta), v.eta*v.C*w.look.weight
	next.blur = kept*w.blur + 4*ulp*(norm(w.theta)+norm(next.theta)) + float64(len(v.x))*ulp*pulled*v.big
	next.haze = kept*w.haze + ulp*(4*next.weight+float64(len(v.x))*pulled)
	next.trail = append(next.trail, next.theta)
	return next
}

// move takes the step of both runs.
func (v view) move() view {
	wrong := v.now.errors
	v.phase, v.before = moving, v.now.theta
	v.now, v.twin = v.advance(v.now, v.row), v.advance(v.twin, v.other)
	v.t++
	v.observe()
	if wrong > 0 && v.now.errors == 0 {
		v.news = append(v.news, algos.Event{Kind: "separates", Text: "the line separates the points"})
	}
	if v.done() && !(v.Lock && v.best.reached()) {
		v.status = v.ending()
	}
	return v
}

// observe notes the best J so far and the best lower bound Σᾱ − ½‖θ‖². It adds the
// sub-gradient at iterate t to what the bound sums up, and the iterate to the average.
func (v *view) observe() {
	if v.now.objective < v.least {
		v.least, v.leastAt = v.now.objective, v.now.theta
	}
	square := v.norm2(v.now.theta)
	if d := v.now.weight - square/2; v.now.dual && !(v.lower >= d) {
		v.lower, v.lowerOff = d, v.now.haze+math.Sqrt(square)*v.now.blur+4*ulp*square
	}
	g, t := v.gradient(v.now.look), float64(v.t)
	square, share := dot(g, g), 1/t
	if v.Rate == "strong" { // iterate t counts t times
		v.regret += t / (t + 1) * square
		share = 2 / (t + 1)
	} else {
		v.regret += v.rate(v.t) * square / 2
	}
	v.average = add(scaled(1-share, v.average), share, v.now.theta)
}

// bound is what theory guarantees of the best iterate's excess, NaN where it
// guarantees nothing. With g a sub-gradient of a function that is 1-strongly convex,
//
//	‖θₜ₊₁ − θ*‖² ≤ (1 − ηₜ)‖θₜ − θ*‖² − 2ηₜ(J(θₜ) − J*) + ηₜ²‖gₜ‖²;
//
// weighted with t (for 2/(t+1)) or 1, the distances cancel in the sum.
func (v view) bound() float64 {
	if v.noBound() != "" {
		return math.NaN()
	}
	t := float64(v.t)
	switch v.Rate {
	case "strong":
		return 2 * v.regret / (t * (t + 1))
	case "pegasos":
		return v.regret / t
	}
	first := v.distance(v.now.trail[0], v.goal)
	return (v.regret + max(0, 1/(2*v.Eta)-0.5)*first*first) / t
}

// noBound says why there is no guarantee about the rate, or "".
func (k *task) noBound() say.Phrase {
	switch {
	case k.Method == "widen":
		return "widening ends after finitely many rotations"
	case k.Method == "sgd" && k.Form == "intercept":
		return "J is not strongly convex in the unregularised θ₀, and one sampled point does not determine the optimal θ₀"
	case k.Method == "sgd":
		return "for SGD the bound holds in expectation, not for a single run"
	}
	return ""
}

// closed reports whether the run's own lower bound has come close enough.
func (v view) closed() bool { return v.least-v.lower <= v.Tol*v.least }

func (v view) done() bool { return v.t > v.Steps || v.closed() }

// ending is how a run ends that does not lock.
func (v view) ending() algos.Status {
	w := say.Vars{
		"steps": v.t - 1, "least": say.Digits{X: v.least, N: 5}, "excess": v.over(v.least, v.leastAt), "lower": say.Digits{X: v.lower, N: 5},
	}
	w["dual"], w["primal"] = v.between()
	switch {
	case v.closed():
		return algos.Status{State: algos.Converged, Reason: w.Text(
			"Converged: after <steps step> the lower bound <lower> is within the tolerance. The best objective <least> is <excess> above the optimum.")}
	case !v.best.reached():
		reason := w.Text("Max iterations (<steps step>) reached. The reference solver has not converged either: the optimum is between <dual> and <primal>.")
		return algos.Status{State: algos.Exhausted, Reason: reason + " Reduce C, or rescale the features."}
	}
	return algos.Status{State: algos.Exhausted, Reason: w.Text("Max iterations (<steps step>) reached: the best objective <least> is <excess> above " +
		"the optimum.")}
}

// lock ends the run with the exact solution.
func (v view) lock() view {
	v.phase, v.before, v.row = locking, v.now.theta, -1
	far := v.distance(v.now.theta, v.goal)
	v.now.look = v.exactly(v.goal)
	v.now.trail = append(v.now.trail, v.now.theta)
	if v.now.objective < v.least {
		v.least, v.leastAt = v.now.objective, v.now.theta
	}
	w := say.Vars{"steps": v.t - 1, "far": far, "J": say.Digits{X: v.now.objective, N: 6}, "dual": say.Digits{X: v.best.dual, N: 6}}
	reason := w.Text("After <steps step> the distance of θ to the optimum was <far>. The dual gives the exact optimum: J = <J>, with the dual value " +
		"<dual=metric.dual>.")
	if far <= 1e-12*(1+v.length(v.now.theta)) {
		reason = w.Text("After <steps step> θ was already optimal. The dual gives the exact optimum: J = <J>, with the dual value <dual>.")
	}
	v.status = algos.Status{State: algos.Converged, Reason: reason}
	v.news = []algos.Event{{Kind: "lock", Text: "the exact solution"}}
	return v
}

// exactly evaluates J at the exact solution, with the θ₀ that it has. A slack of
// the size of rounding is none, unless it is so dear that it shows in J.
func (k *task) exactly(theta vector) look {
	l, none := look{theta: theta}, 16*ulp*k.extent(theta)
	if k.C*float64(len(k.x))*none > algos.Negligible*k.best.dual {
		none = 0
	}
	k.measure(&l, none, onBorder)
	return l
}

// A band is a direction u of length one and the widest band across it that holds
// no point.
type band struct {
	u      vector
	gamma  float64 // half its width
	theta  vector  // u/γ with its θ₀: yf ≥ 1, with equality where it touches
	touch  []int   // rows on its borders
	toward vector  // the direction in which turning widens it
	turned float64 // by the last turn, in radians
	locked bool    // u points towards the nearest place of the hull of what it touches
}

// sides are the vectors whose least inner product with u bounds the band: the
// two classes, each with its border, where θ₀ is free; else all yx together.
func (k *task) sides() [][]int {
	sides := make([][]int, 1, 2)
	if k.exact {
		sides = sides[:2]
	}
	for t, y := range k.y {
		i := 0
		if k.exact && y > 0 {
			i = 1
		}
		sides[i] = append(sides[i], t)
	}
	return sides
}

// z is yx, without the constant coordinate where θ₀ is free.
func (k *task) z(t int) vector {
	z := scaled(k.y[t], k.x[t])
	if k.exact {
		z[2] = 0
	}
	return z
}

// end is the least inner product of u with the vectors of a side.
func (k *task) end(u vector, rows []int) float64 {
	least := math.Inf(1)
	for _, t := range rows {
		least = min(least, dot(u, k.z(t)))
	}
	return least
}

// touching is how near, as a share of the largest point, counts as touching.
const touching = 1e-11

// touched are the rows of a side that bound the band across u.
func (k *task) touched(u vector, rows []int) (touch []int) {
	least := k.end(u, rows)
	for _, t := range rows {
		if dot(u, k.z(t)) <= least+touching*k.big {
			touch = append(touch, t)
		}
	}
	return touch
}

// span measures the band across u.
func (k *task) span(u vector) *band {
	b, sides := &band{u: u}, k.sides()
	ends, active := make([]float64, len(sides)), make([][]int, len(sides))
	for i, rows := range sides {
		ends[i], active[i] = k.end(u, rows), k.touched(u, rows)
		b.gamma += ends[i] / float64(len(sides))
		b.touch = append(b.touch, active[i]...)
	}
	b.theta = scaled(1/b.gamma, u)
	if k.exact {
		b.theta[2] = (ends[0] - ends[1]) / 2 / b.gamma
	}
	near := margin.Largest(k.pairs(active))
	b.toward, b.locked = near.Theta, near.Gamma-b.gamma <= 1e-13*near.Gamma
	return b
}

// pairs are the vectors of which u should see the nearest: those that touch, or
// the means of one from each side.
func (k *task) pairs(active [][]int) []margin.Vector {
	const most = 400 // many points in one place tell nothing new
	var all []margin.Vector
	for _, t := range active[0] {
		if len(active) == 1 {
			all = append(all, k.z(t))
			continue
		}
		for _, r := range active[1] {
			all = append(all, scaled(0.5, add(k.z(t), 1, k.z(r))))
		}
		if len(all) > most {
			break
		}
	}
	return all
}

func unit(a vector) vector { return scaled(1/norm(a), a) }

// turned is u, turned by an angle towards v across it.
func turned(u, v vector, angle float64) vector {
	return add(scaled(math.Cos(angle), u), math.Sin(angle), v)
}

// turn rotates u towards b.toward until another point touches, or it is there.
func (k *task) turn(b *band) *band {
	along := dot(b.u, b.toward)
	v := add(b.toward, -along, b.u)
	angle, end := math.Atan2(norm(v), along), b.toward
	v = unit(v)
	for _, rows := range k.sides() {
		rest, slope := vector{}, math.Inf(1) // the touching vector that stays on the border
		for _, t := range k.touched(b.u, rows) {
			if z := k.z(t); dot(v, z) < slope {
				rest, slope = z, dot(v, z)
			}
		}
		for _, t := range rows {
			d := add(k.z(t), -1, rest)
			if dot(b.u, d) <= touching*k.big || dot(v, d) >= 0 {
				continue
			}
			if at := math.Atan2(dot(b.u, d), -dot(v, d)); at < angle {
				angle, end = at, turned(b.u, v, at)
			}
		}
	}
	next := k.span(unit(end))
	next.turned = angle
	return next
}

// poorest is the share of the largest half-width with which a band starts.
const poorest = 0.1

// first is a line without mistakes, one of the worst: the best direction turned
// away, to one side or to the other, until hardly anything of its band is left.
func (k *task) first(side float64) vector {
	u := k.goal
	if k.Form != "augmented" {
		u[2] = 0
	}
	u = unit(u)
	v := vector{-u[1], u[0], 0}
	if k.Form == "augmented" { // some direction across u
		v = vector{1, 1, 1}
		if v = add(v, -dot(u, v), u); dot(v, v) < 0.5 {
			v = vector{1, -1, 0}
			v = add(v, -dot(u, v), u)
		}
	}
	v = scaled(side, unit(v))
	enough, near, far := poorest*k.span(u).gamma, 0.0, math.Pi/2
	for range 50 {
		if mid := (near + far) / 2; k.span(turned(u, v, mid)).gamma >= enough {
			near = mid
		} else {
			far = mid
		}
	}
	return turned(u, v, near)
}

// widen is the notes' picture: find some classifier without mistakes, then
// increase its margin until it locks in place.
func (k *task) widen(yield func(algos.Step) bool) {
	v := view{task: k, row: -1, least: math.Inf(1), lower: math.NaN(), band: k.span(k.first(1)), status: algos.Status{State: algos.Running}}
	other := k.span(k.first(-1))
	v.follow(other)
	if !yield(v.step()) {
		return
	}
	most := 4*len(k.x) + 100 // turns, which rounding cannot make endless
	for turns := 0; !v.band.locked && turns < most; turns++ {
		v.phase, v.news = looking, nil
		if !yield(v.step()) {
			return
		}
		v.phase, v.before, v.eta = moving, v.now.theta, v.band.gamma
		v.band = k.turn(v.band)
		if !other.locked {
			other = k.turn(other)
		}
		v.follow(other)
		v.news = []algos.Event{{Kind: "touch", Text: touches(v.band.touch)}}
		if !yield(v.step()) {
			return
		}
	}
	for turns := 0; !other.locked && turns < most; turns++ {
		other = k.turn(other)
		v.twin = k.within(other, v.twin)
	}
	v.phase = locking
	w := say.Vars{"rows": plain(v.band.touch), "reach": v.reach()}
	v.news = []algos.Event{{Kind: "lock", Text: w.Text("maximum margin with the support vectors <rows>")}}
	v.status = algos.Status{
		State:  algos.Converged,
		Reason: w.Text("Maximum margin reached: rotating either way would narrow it. It is <reach>; the support vectors are <rows>."),
	}
	yield(v.step())
}

// follow takes θ from both bands.
func (v *view) follow(other *band) {
	v.now, v.twin = v.within(v.band, v.now), v.within(other, v.twin)
	v.t++
	v.least, v.leastAt, v.average = min(v.least, v.now.objective), v.now.theta, v.now.theta
}

// within is the walker of a band: θ = u/γ, for which every yf ≥ 1.
func (k *task) within(b *band, was walker) walker {
	l := look{theta: b.theta, lo: b.theta[2], hi: b.theta[2], objective: k.norm2(b.theta) / 2}
	return walker{look: l, trail: append(was.trail, b.theta)}
}
