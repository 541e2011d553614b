package losses

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

const ulp = num.Ulp

const (
	claimBound = `<name> bounds the 0–1 loss: $\;\text{mistakes} \le \sum_i \ell(z_i)$`
)

var (
	claimScaled   = algos.Guarantee{Name: "scaled-logistic", Claim: `logistic with ln: $\;\ln 2 \cdot \text{mistakes} \le \sum_i \ln(1 + e^{-z_i})$`}
	claimGap      = algos.Guarantee{Name: "ln-gap", Claim: `ln-logistic is below the 0–1 loss exactly where $-\ln(e-1) < z \le 0$`}
	claimCheaper  = algos.Guarantee{Name: "cheaper", Claim: `of the points that are right, the hinge charges less than ln-logistic exactly where $z > \ln(e-1)$`}
	claimLeast    = algos.Guarantee{Name: "least", Claim: `no angle of this turn has less of the chosen loss than the best`}
	claimConvex   = algos.Guarantee{Name: "convex", Claim: `the chosen loss is convex: the middle of a chord is not below the curve`}
	claimOpposite = algos.Guarantee{Name: "opposite", Claim: `$\theta$ and $-\theta$ share the points: mistakes add up to $n$, and points on the line count twice`}
)

// overflow is why nothing is guaranteed about a total.
const overflow say.Phrase = "the total is beyond floating-point numbers"

// Checks states which losses bound the mistakes, and what else theory guarantees.
func (v view) Checks() []algos.Check {
	z := v.margins(v.angle)
	checks := []algos.Check{v.checkGap(z), v.checkCheaper(z), v.checkScaled(z)}
	for l, fn := range all {
		if l != atZeroOne && fn.share == 1 {
			checks = append(checks, v.checkBound(l, z))
		}
	}
	return append(checks, v.checkLeast(), v.checkConvex(z), v.checkOpposite())
}

// rounding bounds that of a total: a sum of terms above 0, each with a few roundings.
func (v view) rounding(total float64) float64 { return ulp * float64(len(v.y)+8) * total }

// checkBound: ℓ(z) ≥ 1[z ≤ 0] point by point, and so in the sum.
func (v view) checkBound(l int, z []float64) algos.Check {
	fn := all[l]
	claim := say.Vars{"name": fn.name}.Text(claimBound)
	if !finite(v.sum[l]) {
		return algos.Inapplicable("bound-"+fn.id, claim, overflow)
	}
	c := algos.AtMost("bound-"+fn.id, claim, v.sum[atZeroOne], v.sum[l], v.rounding(v.sum[l])).Between("mistakes", fn.name)
	c.Meter = v.sum[l] > 0
	for i, m := range z {
		if fn.at(m) < zeroOne(m)-4*ulp {
			c.Verdict, c.Why = algos.Broken, say.Vars{"row": say.Row(i).Name(), "z": m, "loss": fn.at(m)}.Text("<row> with the margin <z> has the loss <loss> < 1")
		}
	}
	return c
}

// checkScaled: the logistic loss with ln is a bound after a division by ln 2.
func (v view) checkScaled(z []float64) algos.Check {
	c := claimScaled.AtMost(all[atLogistic].share*v.sum[atZeroOne], v.sum[atLogistic], v.rounding(v.sum[atLogistic])).
		Between("ln 2 · mistakes", "logistic").Because("without the factor it need not hold, though it does here")
	c.Meter = v.sum[atLogistic] > 0
	if v.sum[atZeroOne] > v.sum[atLogistic] {
		c.Why = say.Vars{"wrong": v.mistakes(), "total": v.sum[atLogistic]}.Text("without the factor it fails: <wrong mistake> against a total of <total>")
	}
	return c
}

// checkGap counts the points at which the logistic loss is less than the 0–1
// loss, and those whose margin lies in the gap.
func (v view) checkGap(z []float64) algos.Check {
	below, inside := 0, 0
	why := say.Phrase("no margin lies there now")
	for i, m := range z {
		if math.Abs(m-gapEdge) < 1e-12 {
			continue // the loss is 1 up to rounding
		}
		if logistic(m) < zeroOne(m) {
			if below++; below == 1 {
				why = say.Vars{"row": say.Row(i).Name(), "z": m, "loss": logistic(m)}.Text("<row> with z = <z> has <loss> < 1")
			}
		}
		if gap(m) {
			inside++
		}
	}
	if below > 1 {
		why = say.Vars{"first": why, "more": below - 1}.Text("<first>; and <more> more")
	}
	return claimGap.Equal(float64(below), float64(inside), 0).Between("points with a loss below", "margins in (−0.541, 0]").Because(why)
}

