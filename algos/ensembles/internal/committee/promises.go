package committee

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// Promised computes the guarantees from the state that is shown, by a second route.
func (v View) Promised() []algos.Check {
	s := v.State
	none := say.Phrase("")
	if len(s.Committee) == 0 {
		none = "no tree yet"
	}
	checks := []algos.Check{s.checkOut(none), s.checkAmbiguity(none), s.checkBetter(none), s.checkRecount(none), s.checkBag(none), s.checkVariance(none)}
	if s.Forest {
		checks = append(checks, s.checkColumns(none))
	}
	return checks
}

// standardErrors is how far the out-of-bag fraction may be from its mean. The share is an average of many draws, bounded and
// negatively dependent, so that it is farther off with a probability below 2e^(−18), about 3·10⁻⁸.
const standardErrors = 6

// checkOut compares the share of samples out-of-bag with what it is on average. The number of samples that n draws
// miss has the variance of the occupancy problem.
func (s *State) checkOut(none say.Phrase) algos.Check {
	claim := algos.Guarantee{Name: "out", Claim: `OOB fraction: $\left(1-\frac{1}{n}\right)^n$ in expectation, within 6 standard errors`}
	n, b, out := float64(len(s.Y)), float64(len(s.Committee)), 0
	for _, m := range s.Committee {
		for _, c := range m.Times {
			if c == 0 {
				out++
			}
		}
	}
	both := power(1-2/n, len(s.Y)) // that two given rows are missed
	se := math.Sqrt(max(0, n*(n-1)*both+n*s.Miss-n*n*s.Miss*s.Miss)) / n / math.Sqrt(max(1, b))
	off := 0.0
	if b > 0 {
		off = math.Abs(s.OutShare() - s.Miss)
		if direct := float64(out) / (n * b); direct != s.OutShare() { // what the members' rows say
			off = math.Abs(direct-s.Miss) + standardErrors*se + 1
		}
	}
	return claim.AtMost(off, standardErrors*se, 64*num.Ulp).Between("deviation", "6 standard errors").
		Because(say.Vars{"share": s.OutShare(), "miss": s.Miss, "limit": 1 / math.E}.
			Text("<share>, expected <miss>; for large n this tends to e⁻¹ = <limit>")).Unless(none)
}

// spread is the mean squared distance of the trees from the ensemble, and the mean squared error of the trees, tree by
// tree from their leaves.
func (s *State) spread() (spread, single float64) {
	says, mean := make([]float64, s.K), make([]float64, s.K)
	b, n := float64(len(s.Committee)), float64(len(s.Y))
	half := 2.0 // the shares of two classes differ alike
	if s.Z != nil {
		half = 1
	}
	for i := range s.Y {
		clear(mean)
		for _, m := range s.Committee {
			s.says(mean, &m.Tree.Nodes[m.Leaves[i]])
		}
		for k := range mean {
			mean[k] /= b
		}
		for _, m := range s.Committee {
			clear(says)
			s.says(says, &m.Tree.Nodes[m.Leaves[i]])
			single += s.loss(i, says, 1) / b / n
			for k, v := range says {
				spread += (v - mean[k]) * (v - mean[k]) / half / b / n
			}
		}
	}
	return spread, single
}

func (s *State) checkAmbiguity(none say.Phrase) algos.Check {
	claim := algos.Guarantee{Name: "ambiguity", Claim: `ambiguity decomposition: squared error of the ensemble = mean error of the trees − their ` +
		`diversity $\overline{(p_b-\bar p)^2}$`}
	if none != "" {
		return claim.Not(none)
	}
	spread, single := s.spread()
	// as many terms as samples and trees, each at most 1, and the mean is updated once for every tree
	slack := 8 * num.Ulp * float64(len(s.Y)+2*len(s.Committee))
	if s.Z != nil {
		slack = s.slack(single + spread)
	}
	return claim.Equal(s.Brier, single-spread, slack).Of(max(single, spread)).
		Between("ensemble", "mean tree error − diversity")
}

