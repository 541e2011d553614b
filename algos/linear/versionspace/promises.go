package versionspace

import (
	"math"
	"strings"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

const (
	claimHalving  = `halving algorithm: the majority vote makes at most $\log_2\frac{\text{area before}}{\text{area now}}$ mistakes`
	claimCentroid = `mistake bound of the centroid: at most $\log_{9/5}\frac{\text{area before}}{\text{area now}}$ mistakes`
)

var (
	claimCentre  = algos.Guarantee{Name: "classifies", Claim: `consistency: the centre of the version space classifies all examples so far correctly`}
	claimWidest  = algos.Guarantee{Name: "classifies", Claim: `consistency: the maximum-margin classifier classifies all examples so far correctly`}
	claimSplit   = algos.Guarantee{Name: "split", Claim: `the two sides of a constraint make up the version space`}
	claimApart   = algos.Guarantee{Name: "split", Claim: `the two sides of a constraint do not overlap: there is a strip between them`}
	claimCorners = algos.Guarantee{Name: "corners", Claim: `every vertex satisfies all constraints`}
	claimFarkas  = algos.Guarantee{Name: "farkas", Claim: `$\sum_t\lambda_t\,y_t\,x_t=0$ with $\lambda\ge 0$, $\sum_t\lambda_t=1$: so no $\theta$ has all $y_t\langle\theta,x_t\rangle>0$`}
	claimNearest = algos.Guarantee{Name: "nearest", Claim: `the minimum-norm point of the version space has norm $1/\gamma$, as the hard-margin ` +
		`support vector machine`}
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	switch {
	case v.ending == infeasible:
		return []algos.Check{
			claimCentre.Not(v.vars().Text("empty version space: no <line> separates the classes")),
			v.checkFarkas(),
		}
	case v.polygon == nil && v.proof.Gamma <= 16*num.Ulp*v.proof.R:
		const why = "its margin is so small that rounding the weights can undo it; exact integer arithmetic shows that it exists"
		return []algos.Check{claimWidest.Not(why)}
	case v.polygon == nil:
		return []algos.Check{v.classifies(claimWidest).Because("in exact arithmetic: the version space is empty in this parametrisation only")}
	}
	checks := []algos.Check{
		v.classifies(claimCentre).Because(v.vars().Text("<known example>, in exact arithmetic")),
		v.bound("halving", claimHalving, v.majority, v.bits()).Between("mistakes", "log₂").Because("each mistake at least halves the version space"),
		v.checkCentroid(), v.checkCorners(),
	}
	if v.did != start {
		checks = append(checks, v.checkSplit())
	}
	if v.chart.least > 0 && v.did != ask {
		checks = append(checks, v.checkNearest())
	}
	return checks
}

// classifies counts the mistakes of the drawn line.
func (v view) classifies(g algos.Guarantee) algos.Check {
	return g.Equal(float64(v.wrong(v.known(), v.theta)), 0, 0).Between("misclassified", "")
}

// Every cut rounds the area by a few units of its last place.
func (v view) slack() float64 { return 64 * num.Ulp * float64(len(v.seen)+1) }

// bound compares mistakes with what the area allows.
func (v view) bound(name string, claim say.Phrase, mistakes int, most float64) algos.Check {
	c := algos.AtMost(name, claim, float64(mistakes), most, v.slack()*(1+1/v.area()))
	c.Meter = most > 0
	return c
}

var claimGrunbaum = algos.Guarantee{Name: "grunbaum", Claim: claimCentroid}

func (v view) checkCentroid() algos.Check {
	if v.Centre != centroid {
		return claimGrunbaum.Not("another point estimate is shown")
	}
	return v.bound("grunbaum", claimCentroid, v.mistakes, v.bits()/math.Log2(9.0/5)).
		Between("mistakes", "").Because("each mistake keeps at most 5/9 of the area (Grünbaum)")
}

// checkCorners looks at all inequalities with border distances: those of a
// corner are off by a few roundings of numbers up to √2.
func (v view) checkCorners() algos.Check {
	least := math.Inf(1)
	for _, h := range v.cuts(v.known()) {
		for _, p := range v.polygon {
			least = min(least, h.at(p))
		}
	}
	return narrow(claimCorners.AtMost(max(0, -least), 0, v.slack()*v.spread()).Of(v.polygon.diameter()).Between("constraint violation", ""))
}

// narrow says of a promise that is not decided that the polygon is the reason.
func narrow(c algos.Check) algos.Check {
	if c.Verdict != algos.Undecided {
		return c
	}
	w := say.Vars{"rounding": c.Rounding}
	return c.Because(w.Text("the version space is too small for its vertices to be known: rounding may move the two sides apart by <rounding>"))
}

// spread is how much longer than the distance between two corners a cut through
// both can throw their rounding: the polygon's length over its width.
func (v view) spread() float64 {
	long := v.polygon.diameter()
	return max(1, long*long/v.polygon.area())
}

func (v view) checkSplit() algos.Check {
	if v.null() {
		return claimSplit.Not(v.vars().Text("<x> is 0 and adds no constraint: every classifier has score 0 there"))
	}
	compare := claimSplit.Equal
	if v.chart.least > 0 {
		compare = claimApart.AtMost
	}
	slack := v.slack() * (1 + 1/v.before.area())
	c := compare(v.plus+v.minus, 1, slack).Between("sum of both fractions", "")
	c = narrow(c)
	if v.did == cut && math.Abs(v.kept-v.before.share(v.side(v.row, v.label()))) > slack {
		c.Verdict = algos.Broken
	}
	return c
}

// checkFarkas proves that nothing is left: at most three examples for lines
// through the origin, four otherwise. Each weight, each product and each sum is
// rounded once, or to the least number that there is.
func (v view) checkFarkas() algos.Check {
	var sum vector
	var rows []string
	total, size, all, least := 0.0, 0.0, 0.0, 0.0
	for k, i := range v.guilty() {
		weight, z := v.proof.Weights[k], v.z[i]
		for d := range z {
			sum[d] += weight * z[d]
		}
		length := weight * math.Hypot(math.Hypot(z[0], z[1]), z[2])
		total, size, all, least = total+weight, max(size, length), all+length, min(least, weight)
		rows = append(rows, say.Row(i).Name()+" ("+say.Num(weight)+")")
	}
	length := math.Hypot(math.Hypot(sum[0], sum[1]), sum[2])
	c := claimFarkas.Equal(length, 0, 8*num.Ulp*all+8*math.SmallestNonzeroFloat64*(1+v.proof.R)).Of(size).Between("‖Σλyx‖", "").
		Because(say.Vars{"rows": strings.Join(rows, ", ")}.Text("λ > 0 on <rows>"))
	if least < 0 || !(math.Abs(total-1) <= 8*num.Ulp) {
		c.Verdict = algos.Broken
	}
	return c
}

func (v view) checkNearest() algos.Check {
	if len(v.known()) == 0 {
		return claimNearest.Not("no example yet")
	}
	p, best := v.polygon.nearest(), bestOfPrefix(v.rows(v.known()))
	return narrow(claimNearest.Equal(math.Hypot(p[0], p[1])*v.chart.width[0], 1/best.Gamma, 4*v.slack()*v.spread()*v.chart.width[0]).
		Between("‖θ‖", "1/γ"))
}
