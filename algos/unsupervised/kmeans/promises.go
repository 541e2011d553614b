package kmeans

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

// Checks states the theoretical guarantees of this state.
func (v view) Checks() []algos.Check {
	s := v.state
	switch v.phase {
	case starting, drawing:
		if s.seeding == nil {
			return []algos.Check{s.checkOptimum(s.inertia)}
		}
		return []algos.Check{s.checkLaw(), s.checkFalls(), s.checkOptimum(s.inertia), s.checkFactor()}
	case asking:
		return []algos.Check{s.checkCells()}
	}
	checks := []algos.Check{
		s.checkMonotone(), s.checkCells(), s.checkGradient(), s.checkOptimum(s.objective), s.checkSplit(), s.checkScatter(), s.checkFixpoint(),
	}
	if v.Init == plusPlus {
		checks = append(checks, s.checkFactor())
	}
	return checks
}

// updated reports whether the last half round moved the centres.
func (s *state) updated() bool { return s.was == nil && s.old != nil && !math.IsNaN(s.moved) }

// settled reports whether the centres are the means of the assignment: after an update,
// and where an assignment changed nothing.
func (s *state) settled() bool { return s.updated() || s.changed == 0 && s.round > 0 }

// checkMonotone: given the centres the nearest is the best for every point, and given
// the assignment the mean is the best for every cluster.
func (s *state) checkMonotone() algos.Check {
	claim := algos.Guarantee{Name: "monotone", Claim: "$J$ never increases, neither in an assignment step nor in an update step"}
	if math.IsNaN(s.before) {
		return claim.Not("there is no earlier value of $J$")
	}
	v := say.Vars{"fall": s.before - s.objective}
	c := claim.AtMost(s.objective, s.before, s.rounding(s.objective)+s.rounding(s.before)).Of(s.before).
		Between("now", "before this step")
	if s.before-s.objective > s.rounding(s.before) {
		c = c.Because(v.Text("it fell by <fall>"))
	}
	return c
}

// checkCells: after an assignment every point lies in the Voronoi cell of its centre, on
// its side of the lines midway between this and each other centre. That is worked out
// by the normals of these lines, and not by distances of points.
func (s *state) checkCells() algos.Check {
	claim := algos.Guarantee{Name: "cells", Claim: "after the assignment step, every point is in the Voronoi cell of its centre: its distance to " +
		"the boundary is at least 0"}
	if s.labels == nil || s.updated() {
		return claim.Not("the centres have moved since the last assignment step")
	}
	inside, size := math.Inf(1), 0.0
	for i, p := range s.x {
		a := s.centres[s.labels[i]]
		for _, b := range s.centres {
			far := math.Sqrt(lloyd.D2(a, b))
			if b == gone || far == 0 {
				continue
			}
			side := ((b[0]-a[0])*(p[0]-a[0]-(b[0]-a[0])/2) + (b[1]-a[1])*(p[1]-a[1]-(b[1]-a[1])/2)) / far
			inside = min(inside, -side)
			size = max(size, far, math.Sqrt(lloyd.D2(p, a)))
		}
	}
	if size == 0 {
		return claim.Not("a single cell has no boundary")
	}
	// The distances from both centres are rounded by an ulp of themselves, which moves the
	// line by as much; of centres close together by more.
	rounding := 8 * num.Ulp * size * size / s.closest(size)
	return claim.AtLeast(inside, 0, rounding).Of(size).Between("nearest point to a boundary", "")
}

// closest is the least distance of two centres that are apart, at most so much.
func (s *state) closest(most float64) float64 {
	for k, a := range s.centres {
		for _, b := range s.centres[:k] {
			if d := math.Sqrt(lloyd.D2(a, b)); d > 0 && a != gone && b != gone {
				most = min(most, d)
			}
		}
	}
	return most
}

