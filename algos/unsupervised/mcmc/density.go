package mcmc

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// A place is a state of a chain, (x₁, x₂).
type place = [2]float64

// A density is what the samples are to be from, known up to a constant factor.
type density struct {
	// log is log p̃, −∞ where the density is 0, and slope its gradient.
	log   func(x place) float64
	slope func(x place) place
	// line appends the density of coordinate k given the other one, as a mixture of
	// normals; nil where it is none.
	line func(to []normal, k int, x place) []normal
	// margin is the density of coordinate k by itself, and mean and variance are its
	// moments, where they are known in closed form.
	margin         func(k int, at float64) float64
	mean, variance place
	closed         bool
	window         grid.Window // what the board shows
	cost           int         // of a value, in terms
}

// A normal is a part of a mixture on a line.
type normal struct{ weight, mean, sd float64 }

// at is the density of a normal.
func (n normal) at(t float64) float64 {
	z := (t - n.mean) / n.sd
	return math.Exp(-z*z/2) / (n.sd * math.Sqrt(2*math.Pi))
}

// sumAt is the density of a mixture on a line.
func sumAt(parts []normal, t float64) float64 {
	sum := 0.0
	for _, n := range parts {
		sum += n.weight * n.at(t)
	}
	return sum
}

// square is a board about the origin.
func square(r float64) grid.Window { return grid.Window{X0: -r, X1: r, Y0: -r, Y1: r} }

// correlated is the normal distribution with variances 1 and the correlation ρ.
func correlated(rho float64) density {
	rest := 1 - rho*rho
	sd := math.Sqrt(rest)
	return density{
		log: func(x place) float64 { return -(x[0]*x[0] - 2*rho*x[0]*x[1] + x[1]*x[1]) / (2 * rest) },
		slope: func(x place) place {
			return place{(rho*x[1] - x[0]) / rest, (rho*x[0] - x[1]) / rest}
		},
		line:     func(to []normal, k int, x place) []normal { return append(to, normal{1, rho * x[1-k], sd}) },
		margin:   func(_ int, at float64) float64 { return normal{1, 0, 1}.at(at) },
		variance: place{1, 1}, closed: true, window: square(4),
	}
}

// bananaSpread is the standard deviation of x₁ of the banana.
const bananaSpread = 1.5

// banana is x₁ ~ N(0, 1.5²) and x₂ | x₁ ~ N(b x₁², 1).
func banana(b float64) density {
	const s2 = bananaSpread * bananaSpread
	d := density{
		log: func(x place) float64 {
			r := x[1] - b*x[0]*x[0]
			return -x[0]*x[0]/(2*s2) - r*r/2
		},
		slope: func(x place) place {
			r := x[1] - b*x[0]*x[0]
			return place{-x[0]/s2 + 2*b*x[0]*r, -r}
		},
		mean: place{0, b * s2}, variance: place{s2, 1 + 2*b*b*s2*s2}, closed: true,
		window: grid.Window{X0: -5.5, X1: 5.5, Y0: -4, Y1: max(7, 4+20*b)},
	}
	d.margin = func(k int, at float64) float64 {
		first := normal{1, 0, bananaSpread}
		if k == 0 {
			return first.at(at)
		}
		return trapezoid(-7*bananaSpread, 7*bananaSpread, 600, func(u float64) float64 { return first.at(u) * normal{1, b * u * u, 1}.at(at) })
	}
	return d
}

