package bandit

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
	"playground/algos/trial"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimMean = algos.Guarantee{Name: "mean", Claim: `$Q(k)$ of the pulled arm is the mean of its rewards`}
	claimSum  = algos.Guarantee{Name: "reward", Claim: `the cumulative reward is $\sum_k\mathrm{count}(k)\,Q(k)$`}
	claimRule = algos.Guarantee{Name: "rule", Claim: `the pulled arm has the largest index of the policy`}
	claimGaps = algos.Guarantee{Name: "regret", Claim: `pseudo-regret $n\max\mu-\sum_t\mu_{k_t}=\sum_k\Delta_k\,\mathrm{count}(k)$`}
	claimOne  = algos.Guarantee{Name: "probability", Claim: `the selection probabilities sum to 1`}
	claimLog  = algos.Guarantee{Name: "boltzmann", Claim: `$\tau\ln\frac{P(i)}{P(j)}=Q(i)-Q(j)$ for the two most probable arms`}
	claimBeta = algos.Guarantee{Name: "posterior", Claim: `posterior mean of the pulled arm $=\frac{1+\mathrm{count}\cdot Q}{2+\mathrm{count}}$`}
	claimGap  = algos.Guarantee{Name: "gap", Claim: `while the intervals hold, UCB1 pulls an arm only if $\Delta\le 2\sqrt{2\ln t/\mathrm{count}}$`}
	claimAuer = algos.Guarantee{Name: "ucb1", Claim: `mean pseudo-regret of UCB1 $\le\sum_{\Delta>0}\frac{8\ln n}{\Delta}+` +
		`\bigl(1+\frac{\pi^2}{3}\bigr)\sum\Delta$`}
	claimPath = algos.Guarantee{Name: "potential", Claim: `in every run EXP3 earns $G\ge(1-\gamma)\hat G_j-\frac{K\ln K}{\gamma}` +
		`-(e-2)\frac{\gamma}{K}\sum_i\hat G_i$`}
	claimExp3 = algos.Guarantee{Name: "exp3", Claim: `EXP3, means over runs: $\max_jG_j-G\le(e-1)\gamma\max_jG_j+\frac{K\ln K}{\gamma}$`}
	claimAll  = algos.Guarantee{Name: "intervals", Claim: `in at most 5 % of the runs some $|Q(k)-\mu_k|>\sqrt{\ln(40KT)/(2\,\mathrm{count}(k))}$`}
)

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	none := say.Phrase("")
	if v.pulls == 0 {
		none = "no arm has been pulled"
	}
	checks := []algos.Check{v.checkMean(none), v.checkSum(none)}
	if v.Rewards == bernoulli && !v.Play {
		checks = append(checks, v.checkGaps(none))
	}
	switch v.Policy {
	case softmax:
		checks = append(checks, v.checkOne(none), v.checkLog(none))
	case exp3:
		checks = append(checks, v.checkOne(none), v.checkPath(none))
	default:
		checks = append(checks, v.checkRule(none))
	}
	switch v.Policy {
	case thompson:
		if v.Rewards != typed {
			checks = append(checks, v.checkBeta(none))
		}
	case ucb1:
		if v.Rewards == bernoulli && !v.Play {
			checks = append(checks, v.checkGap(none))
		}
	}
	if !v.Play { // the number of pulls is not known while somebody plays
		checks = append(checks, v.checkStudy()...)
	}
	return checks
}

// checkMean adds up the rewards of the pulled arm again.
func (v view) checkMean(none say.Phrase) algos.Check {
	if none != "" {
		return claimMean.Not(none)
	}
	k, n := v.now().arm, 0
	var sum num.Sum
	for _, e := range v.past {
		if e.arm == k {
			sum.Add(e.reward)
			n++
		}
	}
	// Each update of the mean rounds four times.
	rounding := sum.Rounding()/float64(n) + 4*num.Ulp*sum.Size()
	return claimMean.Equal(v.values[k], sum.Value/float64(n), rounding).Between("Q", "mean").Of(sum.Size() / float64(n))
}