// slack bounds the rounding of a mean square of differences between values and means of what the trees say: each mean is off by as
// many units in the last place of the largest value as there are trees, and its square by twice the difference times that. As many
// squares as there are samples are added up, and the mean over the trees is updated once for each.
func (s *State) slack(mean float64) float64 {
	largest := 0.0
	for _, z := range s.Z {
		largest = max(largest, math.Abs(z))
	}
	off := 4 * num.Ulp * float64(len(s.Committee)+4) * largest
	return 2*off*math.Sqrt(max(0, mean)) + off*off + 8*num.Ulp*float64(len(s.Y)+2*len(s.Committee))*mean
}

func (s *State) checkBetter(none say.Phrase) algos.Check {
	claim := algos.Guarantee{Name: "better", Claim: `squared error of the ensemble ≤ mean squared error of its trees`}
	slack := 8 * num.Ulp * float64(len(s.Y)+len(s.Committee))
	if s.Z != nil && len(s.Committee) > 0 {
		slack = s.slack(s.Single)
	}
	return claim.AtMost(s.Brier, s.Single, slack).Between("ensemble", "mean of the trees").Unless(none)
}

// recounted bounds the ways through trees that a recount takes.
const recounted = 400_000

// every is from how many samples one is recounted.
func (s *State) every() int { return 1 + len(s.Y)*len(s.Committee)/recounted }

// checkMean asks every tree again about the values of the samples.
func (s *State) checkMean(none say.Phrase) algos.Check {
	claim := algos.Guarantee{Name: "recount", Claim: `the ensemble predicts the mean of its trees; training mean squared error, recomputed`}
	if none != "" {
		return claim.Not(none)
	}
	shown, again, rows := 0.0, 0.0, 0.0
	for i := 0; i < len(s.Y); i += s.every() {
		said := s.shares(s.X[i])
		again += s.loss(i, said, 1)
		shown += s.loss(i, s.Votes[i:i+1], float64(len(s.Committee)))
		rows++
	}
	shown, again = shown/rows, again/rows
	if s.every() == 1 {
		shown = s.Brier
	}
	return claim.Equal(shown, again, s.slack(again)).Between("shown", "recomputed")
}

// checkRecount asks every tree again about the samples.
func (s *State) checkRecount(none say.Phrase) algos.Check {
	if s.Z != nil {
		return s.checkMean(none)
	}
	claim := algos.Guarantee{Name: "recount", Claim: `the ensemble predicts by hard or soft voting; misclassified training samples, recomputed`}
	if none != "" {
		return claim.Not(none)
	}
	shown, again := 0, 0
	votes := make([]float64, s.K)
	for i := 0; i < len(s.Y); i += s.every() {
		clear(votes)
		for _, m := range s.Committee {
			s.says(votes, &m.Tree.Nodes[m.Tree.Leaf(s.X[i]...)])
		}
		if Winner(votes) != s.Y[i] {
			again++
		}
		if Winner(s.Votes[i*s.K:][:s.K]) != s.Y[i] {
			shown++
		}
	}
	if s.every() == 1 {
		shown = s.Wrong
	}
	return claim.Equal(float64(shown), float64(again), 0).Between("shown", "recomputed")
}

// checkBag collects for every sample the trees that have not drawn it, and asks them alone.
func (s *State) checkBag(none say.Phrase) algos.Check {
	if s.Z != nil {
		return s.checkBagMean(none)
	}
	claim := algos.Guarantee{Name: "oob", Claim: `OOB error: only trees that did not train on a sample vote on it; misclassified samples, recomputed`}
	if none != "" {
		return claim.Not(none)
	}
	again := 0
	votes := make([]float64, s.K)
	for i, y := range s.Y {
		clear(votes)
		voters := 0
		for _, m := range s.Committee {
			if m.Times[i] == 0 {
				voters++
				s.says(votes, &m.Tree.Nodes[m.Leaves[i]])
			}
		}
		if voters > 0 && Winner(votes) != y {
			again++
		}
	}
	return claim.Equal(float64(s.BagWrong), float64(again), 0).Between("shown", "recomputed")
}

