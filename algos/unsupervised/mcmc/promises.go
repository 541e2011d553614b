package mcmc

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

const (
	noProposal = "no proposal yet"
	leftOut    = "without the Hastings correction the chain does not target this density"
	vanishes   = "the probability flow underflows"
	unbounded  = "the trajectory is divergent"
	bends      = "the density is too sharply curved here for finite differences"
	unstable   = "the trajectory is too sensitive to its start for finite differences"
	corner     = "the trajectory turns at a corner of the density"
	flat       = "the energy error is rounding only"
	cancelling = "the $\\varepsilon^2$ term of the energy error cancels on this trajectory"
	unsettled  = "the error ratio has not converged at the shortest steps tried"
)

var (
	claimBalance = algos.Guarantee{Name: "balance", Claim: `detailed balance: $\tilde p(x)\, q(x^* \mid x)\, a(x \to x^*) = \tilde p(x^*)\, q(x ` +
		`\mid x^*)\, a(x^* \to x)$`}
	claimOne = algos.Guarantee{Name: "one", Claim: `Gibbs proposals have acceptance probability 1: $\frac{p(x^*)\, q(x \mid x^*)}{p(x)\, q(x^* ` +
		`\mid x)} = 1$ for either coordinate`}
	claimBack   = algos.Guarantee{Name: "back", Claim: "the leapfrog integrator is time-reversible: with reversed momentum it returns to its start"}
	claimVolume = algos.Guarantee{Name: "volume", Claim: "the leapfrog integrator is volume-preserving: its Jacobian determinant is 1"}
	claimOrder  = algos.Guarantee{Name: "order", Claim: `the energy error is $O(\varepsilon^2)$: half the step size gives a quarter of it, as ` +
		`$\varepsilon \to 0$`}
	claimSlope = algos.Guarantee{Name: "slope", Claim: `the gradient of the trajectory is that of $\log \tilde p$, by finite differences`}
	claimRate  = algos.Guarantee{Name: "rate", Claim: "the number of accepted proposals is the sum of their acceptance probabilities, up to chance: " +
		"within six standard deviations"}
)

// Checks states what theory guarantees about this step.
func (v view) Checks() []algos.Check {
	var checks []algos.Check
	switch v.Method {
	case gibbs:
		checks = append(checks, v.checkOne())
	case hmc:
		objection := v.cornered()
		for _, c := range []algos.Check{v.checkBalance(), v.checkBack(), v.checkVolume(), v.checkOrder()} {
			checks = append(checks, c.Unless(objection))
		}
		checks = append(checks, v.checkSlope())
	default:
		checks = append(checks, v.checkBalance(), v.checkRate())
	}
	return checks
}

// cornered says of a trajectory that it has come so near to a corner of the density that another
// rounding would have been another way.
func (v view) cornered() say.Phrase {
	if v.draw == nil {
		return ""
	}
	for _, at := range v.draw.path {
		g, near := v.slope(at.x), at.x
		for k := range 2 {
			near[k] += 1e-7 * (1 + math.Abs(near[k]))
		}
		h := v.slope(near)
		if d, size := math.Hypot(g[0]-h[0], g[1]-h[1]), math.Hypot(g[0], g[1]); d > 1e-3*(1+size) && size < wild {
			return corner
		}
	}
	return ""
}

// checkBalance computes both flows from the densities; the acceptance of the way back is worked
// out again, from there. Logarithms are taken relative to the larger density.
func (v view) checkBalance() algos.Check {
	d := v.draw
	switch {
	case d == nil:
		return claimBalance.Not(noProposal)
	case v.Method == hastings && !v.Correct:
		return claimBalance.Not(leftOut)
	case v.Method == hmc:
		return v.checkBalanceOfPaths()
	}
	there, back := v.logProposal(d.to, d.from), v.logProposal(d.from, d.to)
	from, to := v.log(d.from)+there, v.log(d.to)+back
	return flows(from, to, d.accept, probability(from-to), math.Abs(d.logFrom)+math.Abs(d.logTo)+math.Abs(there)+math.Abs(back))
}

// flows compares two flows whose densities have these logarithms; size is that of what these are made
// of, and they are off by some ulps of it.
func flows(from, to, accept, returning, size float64) algos.Check {
	top := max(from, to)
	left, right := math.Exp(from-top)*accept, math.Exp(to-top)*returning
	if !(right >= shown) && !(left >= shown) {
		return claimBalance.Not(vanishes)
	}
	return claimBalance.Equal(left, right, 16*num.Ulp*(1+size)*max(left, right)).Between("forward", "reverse").
		Because("both relative to the larger density")
}