func (v view) checkSum(none say.Phrase) algos.Check {
	var sum num.Sum
	for k, q := range v.values {
		sum.Add(float64(v.counts[k])*q, 4*float64(v.counts[k]))
	}
	size := 0.0
	for _, e := range v.past {
		size += math.Abs(e.reward)
	}
	return claimSum.Equal(v.reward, sum.Value, sum.Rounding()+4*num.Ulp*float64(v.pulls)*size).Between("reward", "Σ").Of(size).Unless(none)
}

// checkGaps adds up the means of the pulled arms.
func (v view) checkGaps(none say.Phrase) algos.Check {
	var sum num.Sum
	top := slices.Max(v.mu)
	sum.Add(float64(v.pulls) * top)
	for _, e := range v.past {
		sum.Add(-v.mu[e.arm])
	}
	return claimGaps.Equal(sum.Value, v.regret(), 2*sum.Rounding()+8*num.Ulp*sum.Size()).Between("n max μ − Σμ", "Σ Δ count").
		Of(float64(v.pulls) * top).Unless(none)
}

// checkRule computes the indices before the pull from the rewards of the past.
func (v view) checkRule(none say.Phrase) algos.Check {
	if none != "" {
		return claimRule.Not(none)
	}
	e := v.now()
	if e.explored {
		return claimRule.Not("this pull explored")
	}
	index := slices.Clone(e.index)
	if v.Policy != thompson {
		s := v.replayed()
		indices(v.Policy, &s, index)
	}
	if index[e.arm] == math.MaxFloat64 {
		return claimRule.Not("each arm is pulled once at first")
	}
	size := 0.0
	for _, q := range index {
		size = max(size, math.Abs(q))
	}
	return claimRule.Equal(index[e.arm], slices.Max(index), 8*num.Ulp*float64(v.pulls)*size).Of(size)
}

// replayed is the state before this pull, from the rewards alone.
func (v view) replayed() state {
	s := newState(v.K)
	for _, e := range v.past[:len(v.past)-1] {
		s.sums[e.arm] += e.reward
		s.counts[e.arm]++
		s.pulls++
	}
	for k, n := range s.counts {
		if n > 0 {
			s.values[k] = s.sums[k] / float64(n)
		}
	}
	return s
}

// checkOne adds up the distribution from which the last arm was drawn.
func (v view) checkOne(none say.Phrase) algos.Check {
	if none != "" {
		return claimOne.Not(none)
	}
	var sum num.Sum
	for _, p := range v.now().p {
		sum.Add(p, 8+float64(v.K))
	}
	return claimOne.Equal(sum.Value, 1, sum.Rounding()).Between("Σ P", "")
}

// checkLog compares the two most probable arms of the last pull with their mean rewards before it.
func (v view) checkLog(none say.Phrase) algos.Check {
	if none == "" && v.K < 2 {
		none = "there is one arm only"
	}
	if none != "" {
		return claimLog.Not(none)
	}
	p, q := v.now().p, v.replayed().values
	i := largest(p)
	j := (i + 1) % v.K
	for k := range p {
		if k != i && p[k] > p[j] {
			j = k
		}
	}
	if p[j] < 1e-250 {
		return claimLog.Not("the second largest probability is 0 in floating point")
	}
	size := max(math.Abs(q[i]), math.Abs(q[j]), v.Tau)
	return claimLog.Equal(v.Tau*math.Log(p[i]/p[j]), q[i]-q[j], num.Ulp*(32+8*float64(v.pulls))*size).Between("τ ln P(i)/P(j)", "Q(i) − Q(j)").Of(size)
}

func (v view) checkBeta(none say.Phrase) algos.Check {
	if none != "" {
		return claimBeta.Not(none)
	}
	k := v.now().arm
	a, b := v.posterior(k)
	n := float64(v.counts[k])
	return claimBeta.Equal(a/(a+b), (1+n*v.values[k])/(2+n), 8*num.Ulp*n)
}