// mixture is normals of one width with equal shares about some centres.
func mixture(centres []place, h float64, w grid.Window) density {
	share := 1 / float64(len(centres))
	d := density{window: w, closed: true, cost: len(centres)}
	d.log = func(x place) float64 { // the largest term is taken out, so that none overflows
		near, sum := math.Inf(1), 0.0
		for _, c := range centres {
			near = min(near, apart(x, c, h))
		}
		for _, c := range centres {
			sum += math.Exp(near - apart(x, c, h))
		}
		return -near + math.Log(share*sum)
	}
	d.slope = func(x place) place {
		near, sum := math.Inf(1), 0.0
		for _, c := range centres {
			near = min(near, apart(x, c, h))
		}
		var g place
		for _, c := range centres {
			w := math.Exp(near - apart(x, c, h))
			sum += w
			g[0] += w * (c[0] - x[0])
			g[1] += w * (c[1] - x[1])
		}
		return place{g[0] / (sum * h * h), g[1] / (sum * h * h)}
	}
	d.line = func(parts []normal, k int, x place) []normal {
		near, sum := math.Inf(1), 0.0
		for _, c := range centres {
			z := (x[1-k] - c[1-k]) / h
			near = min(near, z*z/2)
		}
		for _, c := range centres {
			z := (x[1-k] - c[1-k]) / h
			weight := math.Exp(near - z*z/2)
			parts, sum = append(parts, normal{weight, c[k], h}), sum+weight
		}
		for i := range parts {
			parts[i].weight /= sum
		}
		return parts
	}
	d.margin = func(k int, at float64) float64 {
		sum := 0.0
		for _, c := range centres {
			sum += share * normal{1, c[k], h}.at(at)
		}
		return sum
	}
	for k := range 2 {
		for _, c := range centres {
			d.mean[k] += share * c[k]
		}
		d.variance[k] = h * h
		for _, c := range centres {
			d.variance[k] += share * (c[k] - d.mean[k]) * (c[k] - d.mean[k])
		}
	}
	return d
}

// apart is half the squared distance in widths.
func apart(x, c place, h float64) float64 {
	a, b := (x[0]-c[0])/h, (x[1]-c[1])/h
	return (a*a + b*b) / 2
}

// ringWidth is the standard deviation of a ring's radius about its own.
const ringWidth = 0.3

// ring is highest on a circle.
func ring(radius float64) density {
	const w2 = ringWidth * ringWidth
	return density{
		log: func(x place) float64 {
			d := math.Hypot(x[0], x[1]) - radius
			return -d * d / (2 * w2)
		},
		slope: func(x place) place {
			r := math.Hypot(x[0], x[1])
			if r == 0 { // the middle has no direction
				return place{}
			}
			f := -(r - radius) / (w2 * r)
			return place{f * x[0], f * x[1]}
		},
		window: square(radius + 5*ringWidth),
	}
}

// funnelSpread is the standard deviation of the funnel's neck coordinate x₂.
const funnelSpread = 1.5

// funnel is x₂ ~ N(0, 1.5²) and x₁ | x₂ ~ N(0, e^x₂): Neal's, in the plane.
func funnel() density {
	const s2 = funnelSpread * funnelSpread
	d := density{
		log: func(x place) float64 { return -x[1]*x[1]/(2*s2) - x[1]/2 - x[0]*x[0]*math.Exp(-x[1])/2 },
		slope: func(x place) place {
			e := math.Exp(-x[1])
			return place{-x[0] * e, -x[1]/s2 - 0.5 + x[0]*x[0]*e/2}
		},
		variance: place{math.Exp(s2 / 2), s2}, closed: true, window: grid.Window{X0: -7, X1: 7, Y0: -5, Y1: 5},
	}
	d.margin = func(k int, at float64) float64 {
		second := normal{1, 0, funnelSpread}
		if k == 1 {
			return second.at(at)
		}
		return trapezoid(-7*funnelSpread, 7*funnelSpread, 600, func(u float64) float64 { return second.at(u) * normal{1, 0, math.Exp(u / 2)}.at(at) })
	}
	return d
}

// trapezoid adds up a function that has died away at both ends: there the rule is off by
// far less than its step suggests.
func trapezoid(lo, hi float64, n int, f func(float64) float64) float64 {
	step, sum := (hi-lo)/float64(n), (f(lo)+f(hi))/2
	for i := 1; i < n; i++ {
		sum += f(lo + float64(i)*step)
	}
	return step * sum
}

// The rings about the origin on which it is looked whether a density has a finite integral:
// radii 2ᵏ, so many directions on each, of which the best are refined.
const (
	firstRing, lastRing = -22, 22
	directions          = 256
	refined             = 8
	lastRings           = 10 // whose decay decides
)