// checkBalanceOfPaths does the same in the space of places and momenta, where the
// leapfrog proposes one place alone: it is followed back from its end.
func (v view) checkBalanceOfPaths() algos.Check {
	d := v.draw
	if d.diverged() {
		return claimBalance.Not(unbounded)
	}
	back := v.returning()
	n := len(back) - 1
	size := math.Abs(back[0].energy) + math.Abs(back[n].energy)
	// The way back ends where the way there began but for rounding, which moves the energy by the slope.
	c := flows(-d.path[0].energy, -d.path[n].energy, d.accept, probability(back[0].energy-back[n].energy), size+v.shake()/num.Ulp)
	return c.Because("of positions with momenta, both relative to the larger density")
}

// returning is the trajectory from its end with the momentum turned round.
func (v view) returning() []phasePoint {
	end := v.draw.path[len(v.draw.path)-1]
	end.p = place{-end.p[0], -end.p[1]}
	return v.leapfrog(end, v.Eps, v.Leaps)
}

// shake is how far rounding may move the end of a trajectory and back: every step rounds what it
// adds up, and the derivative of the map says how much a difference grows on either way.
func (v view) shake() float64 {
	size := 1.0
	for _, at := range v.draw.path {
		g := v.slope(at.x)
		size = max(size, math.Abs(at.x[0]), math.Abs(at.x[1]), math.Abs(at.p[0]), math.Abs(at.p[1]), math.Abs(v.Eps*g[0]), math.Abs(v.Eps*g[1]))
	}
	grow := 1.0
	for _, row := range v.difference(1e-4) {
		for _, x := range row {
			grow = max(grow, math.Abs(x))
		}
	}
	return 64 * num.Ulp * float64(v.Leaps) * size * grow * grow
}

func (v view) checkBack() algos.Check {
	switch {
	case v.draw == nil:
		return claimBack.Not(noProposal)
	case v.draw.diverged():
		return claimBack.Not(unbounded)
	}
	back := v.returning()
	end, start := back[len(back)-1], v.draw.path[0]
	off, size := 0.0, 0.0
	for k := range 2 {
		off = max(off, math.Abs(end.x[k]-start.x[k]), math.Abs(end.p[k]+start.p[k]))
		size = max(size, math.Abs(start.x[k]), math.Abs(start.p[k]), math.Abs(v.draw.to[k]))
	}
	return claimBack.Equal(off, 0, v.shake()).Of(size).Between("largest difference", "").
		Because(say.Vars{"size": size}.Text("in positions and momenta up to <size>"))
}

// difference is the derivative by central differences of the width 2h.
func (v view) difference(h float64) (d [4][4]float64) {
	for j := range 4 {
		var ends [2][4]float64
		for side, sign := range [2]float64{-1, 1} {
			at := v.draw.path[0]
			if j < 2 {
				at.x[j] += sign * h
			} else {
				at.p[j-2] += sign * h
			}
			path := v.leapfrog(at, v.Eps, v.Leaps)
			end := path[len(path)-1]
			ends[side] = [4]float64{end.x[0], end.x[1], end.p[0], end.p[1]}
		}
		for i := range 4 {
			d[i][j] = (ends[1][i] - ends[0][i]) / (2 * h)
		}
	}
	return d
}