// checkCheaper counts the right points by their losses, and by their margins.
func (v view) checkCheaper(z []float64) algos.Check {
	less, beyond, dearer := 0, 0, -1
	cheaper := -1
	for i, m := range z {
		if m <= 0 || math.Abs(m-crossing) < 1e-12 {
			continue // a mistake, or equal up to rounding
		}
		if m > math.Log(math.E-1) {
			beyond++
		}
		switch h, l := all[atHinge].at(m), all[atLogistic].at(m); {
		case h < l:
			if less++; cheaper < 0 || m < z[cheaper] {
				cheaper = i
			}
		case h == l: // both 0: a margin of hundreds, beyond the numbers there are
			less++
		case dearer < 0 || m > z[dearer]:
			dearer = i
		}
	}
	why := say.Phrase("no point is right between 0 and 0.541, where the hinge charges more")
	if dearer >= 0 {
		why = say.Vars{"row": say.Row(dearer).Name(), "z": z[dearer], "h": hinge(z[dearer]), "l": logistic(z[dearer])}.
			Text("<row> is right with z = <z>, and the hinge charges more: <h> > <l>")
	}
	if cheaper >= 0 {
		why = say.Vars{"why": why, "row": say.Row(cheaper).Name(), "z": z[cheaper], "h": hinge(z[cheaper]), "l": logistic(z[cheaper])}.
			Text("<why>; <row> with z = <z>: <h> < <l>")
	}
	return claimCheaper.Equal(float64(less), float64(beyond), 0).
		Between("right points that the hinge charges less", "margins above 0.541").Because(why)
}

func (v view) checkLeast() algos.Check {
	best, now := v.sweep().least[v.chosen], v.sum[v.chosen]
	if !finite(now) || !finite(best.total) {
		return claimLeast.Not(overflow)
	}
	return claimLeast.AtLeast(now, best.total, 2*v.rounding(best.total)).
		Between("now", say.Vars{"angle": degrees(best.angle)}.Text("least, at <angle>°"))
}

// checkConvex looks at the chord between the least and the greatest margin.
func (v view) checkConvex(z []float64) algos.Check {
	fn := all[v.chosen]
	if !fn.convex {
		return claimConvex.Not("the 0–1 loss is not: " +
			"between z = −1 and z = 0.5 its chord passes below the curve, ½ < 1 at z = −0.25")
	}
	lo, hi := slices.Min(z), slices.Max(z)
	middle, chord := fn.at((lo+hi)/2), (fn.at(lo)+fn.at(hi))/2
	if !finite(chord) {
		return claimConvex.Not("the loss of the least margin is beyond floating-point numbers")
	}
	// The middle is rounded, and steep curves show it.
	at, off := (lo+hi)/2, ulp*max(math.Abs(lo), math.Abs(hi))
	rounding := max(math.Abs(fn.at(at-off)-middle), math.Abs(fn.at(at+off)-middle)) + 8*ulp*chord
	return claimConvex.AtMost(middle, chord, rounding).Between("curve", "chord").
		Because(say.Vars{"lo": lo, "hi": hi}.Text("between the margins <lo> and <hi>; true of the formula of the loss, and shown here with your numbers"))
}

// checkOpposite: turning θ by 180° changes the sign of every margin.
func (v view) checkOpposite() algos.Check {
	if v.Theta0 != 0 {
		return claimOpposite.Not("with θ₀ ≠ 0 the line of −θ is another one")
	}
	theta := v.theta(v.angle)
	opposite, on := 0, 0
	for i := range v.y {
		z := v.margin(i, [2]float64{-theta[0], -theta[1]})
		if z <= 0 {
			opposite++
		}
		if z == 0 {
			on++
		}
	}
	return claimOpposite.Equal(v.sum[atZeroOne]+float64(opposite), float64(len(v.y)+on), 0).
		Between("mistakes of both", "n + on the line").Because("true of every line, and shown here with your points: the margins of −θ are reckoned anew")
}