// leastDecay is the power of 1/r by which the mass of a ring has to fall: without any, as of
// 1/r² in the plane, the masses of the rings add up without end.
const leastDecay = 0.05

// endless is the growth of log p̃ from which no number is named.
const endless = 50

const grows say.Phrase = "Improper target: the formula grows without bound, so the density is not normalisable."

// refuse says why a density has no finite integral over the plane; nil where it has one.
// It looks at rings about the origin, each twice as large as the last, and asks whether
// their masses die away outwards and inwards. A pole elsewhere shows where grids are added up.
func (d density) refuse() error {
	masses := make([]float64, 0, lastRing-firstRing+1)
	for k := firstRing; k <= lastRing; k++ {
		m := d.ring(math.Ldexp(1, k))
		if math.IsInf(m, 1) {
			return algos.Refuse(grows)
		}
		masses = append(masses, m)
	}
	top := slices.Max(masses)
	if math.IsInf(top, -1) {
		return algos.Refuse("The density is 0 wherever it was evaluated: enter a formula that is defined around the origin.")
	}
	n := len(masses)
	outer, before := masses[n-1], masses[n-1-lastRings]
	if outer > before+endless {
		return algos.Refuse(grows)
	}
	if outer >= top-500 && outer > before-leastDecay*lastRings*math.Ln2 {
		w := say.Vars{"r": math.Ldexp(1, lastRing-lastRings), "R": math.Ldexp(1, lastRing), "times": math.Exp(outer - before)}
		return algos.Refuse(w.Text("Improper target: the density is not normalisable. A ring at the radius <R> has <times> times the mass of one " +
			"at <r>, so the integral diverges. Make the formula decrease faster, for example by -(x^2 + y^2)/2."))
	}
	if outer >= top-500 && outer > before-(2+leastDecay)*lastRings*math.Ln2 {
		return algos.Refuse("The tails of this density are so heavy that its variance is infinite, and no standard error exists. Make the formula " +
			"decrease faster, for example by -(x^2 + y^2)/2.")
	}
	inner, beyond := masses[0], masses[lastRings]
	if inner >= top-500 && inner > beyond-leastDecay*lastRings*math.Ln2 {
		return algos.Refuse("Improper target: the density grows so fast towards the origin that its integral diverges.")
	}
	return nil
}

// ring is the logarithm of r² ∫ p̃ dθ, the mass of a ring of the radius r by log r. A ridge may
// be narrow far out: about the highest directions the steps of the sum shrink in proportion to
// their distance from the top.
func (d density) ring(r float64) float64 {
	at := func(angle float64) float64 { return d.log(place{r * math.Cos(angle), r * math.Sin(angle)}) }
	const wide = 2 * math.Pi / directions
	heights := make([]float64, directions)
	order := make([]int, directions)
	for i := range heights {
		heights[i], order[i] = at(wide*float64(i)), i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case heights[a] > heights[b]:
			return -1
		case heights[a] < heights[b]:
			return 1
		}
		return 0
	})
	var terms []float64 // log of height · width
	for n, i := range order {
		if n >= refined {
			terms = append(terms, heights[i]+math.Log(wide))
			continue
		}
		top := climb(at, wide*float64(i), wide)
		for step := wide / 2; step > 1e-16; step /= 2 {
			for _, side := range [2]float64{-1, 1} {
				terms = append(terms, at(top+side*step*0.75)+math.Log(step/2))
			}
		}
	}
	return 2*math.Log(r) + logSum(terms)
}

// climb finds the top of a function about an angle by sections of the golden ratio.
func climb(f func(float64) float64, about, by float64) float64 {
	const golden = 0.6180339887498949
	lo, hi := about-by, about+by
	for range 60 {
		a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
		if f(a) < f(b) {
			lo = a
		} else {
			hi = b
		}
	}
	return (lo + hi) / 2
}

// logSum is log Σ exp.
func logSum(terms []float64) float64 {
	top := slices.Max(terms)
	if math.IsInf(top, 0) || math.IsNaN(top) {
		return top
	}
	sum := 0.0
	for _, t := range terms {
		sum += math.Exp(t - top)
	}
	return top + math.Log(sum)
}