// checkGap is the lemma behind the bound of UCB1: had both intervals held and the gap been larger, the upper bound of
// the best arm would have been larger.
func (v view) checkGap(none say.Phrase) algos.Check {
	if none != "" {
		return claimGap.Not(none)
	}
	k, s, best := v.now().arm, v.replayed(), v.best()
	switch {
	case s.counts[k] == 0 || s.counts[best] == 0:
		return claimGap.Not("each arm is pulled once at first")
	case s.values[k]-v.mu[k] > bonus(s.pulls, s.counts[k]):
		return claimGap.Not("the mean of the pulled arm is below its confidence interval")
	case v.mu[best]-s.values[best] > bonus(s.pulls, s.counts[best]):
		return claimGap.Not("the mean of the best arm is above its confidence interval")
	}
	return claimGap.AtMost(v.mu[best]-v.mu[k], 2*bonus(s.pulls, s.counts[k]), 16*num.Ulp).Between("Δ", "twice the width")
}

// checkPath is the proof of EXP3's bound in this run: the logarithm of Σw from above and from below.
func (v view) checkPath(none say.Phrase) algos.Check {
	if none == "" && v.Epsilon == 0 {
		none = "for γ = 0 the weights never change"
	}
	if none != "" {
		return claimPath.Not(none)
	}
	k, g := float64(v.K), v.Epsilon
	each := make([]num.Sum, v.K)
	var all, gain num.Sum
	for _, e := range v.past {
		x := e.reward / e.p[e.arm]
		each[e.arm].Add(x, 4)
		all.Add(x, 4)
		gain.Add(e.reward)
	}
	top := 0.0
	for _, s := range each {
		top = max(top, s.Value)
	}
	var right num.Sum
	right.Add((1-g)*top, 8)
	right.Add(-k*math.Log(k)/g, 8)
	right.Add(-(math.E-2)*g/k*all.Value, 8)
	return claimPath.AtLeast(gain.Value, right.Value, right.Rounding()+all.Rounding()+gain.Rounding())
}

// checkStudy is about means and rates over many runs. While a hand drags, it waits.
func (v view) checkStudy() []algos.Check {
	var checks []algos.Check
	slow := func(g algos.Guarantee, judge func(s *study) algos.Check) {
		if v.pulls == 0 {
			checks = append(checks, g.Not("no arm has been pulled"))
			return
		}
		checks = append(checks, g.Slow(func() algos.Check {
			if s := v.study(); s.runs > 0 {
				return judge(s)
			}
			return g.Waits()
		}))
	}
	if v.Rewards == bernoulli {
		slow(claimAll, func(s *study) algos.Check { return s.outside.AtMost(claimAll.Name, claimAll.Claim, 1-confidence) })
	}
	if v.Policy == ucb1 && v.Rewards == bernoulli {
		slow(claimAuer, func(s *study) algos.Check {
			return meanAtMost(claimAuer, s.mean[v.pulls], s.error[v.pulls], v.auer(v.pulls), s.runs)
		})
	}
	if v.Policy == exp3 && v.Epsilon > 0 {
		slow(claimExp3, func(s *study) algos.Check {
			w := s.against[v.pulls]
			return meanAtMost(claimExp3, w.regret, w.error, v.exp3Bound(w.gain), s.runs)
		})
	}
	return checks
}

// sure is how many standard errors the limits are from a mean; of a normal mean they are wrong once in a thousand times.
const sure = 3.29

// meanAtMost checks a bound on an expectation by a mean over runs. It holds once the upper limit is at most the bound, and is
// broken once the lower limit is above it.
func meanAtMost(g algos.Guarantee, mean, err, bound float64, runs int) algos.Check {
	c := algos.Check{
		Name: g.Name, Claim: g.Claim, Left: mean, Rel: "<=", Right: bound, Verdict: algos.Open, LeftLabel: "mean", RightLabel: "bound", Meter: true,
		Why: say.Vars{"runs": runs, "se": err, "percent": 100 * trial.Confidence}.
			Text("mean of <runs run> with the standard error <se>; judged with a confidence of <percent> %"),
	}
	switch {
	case mean+sure*err <= bound:
		c.Verdict = algos.Holds
	case mean-sure*err > bound:
		c.Verdict = algos.Broken
	}
	return c
}
