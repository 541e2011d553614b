package mcmc

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

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

const grows say.Phrase = "The formula grows without bound: its density has no finite integral, and there is nothing to draw samples from."

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
		return algos.Refuse("The density is 0 wherever it was looked for: write a formula that is defined about the origin.")
	}
	n := len(masses)
	outer, before := masses[n-1], masses[n-1-lastRings]
	if outer > before+endless {
		return algos.Refuse(grows)
	}
	if outer >= top-500 && outer > before-leastDecay*lastRings*math.Ln2 {
		w := say.Vars{"r": math.Ldexp(1, lastRing-lastRings), "R": math.Ldexp(1, lastRing), "times": math.Exp(outer - before)}
		return algos.Refuse(w.Text("This density has no finite integral over the plane: a ring at the radius <R> holds <times> times the mass of one at <r>, " +
			"and without end rings do not add up. Make the formula fall faster far out, such as by -(x^2 + y^2)/2."))
	}
	if outer >= top-500 && outer > before-(2+leastDecay)*lastRings*math.Ln2 {
		return algos.Refuse("This density falls so slowly far out that it has no variance, and without one no standard error. " +
			"Make the formula fall faster, such as by -(x^2 + y^2)/2.")
	}
	inner, beyond := masses[0], masses[lastRings]
	if inner >= top-500 && inner > beyond-leastDecay*lastRings*math.Ln2 {
		return algos.Refuse("This density has no finite integral: it grows so fast towards the origin that smaller and smaller rings do not add up.")
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
