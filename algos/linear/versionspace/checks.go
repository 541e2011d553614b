package versionspace

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

const (
	claimCentre   = `the centre of the polygon classifies every example seen so far`
	claimCorners  = `every corner meets all inequalities, up to rounding`
	claimHalving  = `the majority of lines errs at most $\log_2\frac{\text{area before}}{\text{area now}}$ times`
	claimCentroid = `the centroid errs at most $\log_{9/5}\frac{\text{area before}}{\text{area now}}$ times`
	claimSplit    = `the two sides of a cut make up the polygon`
	claimFarkas   = `$\sum_t\lambda_t\,y_t\,x_t=0$ with $\lambda\ge 0$, $\sum_t\lambda_t=1$: so no $\theta$ has all $y_t\langle\theta,x_t\rangle>0$`
	claimElse     = `the line of largest margin classifies every example seen so far`
	claimNearest  = `the point of the polygon nearest to 0 has the length $1/\gamma$ of the support vector machine`
)

// Checks implements [algos.View].
func (s snapshot) Checks() []algos.Check {
	if s.ending == infeasible {
		return []algos.Check{
			algos.Inapplicable("classifies", claimCentre, say.Phrase("nothing is left: no "+s.line()+" separates the examples")),
			s.checkFarkas(),
		}
	}
	if s.polygon == nil {
		if s.proof.Gamma <= 16*epsilon*s.proof.R {
			return []algos.Check{algos.Inapplicable("classifies", claimElse, "its margin is so small that rounding its weights can undo it; that it exists was decided in whole numbers")}
		}
		c := algos.Equal("classifies", claimElse, float64(s.wrong(s.seen, s.theta)), 0, 0)
		c.LeftLabel = "wrong"
		c.Why = "decided exactly: the polygon is empty in this chart only"
		return []algos.Check{c}
	}
	checks := []algos.Check{s.checkCentre(), s.checkHalving(), s.checkCentroid(), s.checkCorners()}
	if s.kind != start {
		checks = append(checks, s.checkSplit())
	}
	if s.chart.least > 0 && s.kind != ask {
		checks = append(checks, s.checkNearest())
	}
	return checks
}

func (s snapshot) checkCentre() algos.Check {
	c := algos.Equal("classifies", claimCentre, float64(s.wrong(s.known(), s.theta)), 0, 0)
	c.LeftLabel = "wrong"
	c.Why = say.Phrase(fmt.Sprintf("%s, decided without rounding", say.Count(len(s.known()), "example")))
	return c
}

// Every cut rounds the area by a few units of its last place.
func (s snapshot) slack() float64 { return 64 * epsilon * float64(len(s.seen)+1) }

func (s snapshot) checkHalving() algos.Check {
	c := algos.AtMost("halving", claimHalving, float64(s.majority), s.bits(), s.slack()*(1+1/s.area()))
	c.LeftLabel, c.RightLabel, c.Meter = "mistakes", "log₂", s.bits() > 0
	c.Why = "each of its mistakes leaves at most half"
	return c
}

func (s snapshot) checkCentroid() algos.Check {
	if s.Centre != centroid {
		return algos.Inapplicable("grunbaum", claimCentroid, "another centre is drawn")
	}
	bound := s.bits() / math.Log2(9.0/5)
	c := algos.AtMost("grunbaum", claimCentroid, float64(s.mistakes), bound, s.slack()*(1+1/s.area()))
	c.LeftLabel, c.Meter = "mistakes", bound > 0
	c.Why = "each of its mistakes leaves at most 5/9 (Grünbaum)"
	return c
}

// checkCorners looks at all inequalities with border distances: those of a
// corner are off by a few roundings of numbers up to √2.
func (s snapshot) checkCorners() algos.Check {
	least := math.Inf(1)
	for _, h := range s.cuts(s.known()) {
		for _, p := range s.polygon {
			least = min(least, h.at(p))
		}
	}
	c := algos.AtMost("corners", claimCorners, max(0, -least), s.slack()*s.spread(), 0)
	c.LeftLabel, c.RightLabel = "violation", "rounding"
	return c
}

// spread is how much longer than the distance between two corners a cut through
// both can throw their rounding: the polygon's length over its width.
func (s snapshot) spread() float64 {
	long := s.polygon.diameter()
	return max(1, long*long/s.polygon.area())
}

func (s snapshot) checkSplit() algos.Check {
	label := s.Points[s.row].Sign() > 0
	if s.null() {
		return algos.Inapplicable("split", claimSplit, say.Phrase(name(s.row)+" is 0 and cuts nothing: every line gives it the score 0"))
	}
	c := algos.AtMost("split", claimSplit, s.plus+s.minus, 1, s.slack()*(1+1/s.before.area()))
	if s.chart.least == 0 {
		c = algos.Equal("split", claimSplit, s.plus+s.minus, 1, s.slack()*(1+1/s.before.area()))
	}
	c.LeftLabel = "sum of the shares"
	if s.kind == cut && math.Abs(s.kept-s.before.share(s.side(s.row, label))) > s.slack() {
		c.Verdict = algos.Broken
	}
	return c
}

// checkFarkas proves that nothing is left: at most three examples for lines
// through the origin, four otherwise.
func (s snapshot) checkFarkas() algos.Check {
	var sum vector
	why := "λ > 0 on "
	for k, i := range s.proof.Rows {
		for d, v := range s.z[s.seen[i]] {
			sum[d] += s.proof.Weights[k] * v
		}
		if k > 0 {
			why += ", "
		}
		why += fmt.Sprintf("%s (%s)", name(s.seen[i]), say.Num(s.proof.Weights[k]))
	}
	length := math.Hypot(math.Hypot(sum[0], sum[1]), sum[2])
	c := algos.Equal("farkas", claimFarkas, length, 0, 16*epsilon*s.proof.R)
	c.LeftLabel, c.Why = "‖Σλyx‖", say.Phrase(why)
	return c
}

func (s snapshot) checkNearest() algos.Check {
	best := bestOfPrefix(s.rows(s.known()))
	if len(s.known()) == 0 {
		return algos.Inapplicable("nearest", claimNearest, "no example yet")
	}
	p := s.polygon.nearest()
	length := math.Hypot(p[0], p[1]) * s.chart.width[0]
	c := algos.Equal("nearest", claimNearest, length, 1/best.Gamma, 1e-9*s.spread()*s.chart.width[0])
	c.LeftLabel, c.RightLabel = "‖θ‖", "1/γ"
	return c
}