// checkGradient: the derivative of J by μₖ is −2 Σ (xᵢ − μₖ) over the points of k.
func (s *state) checkGradient() algos.Check {
	claim := algos.Guarantee{Name: "gradient", Claim: `after the update step, the gradient $\partial J/\partial \mu_k = -2\sum_{c(i)=k}(x_i - ` +
		`\mu_k)$ is 0 for every cluster`}
	if !s.settled() {
		return claim.Not("the assignment has changed since the last update step")
	}
	gradients, sizes := make([][2]num.Sum, len(s.centres)), 0.0
	for i, p := range s.x {
		k := s.labels[i]
		for d := range 2 {
			gradients[k][d].Add(-2*(p[d]-s.centres[k][d]), 4*s.reach)
		}
	}
	steepest, rounding := 0.0, 0.0
	for k := range gradients {
		for _, g := range gradients[k] {
			steepest, rounding, sizes = max(steepest, math.Abs(g.Value)), max(rounding, g.Rounding()), max(sizes, g.Size())
		}
	}
	return claim.Equal(steepest, 0, rounding).Of(sizes).Between("largest component", "")
}

// checkSplit: moving the centre of N points to their mean takes N times the square of
// the way off their sum of squares. An empty cluster that took the farthest point took
// its squared distance.
func (s *state) checkSplit() algos.Check {
	claim := say.Phrase(`the update step lowers $J$ by $\sum_k N_k \lVert \mu_k - \mu_k^{\text{old}} \rVert^2$`)
	if len(s.filled) > 0 {
		claim = `the update step lowers $J$ by $\sum_k N_k \lVert \mu_k - \mu_k^{\text{old}} \rVert^2$, plus the squared distance of each point ` +
			`reassigned to an empty cluster`
	}
	if !s.updated() {
		return algos.Inapplicable("split", claim, "this step moves no centre")
	}
	var sum num.Sum
	for _, f := range s.filled {
		sum.Add(f.d2)
	}
	far := 0.0
	for k, n := range s.counts {
		if n > 0 {
			d2 := lloyd.D2(s.centres[k], s.old[k])
			sum.Add(float64(n) * d2)
			far = max(far, math.Sqrt(d2))
		}
	}
	// Centres are off by an ulp of where they are, and the ways between them likewise.
	rounding := s.rounding(s.before) + s.rounding(s.objective) + sum.Rounding() + 16*num.Ulp*s.reach*far*float64(len(s.x))
	return algos.Equal("split", claim, s.before-s.objective, sum.Value, rounding).Of(s.before).Between("decrease of J", "sum")
}

// checkScatter: the squares about the mean of all are those within the clusters and
// those between them.
func (s *state) checkScatter() algos.Check {
	claim := algos.Guarantee{Name: "scatter", Claim: `$\sum_i \lVert x_i - \bar{x} \rVert^2 = J + \sum_k N_k \lVert \mu_k - \bar{x} ` +
		`\rVert^2$: total = within-cluster + between-cluster sum of squares`}
	if !s.settled() {
		return claim.Not("the centres are not the means of their clusters")
	}
	var sum num.Sum
	for k, n := range s.counts {
		if n > 0 {
			sum.Add(float64(n) * lloyd.D2(s.centres[k], s.mean))
		}
	}
	v := say.Vars{"J": precise(s.objective), "between": precise(sum.Value)}
	n, off := float64(len(s.x)), 16*num.Ulp*s.reach
	rounding := s.rounding(s.scatter) + s.rounding(s.objective) + sum.Rounding() + off*math.Sqrt(n*s.scatter) + n*off*off
	return claim.Equal(s.scatter, s.objective+sum.Value, rounding).Of(s.scatter).Between("total", "within + between").
		Because(v.Text("within <J>, between <between>"))
}