// determinant is that of a matrix, by elimination with the largest pivots.
func determinant(m [4][4]float64) float64 {
	det := 1.0
	for c := range 4 {
		p := c
		for r := c + 1; r < 4; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		if m[p][c] == 0 {
			return 0
		}
		if p != c {
			m[p], m[c], det = m[c], m[p], -det
		}
		det *= m[c][c]
		for r := c + 1; r < 4; r++ {
			f := m[r][c] / m[c][c]
			for k := c; k < 4; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	return det
}

// stages of Richardson's extrapolation: central differences have an error in even powers of
// their width, and each stage takes the lowest away.
const stages = 4

// checkVolume extrapolates the determinant by differences to the width 0; how much the last stage
// changes it says how far off it is.
func (v view) checkVolume() algos.Check {
	switch {
	case v.draw == nil:
		return claimVolume.Not(noProposal)
	case v.draw.diverged():
		return claimVolume.Not(unbounded)
	}
	best, tol := 0.0, math.Inf(1)
	for width := 0.1; width > 5e-3; width /= 4 {
		var last []float64
		for s := range stages {
			row, power := []float64{determinant(v.difference(math.Ldexp(width, -s)))}, 1.0
			for k, before := range last {
				power *= 4
				row = append(row, row[k]+(row[k]-before)/(power-1))
			}
			if s > 0 {
				if off := math.Abs(row[s] - last[s-1]); off < tol {
					best, tol = row[s], off
				}
			}
			last = row
		}
	}
	if !(tol < 1e-4) {
		return claimVolume.Not(unstable)
	}
	return claimVolume.Equal(best, 1, 100*tol+1e-10).Between("determinant, by finite differences", "").
		Because("by finite differences, extrapolated to width 0")
}

// checkOrder extrapolates the ratio of energy errors to the step size 0. The steps are halved until
// the ratio converges, to whatever it does.
func (v view) checkOrder() algos.Check {
	if v.draw == nil {
		return claimOrder.Not(noProposal)
	}
	start := v.draw.path[0]
	// The trajectory is as long as the one that is shown, or shorter where that would take many steps.
	length := min(v.Eps*float64(v.Leaps), 0.5)
	var path []phasePoint
	off := func(steps int) float64 {
		path = v.leapfrog(start, length/float64(steps), steps)
		return path[steps].energy - start.energy
	}
	before := off(fewSteps)
	if v.cancels(path) {
		return claimOrder.Not(cancelling)
	}
	var ratios []float64
	for steps := 2 * fewSteps; steps <= manySteps; steps *= 2 {
		now := off(steps)
		if !(math.Abs(now) > 1e-11*(1+math.Abs(start.energy))) {
			return claimOrder.Not(flat)
		}
		ratios = append(ratios, before/now)
		before = now
		if limit, ok := converged(ratios); ok {
			w := say.Vars{"length": length, "n": steps}
			return claimOrder.Tends(limit, 4, nearFour, algos.Status{State: algos.Converged}).Between("error ratio, extrapolated", "").
				Because(w.Text("from this state, over the time <length>, in at most <n step>"))
		}
	}
	if v.sharp(length, manySteps) {
		return claimOrder.Not(corner)
	}
	return claimOrder.Not(unsettled)
}

// The steps that a trajectory is cut into until the ratio of its errors converges, and how near to
// 4 that has to be.
const (
	fewSteps, manySteps = 32, 4096
	nearFour            = 0.01
)

// converged extrapolates ratios at halved step sizes to the step size 0, where the error has even
// powers alone. They have converged once they change little and ever less, and the extrapolated one hardly.
func converged(ratios []float64) (limit float64, ok bool) {
	n := len(ratios)
	if n < 3 {
		return 0, false
	}
	was, now := ratios[n-2]-ratios[n-3], ratios[n-1]-ratios[n-2]
	limit = ratios[n-1] + now/3
	const little, less, hardly = 2 * nearFour, 0.4, nearFour / 10
	return limit, math.Abs(now) < min(little, less*math.Abs(was)) && math.Abs(limit-ratios[n-2]-was/3) < hardly
}

// cancels reports whether the energy error has hardly a term in ε²: it is the difference of
// ε²(pᵀU″p/12 − ‖U′‖²/24) between the ends of a trajectory, with U = −log p̃, which may
// have been larger on the way.
func (v view) cancels(path []phasePoint) bool {
	term := func(at phasePoint) float64 {
		const h = 1e-4
		g, low, high := v.slope(at.x), at.x, at.x
		for k := range 2 {
			low[k] -= h * at.p[k]
			high[k] += h * at.p[k]
		}
		a, b := v.slope(low), v.slope(high)
		bend := (at.p[0]*(a[0]-b[0]) + at.p[1]*(a[1]-b[1])) / (2 * h)
		return bend/12 - (g[0]*g[0]+g[1]*g[1])/24
	}
	first := term(path[0])
	last, way := first, 0.0
	for _, at := range path[1:] {
		now := term(at)
		way, last = way+math.Abs(now-last), now
	}
	const hardly = 1e-3
	return !(math.Abs(last-first) > hardly*way)
}

// sharp reports whether the slope jumps along a trajectory, even between steps as short as these: then
// no step is short enough for the order to show.
func (v view) sharp(length float64, steps int) bool {
	path := v.leapfrog(v.draw.path[0], length/float64(steps), steps)
	jump, size, last := 0.0, 0.0, v.slope(path[0].x)
	for _, at := range path {
		g := v.slope(at.x)
		jump, size, last = max(jump, math.Hypot(g[0]-last[0], g[1]-last[1])), max(size, math.Hypot(g[0], g[1])), g
	}
	return jump > 0.01*size
}

// checkSlope compares the slope with extrapolated differences of log p̃.
func (v view) checkSlope() algos.Check {
	x := v.now()
	g := v.slope(x)
	worst, size, tol := 0.0, 1.0, 0.0
	for k := range 2 {
		d := func(h float64) float64 {
			a, b := x, x
			a[k] -= h
			b[k] += h
			return (v.log(b) - v.log(a)) / (2 * h)
		}
		const h = 1e-3
		low, mid := d(2*h), d(h)
		a, b := x, x
		a[k], b[k] = a[k]-h, b[k]+h
		ahead, behind := (v.log(b)-v.log(x))/h, (v.log(x)-v.log(a))/h
		if math.Abs(ahead-behind) > 0.5*max(1, math.Abs(g[k])) { // a corner, of which central differences may see nothing
			return claimSlope.Not(bends)
		}
		fine := (4*mid - low) / 3
		finer := (4*d(h/2) - mid) / 3
		worst = max(worst, math.Abs(g[k]-finer))
		size = max(size, math.Abs(g[k]))
		tol = max(tol, math.Abs(finer-fine)+8*num.Ulp*(1+math.Abs(v.log(x)))/h)
	}
	if !bounded(tol) || tol > algos.Negligible*size {
		return claimSlope.Not(bends)
	}
	return claimSlope.Equal(worst, 0, tol).Of(size).Between("largest difference", "")
}

// checkOne is the ratio of table 7.1 for both halves of a sweep, from the joint density and
// the conditionals.
func (v view) checkOne() algos.Check {
	d := v.draw
	if d == nil {
		return claimOne.Not(noProposal)
	}
	middle := place{d.to[0], d.from[1]}
	worst, tol := 1.0, 0.0
	at := d.from
	for k, to := range [2]place{middle, d.to} {
		there, back := math.Log(sumAt(v.line(nil, k, at), to[k])), math.Log(sumAt(v.line(nil, k, to), at[k]))
		r := v.log(to) - v.log(at) + back - there
		if math.IsNaN(r) || math.IsInf(r, 0) {
			return claimOne.Not(vanishes)
		}
		// The squares in the exponents lose some ulps of the larger place, in widths.
		size := 1 + math.Abs(v.log(to)) + math.Abs(v.log(at)) + math.Abs(there) + math.Abs(back) + v.rough(to) + v.rough(at)
		if e := math.Exp(r); math.Abs(e-1) >= math.Abs(worst-1) {
			worst = e
		}
		tol = max(tol, 16*num.Ulp*size)
		at = to
	}
	return claimOne.Equal(worst, 1, tol).Between("ratio farther from 1", "")
}

// rough is by how many ulps the exponents of a conditional may be off at a place: products of
// coordinates that cancel, and distances of centres in widths.
func (v view) rough(x place) float64 {
	s := 1.0
	switch v.Target {
	case onGaussian:
		s = 1 / (1 - v.Rho*v.Rho)
	case onPoints:
		s = 1 / (v.Width * v.Width)
	}
	size := max(math.Abs(x[0]), math.Abs(x[1]), math.Abs(v.mean[0]), math.Abs(v.mean[1]), 1)
	return s * size * size
}

// What the count of accepted proposals is compared by: the last so many iterations, how far it may be from the sum of the
// acceptance probabilities in standard deviations, and the least variance at which these mean anything.
const (
	mostCounted  = 1000
	mostApart    = 6
	leastDecided = 10
)

// checkRate computes the acceptance probabilities of the first chain again, from the states and the proposals, and compares their
// sum with the number of moves. The differences of single decisions have mean 0, and the variances a(1 − a).
func (v view) checkRate() algos.Check {
	if v.t == 0 {
		return claimRate.Not(noProposal)
	}
	moves, sum, variance := 0, 0.0, 0.0
	for t := max(1, v.t-mostCounted+1); t <= v.t; t++ {
		from, to := v.x[0][t-1], v.proposed[t]
		ratio := v.log(to) - v.log(from)
		if v.Method == hastings && v.Correct {
			ratio += v.logProposal(from, to) - v.logProposal(to, from)
		}
		a := probability(ratio)
		sum, variance = sum+a, variance+a*(1-a)
		if v.x[0][t] != from {
			moves++
		}
	}
	if variance < leastDecided {
		return claimRate.Not("too few random decisions yet")
	}
	w := say.Vars{"moves": moves, "sum": sum}
	return claimRate.AtMost(math.Abs(float64(moves)-sum)/math.Sqrt(variance), mostApart, 0).Between("standard deviations", "bound").
		Because(w.Text("<moves> accepted, <sum> expected"))
}
