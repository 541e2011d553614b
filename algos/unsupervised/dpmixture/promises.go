package dpmixture

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
)

var (
	claimRatio = algos.Guarantee{Name: "ratio", Claim: `the full conditional of the assignment equals a ratio of joint probabilities $p(x,z)$ ` +
		`in closed form, where unchanged clusters cancel`}

	claimNumbers = algos.Guarantee{Name: "numbers", Claim: `the sampled frequencies of the number of clusters match the exact posterior, ` +
		`within six standard errors and the bias of the initialisation. By chance one look in a million fails`}
)

var (
	claimChain = algos.Guarantee{Name: "chain", Claim: `$\ln p(x,z)$ is the sum of sequential predictive log-probabilities: of each point's ` +
		`cluster, and of the point given its cluster`}
	claimClosed = algos.Guarantee{Name: "closed", Claim: `the closed form ` +
		`$\frac{\alpha^K\prod(n_k-1)!}{\alpha(\alpha+1)\cdots(\alpha+n-1)}\prod_kp(x_k)$ equals the product of sequential predictions`}
	claimPrior = algos.Guarantee{Name: "prior", Claim: `over all partitions, the prior mean number of clusters is $\sum_{i\le n}\frac{\alpha}{\alpha+i-1}$`}
	claimKept  = algos.Guarantee{Name: "kept", Claim: `the posterior is invariant under a sweep: over all partitions, ` +
		`$\operatorname{E}[K\mid x]$ is the same before and after`}
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	z := v.now()
	chain, closed := v.chain(z), v.joint(z)
	rounding := chain.Rounding() + closed.Rounding()
	size := max(1, closed.Size())
	checks := []algos.Check{
		v.checkRatio(z),
		// The run adds a sweep's changes up to what it was before, each a difference of two terms of the sum.
		claimChain.Equal(v.log, chain.Value, 4*(rounding+v.joint(v.base).Rounding())).Between("ln p", "sequential (CRP)").Of(size),
		claimClosed.Equal(closed.Value, chain.Value, rounding).Between("closed form", "sequential (CRP)").Of(size),
	}
	if v.exact != nil {
		checks = append(checks, v.checkPrior(), v.checkKept(), v.checkNumbers())
	}
	return checks
}

func (v view) checkRatio(z []uint16) algos.Check {
	if v.at() < 0 {
		return claimRatio.Not("no point was reassigned yet")
	}
	x := v.last()
	p, rounding := v.byJoint(z, x)
	return claimRatio.Equal(x.options[x.new].p, p, rounding).Between("p", "by p(x, z)")
}

// byJoint is the probability of the table that was drawn by the joint probabilities of all
// that the point may go to.
func (v view) byJoint(z []uint16, x draw) (p, rounding float64) {
	logs, most, off := make([]float64, len(x.options)), math.Inf(-1), 0.0
	used := tables(z)
	for j, o := range x.options {
		var without, with num.Sum
		rows := []int{x.i}
		if o.n > 0 {
			rows = slices.DeleteFunc(slices.Clone(used[o.k]), func(i int) bool { return i == x.i })
			v.addTable(&without, rows)
			rows = append(rows, x.i)
		}
		v.addTable(&with, rows)
		logs[j] = with.Value - without.Value
		most, off = max(most, logs[j]), max(off, with.Rounding()+without.Rounding())
	}
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - most)
	}
	p = math.Exp(logs[x.new]-most) / sum
	// What two logarithms are off by, on either side, the exponential is off by, relatively.
	share := math.Expm1(min(4*off, 40)) + 64*num.Ulp*float64(len(logs))
	return p, max(p, x.options[x.new].p) * share
}

func (v view) checkPrior() algos.Check {
	want := v.expected()
	// Every partition's probability is the exponential of a sum of n logarithms.
	rounding := want.Rounding() + 64*num.Ulp*float64(v.n)*(1+math.Abs(math.Log(v.Alpha)))*want.Value
	return claimPrior.Equal(v.exact.priorMean, want.Value, rounding).Between("over all partitions", "Σ")
}

func (v view) checkKept() algos.Check {
	x := v.mixing()
	if len(x.lag[v.n]) < 2 { // interrupted
		return claimKept.Waits()
	}
	// Posterior and draws are exponentials of ln p(x, z), whose relative errors these are.
	rounding := v.exact.mean * (64*num.Ulp*float64(v.n*v.n) + 4*v.joint(v.first).Rounding())
	return claimKept.Equal(x.kept, v.exact.mean, rounding).Between("after a sweep", "before a sweep")
}

// Where frequencies are compared: by how many standard errors they may be off, how often
// the rarer of yes and no is expected at least, and how many sweeps it takes.
const (
	most       = 6
	leastSeen  = 30
	leastSwept = 50
)

func (v view) checkNumbers() algos.Check {
	if v.used() < leastSwept {
		return claimNumbers.Not("fewer than 50 sweeps after burn-in")
	}
	x := v.mixing()
	if len(x.lag[v.n]) < 2 {
		return claimNumbers.Waits()
	}
	if !x.settled {
		return claimNumbers.Not("the autocorrelation is still large after 250 sweeps")
	}
	f := v.frequencies()
	worst, allowed := -1.0, 0.0
	for k := 1; k <= v.n; k++ {
		p, off := v.exact.post[k], x.deviation(k, v.used())
		// As many draws that do not depend on each other would be as good.
		if off == 0 || min(p, 1-p)*p*(1-p)/(off*off) < leastSeen {
			continue
		}
		bias := x.bias(k, v.BurnIn, v.used()) / off
		if apart := math.Abs(f[k]-p) / off; apart-bias > worst-allowed+most || worst < 0 {
			worst, allowed = apart, most+bias
		}
	}
	if worst < 0 {
		return claimNumbers.Not("there are too few sweeps for the rare numbers of clusters")
	}
	return claimNumbers.AtMost(worst, allowed, 0).Between("standard errors", "bound")
}