// checkOptimum: nothing is below the optimum, which another algorithm finds where it can
// be found.
func (s *state) checkOptimum(objective float64) algos.Check {
	claim := algos.Guarantee{Name: "optimum", Claim: "$J$ is at least the global minimum over all partitions into $K$ clusters"}
	if math.IsNaN(objective) || s.seeding != nil && len(s.centres) < s.K {
		return claim.Not("the centres are not all chosen yet")
	}
	o := s.best()
	if o.how == unknown {
		v := say.Vars{"n": len(s.x)}
		return claim.Not(v.Text("the global minimum is not computed for <n point> in the plane, only in one dimension or for ten points or fewer"))
	}
	// Both searches add up squares about the middle of the data, and among partitions that
	// differ by less than the rounding of these sums they take any.
	rounding := s.rounding(objective) + s.rounding(o.value) + 64*num.Ulp*float64(len(s.x))*s.scatter
	c := claim.AtLeast(objective, o.value, rounding).Of(s.scatter).Between("J", "global minimum")
	switch v := (say.Vars{"factor": objective / o.value}); {
	case o.value > 0 && objective > 1.001*o.value && s.status.State == algos.Converged:
		return c.Because(v.Text("a local minimum: <factor> times the global minimum"))
	case o.how == byProgram:
		return c.Because("the global minimum in one dimension is found by dynamic programming")
	case o.how == byTrying:
		return c.Because("the global minimum is found by enumerating all partitions")
	}
	return c.Because("with one centre, the global minimum is at the mean")
}

// checkLaw: the probabilities of the next draw add up to 1, and a chosen point has none.
func (s *state) checkLaw() algos.Check {
	claim := algos.Guarantee{Name: "law", Claim: `the probabilities $D^2(x_i)/\sum_j D^2(x_j)$ add up to 1, and those of the chosen points are 0`}
	switch {
	case s.law == nil || s.law.D2 == nil:
		return claim.Not("the first centre is sampled uniformly")
	case s.law.Total == 0:
		return claim.Not("every point coincides with a centre: all D are 0")
	}
	var sum num.Sum
	for _, d2 := range s.law.D2 {
		sum.Add(d2 / s.law.Total)
	}
	for _, row := range s.law.Rows {
		sum.Add(s.law.D2[row] / s.law.Total)
	}
	return claim.Equal(sum.Value, 1, sum.Rounding()).Between("sum", "")
}

// checkFalls: one more centre only brings points nearer to one.
func (s *state) checkFalls() algos.Check {
	claim := algos.Guarantee{Name: "falls", Claim: `a further centre never increases $\sum_i D^2(x_i)$`}
	if s.law == nil || s.law.D2 == nil {
		return claim.Not("there was no earlier centre")
	}
	return claim.AtMost(lloyd.Inertia(s.x, s.centres), s.law.Total, s.rounding(s.law.Total)).Between("now", "with one centre fewer")
}

// checkFactor: the theorem of k-means++, about the expectation over all draws.
func (s *state) checkFactor() algos.Check {
	claim := algos.Guarantee{Name: "factor", Claim: `k-means++ bound (Arthur and Vassilvitskii), before any iteration: $\operatorname{E}[J] ` +
		`\le 8(\ln K + 2)\,J_{\text{best}}$`}
	o := s.best()
	expected, ok := s.likely()
	switch {
	case o.how == unknown:
		return claim.Not("the global minimum is not known here")
	case !ok:
		v := say.Vars{"n": len(s.x), "K": s.K}
		return claim.Not(v.Text("there are too many samples of <K centre> from <n point> to enumerate"))
	}
	v := say.Vars{"factor": expected / o.value, "bound": factor(s.K)}
	c := claim.AtMost(expected, factor(s.K)*o.value, s.rounding(expected)).Of(s.scatter).Between("expected", "bound").Metered()
	if o.value > 0 {
		c = c.Because(v.Text("the expectation is <factor> times the global minimum, the bound <bound> times"))
	}
	return c
}

// factor is by how much k-means++ is at most worse than the best, on average.
func factor(k int) float64 { return 8 * (math.Log(float64(k)) + 2) }

// checkFixpoint: at the end a whole round more, from scratch, moves no centre.
func (s *state) checkFixpoint() algos.Check {
	claim := algos.Guarantee{Name: "fixpoint", Claim: "a converged run is at a fixed point: a further iteration moves no centre"}
	if s.centres == nil || s.labels == nil {
		return claim.Not("no iteration was done yet")
	}
	far := 0.0
	for k, c := range lloyd.Step(s.x, s.centres) {
		if c != gone {
			far = max(far, math.Sqrt(lloyd.D2(c, s.centres[k])))
		}
	}
	return claim.Tends(far, 0, 0, s.status).Of(s.reach).Between("largest move", "")
}