// checkBagMean does the same for values: the mean squared error.
func (s *State) checkBagMean(none say.Phrase) algos.Check {
	claim := algos.Guarantee{Name: "oob", Claim: `OOB error: only trees that did not train on a sample are averaged; mean squared error, recomputed`}
	if none == "" && s.BagRows == 0 {
		none = "no sample has been out-of-bag"
	}
	if none != "" {
		return claim.Not(none)
	}
	again, rows := 0.0, 0.0
	for i, z := range s.Z {
		sum, voters := 0.0, 0.0
		for _, m := range s.Committee {
			if m.Times[i] == 0 {
				sum += m.Tree.Nodes[m.Leaves[i]].Value
				voters++
			}
		}
		if voters > 0 {
			again += (sum/voters - z) * (sum/voters - z)
			rows++
		}
	}
	return claim.Equal(s.BagLoss, again/rows, s.slack(again/rows)).Between("shown", "recomputed")
}

// checkVariance compares the variance of what the ensembles said with that of trees alone and of the differences between
// two: Var(a − b) = 2(1 − ρ)σ², without a covariance.
func (s *State) checkVariance(none say.Phrase) algos.Check {
	claim := algos.Guarantee{Name: "variance", Claim: `variance of the ensemble over training sets: $\rho\sigma^2 + \frac{1-\rho}{B}\sigma^2$ for ` +
		`trees with correlation $\rho$`}
	switch {
	case none != "":
		return claim.Not(none)
	case s.Source.Generator == "" || !s.Source.Table.Empty():
		return claim.Not("other training sets can only be drawn if a generator made the points")
	case len(s.copies) < 2:
		return claim.Not(say.Vars{"most": copiedRows}.Text("not computed for more than <most sample>"))
	case len(s.Heard) < len(s.Committee):
		return claim.Not(say.Vars{"most": measured}.Text("measured for at most <most tree>"))
	case len(s.Heard) == 1:
		return claim.Not("a correlation needs two trees")
	}
	b := float64(len(s.Heard))
	own, apart := 0.0, 0.0 // σ², and (1 − ρ)σ²
	pair := make([]float64, len(s.sums))
	for i, one := range s.Heard {
		own += s.covariance(one, one) / b
		for _, other := range s.Heard[:i] {
			for k := range pair {
				pair[k] = one[k] - other[k]
			}
			apart += s.covariance(pair, pair) / (b * (b - 1))
		}
	}
	rho := 0.0 // where nothing varies
	if own > 0 {
		rho = 1 - apart/own
	}
	slack := 64 * num.Ulp * b
	if s.Z != nil { // variances are differences of squares, of shares at most 1 and of values at most the largest
		largest := 0.0
		for _, said := range s.Heard {
			for _, x := range said {
				largest = max(largest, math.Abs(x))
			}
		}
		slack *= largest * largest
	}
	return claim.Equal(s.OfCommittee, own-apart+apart/b, slack).Of(own).Between("measured", "from ρ and σ²").
		Because(say.Vars{"tree": own, "rho": rho, "B": len(s.Heard)}.
			Text("σ² = <tree>, ρ = <rho> from differences of two trees, B = <B>"))
}

// checkColumns counts the features that trees split.
func (s *State) checkColumns(none say.Phrase) algos.Check {
	claim := algos.Guarantee{Name: "columns", Claim: `no tree splits on more features than its random subset has`}
	m := s.offered(len(s.Names))
	if m == 0 {
		return claim.Not("all features are considered")
	}
	if s.FeatureSampling != Tree {
		return claim.Not("the feature subset is redrawn for every split")
	}
	most := 0
	for _, h := range s.Committee {
		most = max(most, used(h.Tree, len(s.Names)))
	}
	return claim.AtMost(float64(most), float64(m), 0).Between("max features of a tree", "allowed").Unless(none)
}
